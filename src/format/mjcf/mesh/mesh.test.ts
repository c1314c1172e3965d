import { describe, expect, test } from 'vitest'
import { BOX, mshFile, objFile, stlFile, textStlFile } from '../../../../test/support/meshFiles.ts'
import { modelError } from '../../../../test/support/modelError.ts'
import type { Model } from '../../../core/model/model.ts'
import { modelFromMessage, modelMessage } from '../../../core/model/modelMessage.ts'
import { loadModel } from '../../load.ts'

const GEOM = '<geom type="mesh" mesh="m"/>'

function load(mesh: string, files: Record<string, string | Uint8Array> = {}, geom = GEOM): Model {
  const xml = `<mujoco><asset><mesh name="m" ${mesh}/></asset><worldbody><body><freejoint/>${geom}</body></worldbody></mujoco>`
  return loadModel(xml, { files })
}

const vertex = `vertex="${BOX.vertex.join(' ')}"`
const face = `face="${BOX.face.join(' ')}"`

describe('the same box from', () => {
  test.each([
    ['binary STL', 'stl', stlFile(BOX)],
    ['text STL', 'stl', textStlFile(BOX)],
    ['OBJ', 'obj', objFile(BOX)],
    ['MSH', 'msh', mshFile(BOX)],
  ])('%s weighs 8000 kg and has half sides of 1 m', (_, ending, content) => {
    const m = load(`file="box.${ending}"`, { [`box.${ending}`]: content })
    expect(m.mesh_vertnum[0]).toBe(8)
    expect(m.mesh_facenum[0]).toBe(12)
    expect(m.body_mass[1]).toBeCloseTo(8000, 8)
    expect([...m.geom_size]).toEqual([1, 1, 1])
    expect(m.mesh_polynum[0]).toBe(6)
  })

  test('numbers in the element', () => {
    const m = load(`${vertex} ${face}`)
    expect(m.body_mass[1]).toBeCloseTo(8000, 8)
    expect([...m.mesh_face]).toEqual([...BOX.face])
  })

  test('points alone, with the faces of their hull', () => {
    const m = load(vertex)
    expect(m.mesh_facenum[0]).toBe(12)
    expect(m.body_mass[1]).toBeCloseTo(8000, 8)
  })
})

test('a mesh is moved to its center of mass, and the geom with it', () => {
  const m = load(`${vertex} ${face} refpos="-1 -2 -3" scale="1 1 2"`, {}, '<geom type="mesh" mesh="m" pos="0 0 10"/>')
  expect([...m.mesh_pos].map((x) => Math.round(x * 1e9) / 1e9)).toEqual([1, 2, 6])
  expect([...m.geom_pos].map((x) => Math.round(x * 1e9) / 1e9)).toEqual([1, 2, 16])
})

test('a mesh that nothing collides with has no hull', () => {
  const m = load(`${vertex} ${face}`, {}, `<geom size="1"/><geom type="mesh" mesh="m" contype="0" conaffinity="0"/>`)
  expect(m.mesh_graphadr[0]).toBe(-1)
  expect(m.nmeshpoly).toBe(0)
})

test.each(['supersphere" params="501 1 1', 'supertorus" params="501 .3 1 1', 'plate" params="501 501'])(
  'a built-in mesh has at most 500 points a side: %s',
  (builtin) => {
    const error = modelError(() => load(`builtin="${builtin}"`))
    expect(error).toMatchObject({ attribute: 'params' })
    expect(error.expected).toMatch(/to 500$/)
  },
)

test('a file of thousands of triangles may be a signed distance', () => {
  const grid = Array.from({ length: 40 }, (_, i) => Array.from({ length: 40 }, (_, j) => [i, j, Math.sin(i * j)]))
  const cell = (i: number, j: number) => 40 * i + j
  const faces = Array.from({ length: 39 * 39 }, (_, k) => {
    const [i, j] = [Math.floor(k / 39), k % 39]
    const [a, b, c, d] = [cell(i, j), cell(i + 1, j), cell(i + 1, j + 1), cell(i, j + 1)]
    return [a, b, c, a, c, d]
  })
  const scan = { vertex: grid.flat(2), face: faces.flat() }
  const m = load('file="scan.stl" inertia="shell"', { 'scan.stl': stlFile(scan) }, '<geom type="sdf" mesh="m"/>')
  expect(m.nmeshface).toBe(3042)
  expect(m.noct).toBeGreaterThan(1000)
})

test('a built-in cone has at most 10,000 sides', () => {
  expect(modelError(() => load('builtin="cone" params="10001 .5"')).expected).toMatch(/to 10000$/)
})

test('meshes that a few characters make have a limit in all, which is looked at before their hulls', () => {
  const sphere = (name: string) => `<mesh name="${name}" builtin="supersphere" params="400 1 1"/>`
  const xml = `<mujoco><asset>${sphere('a')}${sphere('b')}</asset>
    <worldbody><geom type="mesh" mesh="b"/></worldbody></mujoco>`
  const error = modelError(() => loadModel(xml))
  expect(error).toMatchObject({ element: 'mesh', found: `${2 * (400 * 399 + 2)}` })
  expect(error.expected).toMatch(/^at most 300000 points/)
})

test('an unnamed mesh is called like its file', () => {
  const xml = `<mujoco><compiler meshdir="parts"/><asset><mesh file="left/box.stl"/></asset>
    <worldbody><geom type="mesh" mesh="box"/></worldbody></mujoco>`
  expect(loadModel(xml, { files: { 'parts/left/box.stl': stlFile(BOX) } }).nmesh).toBe(1)
})

describe('errors are at the mesh and name its file:', () => {
  const damaged = (change: (view: DataView) => void, bytes = stlFile(BOX)): Uint8Array => {
    change(new DataView(bytes.buffer))
    return bytes
  }
  test.each([
    ['four billion faces', 'stl', damaged((view) => view.setUint32(80, 0xffffffff, true)), 'number of faces'],
    ['a file cut off', 'stl', stlFile(BOX).slice(0, 300), 'size of the file'],
    ['a coordinate that is no number', 'stl', damaged((view) => view.setFloat32(96, Number.NaN, true)), 'not a finite'],
    ['four billion vertices', 'msh', damaged((view) => view.setUint32(0, 0xffffffff, true), mshFile(BOX)), 'vertices'],
    ['a billion faces', 'msh', damaged((view) => view.setInt32(12, 1e9, true), mshFile(BOX)), 'size of the file'],
    ['a quad without vertex', 'obj', `${objFile(BOX)}f 1 2 99 3\n`, 'not there'],
    ['a face without vertex', 'obj', `${objFile(BOX)}f 1 2 99\n`, 'not there'],
    ['no numbers', 'obj', 'v 1 x 2\n', 'expected 3 numbers'],
    ['three points', 'obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\n', 'at least 4'],
    ['a flat mesh', 'obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n', 'coplanar'],
    ['a tilted flat mesh', 'obj', 'v 0 0 0\nv 1 0 1\nv 0 1 2\nv 1 1 3\nv 2 3 8\n', 'a plane or a thin box'],
    ['a mesh on a line', 'obj', 'v 0 0 0\nv 1 2 3\nv 2 4 6\nv 3 6 9\n', 'collinear'],
    ['a mesh at one place', 'obj', 'v 1 2 3\nv 1 2 3\nv 1 2 3\nv 1 2 3\n', 'colocated'],
    ['no volume', 'obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n', 'volume'],
  ])('%s', (_, ending, content, reason) => {
    const error = modelError(() => load(`file="bad.${ending}"`, { [`bad.${ending}`]: content }))
    expect(error.message).toContain(reason)
    expect(error.message).toContain(`bad.${ending}`)
    expect(error.element).toBe('mesh')
  })

  test('a file that is not there, and a format that is not known', () => {
    expect(modelError(() => load('file="gone.stl"')).message).toContain("'gone.stl' not found")
    expect(modelError(() => load('file="a.ply"', { 'a.ply': '' })).message).toContain('.stl, .obj or .msh')
  })

  test('faces that are turned inconsistently, where that matters', () => {
    const turned = `face="${BOX.face.map((v, i) => (i < 3 ? BOX.face[2 - i] : v)).join(' ')}"`
    expect(modelError(() => load(`${vertex} ${turned} inertia="exact"`)).message).toContain('inconsistently')
    expect(load(`${vertex} ${turned}`).body_mass[1]).toBeCloseTo(8000, 8)
  })
})

describe('a face of a mesh file that cannot be cut into triangles as a whole', () => {
  // a bow that crosses itself five times, on top of a tetrahedron
  const TETRAHEDRON = 'v 9 0 0\nv 0 9 0\nv 0 0 9\nv -9 -9 -9\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n'
  const BOW = 'v 1 1 0\nv 2 1 0\nv 1 2 0\nv 2 2 0\nv 3 1 0\nv 1 3 0\n'
  const twoFaces = `${TETRAHEDRON}${BOW}f 5 8 6 7 9 10\nf 5 8 6 7 9 10\n`

  test('gives a warning that names the file and the line, and loads', () => {
    const m = load('file="bow.obj"', { 'bow.obj': twoFaces })
    expect(m.warnings).toEqual([
      "model.xml:1:16: <mesh> 'm', attribute 'file': mesh file 'bow.obj': the face in line 15 (and 1 more, the next " +
        'in line 16) has 6 corners, but only 1 of 4 triangles could be cut from it: the rest is missing, as in ' +
        'MuJoCo; cut the face in the program that made the file',
    ])
    expect(modelFromMessage(modelMessage(m)).warnings).toEqual(m.warnings)
  })

  test('is not reported where all faces are whole', () => {
    expect(load('file="box.obj"', { 'box.obj': objFile(BOX) }).warnings).toEqual([])
  })
})

test('normals and texture coordinates that are not there are left out, with a warning', () => {
  const text = objFile(BOX).replace('/3/1', '/9/9')
  const m = load('file="box.obj"', { 'box.obj': text })
  expect(m.warnings.map((warning) => warning.replace(/.*: mesh/, 'mesh'))).toEqual([
    "mesh file 'box.obj': the face in line 16 refers to a texture coordinate that is not there; it is drawn without",
    "mesh file 'box.obj': the face in line 16 refers to a normal that is not there; it is drawn without",
  ])
  expect([m.mesh_facetexcoord[2], m.mesh_facenormal[2]]).toEqual([-1, -1])
  expect(m.body_mass[1]).toBeCloseTo(8000, 8)
})

test('normals of an OBJ file that no face refers to are not used', () => {
  const text = `vn 1 2 3\n${objFile(BOX).replaceAll(/\/\d\/\d/g, '')}`
  const m = load('file="box.obj"', { 'box.obj': text })
  expect(m.mesh_normalnum[0]).toBe(8)
  expect(Math.min(...m.mesh_facenormal)).toBe(0)
})

test('geoms and sites say what is wrong with their mesh', () => {
  const geom = (text: string) => modelError(() => load(`${vertex} ${face}`, {}, text)).message
  expect(geom('<geom type="mesh"/>')).toContain('needs a mesh')
  expect(geom('<geom type="mesh" mesh="n"/>')).toContain('no mesh of this name')
  expect(geom('<geom type="mesh" mesh="m" shellinertia="true"/>')).toContain('inertia="shell"')
  expect(geom('<geom type="plane" mesh="m"/>')).toContain('cannot')
  expect(geom('<geom size="1"/><site type="box" mesh="m"/>')).toContain('only a site of type mesh')
})
