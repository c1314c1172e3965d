/** Checks of what users hand to functions. Stages do not pay for them: they call the functions behind. */

/** Throws where an object does not exist. */
export function checkId(id: number, count: number, kind: string): void {
  if (!(Number.isInteger(id) && id >= 0 && id < count))
    throw new RangeError(`${kind} ${id} does not exist; the model has ${count}`)
}

/** Throws where an array is too short for what is read from it or written to it. */
export function checkRoom(array: ArrayLike<number> | null | undefined, length: number, name: string): void {
  if (array && array.length < length)
    throw new RangeError(`${name} has room for ${array.length} numbers, needs ${length}`)
}
