import { describe, expect, test } from 'vitest'
import { distance } from '../../../../test/support/distance.ts'
import {
  Cone,
  ConstraintState,
  Data,
  DisableBit,
  forward,
  inverse,
  loadModel,
  type Model,
  resetData,
  Solver,
  solverStatistics,
  step,
  Warning,
} from '../../../index.ts'

/** A box with two balls on it, which lean on a wall; the box slides. */
const scene = `
<mujoco>
  <option solver="DualCG" tolerance="1e-15" iterations="300"/>
  <worldbody>
    <geom type="plane" size="5 5 .1" friction=".3"/>
    <geom type="box" size=".1 1 1" pos="-.45 0 .5"/>
    <body pos="0 0 .0995"><freejoint/><geom type="box" size=".35 .2 .1"/></body>
    <body pos="-.1 0 .2985"><freejoint/><geom size=".1" condim="6" friction="1 .05 .02"/></body>
    <body pos=".0995 0 .2985"><freejoint/><geom size=".1" condim="4"/>
      <body pos=".2 0 0"><joint axis="0 1 0" frictionloss=".05" range="-1 1"/><geom size=".05"/></body></body>
  </worldbody>
</mujoco>`

function start(cone: Cone): { m: Model; d: Data } {
  const m = loadModel(scene)
  m.opt.cone = cone
  const d = new Data(m)
  d.qvel[0] = 1
  d.qvel[8] = -0.5
  return { m, d }
}

describe.each(Object.entries(Cone))('conjugate gradients over forces, with the %s cone,', (_, cone) => {
  test('end where Newton does, and say how far they are from the solution', () => {
    const { m, d } = start(cone)
    forward(m, d)
    const ours = d.qacc.slice()
    const force = d.efc_force.slice(0, d.nefc)
    const statistics = solverStatistics(d)!
    expect(statistics.converged).toBe(true)
    expect(d.solver_niter[0]).toBe(statistics.iterations)
    expect(statistics.ending[0]).toBeLessThan(1e-7)
    expect(statistics.ending[1]).toBeLessThan(1e-15)
    m.opt.solver = Solver.Newton
    forward(m, d)
    expect(distance(ours, d.qacc)).toBeLessThan(1e-7)
    expect(distance(force, d.efc_force.subarray(0, d.nefc))).toBeLessThan(1e-6)
    expect(d.ncon).toBeGreaterThan(5)
  })

  test('lower the cost in every round', () => {
    const { m, d } = start(cone)
    let rounds = 0
    for (let at = 0; at < 10; at++) {
      step(m, d)
      const { improvement, iterations, neval } = solverStatistics(d)!
      rounds += iterations
      expect(improvement[0]).toBeGreaterThan(0)
      for (let i = 0; i < iterations; i++) {
        // a round that starts at the solution leaves the cost as it is, to rounding
        expect(improvement[i]).toBeGreaterThan(-1e-15 * improvement[0])
        expect(neval[i]).toBeGreaterThan(0)
      }
    }
    expect(rounds).toBeGreaterThan(12)
  })

  test('keep forces within bounds and cones', () => {
    const { m, d } = start(cone)
    for (const iterations of [1, 2, 300]) {
      m.opt.iterations = iterations
      forward(m, d)
      for (let contact = 0; contact < d.ncon; contact++) {
        const row = d.contact_efc_address[contact]
        const dim = d.contact_dim[contact]
        if (row < 0) continue
        expect(d.efc_force[row]).toBeGreaterThanOrEqual(0)
        if (cone === Cone.pyramidal || dim === 1) continue
        let square = 0
        for (let j = 1; j < dim; j++) square += (d.efc_force[row + j] / d.contact_friction[5 * contact + j - 1]) ** 2
        expect(Math.sqrt(square)).toBeLessThanOrEqual(d.efc_force[row] * (1 + 1e-12))
      }
      for (let i = d.ne; i < d.ne + d.nf; i++)
        expect(Math.abs(d.efc_force[i])).toBeLessThanOrEqual(d.efc_frictionloss[i])
    }
  })

  test('give the same answer from any start', () => {
    const { m, d } = start(cone)
    m.opt.disableflags |= DisableBit.warmstart
    forward(m, d)
    const cold = d.qacc.slice()
    const rounds = d.solver_niter[0]
    m.opt.disableflags &= ~DisableBit.warmstart
    d.qacc_warmstart.set(cold)
    forward(m, d)
    expect(distance(d.qacc, cold)).toBeLessThan(1e-7)
    expect(d.solver_niter[0]).toBeLessThan(rounds)
    d.qacc_warmstart.fill(-20)
    forward(m, d)
    expect(distance(d.qacc, cold)).toBeLessThan(1e-7)
  })

  test('make forces that inverse dynamics finds again', () => {
    const { m, d } = start(cone)
    forward(m, d)
    inverse(m, d)
    expect(distance(d.qfrc_inverse, new Float64Array(m.nv))).toBeLessThan(1e-6)
  })

  test('leave the rest to Gauss–Seidel, and count that, when rounds run out', () => {
    const { m, d } = start(cone)
    m.opt.iterations = 1
    forward(m, d)
    expect(d.warning_number[Warning.unconverged]).toBe(1)
    // one round, one sweep
    expect(d.solver_niter[0]).toBe(2)
    expect(d.qacc.every(Number.isFinite)).toBe(true)
    resetData(m, d)
    m.opt.iterations = 300
    for (let i = 0; i < 200; i++) step(m, d)
    expect(d.warning_number[Warning.unconverged]).toBe(0)
  })

  test('do not need more rounds for more contacts', () => {
    const rounds = [10, 30, 100, 300].map((count) => {
      const balls = Array.from({ length: count }, (_, i) => {
        const place = `${0.3 * (i % 20)} ${0.3 * Math.floor(i / 20)} ${0.1 - 1e-4 * (1 + (i % 7))}`
        return `<body pos="${place}"><freejoint/><geom size=".1" mass="${1 + (i % 5)}"/></body>`
      })
      const m = loadModel(`<mujoco><worldbody><geom type="plane" size="9 9 .1"/>${balls.join('')}</worldbody></mujoco>`)
      Object.assign(m.opt, { solver: Solver.DualCG, cone, tolerance: 1e-12 })
      m.opt.disableflags |= DisableBit.island
      const d = new Data(m)
      for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.1 * ((i % 11) - 5)
      forward(m, d)
      expect(d.ncon).toBe(count)
      expect(d.warning_number[Warning.unconverged]).toBe(0)
      return d.solver_niter[0]
    })
    expect(Math.max(...rounds)).toBeLessThanOrEqual(10)
  })
})

describe('a box that slides', () => {
  test('is held back by friction on the edge of its cone', () => {
    const { m, d } = start(Cone.elliptic)
    forward(m, d)
    const states = new Set(d.efc_state.subarray(0, d.nefc))
    expect(states).toContain(ConstraintState.cone)
    expect(states).toContain(ConstraintState.quadratic)
    m.opt.solver = Solver.Newton
    const ours = [...d.efc_state.subarray(0, d.nefc)]
    forward(m, d)
    expect(ours).toEqual([...d.efc_state.subarray(0, d.nefc)])
  })
})
