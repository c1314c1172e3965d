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
