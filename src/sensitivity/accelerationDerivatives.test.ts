import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Random } from '../../tools/compare/randomState.ts'
import {
  accelerationDerivatives,
  Cone,
  ConstraintState,
  ConstraintType,
  Data,
  forward,
  Integrator,
  integratePos,
  loadModel,
  type Model,
  snapshot,
  step,
} from '../index.ts'

/** Derivatives of accelerations through constraints, against centered differences of solved accelerations. */

const file = (name: string) => readFileSync(new URL(`../../models/${name}.xml`, import.meta.url), 'utf8')

/**
 * Every kind of row: equalities of all kinds, friction loss, limits of joints, balls and tendons, all sizes of
 * contacts.
 */
const ROWS = `
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="a" pos="0 0 .098"><freejoint/><geom size=".1" condim="6" friction="1 .1 .1"/>
      <body name="b" pos=".15 0 .15"><joint name="b" axis="0 1 0" range="-5 5" margin=".2" frictionloss=".3"/>
        <geom size=".1"/><site name="s" pos=".1 0 .1"/></body>
      <body name="c" pos="0 .25 .2"><joint type="ball" range="0 10" margin="1"/><geom size=".05" pos="0 .1 0"/></body></body>
    <body name="d" pos=".6 .05 .3"><joint type="slide" axis="0 0 1"/><joint name="d" axis="1 2 3" damping="1"/>
      <geom type="box" size=".1 .05 .08"/><site name="t"/></body>
    <body name="e" pos="-.6 0 .099"><freejoint/><geom size=".1" condim="4"/></body>
    <body name="f" pos="-.6 .5 .049"><freejoint/><geom type="capsule" size=".05 .1" euler="90 0 0" condim="3"/></body>
    <body name="g" pos="-.6 -.5 .099"><freejoint/><geom size=".1" condim="1" priority="1"/></body>
  </worldbody>
  <tendon>
    <spatial name="t" range=".1 .2" margin="3" frictionloss=".2"><site site="s"/><site site="t"/></spatial>
    <fixed name="f"><joint joint="b" coef="2"/></fixed>
  </tendon>
  <equality>
    <connect body1="c" body2="d" anchor="0 .1 0" solref=".1 1"/>
    <weld body1="b" body2="d" torquescale="2" solref=".1 1"/>
    <joint joint1="b" joint2="d" polycoef=".1 .5 .2 0 0"/>
    <tendon tendon1="f" tendon2="t"/>
  </equality>
  <actuator>
    <motor joint="d"/><position joint="b" kp="20" kv="1"/>
    <general tendon="t" dyntype="filter" dynprm=".1" gainprm="3" biastype="affine" biasprm="0 -1 -.2"/>
  </actuator>
</mujoco>`

type Kind = 'dqpos' | 'dqvel' | 'dact' | 'dctrl'

/** Largest error of a column, relative to the largest number of its matrix; columns where rows change are left out. */
function compare(m: Model, d: Data): { worst: Record<Kind, number>; columns: number; smooth: number } {
  // solutions must be exact, or their differences are noise
  Object.assign(m.opt, { tolerance: 0, iterations: 300 })
  forward(m, d)
  const { nv, na, nu } = m
  const matrices = {
    dqpos: new Float64Array(nv * nv),
    dqvel: new Float64Array(nv * nv),
    dact: new Float64Array(nv * na),
    dctrl: new Float64Array(nv * nu),
  }
  accelerationDerivatives(m, d, matrices)

  const work = new Data(m)
  const base = statesOf(m, d)
  const at = (kind: Kind, j: number, by: number) => {
    work.qpos.set(d.qpos)
    work.qvel.set(d.qvel)
    work.act.set(d.act)
    work.ctrl.set(d.ctrl)
    work.qacc_warmstart.set(d.qacc)
    if (kind === 'dqpos') {
      const direction = new Float64Array(nv)
      direction[j] = 1
      integratePos(m, work.qpos, direction, by)
    } else {
      ;({ dqvel: work.qvel, dact: work.act, dctrl: work.ctrl })[kind][j] += by
    }
    forward(m, work)
    return { qacc: work.qacc.slice(), same: statesOf(m, work) === base }
  }
  const worst = { dqpos: 0, dqvel: 0, dact: 0, dctrl: 0 }
  let columns = 0
  let smooth = 0
  for (const kind of Object.keys(worst) as Kind[]) {
    const width = matrices[kind].length / nv
    const step = kind === 'dqpos' ? 3e-7 : 1e-5
    let size = 1
    for (let j = 0; j < width; j++) {
      columns++
      const ahead = at(kind, j, step)
      const behind = at(kind, j, -step)
      if (!ahead.same || !behind.same) continue
      smooth++
      for (let i = 0; i < nv; i++) {
        const difference = (ahead.qacc[i] - behind.qacc[i]) / (2 * step)
        size = Math.max(size, Math.abs(difference))
        worst[kind] = Math.max(worst[kind], Math.abs(difference - matrices[kind][i * width + j]))
      }
    }
    worst[kind] /= size
  }
  return { worst, columns, smooth }
}

/** Which rows there are and how they act, as text. */
function statesOf(_m: Model, d: Data): string {
  return [d.efc_type, d.efc_id, d.efc_state].map((list) => list.subarray(0, d.nefc).join()).join(' ')
}

function kindsOfRows(d: Data): Set<string> {
  const kinds = new Set<string>()
  const name = (table: object, value: number) => Object.entries(table).find(([, x]) => x === value)![0]
  for (let i = 0; i < d.nefc; i++) {
    kinds.add(name(ConstraintType, d.efc_type[i]))
    kinds.add(name(ConstraintState, d.efc_state[i]))
  }
  return kinds
}

const cones = Object.entries(Cone) as [string, Cone][]

describe.each(cones)(
  'derivatives of accelerations with %s cones are those of centered differences to 1e-5',
  (_, cone) => {
    test('for rows of every kind, in every state', () => {
      const seen = new Set<string>()
      let columns = 0
      let smooth = 0
      for (const seed of [1, 2, 3]) {
        const m = loadModel(ROWS)
        m.opt.cone = cone
        const d = new Data(m)
        const random = new Random(seed)
        d.ctrl.set(random.vector(m.nu, 0.3))
        d.act.set(random.vector(m.na, 0.3))
        for (let i = 0; i < 10 * seed; i++) step(m, d)
        // some slide, some stick
        for (let i = 0; i < m.nv; i++) d.qvel[i] += (seed % 2) * 0.5 * random.normal()
        const result = compare(m, d)
        for (const kind of kindsOfRows(d)) seen.add(kind)
        columns += result.columns
        smooth += result.smooth
        for (const [kind, error] of Object.entries(result.worst))
          expect(error, `${kind}, seed ${seed}`).toBeLessThan(1e-5)
      }
      expect(smooth / columns).toBeGreaterThan(0.9)
      const contact = cone === Cone.elliptic ? ['contactElliptic', 'cone'] : ['contactPyramidal']
      const expected = ['equality', 'frictionDof', 'frictionTendon', 'limitJoint', 'limitTendon', 'contactFrictionless']
      for (const kind of [...expected, ...contact, 'satisfied', 'quadratic']) expect([...seen], kind).toContain(kind)
      expect(seen.has('linearNeg') || seen.has('linearPos')).toBe(true)
    })

    test.each(['humanoid', 'quadruped', 'ragdoll'])('for %s on the floor', (name) => {
      for (const steps of [100, 250]) {
        const m = loadModel(file(name))
        m.opt.cone = cone
        m.opt.integrator = Integrator.Euler
        const d = new Data(m)
        for (let i = 0; i < steps; i++) step(m, d)
        const { worst, columns, smooth } = compare(m, d)
        expect(d.ncon).toBeGreaterThan(0)
        expect(smooth / columns).toBeGreaterThan(0.9)
        for (const [kind, error] of Object.entries(worst)) expect(error, `${kind}, ${steps} steps`).toBeLessThan(1e-5)
      }
    })
  },
)

describe('derivatives of accelerations', () => {
  test('leave the state as it is', () => {
    const m = loadModel(ROWS)
    const d = new Data(m)
    for (let i = 0; i < 20; i++) step(m, d)
    forward(m, d)
    const before = snapshot(d)
    accelerationDerivatives(m, d, { dqpos: new Float64Array(m.nv ** 2), dqvel: new Float64Array(m.nv ** 2) })
    expect(snapshot(d)).toEqual(before)
  })

  test('of a mass on a floor are those of its softness', () => {
    const m = loadModel(`<mujoco><option gravity="0 0 -10"/><worldbody><geom type="plane" size="1 1 1" condim="1"/>
      <body pos="0 0 .0995"><joint type="slide" axis="0 0 1"/><geom size=".1" mass="2" condim="1" priority="1" solref="-1000 -50" solimp=".9 .9 .001"/></body>
      </worldbody></mujoco>`)
    const d = new Data(m)
    forward(m, d)
    expect(d.nefc).toBe(1)
    const [dqpos, dqvel] = [new Float64Array(1), new Float64Array(1)]
    accelerationDerivatives(m, d, { dqpos, dqvel })
    // (1/A + D) a = … + D (−K·imp·q − B·v): the row carries the share D·A/(1 + D·A) = imp
    expect(dqpos[0]).toBeCloseTo(-0.9 * 0.9 * (1000 / 0.81), 4)
    expect(dqvel[0]).toBeCloseTo(-0.9 * (50 / 0.9), 4)
  })

  test('stay those of the contact while it is there, however near it is to its end', () => {
    const m = loadModel(`<mujoco><worldbody><geom type="plane" size="1 1 1" condim="1"/>
      <body pos="0 0 .1"><joint type="slide" axis="0 0 1"/><geom size=".1" condim="1" margin=".001"/></body></worldbody></mujoco>`)
    const d = new Data(m)
    // within the nudge of the end of its margin
    d.qpos[0] = 0.001 - 1e-9
    d.qvel[0] = -1
    forward(m, d)
    expect(d.nefc).toBe(1)
    const dqvel = new Float64Array(1)
    const dqpos = new Float64Array(1)
    accelerationDerivatives(m, d, { dqpos, dqvel })
    const near = dqpos[0]
    d.qpos[0] = 0.001 - 1e-6
    forward(m, d)
    accelerationDerivatives(m, d, { dqpos, dqvel })
    expect(Math.abs(near - dqpos[0])).toBeLessThan(0.01 * Math.abs(dqpos[0]))
  })

  test('are those of contacts fixed to their bodies where points of contact jump, and report it', () => {
    const m = loadModel(`<mujoco><worldbody><geom type="plane" size="1 1 1"/>
      <body pos="0 0 .0995"><freejoint/><geom type="cylinder" size=".05 .1"/></body></worldbody></mujoco>`)
    const d = new Data(m)
    for (let i = 0; i < 200; i++) step(m, d)
    forward(m, d)
    // a nudge of a standing cylinder turns the three points on its rim to where it leans
    expect(d.ncon).toBe(3)
    const dqpos = new Float64Array(36)
    expect(accelerationDerivatives(m, d, { dqpos })).toBeGreaterThan(0)
    const [aboutX, aboutY] = [dqpos[3 * 6 + 3], dqpos[4 * 6 + 4]]
    expect(aboutX).toBeLessThan(-1000)
    expect(Math.abs(aboutX - aboutY)).toBeLessThan(0.05 * Math.abs(aboutX))
    expect(dqpos[2 * 6 + 2]).toBeLessThan(-1000)
    const ball = loadModel(ROWS)
    const state = new Data(ball)
    forward(ball, state)
    expect(accelerationDerivatives(ball, state, { dqpos: new Float64Array(ball.nv ** 2) })).toBe(0)
  })

  test('are refused where the solution is not that of the problem, and where matrices are too small', () => {
    const m = loadModel(ROWS)
    const d = new Data(m)
    forward(m, d)
    expect(() => accelerationDerivatives(m, d, { dctrl: new Float64Array(1) })).toThrow('matrix dctrl has room for 1')
    m.opt.noslip_iterations = 1
    expect(() => accelerationDerivatives(m, d, {})).toThrow('slip')
    m.opt.noslip_iterations = 0
    m.opt.integrator = Integrator.discrete
    expect(() => accelerationDerivatives(m, d, {})).toThrow('springs and dampers to the inertia')
  })
})
