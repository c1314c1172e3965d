import { describe, expect, test } from 'vitest'
import { Data, energyPos, energyVel, Integrator, loadModel, type Model, Solver, step } from '../../src/index.ts'

/**
 * Three links with springs and dampers in a viscous medium. Only hinges: around balls Runge–Kutta is of second order.
 */
const CHAIN = `<mujoco><option viscosity=".5"/><worldbody>
  <body pos="0 0 1"><joint axis="0 1 0" damping=".05" stiffness="2"/><geom type="capsule" size=".04" fromto="0 0 0 .4 0 0"/>
    <body pos=".4 0 0"><joint axis="1 1 0" damping=".02"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 .1"/>
      <body pos=".3 0 .1"><joint axis="0 1 1" stiffness="1"/><geom type="capsule" size=".03" fromto="0 0 0 .2 .1 0"/></body>
    </body>
  </body></worldbody></mujoco>`

/** Positions and velocities after `time` of simulation in steps of h. */
function simulate(m: Model, integrator: Integrator, h: number, time: number): Float64Array {
  const d = new Data(m)
  m.opt.integrator = integrator
  m.opt.timestep = h
  d.qvel.set([0.5, 1, -2, 0.7].slice(0, m.nv))
  for (let i = 0; i < Math.round(time / h); i++) step(m, d)
  return Float64Array.of(...d.qpos, ...d.qvel)
}

function distance(a: Float64Array, b: Float64Array): number {
  return Math.max(...a.map((x, i) => Math.abs(x - b[i])))
}

/** The order p of an error C·hᵖ, from steps of h and h/2 and a result that counts as exact. */
function orderOf(m: Model, integrator: Integrator, h: number, exact: Float64Array, time: number): number {
  const [coarse, fine] = [h, h / 2].map((step) => distance(simulate(m, integrator, step, time), exact))
  return Math.log2(coarse / fine)
}

describe('how fast integrators converge on smooth motion', () => {
  const m = loadModel(CHAIN)
  const time = 0.512
  const exact = simulate(m, Integrator.RK4, 0.00025, time)

  test('Runge–Kutta with the fourth power of the step', () => {
    const order = orderOf(m, Integrator.RK4, 0.008, exact, time)
    console.log(`order of RK4: ${order.toFixed(3)}`)
    expect(order).toBeGreaterThan(3.8)
    expect(order).toBeLessThan(4.3)
  })

  const first = ['Euler', 'implicit', 'implicitfast', 'discrete', 'ImplicitSpringDamper', 'ImplicitEuler'] as const
  test.each(first)('%s with the first', (name) => {
    const order = orderOf(m, Integrator[name], 0.0005, exact, time)
    console.log(`order of ${name}: ${order.toFixed(3)}`)
    expect(order).toBeGreaterThan(0.95)
    expect(order).toBeLessThan(1.05)
  })

  test('Runge–Kutta with steps four times as long is no less accurate than Euler', () => {
    const h = 0.002
    const euler = distance(simulate(m, Integrator.Euler, h, time), exact)
    const rk4 = distance(simulate(m, Integrator.RK4, 4 * h, time), exact)
    console.log(`error of Euler at h ${euler.toExponential(1)}, of RK4 at 4h ${rk4.toExponential(1)}`)
    expect(rk4).toBeLessThan(euler)
  })
})

const IMPLICIT = ['ImplicitSpringDamper', 'ImplicitEuler', 'discrete'] as const

describe('springs that are far too stiff for the time step', () => {
  /** A weight on a spring of 1e8 N/m: its period is 0.6 ms, the step 10 ms. */
  const stiff = (damping: number) =>
    loadModel(`<mujoco><option timestep="0.01" gravity="0 0 0"><flag energy="enable"/></option><worldbody>
      <body><joint type="slide" axis="1 0 0" stiffness="1e8" damping="${damping}"/><geom size=".1" mass="1"/>
        <body pos="0 0 1"><joint axis="0 1 0" stiffness="1e8"/><geom type="capsule" size=".05" fromto="0 0 0 .3 0 0" mass="2"/></body>
      </body></worldbody></mujoco>`)

  test.each(IMPLICIT)('never gain energy with %s', (name) => {
    for (const damping of [0, 10]) {
      const m = stiff(damping)
      m.opt.integrator = Integrator[name]
      const d = new Data(m)
      d.qpos.set([0.01, 0.02])
      d.qvel.set([3, -2])
      let last = Number.POSITIVE_INFINITY
      for (let i = 0; i < 1000; i++) {
        step(m, d)
        energyPos(m, d)
        energyVel(m, d)
        const energy = d.energy[0] + d.energy[1]
        expect(energy).toBeLessThanOrEqual(last * (1 + 1e-12))
        last = energy
      }
      expect(last).toBeLessThan(1e-6)
    }
  })

  test('make Euler and Runge–Kutta break down', () => {
    for (const integrator of [Integrator.Euler, Integrator.RK4]) {
      const m = stiff(0)
      m.opt.integrator = integrator
      const d = new Data(m)
      d.qpos.set([0.01, 0.02])
      let broke = false
      d.onWarning = () => {
        broke = true
      }
      for (let i = 0; i < 100; i++) step(m, d)
      expect(broke).toBe(true)
    }
  })

  test('also of a tendon and a servo across branches, with ImplicitEuler and discrete', () => {
    const m = loadModel(`<mujoco><option timestep="0.01" gravity="0 0 0"/><worldbody>
      <body><joint name="a" axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/></body>
      <body pos="0 1 0"><joint name="b" axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/></body>
    </worldbody><tendon><fixed name="t" stiffness="1e7"><joint joint="a" coef="1"/><joint joint="b" coef="-1"/></fixed></tendon>
    <actuator><position joint="a" kp="1e7"/></actuator></mujoco>`)
    for (const integrator of [Integrator.ImplicitEuler, Integrator.discrete]) {
      m.opt.integrator = integrator
      const d = new Data(m)
      d.qpos.set([0.1, -0.2])
      d.ctrl[0] = 0.3
      for (let i = 0; i < 500; i++) step(m, d)
      expect(d.qpos[0]).toBeCloseTo(0.3, 4)
      expect(d.qpos[1]).toBeCloseTo(0.3, 4)
    }
  })
})

describe('one step of ImplicitSpringDamper', () => {
  test('is (M + hD + h²K) v⁺ = M v + h f − hK (q − q₀)', () => {
    const [h, k, c, mass, q, v, f] = [0.01, 300, 5, 2, 0.2, -0.7, 11]
    const m = loadModel(`<mujoco><option timestep="${h}" gravity="0 0 0" integrator="ImplicitSpringDamper"/><worldbody>
      <body><joint type="slide" axis="1 0 0" stiffness="${k}" damping="${c}" springref=".05"/><geom size=".1" mass="${mass}"/></body>
    </worldbody></mujoco>`)
    const d = new Data(m)
    d.qpos[0] = q
    d.qvel[0] = v
    d.qfrc_applied[0] = f
    step(m, d)
    const next = (mass * v + h * f - h * k * (q - 0.05)) / (mass + h * c + h * h * k)
    expect(d.qvel[0]).toBeCloseTo(next, 14)
    expect(d.qpos[0]).toBeCloseTo(q + h * next, 14)
  })

  test('is that of discrete and ImplicitEuler where there are no constraints and no other springs', () => {
    const m = loadModel(CHAIN.replace('viscosity=".5"', ''))
    const [ours, discrete, euler] = IMPLICIT.map((name) => simulate(m, Integrator[name], 0.01, 1))
    expect(distance(ours, discrete)).toBeLessThan(1e-12)
    expect(distance(ours, euler)).toBeLessThan(1e-12)
  })
})

describe('a heavy ball on a stiff sprung plate that stands on the floor', () => {
  const plate = loadModel(`<mujoco><option timestep="0.005"/><worldbody><geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .3"><freejoint/><geom type="box" size=".5 .5 .1" mass="5"/>
      <body pos="0 0 .3"><joint type="slide" axis="0 0 1" stiffness="1e7" damping="100"/><geom type="box" size=".4 .4 .05" mass="1"/></body>
    </body>
    <body pos="0 0 .9"><freejoint/><geom size=".2" mass="20"/></body>
  </worldbody></mujoco>`)
  const solvers = ['Newton', 'CG', 'PGS', 'ActiveSet', 'DualCG'] as const
  const cases = solvers.flatMap((solver) => IMPLICIT.map((integrator) => ({ solver, integrator })))

  test.each(cases)(
    'comes to rest with $solver and $integrator, and the floor carries all',
    ({ solver, integrator }) => {
      plate.opt.solver = Solver[solver]
      plate.opt.integrator = Integrator[integrator]
      const d = new Data(plate)
      for (let i = 0; i < 400; i++) step(plate, d)
      expect(Math.max(...d.qvel.map(Math.abs))).toBeLessThan(0.02)
      // what the contacts do to the base, which carries the plate, and to the ball, which rests on it
      const total = d.qfrc_constraint[plate.jnt_dofadr[0] + 2] + d.qfrc_constraint[plate.jnt_dofadr[2] + 2]
      expect(total).toBeCloseTo(26 * 9.81, -1)
    },
  )
})
