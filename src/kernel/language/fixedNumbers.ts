import type { Model } from '../../core/model/model.ts'
import type { LaneKernel } from './kernelLanguage.ts'

/** Fields of the model that hold numbers. */
type NumberField = { [F in keyof Model]: Model[F] extends Float64Array ? F : never }[keyof Model]

/**
 * Whether numbers [first, first + count) of the model are all zero, and stay so. If so, they are part of the code: a
 * kernel leaves out what they multiply.
 */
export function areZero(k: LaneKernel, m: Model, name: NumberField, first: number, count = 1): boolean {
  const values: Float64Array = m[name]
  if (values.subarray(first, first + count).some((x) => x !== 0)) return false
  for (let i = first; i < first + count; i++) if (k.varies(name, i)) return false
  const numbers = k.numbers(name)
  for (let i = first; i < first + count; i++) numbers.at(i)
  return true
}
