import { describe, expect, test } from 'vitest'
import { differences } from '../../test/support/changingModel.ts'
import { pair } from '../../test/support/kernelPairs.ts'
import {
  addContact,
  Data,
  DisableBit,
  forward,
  Integrator,
  loadModel,
  type Model,
  setConst,
  step,
  step1,
  step2,
} from '../index.ts'
import * as stages from '../stages.ts'
import { accelerate } from './accelerate.ts'

const ARM = `<mujoco><worldbody><body name="b"><joint name="j" axis="0 1 0" damping=".2"/>
  <geom size=".1" pos=".3 0 0"/></body></worldbody></mujoco>`
const BALL = `<mujoco><worldbody><geom name="floor" type="plane" size="5 5 1"/>
  <body pos="0 0 .099"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`
const SERVO = ARM.replace('</mujoco>', '<actuator><velocity joint="j" kv="5"/></actuator></mujoco>')

/** Both states, stepped in turn. */
function steps(states: readonly Data[], count: number): void {
  for (let i = 0; i < count; i++) for (const d of states) step(d.model, d)
}

describe('options that change', () => {
  const all = Object.entries(Integrator)
  test.each(all)('to and from the integrator %s are followed', (_name, from) => {
    for (const [, to] of all) {
      const m = loadModel(SERVO)
      m.opt.integrator = from
      const { plain, fast } = pair(m)
      for (const d of [plain, fast]) d.ctrl[0] = 1
      for (const integrator of [from, to, from]) {
        m.opt.integrator = integrator
        steps([plain, fast], 3)
        expect(differences(plain, fast)).toBe('')
      }
    }
  })

  test('before the first state is made are seen', () => {
    for (const change of [{ cone: 1 }, { disableflags: DisableBit.filterparent }, { jacobian: 1 }]) {
      const m = loadModel(BALL)
      const plain = new Data(m)
      accelerate(m, { sameBits: true })
      Object.assign(m.opt, change)
      const fast = new Data(m)
      for (const d of [plain, fast]) d.qvel[0] = 1
      steps([plain, fast], 20)
      expect(differences(plain, fast)).toBe('')
    }
  })

  test('between stages that a program calls one by one are seen', () => {
    const m = loadModel(ARM)
    const { plain, fast } = pair(m)
    for (const d of [plain, fast]) forward(m, d)
    m.opt.gravity[2] = 0
    for (const d of [plain, fast]) stages.forwardVelocity(m, d)
    expect(differences(plain, fast)).toBe('')
    m.opt.timestep = 0.01
    for (const d of [plain, fast]) stages.euler(m, d)
    expect(differences(plain, fast)).toBe('')
  })

  test('between the halves of a step, and in a callback, are seen', () => {
    const m = loadModel(ARM)
    const { plain, fast } = pair(m)
    for (const d of [plain, fast]) {
      m.opt.timestep = 0.002
      step1(m, d)
      m.opt.timestep = 0.01
      step2(m, d)
    }
    expect(differences(plain, fast)).toBe('')
    for (const d of [plain, fast]) {
      d.callbacks.control = ({ opt }) => {
        opt.timestep = 0.01
      }
      m.opt.timestep = 0.002
      step(m, d)
    }
    expect(differences(plain, fast)).toBe('')
  })

  test('to an integrator that ties dofs join islands', () => {
    const part = (x: number, site: string): string =>
      `<body pos="${x} 0 .09"><freejoint/><geom size=".1"/><site name="${site}"/></body>`
    const m = loadModel(`<mujoco><worldbody><geom type="plane" size="5 5 1"/>${part(0, 'a')}${part(1, 'b')}</worldbody>
      <tendon><spatial stiffness="50" damping="5"><site site="a"/><site site="b"/></spatial></tendon></mujoco>`)
    const { plain, fast } = pair(m)
    steps([plain, fast], 3)
    expect(fast.nisland).toBe(2)
    m.opt.integrator = Integrator.discrete
    steps([plain, fast], 1)
    expect(fast.nisland).toBe(1)
  })
})

describe('what a model gets while it is simulated', () => {
  test('gravity compensation, and moving surfaces, act', () => {
    const m = loadModel(ARM)
    const { plain, fast, accelerated } = pair(m)
    m.body_gravcomp[1] = 1
    setConst(m, plain)
    accelerated.refresh()
    steps([plain, fast], 20)
    expect(fast.qfrc_passive[0]).not.toBe(0)
    expect(differences(plain, fast)).toBe('')

    const rolling = loadModel(BALL)
    const rolled = pair(rolling, { sameBits: false })
    rolling.geom_surfacevel[0] = 1
    setConst(rolling, rolled.plain)
    rolled.accelerated.refresh()
    steps([rolled.plain, rolled.fast], 50)
    expect(Math.abs(rolled.fast.qvel[0])).toBeGreaterThan(1e-3)
    expect(differences(rolled.plain, rolled.fast, 1e-6)).toBe('')
  })

  test('gravity compensation that varies leaves kernels on', () => {
    const m = loadModel(ARM)
    const { plain, fast, accelerated } = pair(m, { vary: ['body_gravcomp'] })
    for (const share of [1, 0, -1, 0.5]) {
      m.body_gravcomp[1] = share
      setConst(m, new Data(m))
      accelerated.refresh()
      steps([plain, fast], 3)
      expect(differences(plain, fast)).toBe('')
    }
    expect(accelerated.active).toBe(true)
  })

  test('surfaces that stop moving let forward dynamics run as one kernel', () => {
    const m = loadModel(BALL.replace('size="5 5 1"', 'size="5 5 1" surfacevel="1 0 0"'))
    accelerate(m)
    m.geom_surfacevel.fill(0)
    setConst(m, new Data(m))
    const d = new Data(m)
    steps([d], 3)
    expect(d.kernels.now(m, d).forward).toBeDefined()
  })

  test('another array in the place of one turns kernels off, and says so', () => {
    const m = loadModel(ARM)
    const { plain, fast, accelerated } = pair(m)
    Object.assign(m, { body_mass: Float64Array.from(m.body_mass, (x) => 2 * x) })
    accelerated.refresh()
    expect(accelerated.reason).toBe('body_mass has been replaced by another array')
    steps([plain, fast], 3)
    expect(differences(plain, fast)).toBe('')
  })

  test('forces of actuators that somebody wrote where there are none are gone after a step', () => {
    const m = loadModel(ARM)
    const { plain, fast } = pair(m)
    steps([plain, fast], 1)
    for (const d of [plain, fast]) d.qfrc_actuator[0] = 5
    steps([plain, fast], 2)
    expect(fast.qfrc_actuator[0]).toBe(0)
    expect(differences(plain, fast)).toBe('')
  })

  test('contacts of dimensions that no geom has are those of TypeScript', () => {
    for (const sameBits of [true, false]) {
      const m = loadModel(BALL)
      const { plain, fast } = pair(m, { sameBits })
      for (const d of [plain, fast]) {
        forward(m, d)
        stages.collision(m, d)
        const frame = [0, 0, 1, 1, 0, 0, 0, 1, 0]
        addContact(d, { geom1: 0, geom2: 1, dist: -0.001, dim: 4, pos: [0.05, 0, 0], frame })
        stages.makeConstraint(m, d)
        stages.findIslands(m, d)
        stages.forwardVelocity(m, d)
        stages.actuation(m, d)
        stages.forwardAcceleration(m, d)
      }
      expect(fast.nefc).toBe(10)
      expect(differences(plain, fast, 1e-9)).toBe('')
    }
  })

  test('numbers that are NaN, or no number of a site, do not stop a step', () => {
    const changes: ((m: Model) => void)[] = [
      (m) => m.geom_solimp.fill(Number.NaN),
      (m) => {
        m.opt.ls_iterations = Number.NaN
      },
    ]
    for (const change of changes) {
      const m = loadModel(BALL)
      const { plain, fast, accelerated } = pair(m, { sameBits: false })
      steps([plain, fast], 1)
      change(m)
      accelerated.refresh()
      steps([plain, fast], 3)
      expect(fast.time).toBe(plain.time)
    }

    const wrapped = loadModel(`<mujoco><worldbody><site name="a" pos="0 0 1"/><geom name="g" size=".1" pos="0 0 .5"/>
      <site name="side" pos=".2 0 .5"/><body pos="0 0 .1"><joint axis="0 1 0"/><geom size=".05"/><site name="b"/></body>
      </worldbody><tendon><spatial><site site="a"/><geom geom="g" sidesite="side"/><site site="b"/></spatial></tendon>
      </mujoco>`)
    const path = pair(wrapped)
    steps([path.plain, path.fast], 1)
    for (const side of [1e12, 1e7, 2.5]) {
      wrapped.wrap_prm[1] = side
      path.accelerated.refresh()
      steps([path.plain, path.fast], 1)
      expect(path.fast.ten_length).toEqual(path.plain.ten_length)
    }
  })
})

describe('stages that are one kernel', () => {
  const PULLED = `<mujoco><worldbody><site name="s0" pos="0 0 1"/><body pos=".3 0 .5"><joint name="j" axis="0 1 0"/>
    <joint name="k" axis="0 0 1"/><geom size=".1" pos=".3 0 0"/><site name="s1" pos=".3 0 .1"/></body></worldbody>
    <tendon><spatial name="t"><site site="s0"/><site site="s1"/></spatial></tendon>
    <actuator><motor tendon="t" armature="3"/></actuator></mujoco>`

  test('are not where rotors on spatial tendons add a bias force', () => {
    const m = loadModel(PULLED)
    const { plain, fast } = pair(m)
    for (const d of [plain, fast]) d.qvel.set([2, -3])
    steps([plain, fast], 20)
    expect(differences(plain, fast)).toBe('')
  })

  test('are listed in the code, all that agree with the same stages one by one', () => {
    const m = loadModel(BALL)
    const { code } = accelerate(m)
    expect(Object.keys(code.facts.sequences)).toEqual(['smooth', 'forward', 'endByQacc', 'endImplicitly'])
  })

  test('are there for tendons without actuators', () => {
    const m = loadModel(PULLED.replace(/<actuator>.*<.actuator>/s, ''))
    const { plain, fast, accelerated } = pair(m)
    expect(accelerated.code.facts.sequences.smooth).toContain('transmissionVelocity')
    for (const d of [plain, fast]) d.qvel.set([2, -3])
    steps([plain, fast], 20)
    expect(differences(plain, fast)).toBe('')
  })
})
