import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Data, forward, loadModel } from '../../../src/index.ts'
import { ALL_KINDS, fieldsOf, KINDS, knownPaths, numbersAt } from './fields.ts'

const model = loadModel(`
<mujoco>
  <option><flag energy="enable"/></option>
  <worldbody>
    <body name="a" pos="1 2 3"><freejoint name="root"/><geom name="a.b[0]" size=".1"/></body>
    <body name="b" mocap="true" pos="0 0 5"><geom size=".1" contype="0" conaffinity="0"/></body>
    <body><joint name="hinge" axis="0 1 0"/><geom size=".1" pos="1 0 0"/></body>
  </worldbody>
  <actuator><motor name="drive" joint="hinge"/></actuator>
  <sensor><framepos name="place" objtype="body" objname="a"/></sensor>
</mujoco>`)
const data = new Data(model)
forward(model, data)

const read = (path: string) => numbersAt(model, data, path).map((each) => each.read())

describe('numbers of a state by path', () => {
  test.each([
    ['qpos[2]', [3]],
    ['qpos.root', [1, 2, 3, 1, 0, 0, 0]],
    ['qpos.root[1]', [2]],
    ['xpos.a', [1, 2, 3]],
    ['geom_xpos.a.b[0]', [1, 2, 3]],
    ['geom_xpos.a.b[0][2]', [3]],
    ['mocap_pos.b[2]', [5]],
    ['sensor.place', [1, 2, 3]],
    ['sensor.place[2]', [3]],
    ['ctrl.drive', [0]],
    ['ncon', [0]],
    [' time ', [0]],
  ])('%s', (path, expected) => expect(read(path)).toEqual(expected))

  test('energy is potential, kinetic and total', () => {
    const [potential, kinetic, total] = read('energy')
    expect(potential).toBe(data.energy[0])
    expect(total).toBe(potential + kinetic)
    expect(read('energy.total')).toEqual([total])
  })

  test.each(['', 'nothing', 'qpos[99]', 'qpos.root[7]', 'qpos.nobody', 'sensor.nothing', 'energy.x', 'qpos['])(
    '%j is no path',
    (path) => expect(read(path)).toEqual([]),
  )

  test('all suggested paths exist', () => {
    const names = knownPaths(model, data)
    expect(names.filter((name) => numbersAt(model, data, name).length === 0)).toEqual([])
    expect(names).toContain('sensor.place')
    expect(names).toContain('qpos.hinge')
  })
})

describe('fields of an object', () => {
  test('have the values of that object', () => {
    const fields = (kind: (typeof ALL_KINDS)[number], id: number) =>
      Object.fromEntries(fieldsOf(model, data, kind, id).map(({ name, values }) => [name, Array.from(values)]))
    expect(fields('body', 1)).toMatchObject({ xpos: [1, 2, 3], body_pos: [1, 2, 3] })
    expect(fields('body', 1)).not.toHaveProperty('mocap_pos')
    expect(fields('body', 2)).toMatchObject({ mocap_pos: [0, 0, 5] })
    expect(fields('joint', 1)).toMatchObject({ qpos: [0], jnt_axis: [0, 1, 0], dof_armature: [0] })
    expect(fields('sensor', 0)).toMatchObject({ sensordata: [1, 2, 3] })
  })

  test('include every array of the model that has rows for its kind', () => {
    const humanoid = loadModel(readFileSync(new URL('../../../models/muscle_arm.xml', import.meta.url), 'utf8'))
    const state = new Data(humanoid)
    const shown = new Set(
      ALL_KINDS.flatMap((kind) =>
        KINDS[kind].count(humanoid) > 0 ? fieldsOf(humanoid, state, kind, 0).map(({ name }) => name) : [],
      ),
    )
    const ours = /^(body|jnt|dof|geom|site|light|tendon|actuator|sensor)_/
    const missed = [...Object.entries(humanoid), ...Object.entries(state)]
      .filter(([name, value]) => ours.test(name) && ArrayBuffer.isView(value) && value.byteLength > 0)
      .map(([name]) => name)
      .filter((name) => !shown.has(name))
    // index lists of awake bodies and dofs, and a sparse matrix
    expect(missed).toEqual(['body_awake_ind', 'dof_awake_ind', 'actuator_moment'])
  })
})
