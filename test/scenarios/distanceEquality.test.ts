import { describe, expect, test } from 'vitest'
import {
  accelerationDerivatives,
  compareFwdInv,
  Data,
  EnableBit,
  EqualityType,
  forward,
  Integrator,
  integratePos,
  loadModel,
  type Model,
  resetData,
  rnePostConstraint,
  Solver,
  step,
  treeAwake,
} from '../../src/index.ts'

/** Two points that an equality keeps at a distance: a rod without mass. */

const GRAVITY = 9.81
const TARGET = 6

/** A point mass that moves along three axes. */
const mass = (name: string, pos: string, kg = 1) => `<body name="${name}" pos="${pos}">
  <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/>
  <geom size=".05" mass="${kg}" contype="0" conaffinity="0"/></body>`

function world(bodies: string, equality: string, option = ''): Model {
  return loadModel(`<mujoco><option ${option}/><worldbody>${bodies}</worldbody>
    <equality>${equality}</equality></mujoco>`)
}

function simulate(m: Model, d: Data, seconds: number): void {
  const end = d.time + seconds - m.opt.timestep / 2
  while (d.time < end) step(m, d)
}

/** Distance of the origins of two bodies. */
function apart(d: Data, body1: number, body2: number): number {
  let sum = 0
  for (let k = 0; k < 3; k++) sum += (d.xpos[3 * body1 + k] - d.xpos[3 * body2 + k]) ** 2
  return Math.sqrt(sum)
}

/** Stiff, with hardly any softness. */
const STIFF = 'solref=".002 1" solimp=".9999 .9999 .001"'
const FINE = 'timestep=".0005" integrator="RK4"'

/** Two arms of several joints, tied to each other and to the world. */
const ARMS = world(
  `<body name="a" pos="0 0 2"><joint type="ball"/><geom type="capsule" size=".05 .3" pos=".1 0 -.3"/>
     <body name="b" pos=".1 0 -.6"><joint axis="1 2 0"/><geom type="capsule" size=".05 .2" pos="0 .1 -.2"/></body></body>
   <body name="c" pos="1 0 2"><freejoint/><geom type="box" size=".1 .2 .1" pos=".1 .1 0"/></body>`,
  `<distance name="tie" body1="b" anchor1="0 .2 -.3" body2="c" anchor2=".1 0 .2"/>
   <distance name="stay" body1="b" anchor1=".1 0 0" body2="a" anchor2="0 .2 0" distance=".7"/>
   <distance name="leash" body1="c" anchor1="0 0 -.1"/>`,
)

/** A state of the arms in motion. */
function moved(m: Model): Data {
  const d = new Data(m)
  for (let i = 0; i < m.nv; i++) d.qvel[i] = Math.sin(3 * i + 1)
  for (let i = 0; i < 100; i++) step(m, d)
  forward(m, d)
  return d
}

describe('the row of a distance', () => {
  test('is one, and holds by how much the points are farther apart than the target', () => {
    const m = world(mass('a', '0 0 1') + mass('b', '3 4 1'), '<distance body1="a" body2="b" distance="4.5"/>')
    const d = new Data(m)
    forward(m, d)
    expect(m.eq_type[0]).toBe(EqualityType.distance)
    expect([d.nefc, d.ne]).toEqual([1, 1])
    expect(d.efc_pos[0]).toBeCloseTo(0.5, 12)
  })

  test('has the derivative of the distance as its Jacobian, and the rate of the distance as its velocity', () => {
    const m = ARMS
    const d = moved(m)
    expect(d.nefc).toBe(3)
    const dense = new Float64Array(3 * m.nv)
    for (let row = 0; row < 3; row++)
      for (let k = d.efc_J_rowadr[row]; k < d.efc_J_rowadr[row] + d.efc_J_rownnz[row]; k++)
        dense[row * m.nv + d.efc_J_colind[k]] = d.efc_J[k]
    const h = 1e-6
    /** Positions of the rows after a dof has moved by ±h. */
    const nudged = (dof: number, sign: number): Float64Array => {
      const other = new Data(m)
      other.qpos.set(d.qpos)
      const motion = new Float64Array(m.nv)
      motion[dof] = sign
      integratePos(m, other.qpos, motion, h)
      forward(m, other)
      return other.efc_pos
    }
    const slopes = Array.from({ length: m.nv }, (_, dof) => {
      const [after, before] = [nudged(dof, 1), nudged(dof, -1)]
      return [0, 1, 2].map((row) => (after[row] - before[row]) / (2 * h))
    })
    for (let row = 0; row < 3; row++) {
      let rate = 0
      for (let dof = 0; dof < m.nv; dof++) {
        expect(dense[row * m.nv + dof], `row ${row}, dof ${dof}`).toBeCloseTo(slopes[dof][row], 7)
        rate += slopes[dof][row] * d.qvel[dof]
      }
      expect(d.efc_vel[row]).toBeCloseTo(rate, 6)
    }
  })
})

describe('a distance', () => {
  test('is that of the initial pose where none is given', () => {
    const m = world(mass('a', '0 0 1') + mass('b', '3 4 1'), '<distance body1="a" body2="b" anchor1="3 0 0"/>')
    expect(m.eq_data[TARGET]).toBe(4)
  })

  test('keeps a ball on a circle, where it swings as the bob of a hinge does', () => {
    const ball = world(mass('ball', '.6 0 -.8'), `<distance body1="ball" ${STIFF}/>`, FINE)
    const bob = loadModel(`<mujoco><option ${FINE}/><worldbody><body><joint axis="0 1 0"/>
      <inertial pos=".6 0 -.8" mass="1" diaginertia="1e-9 1e-9 1e-9"/></body></worldbody></mujoco>`)
    const [a, b] = [new Data(ball), new Data(bob)]
    for (let i = 0; i < 20; i++) {
      simulate(ball, a, 0.1)
      simulate(bob, b, 0.1)
      forward(ball, a)
      forward(bob, b)
      expect(Math.abs(apart(a, 1, 0) - 1), `length at ${a.time} s`).toBeLessThan(1e-5)
      for (let k = 0; k < 3; k++)
        expect(Math.abs(a.xipos[3 + k] - b.xipos[3 + k]), `place at ${a.time} s`).toBeLessThan(1e-4)
    }
  })

  test('keeps the energy of a ball that swings on it', () => {
    const m = world(mass('ball', '.6 0 -.8'), `<distance body1="ball" ${STIFF}/>`, FINE)
    m.opt.enableflags |= EnableBit.energy
    const d = new Data(m)
    forward(m, d)
    const start = d.energy[0] + d.energy[1]
    simulate(m, d, 5)
    forward(m, d)
    expect(Math.abs(d.energy[0] + d.energy[1] - start)).toBeLessThan(1e-4 * GRAVITY)
  })

  test('that is wrong at the start is reached as a critically damped spring does, in the time of its solref', () => {
    const m = world(
      mass('a', '0 0 0') + mass('b', '1 0 0', 3),
      '<distance body1="a" body2="b" distance="1.2" solref=".1 1" solimp=".95 .95 .001"/>',
      'timestep=".0002" gravity="0 0 0"',
    )
    m.opt.enableflags |= EnableBit.diagexact
    const d = new Data(m)
    for (let i = 1; i < 8; i++) {
      simulate(m, d, 0.1)
      forward(m, d)
      const x = d.time / 0.1
      expect(apart(d, 1, 2) - 1.2, `at ${d.time} s`).toBeCloseTo(-0.2 * (1 + x) * Math.exp(-x), 3)
    }
  })

  test('between two masses in free flight leaves their momentum alone, and pulls with m ω² r', () => {
    const m = world(
      mass('a', '-1.5 0 0', 1) + mass('b', '.5 0 0', 3),
      `<distance body1="a" body2="b" ${STIFF}/>`,
      `${FINE} gravity="0 0 0"`,
    )
    const d = new Data(m)
    const omega = 2
    d.qvel.set([0, -1.5 * omega, 0.1, 0, 0.5 * omega, 0.1])
    simulate(m, d, 3)
    forward(m, d)
    const momentum = [0, 1, 2].map((k) => d.qvel[k] + 3 * d.qvel[3 + k])
    for (const [k, expected] of [0, 0, 0.4].entries()) expect(momentum[k]).toBeCloseTo(expected, 9)
    expect(apart(d, 1, 2)).toBeCloseTo(2, 4)
    // the softness of the constraint is 1e-4
    expect(d.efc_force[0]).toBeCloseTo(-1 * omega ** 2 * 1.5, 2)
  })

  test('between two sites does the same as between the same points of the bodies', () => {
    const bodies = `<body name="a" pos="0 0 1"><joint type="ball"/><geom type="box" size=".1 .2 .3" pos="0 0 .4"/>
        <site name="p" pos=".1 .2 .7"/></body>
      <body name="b" pos="1 0 1"><freejoint/><geom type="box" size=".1 .2 .3"/><site name="q" pos="-.1 0 .3"/></body>`
    const bySite = world(bodies, '<distance site1="p" site2="q"/>')
    const byBody = world(bodies, '<distance body1="a" anchor1=".1 .2 .7" body2="b" anchor2="-.1 0 .3"/>')
    const [a, b] = [new Data(bySite), new Data(byBody)]
    simulate(bySite, a, 1)
    simulate(byBody, b, 1)
    expect(a.ne).toBe(1)
    for (let i = 0; i < bySite.nq; i++) expect(a.qpos[i]).toBeCloseTo(b.qpos[i], 9)
  })

  test('parts points that coincide along the x axis, and brings them to the target', () => {
    const m = world(
      mass('a', '0 0 1') + mass('b', '0 0 1'),
      '<distance body1="a" body2="b" distance=".3"/>',
      'gravity="0 0 0"',
    )
    const d = new Data(m)
    forward(m, d)
    expect(d.efc_pos[0]).toBe(-0.3)
    expect(d.qacc[0]).toBeGreaterThan(0)
    for (const k of [1, 2]) expect(Math.abs(d.qacc[k])).toBe(0)
    simulate(m, d, 1)
    forward(m, d)
    expect(apart(d, 1, 2)).toBeCloseTo(0.3, 4)
  })

  test('holds points that pass each other at speed without a jolt', () => {
    const m = world(
      mass('a', '0 0 1') + mass('b', '0 1e-9 1'),
      '<distance body1="a" body2="b" distance=".3" solref=".1 1"/>',
      'gravity="0 0 0"',
    )
    const d = new Data(m)
    d.qvel[0] = 2
    for (let i = 0; i < 500; i++) {
      step(m, d)
      for (let k = 0; k < m.nv; k++) expect(Math.abs(d.qvel[k])).toBeLessThan(5)
    }
    forward(m, d)
    expect(apart(d, 1, 2)).toBeCloseTo(0.3, 2)
  })

  test('acts only while it is active', () => {
    const m = world(mass('ball', '0 0 -1'), '<distance name="rod" body1="ball" active="false"/>')
    const d = new Data(m)
    simulate(m, d, 0.2)
    expect([d.nefc, d.qpos[2]]).toEqual([0, expect.closeTo(-0.5 * GRAVITY * 0.2 ** 2, 2)])
    resetData(m, d)
    d.eq_active[0] = 1
    simulate(m, d, 1)
    expect(Math.abs(d.qpos[2])).toBeLessThan(1e-3)
  })
})

describe('what else knows of a distance', () => {
  test('inverse dynamics finds the forces that forward dynamics started from', () => {
    for (const integrator of [Integrator.Euler, Integrator.discrete]) {
      ARMS.opt.integrator = integrator
      ARMS.opt.enableflags |= EnableBit.fwdinv
      const d = moved(ARMS)
      compareFwdInv(ARMS, d)
      expect(d.solver_fwdinv[0]).toBeLessThan(1e-8)
      expect(d.solver_fwdinv[1]).toBeLessThan(1e-8)
    }
    ARMS.opt.integrator = Integrator.Euler
  })

  test('all solvers find the same force', () => {
    const forces = [Solver.PGS, Solver.CG, Solver.Newton, Solver.CGStrict, Solver.ActiveSet, Solver.DualCG].map(
      (solver) => {
        const m = ARMS
        const d = moved(m)
        m.opt.solver = solver
        m.opt.iterations = 1000
        m.opt.tolerance = 1e-12
        forward(m, d)
        m.opt.solver = Solver.Newton
        return d.efc_force.slice(0, 3)
      },
    )
    for (const found of forces) for (let row = 0; row < 3; row++) expect(found[row]).toBeCloseTo(forces[2][row], 4)
  })

  test('forces between bodies count it: a ball at rest on a rod pulls with its weight', () => {
    const m = loadModel(`<mujoco><worldbody><body name="hook" pos="0 0 3"><geom size=".1" mass="1"/></body>
      ${mass('ball', '0 0 2', 2)}</worldbody>
      <equality><distance body1="ball" body2="hook"/></equality></mujoco>`)
    const d = new Data(m)
    simulate(m, d, 2)
    forward(m, d)
    rnePostConstraint(m, d)
    expect(d.cfrc_ext[6 * 2 + 5]).toBeCloseTo(2 * GRAVITY, 6)
    expect(d.cfrc_ext[6 * 1 + 5]).toBeCloseTo(-2 * GRAVITY, 6)
  })

  test('the derivative of the acceleration by velocity is that of finite differences', () => {
    const m = ARMS
    const d = moved(m)
    const dqvel = new Float64Array(m.nv * m.nv)
    accelerationDerivatives(m, d, { dqvel })
    const h = 1e-5
    /** Acceleration after a velocity has changed by ±h. */
    const nudged = (dof: number, sign: number): Float64Array => {
      const other = new Data(m)
      other.qpos.set(d.qpos)
      other.qvel.set(d.qvel)
      other.qvel[dof] += sign * h
      forward(m, other)
      return other.qacc
    }
    for (let dof = 0; dof < m.nv; dof++) {
      const [after, before] = [nudged(dof, 1), nudged(dof, -1)]
      for (let i = 0; i < m.nv; i++)
        expect(dqvel[i * m.nv + dof], `${i} by ${dof}`).toBeCloseTo((after[i] - before[i]) / (2 * h), 3)
    }
  })

  test('what it ties is one island, falls asleep together and wakes together', () => {
    const box = (name: string, x: number) => `<body name="${name}" pos="${x} 0 .1"><freejoint/>
      <geom type="box" size=".1 .1 .1"/></body>`
    const m = loadModel(`<mujoco><option><flag sleep="enable"/></option>
      <worldbody><geom type="plane" size="5 5 1"/>${box('a', 0)}${box('b', 1)}${box('c', 3)}</worldbody>
      <equality><distance body1="a" body2="b"/></equality></mujoco>`)
    const d = new Data(m)
    step(m, d)
    expect(d.tree_island[0]).toBe(d.tree_island[1])
    expect(d.tree_island[2]).not.toBe(d.tree_island[0])
    for (let i = 0; i < 2000 && d.ntree_awake > 0; i++) step(m, d)
    expect(d.ntree_awake).toBe(0)
    d.qfrc_applied[0] = 20
    step(m, d)
    step(m, d)
    expect([0, 1, 2].map((tree) => treeAwake(d, tree))).toEqual([true, true, false])
  })
})
