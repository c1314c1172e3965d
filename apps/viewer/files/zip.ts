import { unzipSync } from 'fflate'

/** Most bytes that an archive may unpack to: a small file must not fill the memory. */
const MOST = 1024 ** 3

/** Files of an archive. */
export function unzipped(bytes: Uint8Array): Map<string, Uint8Array> {
  let total = 0
  const found = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      total += originalSize
      if (total > MOST) throw new RangeError('the archive unpacks to more than 1 GiB')
      return !name.endsWith('/') && !name.startsWith('__MACOSX/')
    },
  })
  return new Map(Object.entries(found))
}
