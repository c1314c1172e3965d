import { describe, expect, test } from 'vitest'
import { log } from '../../core/math/functions.ts'
import { Random } from '../../core/random/philox.ts'
import { CheckedDistribution, type Distribution } from './distribution.ts'

const COUNT = 20_000

function draws(given: Distribution): number[] {
  const distribution = new CheckedDistribution('x', given)
  const random = new Random(3)
  return Array.from({ length: COUNT }, () => distribution.draw(random))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length
}

function variance(values: readonly number[]): number {
  const center = mean(values)
  return mean(values.map((x) => (x - center) ** 2))
}

/** Five standard errors of the mean of so many draws. */
const within = (deviation: number) => (5 * deviation) / Math.sqrt(COUNT)

describe('draws', () => {
  test('of a uniform distribution are between its bounds, with its mean and variance', () => {
    const values = draws({ uniform: [-1, 3] })
    expect(values.every((x) => x >= -1 && x <= 3)).toBe(true)
    expect(Math.abs(mean(values) - 1)).toBeLessThan(within(4 / Math.sqrt(12)))
    expect(variance(values) / (16 / 12)).toBeCloseTo(1, 1)
  })

  test('of a log-uniform distribution have uniform logarithms', () => {
    const values = draws({ logUniform: [0.1, 10] })
    expect(values.every((x) => x >= 0.1 && x <= 10)).toBe(true)
    const logarithms = values.map((x) => log(x) / log(10))
    expect(Math.abs(mean(logarithms))).toBeLessThan(within(2 / Math.sqrt(12)))
    expect(variance(logarithms) / (4 / 12)).toBeCloseTo(1, 1)
  })

  test('of a normal distribution have its mean and deviation', () => {
    const values = draws({ normal: [2, 0.5] })
    expect(Math.abs(mean(values) - 2)).toBeLessThan(within(0.5))
    expect(variance(values) / 0.25).toBeCloseTo(1, 1)
  })

  test('of a clipped normal distribution stay inside, and meet both bounds', () => {
    const values = draws({ normal: [0, 1], clip: [-1, 2] })
    expect(Math.min(...values)).toBe(-1)
    expect(Math.max(...values)).toBe(2)
    // Φ(−1) of the draws are at the lower bound
    expect(Math.abs(values.filter((x) => x === -1).length / COUNT - 0.1587)).toBeLessThan(within(0.37))
  })

  test('of a choice are its values, each as often as the others', () => {
    const values = draws({ choice: [1, 5, 7] })
    for (const value of [1, 5, 7])
      expect(Math.abs(values.filter((x) => x === value).length / COUNT - 1 / 3)).toBeLessThan(within(0.48))
  })
})

test.each<[unknown, RegExp]>([
  [undefined, /undefined; expected a distribution such as/],
  [[0, 1], /an array; expected a distribution/],
  [{}, /exactly one of uniform, logUniform, normal, choice/],
  [{ uniform: [0, 1], normal: [0, 1] }, /exactly one of/],
  [{ unifrom: [0, 1] }, /no option 'unifrom'; did you mean 'uniform'/],
  [{ uniform: [1, 0] }, /uniform is 1,0; expected two numbers, the lower one first/],
  [{ uniform: [0] }, /expected two numbers/],
  [{ uniform: [0, NaN] }, /expected two numbers/],
  [{ logUniform: [0, 1] }, /bounds of logUniform must be positive; found 0/],
  [{ normal: [0, -1] }, /deviation that is not negative/],
  [{ normal: [0, 1], clip: [2, 1] }, /clip is 2,1/],
  [{ uniform: [0, 1], clip: [0, 1] }, /only normal distributions have a 'clip'/],
  [{ choice: [] }, /expected a list of finite numbers/],
  [{ choice: [0, Infinity] }, /expected a list of finite numbers/],
  [{ uniform: [0, 1], scale: true, add: true }, /'scale' or 'add', not both/],
  [{ uniform: [0, 1], shared: 'row' }, /shared is the string "row"; expected true or 'object'/],
])('the distribution %o is refused', (given, message) => {
  expect(() => new CheckedDistribution('opt.density', given as Distribution)).toThrow(message)
})
