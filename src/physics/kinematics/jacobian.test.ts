import { describe, expect, test } from 'vitest'
import { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { loadModel } from '../../format/load.ts'
import { forward } from '../../pipeline/forward.ts'
import { forwardPosition } from '../../pipeline/forwardStages.ts'
import { integratePos, normalizeQuat } from '../integrate/integratePos.ts'
import {
  angmomMat,
  applyFT,
  jac,
  jacBody,
  jacBodyCom,
  jacDot,
  jacGeom,
  jacPointAxis,
  jacSite,
  jacSubtreeCom,
} from './jacobian.ts'
import { subtreeVel } from './subtreeVel.ts'

/** Two chains with every kind of joint; the second one has two joints on one body and an offset anchor. */
const chain = loadModel(`
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="root" pos="0 0 1">
      <freejoint/>
      <geom type="box" size=".1 .2 .3" pos=".1 0 0"/>
      <body name="middle" pos=".3 .1 0">
        <joint type="ball" pos="0 0 .1"/>
        <geom type="capsule" size=".05 .2" euler="20 30 40"/>
        <body name="tip" pos=".2 .3 .1" euler="10 20 30">
          <joint type="hinge" axis="1 2 3" pos=".1 0 .05"/>
          <joint type="slide" axis="0 1 1"/>
          <geom name="end" size=".1" pos="0 .1 .2"/>
          <site name="mark" pos=".1 .2 .3"/>
          <body name="fixed" pos=".1 0 0"><geom size=".05"/></body>
        </body>
      </body>
    </body>
    <body><joint axis="0 1 0"/><geom size=".2" pos="0 0 .5"/></body>
  </worldbody>
</mujoco>`)

function randomState(m: Model, seed: number): Data {
  const d = new Data(m)
  let x = seed
  const random = () => {
    x = (x * 16807) % 2147483647
    return x / 2147483647 - 0.5
  }
  for (let i = 0; i < m.nq; i++) d.qpos[i] += 2 * random()
  normalizeQuat(m, d.qpos)
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 4 * random()
  forward(m, d)
  return d
}

const { nv } = chain
const tip = 3
const point = Float64Array.of(0.3, -0.2, 0.5)

/** The point `p` of the world, fixed to a body, as it moves when the state becomes another. */
function carry(from: Data, to: Data, body: number, p: Float64Array): Float64Array {
  const local = new Float64Array(3)
  const out = new Float64Array(3)
  for (let i = 0; i < 3; i++)
    for (let k = 0; k < 3; k++) local[i] += from.xmat[9 * body + 3 * k + i] * (p[k] - from.xpos[3 * body + k])
  for (let i = 0; i < 3; i++) {
    out[i] = to.xpos[3 * body + i]
    for (let k = 0; k < 3; k++) out[i] += to.xmat[9 * body + 3 * i + k] * local[k]
  }
  return out
}

describe('the Jacobian of a point', () => {
  test('agrees with finite differences on the manifold, for every kind of joint', () => {
    const epsilon = 1e-7
    for (let seed = 1; seed <= 5; seed++) {
      const d = randomState(chain, seed)
      const moved = new Data(chain)
      const jacp = new Float64Array(3 * nv)
      const jacr = new Float64Array(3 * nv)
      for (const body of [1, 2, tip, 4, 5]) {
        jac(chain, d, jacp, jacr, point, body)
        for (let i = 0; i < nv; i++) {
          const direction = new Float64Array(nv)
          direction[i] = 1
          moved.qpos.set(d.qpos)
          integratePos(chain, moved.qpos, direction, epsilon)
          forwardPosition(chain, moved)
          const p = carry(d, moved, body, point)
          // the rate of the rotation matrix is [ω]× R
          const turn = [
            [2, 1],
            [0, 2],
            [1, 0],
          ].map(([row, column]) => {
            let sum = 0
            for (let k = 0; k < 3; k++)
              sum +=
                (moved.xmat[9 * body + 3 * row + k] - d.xmat[9 * body + 3 * row + k]) *
                d.xmat[9 * body + 3 * column + k]
            return sum
          })
          for (let k = 0; k < 3; k++) {
            expect(Math.abs((p[k] - point[k]) / epsilon - jacp[k * nv + i])).toBeLessThan(1e-5)
            expect(Math.abs(turn[k] / epsilon - jacr[k * nv + i])).toBeLessThan(1e-5)
          }
        }
      }
    }
  })

  test('has axis × r and axis for a hinge, axis and nothing for a slide', () => {
    const m = loadModel(`
      <mujoco><worldbody>
        <body><joint axis="0 0 1"/><geom size="1"/></body>
        <body><joint type="slide" axis="0 1 0"/><geom size="1"/></body>
      </worldbody></mujoco>`)
    const d = new Data(m)
    d.qpos.set([0.4, 0.2])
    forward(m, d)
    const jacp = new Float64Array(6)
    const jacr = new Float64Array(6)
    jac(m, d, jacp, jacr, Float64Array.of(1, 2, 3), 1)
    expect([...jacp]).toEqual([-2, 0, 1, 0, 0, 0])
    expect([...jacr]).toEqual([0, 0, 0, 0, 1, 0])
    jac(m, d, jacp, jacr, Float64Array.of(1, 2, 3), 2)
    expect([...jacp]).toEqual([0, 0, 0, 1, 0, 0])
    expect([...jacr]).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('moves a free body along the axes of the world and turns it about its own', () => {
    const d = randomState(chain, 3)
    const jacp = new Float64Array(3 * nv)
    const jacr = new Float64Array(3 * nv)
    jacBody(chain, d, jacp, jacr, 1)
    for (let row = 0; row < 3; row++)
      for (let k = 0; k < 3; k++) {
        expect(jacp[row * nv + k]).toBe(row === k ? 1 : 0)
        expect(jacr[row * nv + k]).toBe(0)
        expect(jacr[row * nv + 3 + k]).toBeCloseTo(d.xmat[9 + 3 * row + k], 15)
        expect(jacp[row * nv + 3 + k]).toBeCloseTo(0, 14)
      }
  })

  test('is zero for the world and for what is fixed to it', () => {
    const d = randomState(chain, 4)
    const jacp = new Float64Array(3 * nv).fill(1)
    const jacr = new Float64Array(3 * nv).fill(1)
    jac(chain, d, jacp, jacr, point, 0)
    expect(jacp.every((x) => x === 0) && jacr.every((x) => x === 0)).toBe(true)
    jacGeom(chain, d, jacp.fill(1), null, 0)
    expect(jacp.every((x) => x === 0)).toBe(true)
  })

  test('is the same from a body, its center of mass, a geom or a site at that point', () => {
    const d = randomState(chain, 5)
    const a = new Float64Array(3 * nv)
    const b = new Float64Array(3 * nv)
    jacBodyCom(chain, d, a, null, tip)
    jac(chain, d, b, null, d.xipos.slice(3 * tip), tip)
    expect(a).toEqual(b)
    jacSite(chain, d, a, null, 0)
    jac(chain, d, b, null, d.site_xpos.slice(0, 3), tip)
    expect(a).toEqual(b)
    jacGeom(chain, d, a, null, 3)
    jac(chain, d, b, null, d.geom_xpos.slice(9, 12), tip)
    expect(a).toEqual(b)
  })
})

describe('Jacobians built on it', () => {
  test('that of a subtree is the mass-weighted mean of its bodies', () => {
    const d = randomState(chain, 6)
    const mean = new Float64Array(3 * nv)
    const one = new Float64Array(3 * nv)
    const sum = new Float64Array(3 * nv)
    jacSubtreeCom(chain, d, mean, 2)
    for (const b of [2, 3, 4]) {
      jacBodyCom(chain, d, one, null, b)
      for (let i = 0; i < sum.length; i++) sum[i] += (chain.body_mass[b] / chain.body_subtreemass[2]) * one[i]
    }
    for (let i = 0; i < sum.length; i++) expect(mean[i]).toBeCloseTo(sum[i], 13)
  })

  test('that of an axis is ω × axis', () => {
    const d = randomState(chain, 7)
    const axis = Float64Array.of(0, 0.6, 0.8)
    const jacr = new Float64Array(3 * nv)
    const jacAxis = new Float64Array(3 * nv)
    jac(chain, d, null, jacr, point, tip)
    jacPointAxis(chain, d, null, jacAxis, point, axis, tip)
    for (let i = 0; i < nv; i++) expect(jacAxis[i]).toBeCloseTo(jacr[nv + i] * 0.8 - jacr[2 * nv + i] * 0.6, 14)
  })

  test('its time derivative agrees with differences along the motion', () => {
    const h = 1e-6
    const d = randomState(chain, 8)
    const rate = new Float64Array(3 * nv)
    const rateR = new Float64Array(3 * nv)
    jacDot(chain, d, rate, rateR, point, tip)
    const [before, after] = [-h, h].map((time) => {
      const moved = new Data(chain)
      moved.qpos.set(d.qpos)
      integratePos(chain, moved.qpos, d.qvel, time)
      forward(chain, moved)
      const jacp = new Float64Array(3 * nv)
      const jacr = new Float64Array(3 * nv)
      jac(chain, moved, jacp, jacr, carry(d, moved, tip, point), tip)
      return { jacp, jacr }
    })
    for (let i = 0; i < 3 * nv; i++) {
      expect(Math.abs((after.jacp[i] - before.jacp[i]) / (2 * h) - rate[i])).toBeLessThan(1e-7)
      expect(Math.abs((after.jacr[i] - before.jacr[i]) / (2 * h) - rateR[i])).toBeLessThan(1e-7)
    }
  })

  test('the transpose takes a force to joint space: power is the same on both sides', () => {
    const d = randomState(chain, 9)
    const force = Float64Array.of(1, -2, 3)
    const torque = Float64Array.of(0.5, 0.25, -1)
    const joint = new Float64Array(nv)
    applyFT(chain, d, joint, force, torque, point, tip)
    const jacp = new Float64Array(3 * nv)
    const jacr = new Float64Array(3 * nv)
    jac(chain, d, jacp, jacr, point, tip)
    let powerJoint = 0
    let powerWorld = 0
    for (let i = 0; i < nv; i++) {
      powerJoint += joint[i] * d.qvel[i]
      for (let k = 0; k < 3; k++) powerWorld += (force[k] * jacp[k * nv + i] + torque[k] * jacr[k * nv + i]) * d.qvel[i]
    }
    expect(powerJoint).toBeCloseTo(powerWorld, 12)
  })

  test('the matrix of angular momentum gives the momentum of the subtree', () => {
    const d = randomState(chain, 10)
    subtreeVel(chain, d)
    const matrix = new Float64Array(3 * nv)
    for (const b of [1, 2, 3]) {
      angmomMat(chain, d, matrix, b)
      for (let k = 0; k < 3; k++) {
        let sum = 0
        for (let i = 0; i < nv; i++) sum += matrix[k * nv + i] * d.qvel[i]
        expect(sum).toBeCloseTo(d.subtree_angmom[3 * b + k], 12)
      }
    }
  })
})
