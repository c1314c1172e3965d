import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Data, EnableBit, forward, loadModel, type Model, resetData, Stage, step, stepSkip } from '../index.ts'
import { accelerate } from './accelerate.ts'

/** A leg with sensors of all stages. */
const LEG = `
<mujoco>
  <option timestep="0.005"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="trunk" pos="0 0 .3">
      <freejoint/>
      <geom name="trunk" type="sphere" size=".1"/>
      <body pos=".1 0 0">
        <joint name="hip" axis="0 1 0" damping=".2" limited="true" range="-50 50"/>
        <geom type="capsule" fromto="0 0 0 .3 0 -.2" size=".03"/>
        <site name="foot" pos=".3 0 -.2" size=".05"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor name="motor" joint="hip" ctrlrange="-1 1" ctrllimited="true"/></actuator>
  <sensor>
    <framepos objtype="site" objname="foot"/>
    <gyro site="foot"/>
    <accelerometer site="foot"/>
    <touch site="foot"/>
    <actuatorfrc actuator="motor"/>
    <subtreeangmom body="trunk"/>
  </sensor>
</mujoco>`

const load = (name: string): Model =>
  loadModel(name === 'leg' ? LEG : readFileSync(new URL(`../../models/${name}.xml`, import.meta.url), 'utf8'))

/** The same model with steps that store all, and with lean ones. */
function both(name: string) {
  const models = [load(name), load(name)]
  const [all, lean] = models.map((m, i) => accelerate(m, { lean: i === 1 }))
  const states = models.map((m) => new Data(m))
  const advance = (steps: number): void => {
    for (let i = 0; i < steps; i++)
      models.forEach((m, s) => {
        for (let u = 0; u < m.nu; u++) states[s].ctrl[u] = Math.sin(0.1 * i + u)
        step(m, states[s])
      })
  }
  return { models, all, lean, states, advance }
}

/** Numbers of a field, of contacts only those in use. 0 and −0 are the same here. */
function numbers(d: Data, name: string): number[] {
  const values = Array.from(d[name as keyof Data] as Float64Array, (x) => x + 0)
  return name.startsWith('contact_') ? values.slice(0, (values.length / d.contactCapacity) * d.ncon) : values
}

const MODELS = ['leg', 'humanoid', 'quadruped', 'boxes', 'tasks/half_cheetah', 'tasks/ant', 'muscle_arm', 'ragdoll']
const STATE = ['qpos', 'qvel', 'act', 'act_dot', 'qacc', 'qacc_warmstart', 'sensordata']
const CONTACTS = ['contact_dist', 'contact_pos', 'contact_frame', 'contact_friction', 'contact_efc_address']

describe('a lean step', () => {
  test.each(MODELS)('of %s has the same bits of state, contacts, and sensors', (name) => {
    const { lean, states, advance } = both(name)
    for (let i = 0; i < 20; i++) {
      advance(10)
      for (const field of [...STATE, ...CONTACTS])
        expect(numbers(states[1], field), field).toEqual(numbers(states[0], field))
    }
    expect(numbers(states[1], lean.notStored[0]).some(Number.isNaN)).toBe(true)
  })

  test('does not store poses of bodies that no sensor looks at, and says so', () => {
    const { all, lean, states, advance } = both('tasks/half_cheetah')
    expect(all.notStored).toEqual([])
    expect(lean.notStored).toContain('xmat')
    expect(lean.notStored).not.toContain('geom_xpos')
    expect(both('leg').lean.notStored).not.toContain('site_xpos')
    advance(2)
    for (const name of lean.notStored) expect(numbers(states[1], name).some(Number.isNaN), name).toBe(true)
  })

  test('leaves rows of the Jacobian to whoever reads them', () => {
    const { states, advance } = both('quadruped')
    advance(200)
    expect(states[0].ncon).toBeGreaterThan(0)
    const [a, b] = states.map((d) => d.efc_J.slice(0, d.nJ))
    expect(b).toEqual(a)
  })

  test('ends where one that stores all ends if its kernel gives up', () => {
    const { states, advance } = both('tasks/half_cheetah')
    advance(5)
    for (const d of states) d.qpos[3] = 1e7
    advance(1)
    expect(numbers(states[1], 'qpos')).toEqual(numbers(states[0], 'qpos'))
    // all fields are there then
    expect(numbers(states[1], 'xmat')).toEqual(numbers(states[0], 'xmat'))
  })
})

describe('fields that lean steps do not store', () => {
  test('are those of forward dynamics after it, and NaN again after the next step', () => {
    const { models, lean, states, advance } = both('tasks/ant')
    advance(3)
    models.forEach((m, s) => {
      forward(m, states[s])
    })
    const rows = lean.notStored.filter((name) => !name.startsWith('efc_'))
    for (const name of rows) expect(numbers(states[1], name), name).toEqual(numbers(states[0], name))
    advance(1)
    for (const name of rows) expect(numbers(states[1], name).some(Number.isNaN), name).toBe(true)
  })

  test('are NaN soon after a reset: the step that writes the columns of moments stores all', () => {
    const { models, states, advance } = both('tasks/hopper')
    advance(2)
    resetData(models[1], states[1])
    expect(numbers(states[1], 'xmat').some(Number.isNaN)).toBe(false)
    advance(2)
    expect(numbers(states[1], 'xmat').some(Number.isNaN)).toBe(true)
  })

  test('are stored where energies are asked for, and by a step that may be taken up again', () => {
    const { models, states, advance } = both('tasks/hopper')
    for (const m of models) m.opt.enableflags |= EnableBit.energy
    advance(2)
    expect(numbers(states[1], 'energy')).toEqual(numbers(states[0], 'energy'))
    expect(numbers(states[1], 'xmat')).toEqual(numbers(states[0], 'xmat'))
    for (const m of models) m.opt.enableflags = 0
    advance(1)
    models.forEach((m, s) => {
      stepSkip(m, states[s], Stage.none, true)
    })
    expect(numbers(states[1], 'xmat')).toEqual(numbers(states[0], 'xmat'))
  })

  test('are known to another thread that uses the same code', () => {
    const m = load('tasks/hopper')
    const { code, notStored } = accelerate(m, { lean: true })
    const other = load('tasks/hopper')
    expect(accelerate(other, { code: structuredClone(code) }).notStored).toEqual(notStored)
    const d = new Data(other)
    step(other, d)
    step(other, d)
    expect(numbers(d, 'xmat').some(Number.isNaN)).toBe(true)
  })

  test('are those that sensors in TypeScript do not need', () => {
    const xml = LEG.replace('<gyro', '<distance geom1="floor" geom2="foot" cutoff="5"/><gyro')
      .replace('<geom type="plane"', '<geom name="floor" type="plane"')
      .replace('<geom type="capsule"', '<geom name="foot" type="capsule"')
    const models = [loadModel(xml), loadModel(xml)]
    models.forEach((m, i) => {
      accelerate(m, { lean: i === 1 })
    })
    const states = models.map((m) => new Data(m))
    for (let i = 0; i < 50; i++) {
      models.forEach((m, s) => {
        step(m, states[s])
      })
      expect(numbers(states[1], 'sensordata')).toEqual(numbers(states[0], 'sensordata'))
    }
  })

  test('are none for a model whose forward dynamics is not one kernel, which it says', () => {
    const m = load('humanoid')
    const accelerated = accelerate(m, { lean: true, sameBits: true })
    expect(accelerated.notStored).toEqual([])
    expect(accelerated.notice).toMatch(/^steps store all fields: /)
  })
})
