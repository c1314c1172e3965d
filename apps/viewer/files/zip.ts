import { unzipSync } from 'fflate'

/** Largest size of an unpacked archive, bytes: a small file must not exhaust the memory. */
const LARGEST = 1024 ** 3

/** Unpacks an archive. */
export function unzip(bytes: Uint8Array): Map<string, Uint8Array> {
  let total = 0
  const found = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      total += originalSize
      if (total > LARGEST) throw new RangeError('the archive unpacks to more than 1 GiB')
      return !name.endsWith('/') && !name.startsWith('__MACOSX/')
    },
  })
  return new Map(Object.entries(found))
}
