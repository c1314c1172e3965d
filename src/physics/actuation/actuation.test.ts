import { describe, expect, test } from 'vitest'
import { Data } from '../../core/data/data.ts'
import { Timer } from '../../core/model/enums.ts'
import { loadModel } from '../../format/load.ts'
import { forward } from '../../pipeline/forward.ts'
import { step } from '../../pipeline/step.ts'

/** A wheel that turns without friction, and a slide, with actuators. */
function driven(actuators: string, options = ''): { m: ReturnType<typeof loadModel>; d: Data } {
  const m = loadModel(`<mujoco><option timestep=".001" gravity="0 0 0" ${options}/><worldbody>
    <body><joint name="wheel" axis="0 0 1"/><geom type="cylinder" size=".1 .1" mass="1"/></body>
    <body pos="1 0 0"><joint name="slide" type="slide"/><geom size=".1" mass="2"/></body></worldbody>
    <tendon><fixed name="t" actuatorfrcrange="-1 2"><joint joint="slide" coef="1"/></fixed></tendon>
    <actuator>${actuators}</actuator></mujoco>`)
  return { m, d: new Data(m) }
}

describe('a motor', () => {
  test('accelerates what it drives by its force over the inertia', () => {
    const { m, d } = driven('<motor joint="slide" gear="3"/>')
    d.ctrl[0] = 4
    forward(m, d)
    expect(d.qacc[1]).toBeCloseTo((3 * 4) / 2, 12)
  })
})

describe('a position servo', () => {
  test('comes to rest at its set point', () => {
    const { m, d } = driven('<position joint="slide" kp="50" kv="20"/>')
    d.ctrl[0] = 0.3
    for (let i = 0; i < 4000; i++) step(m, d)
    expect(d.qpos[1]).toBeCloseTo(0.3, 6)
  })
})

describe('an integrating controller', () => {
  test('reaches its set point against a constant force, where a servo without integral does not', () => {
    const [plain, integrating] = ['', 'ki="40"'].map((memory) => {
      const { m, d } = driven(`<pid joint="slide" kp="50" kv="20" ${memory} input="pos"/>`)
      d.ctrl[0] = 0.3
      d.qfrc_applied[1] = -5
      for (let i = 0; i < 8000; i++) step(m, d)
      return d.qpos[1]
    })
    expect(plain).toBeCloseTo(0.3 - 5 / 50, 6)
    expect(integrating).toBeCloseTo(0.3, 4)
  })
})

describe('a motor of direct current', () => {
  const motor = (more = '') => `<dcmotor joint="wheel" motorconst=".05" resistance="2" ${more}/>`

  test('has its stall torque K·V/R at rest', () => {
    const { m, d } = driven(motor())
    d.ctrl[0] = 12
    forward(m, d)
    expect(d.actuator_force[0]).toBeCloseTo((0.05 * 12) / 2, 12)
  })

  test('turns at V/K without load, whether or not its windings have inductance', () => {
    for (const inductance of ['', 'inductance=".004"']) {
      const { m, d } = driven(motor(inductance).replace('.05', '.5'))
      d.ctrl[0] = 3
      for (let i = 0; i < 1500; i++) step(m, d)
      expect(d.qvel[0]).toBeCloseTo(3 / 0.5, 6)
    }
  })

  test('grows as hot as its losses and its thermal resistance make it when it is held', () => {
    const { m, d } = driven(motor('thermal="3 .1"'))
    d.ctrl[0] = 2
    for (let i = 0; i < 5000; i++) {
      d.qpos[0] = d.qvel[0] = 0
      step(m, d)
    }
    expect(d.act[0]).toBeCloseTo(((2 * 2) / 2) * 3, 4)
  })

  test('does not move under a torque that its static friction holds', () => {
    const { m, d } = driven(motor('lugre="100 1 .2 .3 .01"'))
    d.qfrc_applied[0] = 0.15
    for (let i = 0; i < 3000; i++) step(m, d)
    expect(Math.abs(d.qvel[0])).toBeLessThan(1e-4)
    expect(d.actuator_force[0]).toBeCloseTo(-0.15, 4)
  })
})

describe('a muscle', () => {
  test('pulls with its whole force at rest length, at rest, when fully active, and not at all when inactive', () => {
    const { m, d } = driven('<muscle joint="slide" force="7" range=".5 1.5" lengthrange="-1 1"/>')
    forward(m, d)
    expect(d.actuator_force[0]).toBeCloseTo(0, 12)
    d.act[0] = 1
    forward(m, d)
    expect(d.actuator_force[0]).toBe(-7)
  })

  test('comes on faster than it wears off', () => {
    const { m, d } = driven('<muscle joint="slide" lengthrange="-1 1"/>')
    d.act[0] = 0.5
    const [on, off] = [1, 0].map((control) => {
      d.ctrl[0] = control
      forward(m, d)
      return d.act_dot[0]
    })
    expect(on).toBeGreaterThan(0)
    expect(off).toBeLessThan(0)
    expect(on).toBeGreaterThan(-off)
  })
})

describe('actuators of one tendon', () => {
  test('are weakened alike where together they pull more than it takes', () => {
    const { m, d } = driven('<motor tendon="t"/><motor tendon="t"/>')
    d.ctrl.set([3, 1])
    forward(m, d)
    expect([...d.actuator_force]).toEqual([1.5, 0.5])
    d.ctrl.set([-3, -1])
    forward(m, d)
    expect([...d.actuator_force]).toEqual([-0.75, -0.25])
  })
})

describe('callbacks', () => {
  const user = '<general joint="slide" dyntype="user" gaintype="user" biastype="user"/>'

  test('give rate, gain and bias of actuators of type user', () => {
    const { m, d } = driven(user)
    d.callbacks.activation = (_, state, i) => 10 * (state.actuator_input[i] - state.act[i])
    d.callbacks.gain = () => 3
    d.callbacks.bias = () => -1
    d.act[0] = 0.5
    d.ctrl[0] = 1
    step(m, d)
    expect(d.actuator_force[0]).toBe(3 * 0.5 - 1)
    expect(d.act_dot[0]).toBe(5)
    expect(d.act[0]).toBeCloseTo(0.505, 12)
  })

  test('write the rates of several activations themselves', () => {
    const { m, d } = driven('<general joint="slide" dyntype="user" actdim="2"/>')
    d.callbacks.activation = (_, state) => {
      state.act_dot.set([1, 2])
      return 99
    }
    step(m, d)
    expect([...d.act_dot]).toEqual([1, 2])
  })

  test('that throw leave activations and histories as they were', () => {
    for (const integrator of ['Euler', 'RK4']) {
      const { m, d } = driven(user.replace('<general', '<general nsample="2"'), `integrator="${integrator}"`)
      let calls = 0
      d.callbacks.activation = () => {
        if (calls++ === (integrator === 'RK4' ? 2 : 0)) throw new Error('no')
        return 1
      }
      const before = [...d.history]
      expect(() => step(m, d)).toThrow('no')
      expect(d.act[0]).toBe(0)
      expect([...d.history]).toEqual(before)
      expect(d.time).toBe(0)
    }
  })
})

test('the stage has its timer', () => {
  const { m, d } = driven('<motor joint="slide"/>')
  let now = 0
  d.callbacks.time = () => now++
  forward(m, d)
  expect(d.timer_number[Timer.actuation]).toBe(1)
})
