import type { Model } from '../../core/model/model.ts'
import type { LaneKernel } from './kernelLanguage.ts'

/** Fields of the model that hold numbers. */
type NumberField = { [F in keyof Model]: Model[F] extends Float64Array ? F : never }[keyof Model]

/**
 * Whether numbers [first, first + count) of the model are all zero, and stay so. If so, they are part of the code: a
 * kernel leaves out what they multiply. Numbers that vary do not stay so, whatever they are now.
 */
export function areZero(k: LaneKernel, m: Model, name: NumberField, first: number, count = 1): boolean {
  const values: Float64Array = m[name]
  for (let i = first; i < first + count; i++) if (values[i] !== 0 || k.varies(name, i)) return false
  const numbers = k.numbers(name)
  // reading a constant makes it part of the code
  for (let i = first; i < first + count; i++) numbers.at(i)
  return true
}

/** The same for numbers that a kernel is not made for otherwise. */
export function mustStayZero(k: LaneKernel, m: Model, name: NumberField, first: number, count = 1): void {
  if (!areZero(k, m, name, first, count)) throw new RangeError(`a kernel needs zeros in ${name}`)
}
