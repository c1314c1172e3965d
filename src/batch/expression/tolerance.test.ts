import { describe, expect, test } from 'vitest'
import { Data } from '../../core/data/data.ts'
import { loadModel } from '../../format/load.ts'
import { compileExpression } from './compileExpression.ts'
import { SIGMOIDS } from './tolerance.ts'

const m = loadModel('<mujoco><size nuserdata="4"/><worldbody><geom size="1"/></worldbody></mujoco>')

/** Reward of x, which stands in the state so that nothing is computed beforehand. */
function reward(x: number, rest: string): number {
  const d = new Data(m)
  d.userdata[0] = x
  const out = new Float64Array(1)
  compileExpression(m, `tolerance(userdata[0], ${rest})`).evaluate(d, out, 0)
  return out[0]
}

describe('tolerance', () => {
  test('is 1 within the bounds, which are included, and 0 beyond without a margin', () => {
    for (const x of [-1, 0, 2]) expect(reward(x, '-1, 2')).toBe(1)
    for (const x of [-1.001, 2.001, Infinity]) expect(reward(x, '-1, 2')).toBe(0)
    expect(reward(Infinity, '-1, inf')).toBe(1)
    expect(reward(-5, '-inf, inf')).toBe(1)
    expect(reward(Number.NaN, '0, 1, 1')).toBeNaN()
  })

  test.each(Object.keys(SIGMOIDS))(
    '%s is 1 within the bounds and has its value at the margin on both sides',
    (name) => {
      expect(reward(0.5, `0, 1, 3, ${name}, 0.2`)).toBe(1)
      expect(reward(4, `0, 1, 3, ${name}, 0.2`)).toBeCloseTo(0.2, 13)
      expect(reward(-3, `0, 1, 3, ${name}, 0.2`)).toBeCloseTo(0.2, 13)
      expect(reward(-3, `0, 1, 3, ${name}`)).toBeCloseTo(0.1, 13)
      expect(reward(-Infinity, `0, 1, 3, ${name}`)).toBe(0)
      expect(reward(Infinity, `0, inf, 3, ${name}`)).toBe(1)
    },
  )

  // distances in margins, worked out from the formulas
  test.each([
    ['gaussian', 0.0625, 0.5, 0.5],
    ['hyperbolic', 0.5, 2, 1 / 7],
    ['long_tail', 0.5, 2, 1 / 5],
    ['reciprocal', 0.5, 3, 1 / 4],
    ['cosine', 0, 0.5, 0.5],
    ['cosine', 0.5, 2.1, 0],
    ['linear', 0, 0.25, 0.75],
    ['linear', 0.5, 1.5, 0.25],
    ['linear', 0.5, 3, 0],
    ['quadratic', 0, 0.5, 0.75],
    ['quadratic', 0.75, 1.5, 0.4375],
    ['tanh_squared', 0.36, 2, 1 - (1.6 / 1.64) ** 2],
  ])('%s with %f at the margin is, at %f margins, %f', (name, atMargin, x, expected) => {
    expect(reward(1 + 2 * x, `0, 1, 2, ${name}, ${atMargin}`)).toBeCloseTo(expected, 13)
    expect(reward(-2 * x, `0, 1, 2, '${name}', ${atMargin}`)).toBeCloseTo(expected, 13)
  })

  test('of a vector is the tolerance of each number', () => {
    const d = new Data(m)
    d.userdata.set([0.5, 2, -1, 9])
    const out = new Float64Array(4)
    compileExpression(m, 'tolerance(userdata, 0, 1, 2, linear, 0)').evaluate(d, out, 0)
    expect(Array.from(out)).toEqual([1, 0.5, 0.5, 0])
  })
})
