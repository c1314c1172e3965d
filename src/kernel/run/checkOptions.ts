import { checkId, checkType } from '../../core/model/argumentChecks.ts'
import type { Model } from '../../core/model/model.ts'
import { suggestion } from '../../core/model/suggestion.ts'

const SWITCHES = ['unroll', 'sameBits', 'lean', 'shared'] as const
const OTHERS = ['vary', 'code'] as const

/** Throws a `TypeError` or `RangeError` that names what is wrong with the options of `accelerate`. */
export function checkOptions(m: Model, options: object, more: readonly string[] = []): void {
  checkType(typeof options === 'object' && options !== null, 'the options of accelerate', options, 'an object')
  const known: readonly string[] = [...SWITCHES, ...OTHERS, ...more]
  for (const name of Object.keys(options))
    if (!known.includes(name)) refuse(`the option '${name}' of accelerate is unknown`, name, known)
  for (const name of SWITCHES) {
    const value: unknown = Reflect.get(options, name)
    checkType(value === undefined || typeof value === 'boolean', `the option '${name}'`, value, 'true or false')
  }
  const vary: unknown = Reflect.get(options, 'vary') ?? []
  checkType(Array.isArray(vary), "the option 'vary'", vary, "a list of fields, such as ['body_mass', 'geom_size[3]']")
  for (const name of vary as unknown[]) checkNumbers(m, "the option 'vary'", name, true)
}

/** Throws unless a name is that of a field of the model with numbers, or of one of its numbers. */
export function checkNumbers(m: Model, what: string, name: unknown, mayHaveIndex = false): void {
  checkType(typeof name === 'string', `a name in ${what}`, name, "a field of the model, such as 'body_mass'")
  const [, field, index] = /^(\w+)(?:\[(\d+)\])?$/.exec(name as string) ?? []
  const values: unknown = field === undefined ? undefined : Reflect.get(m, field)
  if (!isNumbers(values) || (index !== undefined && !mayHaveIndex)) {
    const fields = Object.keys(m).filter((key) => isNumbers(Reflect.get(m, key)))
    refuse(`${what} names '${name}', which is no field of the model`, field ?? (name as string), fields)
  }
  if (index !== undefined) checkId(Number(index), values.length, `number of ${field}`)
}

function isNumbers(values: unknown): values is ArrayLike<number> {
  return values instanceof Float64Array || values instanceof Int32Array || values instanceof Uint8Array
}

function refuse(message: string, name: string, candidates: readonly string[]): never {
  const hint = suggestion(name, candidates)
  throw new TypeError(hint === undefined ? message : `${message}; ${hint}`)
}
