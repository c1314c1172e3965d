import { describe, expect, test } from 'vitest'
import { Random } from '../../../tools/compare/randomState.ts'
import { Data } from '../../core/data/data.ts'
import { DisableBit, EnableBit, Integrator } from '../../core/model/enums.ts'
import { StepError } from '../../core/model/errors.ts'
import type { Model } from '../../core/model/model.ts'
import { loadModel } from '../../format/load.ts'
import { forward } from '../../pipeline/forward.ts'
import { forwardPosition } from '../../pipeline/forwardStages.ts'
import { step } from '../../pipeline/step.ts'
import { rnePostConstraint } from '../constraint/rnePostConstraint.ts'
import { fullM } from '../dynamics/crba.ts'
import { integratePos } from '../integrate/integratePos.ts'

/** Two free bodies and a hinged one, with tendons between them. */
const model = (tendons: string, options = '') =>
  loadModel(`<mujoco>
    <option ${options}/>
    <worldbody>
      <site name="ground" pos="0 0 2"/>
      <geom name="ball" size=".2" pos="0 0 1"/>
      <geom name="roll" type="cylinder" size=".2 .1" pos="0 0 1" euler="90 0 0"/>
      <body pos="-1 0 .9"><freejoint/><geom size=".1" mass="1"/><site name="a" pos="0 0 .1"/></body>
      <body pos="1 0 .9"><freejoint/><geom size=".1" mass="2"/><site name="b" pos="0 .1 .1"/></body>
      <body pos="0 2 0">
        <joint name="hinge" axis="1 0 0"/><joint name="slide" type="slide" axis="0 0 1"/>
        <geom size=".1" pos="0 .1 0" mass="1"/><site name="c" pos="0 0 .3"/>
      </body>
    </worldbody>
    <tendon>${tendons}</tendon>
  </mujoco>`)

const KINDS = {
  straight: '<spatial><site site="a"/><site site="b"/><site site="c"/></spatial>',
  'around a ball': '<spatial><site site="a"/><geom geom="ball"/><site site="b"/></spatial>',
  'around a cylinder': '<spatial><site site="a"/><geom geom="roll"/><site site="b"/></spatial>',
  'with pulleys':
    '<spatial><site site="ground"/><site site="a"/><pulley divisor="2"/><site site="a"/><site site="c"/></spatial>',
  fixed: '<fixed><joint joint="hinge" coef="2"/><joint joint="slide" coef="-3"/></fixed>',
}

function moved(m: Model, seed: number): Data {
  const d = new Data(m)
  const random = new Random(seed)
  integratePos(m, d.qpos, random.vector(m.nv), 0.1)
  d.qvel.set(random.vector(m.nv))
  forward(m, d)
  return d
}

describe.each(Object.entries(KINDS))('the length of a tendon, %s,', (_, tendon) => {
  test('changes with the positions as its Jacobian says', () => {
    const m = model(tendon)
    const d = moved(m, 1)
    const change = 1e-6
    for (let dof = 0; dof < m.nv; dof++) {
      const lengths = [-change, change].map((amount) => {
        const other = new Data(m)
        const direction = new Float64Array(m.nv)
        direction[dof] = 1
        other.qpos.set(d.qpos)
        integratePos(m, other.qpos, direction, amount)
        forwardPosition(m, other)
        return other.ten_length[0]
      })
      const column = m.ten_J_colind.indexOf(dof)
      expect(column < 0 ? 0 : d.ten_J[column]).toBeCloseTo((lengths[1] - lengths[0]) / (2 * change), 7)
    }
  })

  test('changes in time at the rate that ten_velocity says', () => {
    const m = model(tendon)
    const d = moved(m, 2)
    const later = new Data(m)
    later.qpos.set(d.qpos)
    integratePos(m, later.qpos, d.qvel, 1e-7)
    forwardPosition(m, later)
    expect((later.ten_length[0] - d.ten_length[0]) / 1e-7).toBeCloseTo(d.ten_velocity[0], 5)
  })
})

test('a pulley divides the length of what follows it', () => {
  const path = '<site site="ground"/><site site="a"/>'
  const whole = moved(model(`<spatial>${path}</spatial>`), 1).ten_length[0]
  const half = moved(model(`<spatial><pulley divisor="2"/>${path}</spatial>`), 1).ten_length[0]
  expect(half).toBe(whole / 2)
})

test('the points of a path are the sites, where it meets and leaves geoms, and marks of pulleys', () => {
  const d = moved(model(KINDS['with pulleys']), 1)
  expect([...d.wrap_obj.subarray(0, d.ten_wrapnum[0])]).toEqual([-1, -1, -2, -1, -1])
  const around = moved(model(KINDS['around a ball']), 3)
  expect([...around.wrap_obj.subarray(0, 4)]).toEqual([-1, 0, 0, -1])
})

describe('a tendon with armature', () => {
  const KINETIC = 1

  test('adds ½ a v² to the kinetic energy where all its dofs are in one chain', () => {
    const d = moved(model(''), 4)
    const m = model('<fixed armature="3"><joint joint="hinge" coef="2"/><joint joint="slide" coef="1"/></fixed>')
    m.opt.enableflags |= EnableBit.energy
    const heavier = moved(m, 4)
    const without = kinetic(d)
    expect(heavier.energy[KINETIC]).toBeCloseTo(without + 1.5 * heavier.ten_velocity[0] ** 2, 12)
  })

  /** ½ qvelᵀ M qvel of a model of the same bodies without tendons. */
  function kinetic(d: Data): number {
    const m = model('')
    const M = new Float64Array(m.nv * m.nv)
    fullM(m, M, d.M)
    let sum = 0
    for (let i = 0; i < m.nv; i++) for (let j = 0; j < m.nv; j++) sum += 0.5 * d.qvel[i] * M[i * m.nv + j] * d.qvel[j]
    return sum
  }

  test('keeps energy: its bias force is the one that its inertia makes', () => {
    const m = model('<spatial armature="3"><site site="ground"/><site site="c"/></spatial>', 'timestep="0.0005"')
    m.opt.enableflags |= EnableBit.energy
    m.opt.integrator = Integrator.RK4
    const d = new Data(m)
    d.qvel.set([1, -0.5], 12)
    forward(m, d)
    const before = d.energy[0] + d.energy[1]
    for (let i = 0; i < 500; i++) step(m, d)
    forward(m, d)
    expect(d.energy[0] + d.energy[1]).toBeCloseTo(before, 8)
  })
})

describe('a tendon with a spring', () => {
  const attributes = 'stiffness="20 3" springlength="1 1.5"'
  const spring = `<spatial ${attributes}><site site="a"/><geom geom="ball"/><site site="b"/></spatial>`

  test('keeps energy, and momentum of what it connects', () => {
    const m = model(
      '<spatial stiffness="20 3" springlength="1"><site site="a"/><site site="b"/></spatial>',
      'gravity="0 0 0" timestep="0.0002"',
    )
    m.opt.enableflags |= EnableBit.energy
    m.opt.integrator = Integrator.RK4
    const d = moved(m, 5)
    const momentum = () => [0, 1, 2].map((axis) => d.qvel[axis] + 2 * d.qvel[6 + axis])
    const before = [...momentum(), d.energy[0] + d.energy[1]]
    for (let i = 0; i < 1000; i++) step(m, d)
    forward(m, d)
    const after = [...momentum(), d.energy[0] + d.energy[1]]
    for (const [i, value] of after.entries()) expect(value).toBeCloseTo(before[i], 7)
  })

  test('is slack between the two lengths, and when springs are disabled', () => {
    const slack = moved(model(spring.replace('1 1.5', '0 100')), 6)
    expect(slack.qfrc_spring.every((x) => x === 0)).toBe(true)
    const disabled = model(spring)
    disabled.opt.disableflags |= DisableBit.spring
    expect(moved(disabled, 6).qfrc_spring.every((x) => x === 0)).toBe(true)
  })

  test('is told in cfrc_ext, so that a free body needs no other force', () => {
    const m = model(spring)
    const d = moved(m, 7)
    rnePostConstraint(m, d)
    // a free joint transmits nothing
    for (let i = 6; i < 18; i++) expect(d.cfrc_int[i]).toBeCloseTo(0, 9)
    expect(Math.hypot(...d.cfrc_ext.subarray(9, 12))).toBeGreaterThan(1)
  })
})

test('a tendon with a damper takes energy away', () => {
  const m = model('<spatial damping="2 1"><site site="a"/><site site="b"/></spatial>')
  const d = moved(m, 8)
  const power = d.qfrc_damper.reduce((sum, force, i) => sum + force * d.qvel[i], 0)
  expect(power).toBeCloseTo(-(2 + Math.abs(d.ten_velocity[0])) * d.ten_velocity[0] ** 2, 12)
})

test.each([KINDS.fixed, '<spatial><site site="ground"/><site site="a"/></spatial>'])(
  'a tendon that is changed to pull on something else is refused, and does not search forever: %s',
  (tendon) => {
    const m = model(tendon)
    // from the slide to a free joint, from the site of one body to that of another
    m.wrap_objid[1] = tendon === KINDS.fixed ? 0 : 2
    expect(() => step(m, new Data(m))).toThrow(StepError)
    expect(() => step(m, new Data(m))).toThrow(/tendon 0 pulls on dof \d+/)
  },
)
