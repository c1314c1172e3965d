import type { Random } from './fuzzRandom.ts'

/** Damage to binary files, and to text files as bytes. */
type ByteMutation = (bytes: Uint8Array, random: Random) => Uint8Array

/** Words of 32 bits that declare too much, or are no numbers. */
const WORDS = [
  ...[0, 1, -1, 2 ** 31 - 1, -(2 ** 31), 2 ** 24, 65535, 65536, 200_001, 1_000_000],
  // single precision: infinity, NaN, the largest and the least number
  ...[0x7f800000, 0x7fc00000, 0x7f7fffff, 1],
]
/** Offsets of counts in the headers of mesh and skin files. */
const HEADERS = [0, 4, 8, 12, 80]
/** Pieces of mesh files. */
const TEXTS = [
  ...['nan', 'inf', '-1', '0', '1e400', '999999999999', '1e-50', '/', '//', '\n', '\\', '1/2/3/4', '-5'],
  ...['v', 'v 1', 'v 0 0 0', 'f', 'f 1 1 1', 'f 1 2 3 4 5 6 7 8', 'o x', 'facet', 'endsolid'],
]

const BYTE_MUTATIONS: readonly ByteMutation[] = [
  // cut off
  (bytes, random) => bytes.slice(0, random.below(bytes.length)),
  // a bit
  (bytes, random) => changed(bytes, random, (byte) => byte ^ (1 << random.below(8))),
  // a few bytes
  (bytes, random) => {
    let out = bytes
    for (let i = random.below(8); i >= 0; i--) out = changed(out, random, () => random.below(256))
    return out
  },
  // a word, of either byte order
  (bytes, random) => withWord(bytes, random.below(Math.max(1, bytes.length - 3)), random),
  // an aligned word
  (bytes, random) => withWord(bytes, 4 * random.below(Math.ceil(bytes.length / 4)), random),
  // a count in a header
  (bytes, random) => withWord(bytes, random.pick(HEADERS), random),
  // bytes added
  (bytes, random) => spliced(bytes, random.below(bytes.length + 1), 0, noise(random, 1 + random.below(40))),
  // bytes removed
  (bytes, random) => spliced(bytes, random.below(bytes.length), 1 + random.below(8), new Uint8Array(0)),
  // a word of text
  (bytes, random) =>
    spliced(bytes, random.below(bytes.length), random.below(6), new TextEncoder().encode(random.pick(TEXTS))),
  // a piece moved
  (bytes, random) => {
    const { length } = bytes
    return bytes.slice().copyWithin(random.below(length), random.below(length), random.below(length))
  },
  // a part once more
  (bytes, random) => spliced(bytes, bytes.length, 0, bytes.subarray(random.below(bytes.length))),
  // noise only
  (_, random) => noise(random, random.below(200)),
  // nothing
  () => new Uint8Array(0),
]

function changed(bytes: Uint8Array, random: Random, change: (byte: number) => number): Uint8Array {
  const copy = bytes.slice()
  const at = random.below(copy.length)
  copy[at] = change(copy[at])
  return copy
}

function withWord(bytes: Uint8Array, at: number, random: Random): Uint8Array {
  const copy = bytes.slice()
  if (at + 4 <= copy.length) new DataView(copy.buffer).setInt32(at, random.pick(WORDS), random.next() < 0.7)
  return copy
}

function spliced(bytes: Uint8Array, at: number, removed: number, added: Uint8Array): Uint8Array {
  const rest = bytes.subarray(Math.min(bytes.length, at + removed))
  const out = new Uint8Array(at + added.length + rest.length)
  out.set(bytes.subarray(0, at))
  out.set(added, at)
  out.set(rest, at + added.length)
  return out
}

function noise(random: Random, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => random.below(256))
}

/** Damages bytes in one to three ways. */
export function damageBytes(bytes: Uint8Array, random: Random): Uint8Array {
  let damaged = bytes
  for (let count = random.pick([1, 1, 2, 3]); count > 0 && damaged.length > 0; count--)
    damaged = random.pick(BYTE_MUTATIONS)(damaged, random)
  return damaged
}
