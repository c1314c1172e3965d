import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadModel } from '../../../src/format/load.ts'
import { fieldLine, judge, matches, type ReferenceModule } from '../../../tools/compare/index.ts'
import { BOX, mshFile, objFile, stlFile } from '../../support/meshFiles.ts'

/** Meshes in both engines: every field of the model, hulls as sets. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

/** Fields that differ, or why one side refuses. */
function differences(xml: string, files: Readonly<Record<string, string | Uint8Array>> = {}): string[] {
  const source = { path: 'model.xml', files: (path: string) => (path === 'model.xml' ? xml : files[path]) }
  const verdict = judge(mj, { name: 'model', load: () => loadModel(xml, { files }), source }, { data: false })
  if (verdict.outcome === 'matched') return []
  if (verdict.outcome === 'different') return verdict.model.filter((field) => !matches(field)).map(fieldLine)
  return [`${verdict.outcome}: ${verdict.message}`]
}

const vertex = `vertex="${BOX.vertex.map((x, i) => x * (1 + (i % 3)) + (i === 5 ? 0.7 : 0)).join(' ')}"`
const face = `face="${BOX.face.join(' ')}"`
const GEOM = '<geom type="mesh" mesh="m" pos=".1 .2 .3" euler="10 20 30"/>'

function model(mesh: string, geom = GEOM, rest = ''): string {
  return `<mujoco><asset><mesh name="m" ${mesh}/></asset>
    <worldbody><body pos="1 2 3"><freejoint/>${geom}</body></worldbody>${rest}</mujoco>`
}

test.each([
  ['points', vertex],
  ['points and faces', `${vertex} ${face}`],
  ['another origin', `${vertex} ${face} refpos=".3 -.2 .1" refquat=".5 .1 -.3 .2"`],
  ['scales', `${vertex} ${face} scale=".3 .2 2"`],
  ['a mirror', `${vertex} ${face} scale="-.3 .2 2"`],
  ['a mirror, without faces', `${vertex} scale="-.3 .2 2" refquat=".5 .1 -.3 .2"`],
  ['normals', `${vertex} ${face} scale="1 2 3" refquat=".5 .1 -.3 .2" normal="${'1 2 3 '.repeat(8)}"`],
  ['one normal', `${vertex} ${face} normal="1 2 3"`],
  ['smooth normals', `${vertex} ${face} smoothnormal="true"`],
  ['texture coordinates', `${vertex} ${face} texcoord="${'.1 .2 '.repeat(8)}" scale="-1 1 1"`],
  ['exact inertia', `${vertex} ${face} inertia="exact"`],
  ['convex inertia', `${vertex} ${face} inertia="convex"`],
  ['legacy inertia', `${vertex} ${face} inertia="legacy"`],
  ['shell inertia', `${vertex} ${face} inertia="shell"`],
  ['a hull of 4 vertices', `${vertex} ${face} maxhullvert="4"`],
])('a mesh with %s', (_, mesh) => {
  expect(differences(model(mesh))).toEqual([])
})

test.each([
  'sphere" params="0',
  'sphere" params="3',
  'hemisphere" params="0',
  'hemisphere" params="3',
  'cone" params="5 .5',
  'cone" params="7 0',
  'supersphere" params="10 .5 .8',
  'supertorus" params="12 .3 .5 .7',
  'wedge" params="6 5 90 60 .5',
  'plate" params="4 3" inertia="shell',
])('the built-in mesh %s', (builtin) => {
  const geom = builtin.startsWith('plate') ? '<geom size="1"/>' : GEOM
  expect(differences(model(`builtin="${builtin}"`, geom))).toEqual([])
})

test.each([
  ['stl', stlFile(BOX)],
  ['obj', objFile(BOX)],
  ['msh', mshFile(BOX)],
])('a file of type %s, upright and mirrored', (ending, content) => {
  for (const scale of ['1 2 3', '-1 2 3'])
    expect(differences(model(`file="box.${ending}" scale="${scale}"`), { [`box.${ending}`]: content })).toEqual([])
})

test('a mirrored mesh has the inertia of its hull; the reference finds a negative volume and refuses it', () => {
  const mesh = (x: number) => model(`${vertex} ${face} scale="${x} 1 1" inertia="convex"`)
  expect(differences(mesh(1))).toEqual([])
  expect(differences(mesh(-1))).toEqual([expect.stringMatching(/accepted by us: .*mesh volume is negative/)])
  const [upright, mirrored] = [1, -1].map((x) => loadModel(mesh(x)))
  expect(mirrored.body_mass[1]).toBeCloseTo(upright.body_mass[1], 9)
  for (let k = 0; k < 3; k++) expect(mirrored.body_inertia[3 + k]).toBeCloseTo(upright.body_inertia[3 + k], 9)
})

test('each mesh of a file has its own frame and normals; the reference gives those of the first to all of one size', () => {
  const meshes = (first: string, second: string) => `<mujoco><asset>
    <mesh name="a" file="box.stl" ${first}/><mesh name="b" file="box.stl" ${second}/></asset></mujoco>`
  const files = { 'box.stl': stlFile(BOX) }
  for (const frame of ['refpos="1 2 3"', 'refquat="1 1 0 0"', 'smoothnormal="true"']) {
    const different = differences(meshes(frame, ''), files)
    expect(different.length > 0 && different.every((line) => /^mesh_(pos|quat|vert|normal)/.test(line)), frame).toBe(
      true,
    )
    expect(differences(meshes(frame, frame), files)).toEqual([])
    expect(differences(meshes(frame, 'scale="1 1 2"'), files)).toEqual([])
  }
  const { mesh_pos } = loadModel(meshes('refpos="1 2 3"', ''), { files })
  expect(mesh_pos[0]).toBeCloseTo(-1, 12)
  expect(mesh_pos[3]).toBe(0)
})

test('an OBJ file with polygons, normals of some faces, and a second object', () => {
  const text = `o first\nv 0 0 0\nv 2 0 0\nv 2.5 1 0\nv 1 2 0\nv -.5 1 0\nv 1 1 1.5\nvn 0 0 1\nvt .1 .2
    f 5/1/1 4/1/1 3/1/1 2/1/1 1/1/1\nf 1 2 6\nf 2 3 6\nf 3 4 6\nf -2 -1 4\nf 5 1 6\no second\nf 1 2 3\n`
  expect(differences(model('file="a.obj"'), { 'a.obj': text })).toEqual([])
})

test.each([
  ['lines that end with carriage returns alone', objFile(BOX).replaceAll('\n', '\r')],
  ['texture coordinates of one number', objFile(BOX).replace('vt 1 0', 'vt 1')],
  ['texture coordinates and normals of number 0', objFile(BOX).replaceAll('/1/1', '/0/0')],
  ['colors of vertices', objFile(BOX).replaceAll(/^v .*$/gm, '$& .1 .2 .3')],
  ['points and lines', `${objFile(BOX)}l 1 2\np 3\nf 1 2\n`],
])('an OBJ file with %s', (_, text) => {
  expect(differences(model('file="a.obj"'), { 'a.obj': text })).toEqual([])
})

test('an STL file may have coordinates up to 2³⁰ m', () => {
  const file = (most: number) => ({ 'a.stl': stlFile({ ...BOX, vertex: BOX.vertex.map((x) => x * most) }) })
  const still = '<geom type="mesh" mesh="m" contype="0" conaffinity="0"/>'
  expect(differences(model('file="a.stl" scale="1e-9 1e-9 1e-9"', still), file(2 ** 30))).toEqual([])
  expect(differences(model('file="a.stl" scale="1e-9 1e-9 1e-9"', still), file(1.1 * 2 ** 30))).toEqual([
    expect.stringMatching(/^refused by both: .*coordinate is too large for STL/),
  ])
})

describe('geoms', () => {
  const mesh = `${vertex} ${face} refpos=".3 -.2 .1" refquat=".5 .1 -.3 .2" scale=".1 .2 .3"`
  const types = ['sphere', 'capsule', 'cylinder', 'ellipsoid', 'box']
  test.each(types)('of type %s fitted to a mesh', (type) => {
    const geom = `<geom type="${type}" mesh="m" fitscale="1.5" size=".1 .2 .3" pos="1 2 3" euler="10 20 30"/>`
    expect(differences(model(mesh, geom))).toEqual([])
    expect(differences(model(mesh, geom, '<compiler fitaabb="true"/>'))).toEqual([])
  })

  test('are fitted as the outermost model says, also those of an attached model', () => {
    for (const [outer, inner] of ['true', 'false'].flatMap((a) => ['true', 'false'].map((b) => [a, b]))) {
      const xml = `<mujoco><compiler fitaabb="${outer}"/><asset><model name="x" file="x.xml"/></asset>
        <worldbody><attach model="x" prefix="x"/></worldbody></mujoco>`
      const child = model(mesh, '<geom type="box" mesh="m"/>', `<compiler fitaabb="${inner}"/>`)
      expect(differences(xml, { 'x.xml': child }), `${outer}, ${inner}`).toEqual([])
    }
  })

  test.each([
    ['with a mass', '<geom type="mesh" mesh="m" mass="3"/>'],
    ['with a surface that moves', '<geom type="mesh" mesh="m" surfacevel="1 2 3 4 5 6"/>'],
    ['that displace fluid', '<geom type="mesh" mesh="m" fluidshape="ellipsoid"/>'],
    ['that do not collide', '<geom type="mesh" mesh="m" contype="0" conaffinity="0"/>'],
    ['of type sdf', '<geom type="sdf" mesh="m"/>'],
    ['next to mesh sites', '<geom size="1"/><site type="mesh" mesh="m" pos="1 0 0"/>'],
  ])('%s', (_, geom) => {
    expect(differences(model(mesh, geom))).toEqual([])
  })

  test('that only collide in a pair', () => {
    const geoms = `<geom name="a" type="mesh" mesh="m" contype="0" conaffinity="0"/><geom name="b" size=".1"/>`
    const pair = '<contact><pair geom1="a" geom2="b"/></contact>'
    expect(differences(model(mesh, geoms, pair))).toEqual([])
  })
})

test('defaults of classes, several meshes, and discarded ones', () => {
  const xml = (discard: boolean) => `<mujoco><compiler discardvisual="${discard}"/>
    <default><mesh scale=".1 .1 .1"/><default class="big"><mesh scale="2 3 4" inertia="shell" maxhullvert="4"/></default></default>
    <asset>
      <mesh name="a" ${vertex}/><mesh name="b" class="big" ${vertex} ${face}/><mesh name="unused" ${vertex}/>
      <mesh name="c" ${vertex} ${face} texcoord="${'.1 .2 '.repeat(8)}"/>
    </asset>
    <worldbody><body><freejoint/>
      <geom type="mesh" mesh="a"/><geom type="mesh" mesh="b"/><geom type="mesh" mesh="c" contype="0" conaffinity="0"/>
    </body></worldbody></mujoco>`
  expect(differences(xml(false))).toEqual([])
  expect(differences(xml(true))).toEqual([])
})

test.each([
  ['three points', 'vertex="0 0 0 1 0 0 0 1 0"'],
  ['half a point', `vertex="0 0 0 1"`],
  ['points in a plane', 'vertex="0 0 0 1 0 0 0 1 0 1 1 0"'],
  ['an index out of range', `${vertex} face="0 1 8"`],
  ['no volume', `${vertex} ${face} scale="0 1 1"`],
  ['too few texture coordinates', `${vertex} ${face} texcoord="0 0"`],
  ['a hull of 3 vertices', `${vertex} ${face} maxhullvert="3"`],
  ['faces turned inconsistently', `${vertex} face="0 1 2 0 3 2 4 5 6 4 6 7 0 1 5" inertia="exact"`],
  ['a shape and points', `${vertex} builtin="sphere" params="1"`],
  ['too fine a sphere', 'builtin="sphere" params="5"'],
  ['too few parameters', 'builtin="cone" params="5"'],
  ['no parameters', 'builtin="sphere"'],
  ['nothing', ''],
])('a mesh with %s is refused by both', (_, mesh) => {
  expect(differences(model(mesh))[0]).toContain('refused by both')
})
