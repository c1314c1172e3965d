import { describe, expect, test } from 'vitest'
import { BOX, mshFile, objFile, stlFile, textStlFile } from '../../../../test/support/meshFiles.ts'
import { modelError } from '../../../../test/support/modelError.ts'
import type { Model } from '../../../core/model/model.ts'
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

test('geoms and sites say what is wrong with their mesh', () => {
  const geom = (text: string) => modelError(() => load(`${vertex} ${face}`, {}, text)).message
  expect(geom('<geom type="mesh"/>')).toContain('needs a mesh')
  expect(geom('<geom type="mesh" mesh="n"/>')).toContain('no mesh of this name')
  expect(geom('<geom type="mesh" mesh="m" shellinertia="true"/>')).toContain('inertia="shell"')
  expect(geom('<geom type="plane" mesh="m"/>')).toContain('cannot')
  expect(geom('<geom size="1"/><site type="box" mesh="m"/>')).toContain('only a site of type mesh')
})
