import { describe, expect, test } from 'vitest'
import {
  Data,
  differentiatePos,
  forward,
  integratePos,
  jac,
  jacBody,
  jacBodyCom,
  jacDot,
  jacSite,
  jacSubtreeCom,
  loadModel,
  type Model,
} from '../../../src/index.ts'
import { Random, randomPositions } from '../../../tools/compare/randomState.ts'

/** A free body that carries a ball, a slide and two hinges, with anchors away from the bodies' origins. */
const CHAIN = `
<mujoco>
  <worldbody>
    <body>
      <freejoint/>
      <geom type="box" size="0.2 0.1 0.05" pos="0.03 0 0.1"/>
      <body pos="0.3 0 0.1" euler="20 30 40">
        <joint type="ball" pos="0.02 0.03 -0.1"/>
        <geom type="capsule" size="0.05 0.2" pos="0 0.1 0"/>
        <body pos="0 0.1 0.4">
          <joint axis="1 2 3" pos="0.1 0 0"/>
          <joint type="slide" axis="0 1 1"/>
          <geom type="ellipsoid" size="0.1 0.05 0.2"/>
          <body pos="0.1 0.2 0.3">
            <joint axis="0 1 0.5" pos="0 0 0.1"/>
            <geom size="0.1" pos="0.1 0 0"/>
            <site name="tip" pos="0.2 0.1 0.3"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>`

const STEP = 1e-7
const TOLERANCE = 1e-5
const m = loadModel(CHAIN)
const last = m.nbody - 1

/** Columns (f(q ⊕ ε eᵢ) − f(q ⊖ ε eᵢ)) / 2ε of a function of the position, row by row. */
function finiteDifferences(qpos: Float64Array, rows: number, f: (d: Data) => Float64Array): Float64Array {
  const result = new Float64Array(rows * m.nv)
  const d = new Data(m)
  const at = (i: number, h: number) => {
    const direction = new Float64Array(m.nv)
    direction[i] = 1
    d.qpos.set(qpos)
    integratePos(m, d.qpos, direction, h)
    forward(m, d)
    return f(d).slice()
  }
  for (let i = 0; i < m.nv; i++) {
    const ahead = at(i, STEP)
    const behind = at(i, -STEP)
    for (let row = 0; row < rows; row++) result[row * m.nv + i] = (ahead[row] - behind[row]) / (2 * STEP)
  }
  return result
}

/** ω from the rate of a rotation matrix: the antisymmetric part of Ṙ Rᵀ. */
function angularVelocity(rate: Float64Array, R: Float64Array): number[] {
  const S = (i: number, j: number) =>
    rate[3 * i] * R[3 * j] + rate[3 * i + 1] * R[3 * j + 1] + rate[3 * i + 2] * R[3 * j + 2]
  return [(S(2, 1) - S(1, 2)) / 2, (S(0, 2) - S(2, 0)) / 2, (S(1, 0) - S(0, 1)) / 2]
}

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(actual.length).toBe(expected.length)
  for (let i = 0; i < actual.length; i++) expect(Math.abs(actual[i] - expected[i])).toBeLessThan(TOLERANCE)
}

function row(array: Float64Array, id: number, width = 3): Float64Array {
  return array.slice(width * id, width * (id + 1))
}

describe.each([1, 2, 3, 4])('at random pose %i of a chain of free, ball, hinge and slide joints', (seed) => {
  const random = new Random(seed)
  const qpos = randomPositions(m, random)
  const d = new Data(m)
  d.qpos.set(qpos)
  forward(m, d)
  const jacp = new Float64Array(3 * m.nv)
  const jacr = new Float64Array(3 * m.nv)

  test.each([
    [
      'a body',
      (model: Model, data: Data) => jacBody(model, data, jacp, null, last),
      (data: Data) => row(data.xpos, last),
    ],
    [
      'a centre of mass',
      (model: Model, data: Data) => jacBodyCom(model, data, jacp, null, last),
      (data: Data) => row(data.xipos, last),
    ],
    [
      'a site',
      (model: Model, data: Data) => jacSite(model, data, jacp, null, 0),
      (data: Data) => row(data.site_xpos, 0),
    ],
    [
      'a subtree',
      (model: Model, data: Data) => jacSubtreeCom(model, data, jacp, 2),
      (data: Data) => row(data.subtree_com, 2),
    ],
  ])('the Jacobian of %s is how its place changes with the dofs', (_, analytic, place) => {
    analytic(m, d)
    expectClose(jacp, finiteDifferences(qpos, 3, place))
  })

  test('the rotational Jacobian is how a frame turns with the dofs', () => {
    jacBody(m, d, null, jacr, last)
    const rates = finiteDifferences(qpos, 9, (data) => row(data.xmat, last, 9))
    const R = row(d.xmat, last, 9)
    for (let i = 0; i < m.nv; i++) {
      const rate = Float64Array.from({ length: 9 }, (_, k) => rates[k * m.nv + i])
      expectClose(
        [0, 1, 2].map((axis) => jacr[axis * m.nv + i]),
        angularVelocity(rate, R),
      )
    }
  })

  test('the rate of the Jacobian is how it changes along the motion', () => {
    d.qvel.set(random.vector(m.nv))
    forward(m, d)
    const point = row(d.site_xpos, 0)
    const rate = new Float64Array(3 * m.nv)
    jacDot(m, d, rate, null, point, last)

    const ahead = new Data(m)
    const at = (h: number) => {
      ahead.qpos.set(qpos)
      integratePos(m, ahead.qpos, d.qvel, h)
      forward(m, ahead)
      jac(m, ahead, jacp, null, row(ahead.site_xpos, 0), last)
      return jacp.slice()
    }
    const [after, before] = [at(STEP), at(-STEP)]
    expectClose(
      rate,
      after.map((x, i) => (x - before[i]) / (2 * STEP)),
    )
  })

  test('the difference of two positions is the velocity that was integrated', () => {
    const velocity = random.vector(m.nv, 0.5)
    const moved = qpos.slice()
    integratePos(m, moved, velocity, 1)
    const back = new Float64Array(m.nv)
    differentiatePos(m, back, 1, qpos, moved)
    for (let i = 0; i < m.nv; i++) expect(back[i]).toBeCloseTo(velocity[i], 12)
  })
})
