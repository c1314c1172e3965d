import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { ModelError } from '../../../src/core/model/errors.ts'
import { loadModel } from '../../../src/format/load.ts'
import { fieldLine, judge, matches, type ReferenceModule } from '../../../tools/compare/index.ts'
import { MESH_ROBOTS, parts, REFUSED_BY_US, ROBOTS, SHAPES, WRONG_ROBOTS } from '../support/robots.ts'

/** URDF becomes the reference's model, number by number, or is refused as there. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

const subject = (name: string, xml: string) => ({ name, load: () => loadModel(xml), source: xml })

describe('a robot has the numbers of the reference:', () => {
  test.for(Object.entries(ROBOTS))('%s', ([name, xml]) => {
    const verdict = judge(mj, subject(name, xml), { rollouts: [] })
    expect(verdict.message).toBe(undefined)
    expect(verdict.model.length).toBeGreaterThan(0)
    expect([...verdict.model, ...verdict.data].filter((field) => !matches(field)).map(fieldLine)).toEqual([])
  })
})

describe('a robot with meshes has the numbers of the reference:', () => {
  test.for(Object.entries(MESH_ROBOTS))('%s', ([name, { xml, files }]) => {
    const all: Record<string, string> = { ...files, 'robot.urdf': xml }
    const source = { path: 'robot.urdf', files: (path: string) => all[path] }
    const verdict = judge(mj, { name, load: () => loadModel(xml, { files }), source }, { rollouts: [] })
    expect(verdict.message).toBe(undefined)
    expect(verdict.model.length).toBeGreaterThan(0)
    expect([...verdict.model, ...verdict.data].filter((field) => !matches(field)).map(fieldLine)).toEqual([])
  })
})

describe('a robot can be attached to a model in MJCF:', () => {
  test.for([
    ['an arm', 'upper'],
    ['an arm with all its links', 'base'],
    ['two fingers that follow a third', 'a'],
  ] as const)('%s, from the link %s on', ([name, body]) => {
    const xml = `<mujoco><asset><model name="r" file="robot.urdf"/></asset><worldbody><frame pos="1 0 0" euler="9 8 7">
      <attach model="r" body="${body}" prefix="x_"/></frame></worldbody></mujoco>`
    const all: Record<string, string> = { 'main.xml': xml, 'robot.urdf': ROBOTS[name] }
    const source = { path: 'main.xml', files: (path: string) => all[path] }
    const verdict = judge(mj, { name, load: () => loadModel(xml, { files: all }), source }, { rollouts: [] })
    expect(verdict.message).toBe(undefined)
    expect(verdict.model.filter((field) => !matches(field)).map(fieldLine)).toEqual([])
  })
})

describe('a mesh of a package is found', () => {
  const { inertial, shape, single, mesh, compiler } = parts
  const xml = single(inertial(1) + shape('collision', mesh('package://arm/meshes/wedge.obj')))
  test.for(['wedge.obj', 'arm/meshes/wedge.obj', 'meshes/wedge.obj', '../meshes/wedge.obj'])('as %s', (path) => {
    expect(loadModel(xml, { files: { [path]: SHAPES.WEDGE } }).nmesh).toBe(1)
  })

  test('in the folder for meshes', () => {
    const robot = xml.replace('<link', `${compiler('meshdir="shapes"')}<link`)
    expect(loadModel(robot, { files: { 'shapes/wedge.obj': SHAPES.WEDGE } }).nmesh).toBe(1)
  })

  test('or else the error tells all places', () => {
    const places = "'arm/meshes/wedge.obj', 'meshes/wedge.obj', '../meshes/wedge.obj', 'wedge.obj'"
    expect(() => loadModel(xml)).toThrow(places)
  })

  test('apart from one of the same name in another folder', () => {
    const collisions = ['a/wedge.obj', 'b/wedge.obj'].map((file) => shape('collision', mesh(file))).join('')
    const files = { 'a/wedge.obj': SHAPES.WEDGE, 'b/wedge.obj': SHAPES.BRICK }
    const m = loadModel(single(inertial(1) + collisions), { files })
    expect([...m.mesh_vertnum]).toEqual([4, 8])
  })
})

describe('neither engine takes', () => {
  test.for(Object.entries(WRONG_ROBOTS))('%s', ([, xml]) => {
    expect(() => mj.MjModel.from_xml_string(xml).delete()).toThrow()
    expect(() => loadModel(xml)).toThrow(ModelError)
  })
})

describe('what would have no effect is refused, where the reference is silent:', () => {
  test.for(Object.entries(REFUSED_BY_US))('%s', ([, xml]) => {
    expect(() => mj.MjModel.from_xml_string(xml).delete()).not.toThrow()
    expect(() => loadModel(xml)).toThrow(ModelError)
  })
})
