import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { acos, asin, atan2, cos, exp, pow, sin, sinCosInPlace, tanInPlace } from '../../../src/core/math/functions.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import { type LibraryFunction, libraryFunctions } from '../../../tools/compare/referenceLibrary.ts'

const binary = readFileSync(
  createRequire(import.meta.url)
    .resolve('@mujoco/mujoco')
    .replace(/\.js$/, '.wasm'),
)
const library = libraryFunctions(binary, ['sin', 'cos', 'tan', 'atan2', 'asin', 'acos', 'exp', 'pow'])

const tan = (x: number) => {
  const v = Float64Array.of(x)
  tanInPlace(v)
  return v[0]
}

/** Arguments of each kind. */
const COUNT = process.env['KINETREE_LONG'] === '1' ? 500_000 : 20_000

const random = new Random(1)
const word = new Float64Array(1)
const bits = new Uint32Array(word.buffer)

const uniform = (low: number, high: number) => () => random.uniform(low, high)
/** Of any sign, with a magnitude between two powers of two. */
const magnitude = (low: number, high: number) => () =>
  (random.uniform(-1, 1) < 0 ? -1 : 1) * Math.pow(2, random.uniform(low, high)) * random.uniform(0.5, 1)
/** Any double at all. */
const anyBits = () => {
  for (let i = 0; i < 2; i++) bits[i] = random.uniform(0, 2 ** 32)
  return word[0]
}
/** A double that is at most 20 units in the last place from a multiple of π/4. */
const nearMultiple = (most: number) => () => {
  word[0] = (Math.floor(random.uniform(-most, most)) * Math.PI) / 4
  bits[0] += Math.floor(random.uniform(-20, 21))
  return word[0]
}
/** A double whose upper word is that of a multiple of π/4, or next to it. */
const nearWord = () => {
  word[0] = (Math.floor(random.uniform(1, 13)) * Math.PI) / 4
  bits[1] += Math.floor(random.uniform(-1, 2))
  bits[0] = random.uniform(0, 2 ** 32)
  return random.uniform(-1, 1) < 0 ? -word[0] : word[0]
}
const SPECIAL = [0, -0, 1, -1, 0.5, 5e-324, -5e-324, 1.7e308, Infinity, -Infinity, Number.NaN]
const special = () => SPECIAL[Math.floor(random.uniform(0, SPECIAL.length))]

type Draw = () => number

/** Arguments for which the two functions differ in a bit, the first few. */
function differences(name: string, ours: LibraryFunction, ...draws: readonly (readonly Draw[])[]): string[] {
  const theirs = library.get(name)!
  const found: string[] = []
  for (const draw of draws) {
    for (let i = 0; i < COUNT && found.length < 5; i++) {
      const args = draw.map((one) => one())
      const [a, b] = [ours(...args), theirs(...args)]
      if (!Object.is(a, b)) found.push(`${name}(${args.join(', ')}) = ${a}, reference ${b}`)
    }
  }
  return found
}

const ANGLES: readonly (readonly Draw[])[] = [
  [uniform(-10, 10)],
  [magnitude(-40, 30)],
  [nearMultiple(1000)],
  [nearMultiple(4e6)],
  [nearWord],
  [special],
]
/** Reduced with long integers, so fewer of them. */
const rarely = (draw: Draw) => () => (random.uniform(0, 1) < 0.05 ? draw() : 1)

describe("elementary functions have the bits of the reference's C library", () => {
  test.each([
    ['sin', sin],
    ['cos', cos],
    ['tan', tan],
  ] as const)('%s of angles of every size, and near multiples of π/4', (name, ours) => {
    expect(differences(name, ours, ...ANGLES, [rarely(magnitude(18, 1024))], [rarely(anyBits)])).toEqual([])
  })

  test('sine and cosine computed together', () => {
    const both = new Float64Array(2)
    const part = (i: number) => (x: number) => {
      both[0] = x
      sinCosInPlace(both)
      return both[i]
    }
    expect(differences('sin', part(0), [uniform(-10, 10)])).toEqual([])
    expect(differences('cos', part(1), [uniform(-10, 10)])).toEqual([])
  })

  test('atan2 in all quadrants', () => {
    const nearVertical = magnitude(63.9, 64.1)
    const arguments_ = [
      [uniform(-2, 2), uniform(-2, 2)],
      [magnitude(-60, 60), magnitude(-60, 60)],
      [nearVertical, uniform(-1, 1)],
      [anyBits, anyBits],
      [special, special],
    ]
    expect(differences('atan2', atan2, ...arguments_)).toEqual([])
  })

  test.each([
    ['asin', asin],
    ['acos', acos],
  ] as const)('%s, and NaN outside of its domain', (name, ours) => {
    const nearOne = () => 1 - Math.pow(2, random.uniform(-53, 0))
    expect(differences(name, ours, [uniform(-1.01, 1.01)], [magnitude(-70, 0)], [nearOne], [special])).toEqual([])
  })

  test('exp, up to overflow and down to subnormal numbers', () => {
    const edges = [[uniform(-746, -700)], [uniform(700, 711)]]
    expect(differences('exp', exp, [uniform(-50, 50)], [magnitude(-60, 11)], ...edges, [special])).toEqual([])
  })

  test('pow of numbers that are not negative', () => {
    const size = (draw: Draw) => () => Math.abs(draw())
    const arguments_ = [
      [uniform(0, 2), uniform(-10, 10)],
      [size(magnitude(-1074, 1024)), magnitude(-70, 10)],
      [() => 1 + magnitude(-53, -1)(), magnitude(-10, 63)],
      [size(special), special],
    ]
    expect(differences('pow', pow, ...arguments_)).toEqual([])
  })
})
