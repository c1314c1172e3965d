/** Argument checks of public functions. Stages call the unchecked functions behind them. */

/** Throws if an object does not exist. */
export function checkId(id: number, count: number, kind: string): void {
  if (!(Number.isInteger(id) && id >= 0 && id < count))
    throw new RangeError(`${kind} ${id} does not exist; the model has ${count}`)
}

/** Throws if an array is too short. */
export function checkRoom(array: ArrayLike<number> | null | undefined, length: number, name: string): void {
  if (array && array.length < length)
    throw new RangeError(`${name} has room for ${array.length} numbers, needs ${length}`)
}

/** Throws a `TypeError` that names an argument or option, unless it is of the right type. */
export function checkType(isRight: boolean, name: string, value: unknown, expected: string): void {
  if (!isRight) throw new TypeError(`${name} is ${kindOf(value)}; expected ${expected}`)
}

/** Throws unless these are a model and a state: the arguments of every stage. */
export function checkModelAndData(m: { readonly opt: unknown }, d: { readonly qpos: unknown }): void {
  if (m?.opt === undefined || d?.qpos === undefined) refuseArguments(m, d)
}

function refuseArguments(m: { readonly opt: unknown }, d: unknown): never {
  checkType(m?.opt !== undefined, 'the first argument', m, 'a Model, as loadModel gives it')
  throw new TypeError(`the second argument is ${kindOf(d)}; expected a Data, as in new Data(model)`)
}

/** What a value is, for messages: `null`, `a promise`, `the string "x"`, `a Map`. */
export function kindOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `the string ${JSON.stringify(value.length > 40 ? `${value.slice(0, 37)}…` : value)}`
    case 'number':
    case 'bigint':
      return `the number ${value}`
    case 'function':
      return 'a function'
    case 'object':
      return value === null ? 'null' : kindOfObject(value)
    default:
      return String(value)
  }
}

function kindOfObject(value: object): string {
  if (Array.isArray(value)) return 'an array'
  if ('then' in value && typeof value.then === 'function') return 'a promise'
  const { name } = value.constructor ?? { name: '' }
  if (name === '' || name === 'Object') return 'an object'
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`
}
