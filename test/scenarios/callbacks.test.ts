import { describe, expect, test } from 'vitest'
import {
  type Callbacks,
  Data,
  DisableBit,
  forward,
  getState,
  Integrator,
  inverse,
  loadModel,
  type Model,
  Stage,
  StateBit,
  StepError,
  stateSize,
  step,
  step1,
  step2,
  transitionFD,
} from '../../src/index.ts'

/**
 * Something for each callback to do: contacts, a sensor in each stage, actuators that are all the user's, and others.
 */
const xml = `
<mujoco>
  <option timestep=".01" density="1.2"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <site name="ceiling" pos="0 0 2"/>
    <body name="ball" pos="0 0 .1"><freejoint/><geom name="ball" size=".1" adhesion=".1"/><site name="grip"/></body>
    <body name="box" pos=".5 0 .1">
      <freejoint/><geom name="box" type="box" size=".1 .1 .1"/><geom name="lid" type="ellipsoid" size=".1 .05 .04" pos="0 0 .13"/>
    </body>
    <body name="arm" pos="0 1 1">
      <joint name="shoulder" axis="0 1 0" damping=".1" stiffness="1" range="-90 90"/>
      <geom name="arm" type="cylinder" fromto="0 0 0 0 0 -.4" size=".03"/>
      <site name="hand" pos="0 0 -.4"/>
    </body>
  </worldbody>
  <tendon><spatial name="string" stiffness="3" damping=".1"><site site="ceiling"/><geom geom="arm"/><site site="grip"/></spatial></tendon>
  <actuator>
    <general name="user" joint="shoulder" dyntype="user" gaintype="user" biastype="user" dynprm="2"/>
    <general name="many" joint="shoulder" dyntype="user" actdim="2" gainprm=".1"/>
    <muscle name="muscle" tendon="string" lengthrange=".5 3" force="2"/>
    <position name="servo" joint="shoulder" kp="2" dampratio="1" timeconst=".1"/>
    <motor name="delayed" joint="shoulder" delay=".03" nsample="4" ctrlrange="-1 1"/>
  </actuator>
  <sensor>
    <user name="position" dim="1" needstage="pos"/>
    <user name="velocity" dim="2" needstage="vel" cutoff=".5"/>
    <user name="acceleration" dim="1" needstage="acc"/>
    <accelerometer site="hand"/><actuatorfrc actuator="user"/><contact geom1="box" geom2="floor" num="4" data="found force"/>
  </sensor>
</mujoco>`
const USER = 0
const MANY = 1

type Name = keyof Callbacks

/** Callbacks that do what users do with them, and tell `called` first. */
function setCallbacks(d: Data, called: (name: Name, m: Model, d: Data, detail: number) => void = () => {}): void {
  Object.assign(d.callbacks, {
    control: (m, d) => {
      called('control', m, d, -1)
      for (let i = 0; i < m.nu; i++) d.ctrl[i] = Math.cos(3 * d.time + i) + 0.1 * d.qpos[2]
    },
    passive: (m, d) => {
      called('passive', m, d, -1)
      for (let i = 0; i < m.nv; i++) d.qfrc_passive[i] -= 0.01 * d.qvel[i]
    },
    sensor: (m, d, stage) => {
      called('sensor', m, d, stage)
      if (stage === Stage.pos) d.sensordata[0] = d.xpos[3]
      if (stage === Stage.vel) d.sensordata.set([10 + d.cvel[6], -10], 1)
      if (stage === Stage.acc) d.sensordata[3] = d.qacc[0]
    },
    activation: (m, d, i) => {
      called('activation', m, d, i)
      if (i === MANY) d.act_dot.set([1, d.ctrl[i]], m.actuator_actadr[i])
      return (d.actuator_input[i] - d.act[m.actuator_actadr[i]]) / m.actuator_dynprm[10 * i]
    },
    gain: (m, d, i) => {
      called('gain', m, d, i)
      return 2 + d.actuator_length[i]
    },
    bias: (m, d, i) => {
      called('bias', m, d, i)
      return -0.1 * d.actuator_velocity[i]
    },
    contactFilter: (m, d, geom1, geom2) => {
      called('contactFilter', m, d, geom1)
      return d.time > 0.2 && geom1 === 0 && geom2 === 2
    },
    time: undefined,
  } satisfies Callbacks)
}

function start(integrator: Integrator = Integrator.Euler): { m: Model; d: Data } {
  const m = loadModel(xml)
  m.opt.integrator = integrator
  return { m, d: stateIn(m) }
}

/** A state in which everything moves. */
function stateIn(m: Model): Data {
  const d = new Data(m)
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.1 + 0.05 * i
  // toward the floor
  d.qvel[2] = d.qvel[8] = -0.1
  d.act.fill(0.2)
  return d
}

/** The names of callbacks in the order of calls; runs of the same name are one. */
function order(run: (m: Model, d: Data) => void, integrator: Integrator = Integrator.Euler, disable = 0): string[] {
  const { m, d } = start(integrator)
  m.opt.disableflags |= disable
  const calls: string[] = []
  setCallbacks(d, (name, _m, _d, detail) => {
    const call = name === 'sensor' ? `sensor ${['', 'pos', 'vel', 'acc'][detail]}` : name
    if (calls.at(-1) !== call) calls.push(call)
  })
  run(m, d)
  return calls
}

const MOTION = ['contactFilter', 'sensor pos', 'passive', 'sensor vel']
const ACTUATION = ['control', 'activation', 'gain', 'bias']

describe('callbacks are called', () => {
  test('in the order of the stages', () => {
    expect(order(forward)).toEqual([...MOTION, ...ACTUATION, 'sensor acc'])
    for (const integrator of [Integrator.Euler, Integrator.implicit, Integrator.implicitfast])
      expect(order(step, integrator)).toEqual([...MOTION, ...ACTUATION, 'sensor acc'])
  })

  test('in each stage of Runge–Kutta, where only the first computes sensors', () => {
    const later = ['contactFilter', 'passive', ...ACTUATION]
    expect(order(step, Integrator.RK4)).toEqual([...MOTION, ...ACTUATION, 'sensor acc', ...later, ...later, ...later])
  })

  test('in both halves of a step: control at the end of the first', () => {
    expect(order(step1)).toEqual([...MOTION, 'control'])
    expect(
      order((m, d) => {
        step1(m, d)
        step2(m, d)
      }),
    ).toEqual([...MOTION, ...ACTUATION, 'sensor acc'])
  })

  test('by inverse dynamics, which has no use for controls', () => {
    expect(order(inverse)).toEqual([...MOTION, 'sensor acc'])
  })

  test('without actuation: control only by the first half of a step', () => {
    const { actuation } = DisableBit
    expect(order(forward, Integrator.Euler, actuation)).toEqual([...MOTION, 'sensor acc'])
    expect(order(step1, Integrator.Euler, actuation)).toEqual([...MOTION, 'control'])
  })

  test('without springs and dampers, contacts or sensors: not those that belong to them', () => {
    const without = (flags: number) => order(forward, Integrator.Euler, flags)
    expect(without(DisableBit.spring)).toContain('passive')
    expect(without(DisableBit.spring | DisableBit.damper)).not.toContain('passive')
    expect(without(DisableBit.contact)).not.toContain('contactFilter')
    expect(without(DisableBit.sensor).join()).not.toContain('sensor')
  })
})

describe('a callback can read what the stages before it have computed', () => {
  /** What a callback sees of some array is what the array holds after a forward pass, or not. */
  function sees(name: Name, array: (d: Data) => ArrayLike<number>, stage?: number): boolean {
    const { m, d } = start()
    let seen: number[] = []
    setCallbacks(d, (called, _m, d, detail) => {
      if (called === name && (stage === undefined || stage === detail)) seen = Array.from(array(d))
    })
    forward(m, d)
    const after = Array.from(array(d))
    expect(after.some((x) => x !== 0)).toBe(true)
    return seen.every((x, i) => x === after[i])
  }

  test('the contact filter: poses', () => {
    expect(sees('contactFilter', (d) => d.geom_xpos)).toBe(true)
    expect(sees('contactFilter', (d) => d.M)).toBe(true)
    expect(sees('contactFilter', (d) => [d.ncon])).toBe(false)
  })

  test('passive forces: positions, contacts, velocities, and the forces that are built in', () => {
    expect(sees('passive', (d) => [d.ncon, ...d.contact_dist.slice(0, d.ncon)])).toBe(true)
    expect(sees('passive', (d) => d.cvel)).toBe(true)
    expect(sees('passive', (d) => d.ten_velocity)).toBe(true)
    expect(sees('passive', (d) => d.qfrc_fluid)).toBe(true)
    expect(sees('passive', (d) => d.qfrc_bias)).toBe(false)
  })

  test('control: everything up to bias forces, and sensors of positions and velocities', () => {
    expect(sees('control', (d) => d.qfrc_passive)).toBe(true)
    expect(sees('control', (d) => d.qfrc_bias)).toBe(true)
    expect(sees('control', (d) => d.actuator_length)).toBe(true)
    expect(sees('control', (d) => d.sensordata.slice(0, 3))).toBe(true)
    expect(sees('control', (d) => d.actuator_force)).toBe(false)
  })

  test('activations, gains and biases: the controls that the actuators see', () => {
    for (const name of ['activation', 'gain', 'bias'] as const) {
      expect(sees(name, (d) => d.actuator_input)).toBe(true)
      expect(sees(name, (d) => d.qfrc_actuator)).toBe(false)
    }
    expect(sees('gain', (d) => d.act_dot)).toBe(true)
  })

  test('sensors: what their stage has computed', () => {
    expect(sees('sensor', (d) => d.site_xpos, Stage.pos)).toBe(true)
    expect(sees('sensor', (d) => d.cvel, Stage.pos)).toBe(false)
    expect(sees('sensor', (d) => d.cvel, Stage.vel)).toBe(true)
    expect(sees('sensor', (d) => d.subtree_linvel, Stage.vel)).toBe(true)
    expect(sees('sensor', (d) => d.qacc, Stage.vel)).toBe(false)
    expect(sees('sensor', (d) => d.qacc, Stage.acc)).toBe(true)
    expect(sees('sensor', (d) => d.cfrc_int, Stage.acc)).toBe(true)
  })
})

describe('what a callback says counts', () => {
  test('rate, gain and bias of actuators, as a formula would', () => {
    const { m, d } = start()
    setCallbacks(d)
    d.qvel[m.jnt_dofadr[2]] = 0.7
    d.act.fill(0.3)
    forward(m, d)
    const force = (2 + d.actuator_length[USER]) * 0.3 - 0.1 * 0.7
    expect(d.actuator_force[USER]).toBeCloseTo(force, 14)
    expect(d.act_dot[m.actuator_actadr[USER]]).toBeCloseTo((d.ctrl[USER] - 0.3) / 2, 14)
    // an actuator with several activations writes them itself; the force is that of the last
    expect(Array.from(d.act_dot.slice(m.actuator_actadr[MANY], m.actuator_actadr[MANY] + 2))).toEqual([1, d.ctrl[MANY]])
    expect(d.actuator_force[MANY]).toBeCloseTo(0.1 * 0.3, 14)
  })

  test('without callbacks, gains are 1, biases and rates 0', () => {
    const { m, d } = start()
    d.act.fill(0.3)
    d.ctrl.fill(1)
    forward(m, d)
    expect(d.actuator_force[USER]).toBe(0.3)
    expect(d.act_dot[m.actuator_actadr[USER]]).toBe(0)
  })

  test('sensors, within their cutoff, and zero without a callback', () => {
    const { m, d } = start()
    setCallbacks(d)
    forward(m, d)
    expect(Array.from(d.sensordata.slice(0, 4))).toEqual([d.xpos[3], 0.5, -0.5, d.qacc[0]])
    d.callbacks.sensor = undefined
    forward(m, d)
    expect(Array.from(d.sensordata.slice(0, 4))).toEqual([0, 0, 0, 0])
  })

  test('passive forces act: a spring that a callback makes is the spring that the model makes', () => {
    const slide = (stiffness: number) =>
      loadModel(`<mujoco><option gravity="0 0 0"/><worldbody><body><joint type="slide" stiffness="${stiffness}"/>
        <geom size=".1"/></body></worldbody></mujoco>`)
    const [built, bare] = [slide(5), slide(0)]
    const [a, b] = [new Data(built), new Data(bare)]
    b.callbacks.passive = (_m, d) => {
      d.qfrc_passive[0] -= 5 * d.qpos[0]
    }
    a.qpos[0] = b.qpos[0] = 0.1
    for (let i = 0; i < 500; i++) {
      step(built, a)
      step(bare, b)
    }
    expect(b.qpos[0]).toBe(a.qpos[0])
    expect(b.qpos[0]).not.toBe(0.1)
  })

  test('a contact filter keeps geoms apart', () => {
    const { m, d } = start()
    forward(m, d)
    expect(d.ncon).toBe(5)
    d.callbacks.contactFilter = (_m, _d, geom1) => geom1 === 0
    forward(m, d)
    expect(d.ncon).toBe(0)
  })
})

describe('two states of one model', () => {
  test('have callbacks of their own', () => {
    const { m, d } = start()
    const other = new Data(m)
    d.callbacks.control = (_m, d) => d.ctrl.fill(1)
    other.callbacks.control = (_m, d) => d.ctrl.fill(-1)
    step(m, d)
    step(m, other)
    expect(d.ctrl[0]).toBe(1)
    expect(other.ctrl[0]).toBe(-1)
  })
})

const INTEGRATORS = Object.entries(Integrator)
const NAMES = ['control', 'passive', 'sensor', 'activation', 'gain', 'bias', 'contactFilter'] as const

/** All that a simulation goes on from. */
function stateOf(m: Model, d: Data): Float64Array {
  const state = new Float64Array(stateSize(m, StateBit.integration))
  getState(m, d, state, StateBit.integration & ~StateBit.ctrl)
  return state
}

describe('a callback that throws', () => {
  describe.each(INTEGRATORS)('with the integrator %s', (_, integrator) => {
    test.each(NAMES)('%s: leaves the state as it was before the step, whichever call throws', (name) => {
      const { m, d } = start(integrator)
      const undisturbed = stateIn(m)
      setCallbacks(undisturbed)
      for (let i = 0; i < 5; i++) step(m, undisturbed)

      let call = 0
      let failing = Number.POSITIVE_INFINITY
      setCallbacks(d, (called) => {
        if (called === name && ++call === failing) throw new Error('no')
      })
      for (let i = 0; i < 4; i++) step(m, d)
      // each of the calls of the fifth step
      const before = stateOf(m, d)
      let failures = 0
      for (failing = 1; ; failing++) {
        call = 0
        try {
          step(m, d)
          break
        } catch (error) {
          expect((error as Error).message).toBe('no')
        }
        failures++
        expect(stateOf(m, d)).toEqual(before)
      }
      expect(failures).toBeGreaterThan(integrator === Integrator.RK4 && name !== 'sensor' ? 3 : 0)
      // and the step that follows is as if nothing had happened
      expect(stateOf(m, d)).toEqual(stateOf(m, undisturbed))
    })
  })

  test('in inverse dynamics and in both halves of a step leaves the state and qacc', () => {
    const { m, d } = start()
    setCallbacks(d)
    step(m, d)
    const acceleration = d.qacc.slice()
    const before = stateOf(m, d)
    for (const name of NAMES)
      for (const run of [inverse, step1]) {
        const other = d.callbacks[name]
        Object.assign(d.callbacks, {
          [name]: () => {
            throw new Error('no')
          },
        })
        try {
          run(m, d)
        } catch (error) {
          expect((error as Error).message).toBe('no')
        }
        Object.assign(d.callbacks, { [name]: other })
        expect(stateOf(m, d)).toEqual(before)
        expect(d.qacc).toEqual(acceleration)
      }
  })
})

describe('derivatives by finite differences', () => {
  /** A block that a control callback pulls back, as a spring and a damper would. */
  const block = `<mujoco><option gravity="0 0 0"/><worldbody><body><joint name="x" type="slide"/><geom size=".1" mass="2"/></body></worldbody>
    <actuator><motor joint="x"/></actuator></mujoco>`
  const controller = (_m: Model, d: Data) => {
    d.ctrl[0] = -5 * d.qpos[0] - 3 * d.qvel[0]
  }

  test('see what callbacks do', () => {
    const m = loadModel(block)
    const d = new Data(m)
    d.callbacks.control = controller
    const A = new Float64Array(4)
    transitionFD(m, d, { A }, { centered: true })
    const h = m.opt.timestep
    // v⁺ = v + h (−5 q − 3 v)/2, q⁺ = q + h v⁺
    const expected = [1 - 2.5 * h * h, h * (1 - 1.5 * h), -2.5 * h, 1 - 1.5 * h]
    for (let i = 0; i < 4; i++) expect(A[i]).toBeCloseTo(expected[i], 8)
  })

  test('leave the state alone when a callback throws, and work again afterward', () => {
    const m = loadModel(block)
    const d = new Data(m)
    d.qpos[0] = 0.3
    d.ctrl[0] = 7
    const [A, again] = [new Float64Array(4), new Float64Array(4)]
    d.callbacks.control = controller
    transitionFD(m, d, { A })
    const before = stateOf(m, d)
    for (let failing = 1; failing <= 3; failing++) {
      let call = 0
      d.callbacks.control = (m, d) => {
        if (++call === failing) throw new Error('no')
        controller(m, d)
      }
      expect(() => transitionFD(m, d, { A: again })).toThrow('no')
      expect(stateOf(m, d)).toEqual(before)
      expect(d.ctrl[0]).toBe(7)
    }
    d.callbacks.control = controller
    transitionFD(m, d, { A: again })
    expect(again).toEqual(A)
  })
})

describe('a callback that simulates something else', () => {
  /** A model that keeps all stages busy, and is not the model that is simulated. */
  const otherXml = xml.replaceAll('size=".1"', 'size=".2"').replace('pos="0 1 1"', 'pos=".3 .2 .4"')

  test.each(NAMES.slice(0, -1))('%s: does not disturb what is being computed', (name) => {
    for (const [, integrator] of INTEGRATORS) {
      const { m, d } = start(integrator)
      const undisturbed = stateIn(m)
      const otherModel = loadModel(otherXml)
      otherModel.opt.integrator = integrator
      const others = [stateIn(m), stateIn(otherModel)]
      for (const other of others) setCallbacks(other)
      let inner = 0
      setCallbacks(undisturbed)
      setCallbacks(d, (called) => {
        if (called !== name) return
        inner++
        step(m, others[0])
        step(otherModel, others[1])
        inverse(otherModel, others[1])
      })
      for (let i = 0; i < 6; i++) {
        step(m, undisturbed)
        step(m, d)
        expect(stateOf(m, d)).toEqual(stateOf(m, undisturbed))
        expect(d.sensordata).toEqual(undisturbed.sensordata)
      }
      expect(inner).toBeGreaterThanOrEqual(6)
    }
  })

  test('contactFilter: is refused, for lists of what is near are shared', () => {
    const { m, d } = start()
    const other = stateIn(m)
    d.callbacks.contactFilter = () => {
      step(m, other)
      return false
    }
    expect(() => step(m, d)).toThrow(StepError)
    d.callbacks.contactFilter = undefined
    expect(() => step(m, d)).not.toThrow()
  })
})
