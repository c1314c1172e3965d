import { describe, expect, test } from 'vitest'
import { designBalance, humanoidWithMotors, simulateBalance, sway } from '../../examples/balance.ts'
import { swingUp, tilt } from '../../examples/cartpole.ts'
import { walk } from '../../examples/quadruped.ts'
import { feedback } from '../../examples/support/riccati.ts'
import { Data, ObjType, step } from '../../src/index.ts'

/** The programs in examples/, for a short time. */
describe('examples', { timeout: 120_000 }, () => {
  test('a humanoid balances on its left foot while it is pushed, and falls without feedback', () => {
    const m = humanoidWithMotors()
    const balance = designBalance(m)
    const head = 3 * m.names.id(ObjType.body, 'head') + 2
    let most = 0
    let others = 0
    const standing = simulateBalance(m, balance, 4.5, (d) => {
      most = Math.max(most, sway(m, d))
      for (let i = 0; i < d.ncon; i++) {
        const body = m.geom_bodyid[d.contact_geom2[i]]
        if (d.contact_geom1[i] === 0 && m.names.name(ObjType.body, body) !== 'left_foot') others++
      }
    })
    expect(standing.xpos[head]).toBeGreaterThan(1.3)
    expect(others).toBe(0)
    expect(most).toBeGreaterThan(0.001)
    expect(most).toBeLessThan(0.06)

    const alone = new Data(m)
    alone.qpos.set(balance.qpos)
    alone.ctrl.set(balance.ctrl)
    while (alone.time < 3) step(m, alone)
    expect(alone.xpos[head]).toBeLessThan(0.7)
  })

  test('a cart swings its pole up and balances it', () => {
    const { d, load } = swingUp(5, () => {})
    console.log(`cart-pole: planning took ${(100 * load).toFixed(0)} % of one core`)
    expect(tilt(d)).toBeLessThan(10)
    expect(Math.abs(d.qpos[0])).toBeLessThan(1)
  })

  test('a robot with four legs gets up and walks forward', () => {
    const { d, load } = walk(3.5, () => {})
    console.log(`quadruped: planning took ${(100 * load).toFixed(0)} % of one core`)
    expect(d.qpos[0]).toBeGreaterThan(0.25)
    expect(Math.abs(d.qpos[1])).toBeLessThan(0.2)
    expect(d.qpos[2]).toBeGreaterThan(0.24)
    expect(d.xmat[9 + 8]).toBeGreaterThan(0.95)
  })

  test('the feedback of a double integrator is that of the Riccati equation', () => {
    const h = 0.1
    const A = Float64Array.of(1, h, 0, 1)
    const B = Float64Array.of((h * h) / 2, h)
    const Q = Float64Array.of(1, 0, 0, 1)
    const K = feedback(A, B, Q, Float64Array.of(1), 2, 1)
    // the closed loop is stable, and the gains are those of many steps backward in time
    let X = Q.slice()
    let gain = [0, 0]
    for (let i = 0; i < 2000; i++) {
      const XB = [X[0] * B[0] + X[1] * B[1], X[2] * B[0] + X[3] * B[1]]
      const s = 1 + B[0] * XB[0] + B[1] * XB[1]
      gain = [(XB[0] * A[0] + XB[1] * A[2]) / s, (XB[0] * A[1] + XB[1] * A[3]) / s]
      const F = [A[0] - B[0] * gain[0], A[1] - B[0] * gain[1], A[2] - B[1] * gain[0], A[3] - B[1] * gain[1]]
      const XF = [
        X[0] * F[0] + X[1] * F[2],
        X[0] * F[1] + X[1] * F[3],
        X[2] * F[0] + X[3] * F[2],
        X[2] * F[1] + X[3] * F[3],
      ]
      X = Float64Array.of(
        1 + A[0] * XF[0] + A[2] * XF[2],
        A[0] * XF[1] + A[2] * XF[3],
        A[1] * XF[0] + A[3] * XF[2],
        1 + A[1] * XF[1] + A[3] * XF[3],
      )
    }
    expect(K[0]).toBeCloseTo(gain[0], 9)
    expect(K[1]).toBeCloseTo(gain[1], 9)
  })
})
