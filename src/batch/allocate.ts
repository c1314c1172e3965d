/** Memory for threads; an error that says what it is for where there is not so much. */
export function allocate(bytes: number, shared: boolean, what: string): ArrayBufferLike {
  try {
    return shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)
  } catch (cause) {
    const gigabytes = (bytes / 2 ** 30).toFixed(1)
    throw new RangeError(`${what} need ${gigabytes} GiB of memory in one piece, more than there is`, { cause })
  }
}
