import { beforeAll, describe, expect, test } from 'vitest'
import { Cone, Data, forward, loadModel, Solver, solverStatistics } from '../../../src/index.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../../../tools/compare/index.ts'
import { quietReference } from '../support/quietReference.ts'

/** When solvers end: with coarse and fine tolerances they take the iterations of the reference, state by state. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

const MODELS: Readonly<Record<string, string>> = {
  // a small gradient is not a small cost where inertia is small
  'a light limb on a heavy body': `
    <body pos="0 0 .5"><joint axis="0 1 0"/><geom type="box" size=".1 .1 .4" mass="10"/>
      <body pos="0 0 .5"><joint axis="1 0 0" range="-5 5" damping="1e-6"/><geom size=".01" pos=".03 .02 0" mass="1e-4"/></body></body>`,
  'boxes that fall on each other': `
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .12" euler="5 10 0"><freejoint/><geom type="box" size=".1 .12 .1" mass="1"/></body>
    <body pos="0 .03 .35" euler="20 0 10"><freejoint/><geom type="box" size=".1 .1 .1" mass=".1"/></body>`,
  'an arm with friction loss at its limits': `
    <body pos="0 0 1"><joint axis="0 1 0" range="-20 20" frictionloss=".5"/><geom type="capsule" size=".04" fromto="0 0 0 .5 0 0"/>
      <body pos=".5 0 0"><joint axis="0 1 0" range="-10 30" frictionloss=".2"/><geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/></body></body>`,
}

const CONES = [Cone.pyramidal, Cone.elliptic]

/** Coarse and fine solves, by all solvers that the reference has. */
const TOLERANCES = [Solver.Newton, Solver.CG, Solver.PGS].flatMap((solver) =>
  CONES.flatMap((cone) => [1e-2, 1e-5, 1e-8].map((tolerance) => ({ solver, cone, tolerance }))),
)
/** Line searches that end early: after few points, or on a slope. */
const LINES = [Solver.Newton, Solver.CG].flatMap((solver) =>
  CONES.flatMap((cone) =>
    [
      ...[1, 2, 3, 4, 6].map((ls_iterations) => ({ ls_iterations, ls_tolerance: 0.01 })),
      ...[1e3, 1e5].map((ls_tolerance) => ({ ls_iterations: 50, ls_tolerance })),
    ].map((line) => ({ solver, cone, tolerance: 1e-8, ...line })),
  ),
)

describe.each(Object.entries(MODELS))('%s', (_, bodies) => {
  test.each([
    ['whatever the tolerance', TOLERANCES, 100],
    ['however the line search ends', LINES, 40],
  ] as const)('takes as many iterations as in the reference, %s', (_case, all, steps) => {
    const xml = `<mujoco><option timestep=".004"/><worldbody>${bodies}</worldbody></mujoco>`
    const m = loadModel(xml)
    const reference = new ReferenceModel(mj, xml)
    let [solves, iterations] = [0, 0]
    for (const settings of all) {
      Object.assign(m.opt, settings)
      Object.assign(reference.raw.opt, settings)
      const d = new Data(m)
      const rd = new ReferenceData(reference)
      for (let i = 0; i < steps; i++) {
        for (const field of ['qpos', 'qvel', 'qacc_warmstart'] as const) d[field].set(rd.array(field)!)
        forward(m, d)
        rd.call('mj_forward')
        const what = `${JSON.stringify(settings)}, step ${i}`
        expect(d.nefc, what).toBe(rd.raw.nefc)
        const theirs = rd.array('solver_niter')!
        for (let k = 0; k < Math.max(1, d.nisland); k++) expect(d.solver_niter[k], what).toBe(theirs[k])
        if (d.nefc > 0) {
          solves++
          iterations += d.solver_niter[0]
          expect(solverStatistics(d)!.iterations, what).toBe(d.solver_niter[0])
        }
        rd.call('mj_step')
      }
      rd.delete()
    }
    reference.delete()
    expect(solves).toBeGreaterThan(400)
    expect(iterations).toBeGreaterThan(400)
  })
})

/** A box with an arm, and another box, on a plane. */
const TIED = (actuator: string) => `<mujoco>
  <option timestep=".002" integrator="discrete" solver="CG"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .11"><freejoint/><geom type="box" size=".3 .2 .12"/><site name="here" pos=".2 .1 .05"/>
      <body pos=".3 0 0"><joint name="near" axis="0 1 0" damping=".1"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 -.06"/>
        <body pos=".4 0 0"><joint name="far" axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 -.06"/></body></body></body>
    <body pos="-1 0 .11"><freejoint/><geom type="box" size=".3 .2 .12"/><site name="there" pos=".2 .1 .05"/></body>
  </worldbody>
  <tendon><fixed name="both" damping="2" stiffness="30"><joint joint="near" coef="1"/><joint joint="far" coef="-2"/></fixed></tendon>
  <actuator>${actuator}</actuator>
</mujoco>`

describe.each([
  ['a tendon', ''],
  ['an actuator on a tendon', '<position tendon="both" kp="500" kv="50"/>'],
  ['an actuator between bodies', '<position site="here" refsite="there" kp="3000" kv="400" gear="1 1 0 0 1 0"/>'],
])('dofs tied by %s within the effective inertia', (_, actuator) => {
  test('take as many iterations of conjugate gradients as in the reference', () => {
    const xml = TIED(actuator)
    const m = loadModel(xml)
    const reference = new ReferenceModel(mj, xml)
    const rd = new ReferenceData(reference)
    const d = new Data(m)
    let iterations = 0
    for (const cone of CONES) {
      m.opt.cone = cone
      reference.raw.opt.cone = cone
      rd.mj.mj_resetData(reference.raw, rd.raw)
      for (let i = 0; i < 25; i++) {
        for (const field of ['qpos', 'qvel', 'qacc_warmstart'] as const) d[field].set(rd.array(field)!)
        forward(m, d)
        rd.call('mj_forward')
        const theirs = rd.array('solver_niter')!
        for (let k = 0; k < d.nisland; k++) expect(d.solver_niter[k], `cone ${cone}, step ${i}`).toBe(theirs[k])
        iterations += d.solver_niter[0]
        rd.call('mj_step')
      }
    }
    rd.delete()
    reference.delete()
    expect(iterations).toBeGreaterThan(400)
  })
})
