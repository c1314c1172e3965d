import { memoryLike } from './growingTable.ts'

type TypedArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array

/**
 * The array itself if it has room for `length` elements; else a copy whose room has doubled until it has. New elements
 * are zero; shared memory stays shared. Buffers that only grow allocate nothing once they have met their largest use:
 *
 *     this.stack = grow(this.stack, top + 2)
 */
export function grow<T extends TypedArray>(array: T, length: number): T {
  return length <= array.length ? array : grown(array, length)
}

function grown<T extends TypedArray>(array: T, length: number): T {
  let room = Math.max(array.length, 1)
  while (room < length) room *= 2
  const Type = array.constructor as new (memory: ArrayBufferLike) => T
  const copy = new Type(memoryLike(array.buffer, room * array.BYTES_PER_ELEMENT))
  copy.set(array)
  return copy
}
