import { MINVAL } from '../../../core/math/constants.ts'
import { conjugate, quatToMat } from '../../../core/math/quat.ts'
import { readAsset } from '../asset/assetPath.ts'
import type { ShapeLibrary } from '../asset/shapeLibrary.ts'
import { normalize } from '../geometry/partPose.ts'
import type { PluginUse } from '../schema/readPlugin.ts'
import { BuiltinMesh, type MeshAttributes, MeshInertia } from '../schema/schemaMesh.ts'
import type { MeshSpec } from '../schema/spec.ts'
import type { Files } from '../text/modelFiles.ts'
import { builtinMesh } from './builtinMesh.ts'
import { convexHull } from './convexHull.ts'
import { faceTree } from './faceTree.ts'
import { hullExtrema, hullGraph, hullVertices } from './hullGraph.ts'
import { hullPolygons, normalsOf } from './hullPolygons.ts'
import { fieldMesh } from './marchingMesh.ts'
import { massProperties } from './massProperties.ts'
import { type Hull, type Mesh, type MeshData, type Refuse, refusal } from './mesh.ts'
import type { MeshBudget } from './meshBudget.ts'
import { meshOctree } from './octree.ts'
import { inlineMesh, readMeshFile, turnFaces } from './readMeshFile.ts'
import { squareInSingle, vertexNormals } from './vertexNormals.ts'

/** Compiles a mesh element: points and faces → mass properties, hull, bounding volumes, octree. */

/**
 * @param shapes what plugins can make meshes from
 * @param needsHull whether something collides with it
 * @param octreeDepth how deep the octree of its signed distance is; 0: it needs none
 * @param budget what it is taken from
 */
export function compileMesh(
  asset: MeshSpec,
  files: Files,
  shapes: ShapeLibrary,
  needsHull: boolean,
  octreeDepth: number,
  budget: MeshBudget,
): Mesh {
  const { attributes: a } = asset
  const refuse = refusal(asset.source, a.file)
  const mirrored = a.scale[0] * a.scale[1] * a.scale[2] < 0
  const data = asset.plugin ? pluginMesh(asset.plugin, a, shapes, refuse) : meshData(asset, a, files, mirrored, refuse)
  const raw = Float64Array.from(data.vertex)
  checkFaces(data, refuse)
  const points = data.vertex.length / 3
  if (asset.plugin || a.builtin !== undefined) budget.countMade(points, refuse)
  budget.holdMesh(points, (data.face ?? data.vertex).length / 3, asset.source)

  // the hull is that of the points as they were written; what follows moves them all alike
  const inertia = inertiaMode(asset, a)
  const convex = needsHull || data.face === undefined || inertia === MeshInertia.convex
  const hullFaces = convex ? hullOf(raw, a, refuse) : undefined
  const given = data.face ?? hullFaces!
  const turned = (faces: Int32Array): Int32Array => (mirrored ? turnFaces(faces) : faces)
  const face = turned(given)
  const vertex = transformed(raw, a, refuse)
  const bounding = inertia === MeshInertia.convex ? turned(hullFaces!) : face
  if (a.inertia === MeshInertia.exact && inertia === a.inertia) checkOrientation(face, refuse)
  const { volume, frame, box } = massProperties(vertex, face, bounding, inertia, refuse)

  const rawNormal = data.normal ?? vertexNormals(raw, given, a.smoothnormal === 1)
  const normal = transformedNormals(rawNormal, a)
  const count = vertex.length / 3
  const perVertex = Math.floor(normal.length / 3 / count)
  const texcoord = data.texcoord ?? new Float32Array(0)
  const faceNormal = data.faceNormal ? turned(data.faceNormal) : face.map((v) => v * perVertex)
  const faceTexcoord = data.faceTexcoord ? turned(data.faceTexcoord) : texcoord.length > 0 ? face : face.map(() => 0)

  const bounds = moveToFrame(vertex, frame)
  turnToFrame(normal, frame.quat)
  const rounded = Float32Array.from(vertex)
  const hull = hullFaces && describeHull(raw, vertex, rounded, hullFaces, mirrored)
  const volumes = faceTree(vertex, face)
  const octree = octreeDepth > 0 ? meshOctree(vertex, face, bounds, volumes, octreeDepth) : undefined
  if (octree) budget.holdOctree(octree.depth.length, asset.source)
  const { source } = asset
  const geometry = { vertex: rounded, normal, texcoord, face, faceNormal, faceTexcoord }
  return {
    name: a.name,
    source,
    attributes: a,
    ...geometry,
    frame,
    volume,
    box,
    bounds,
    hull,
    volumes,
    octree,
    warnings: (data.warnings ?? []).map((reason) => refuse(reason).message),
  }
}

/**
 * Mass distribution. Faces of a mesh made from a distance function are oriented consistently, so its volume is exact.
 */
function inertiaMode({ plugin }: MeshSpec, { inertia, builtin }: MeshAttributes): MeshInertia {
  // a plate has no volume
  if (builtin === BuiltinMesh.plate) return MeshInertia.shell
  return plugin && inertia === MeshInertia.legacy ? MeshInertia.exact : inertia
}

/** The surface of a shape that is given by a function. The function knows where it is and how large. */
function pluginMesh(plugin: PluginUse, a: MeshAttributes, shapes: ShapeLibrary, refuse: Refuse): MeshData {
  const unchanged = { scale: [1, 1, 1], refpos: [0, 0, 0], refquat: [1, 0, 0, 0] }
  for (const [attribute, value] of Object.entries(unchanged) as [keyof typeof unchanged, number[]][])
    if (value.some((x, i) => a[attribute][i] !== x))
      throw refuse('a mesh that a plugin makes can be neither scaled nor moved', { attribute })
  for (const attribute of ['file', 'builtin', 'vertex', 'face'] as const)
    if (a[attribute] !== undefined && a[attribute] !== '')
      throw refuse('a mesh is made by a plugin or given, not both', { attribute })
  return fieldMesh(shapes.instance(plugin), refuse)
}

function meshData(asset: MeshSpec, a: MeshAttributes, files: Files, mirrored: boolean, refuse: Refuse): MeshData {
  let data: MeshData = inlineMesh(a, refuse)
  if (a.builtin !== undefined) data = builtinMesh(a.builtin, a.params ?? [], refuse)
  else if (a.file !== '') {
    const { bytes } = readAsset(files, asset, 'file', a.file, 'meshdir')
    const content = readMeshFile(a.file, bytes, mirrored, refuse)
    for (const part of ['vertex', 'face', 'normal', 'texcoord'] as const)
      if (a[part] !== undefined && content[part] !== undefined)
        throw refuse(`the file already has what '${part}' gives`, { attribute: part })
    data = {
      ...content,
      ...(data.normal && { normal: data.normal }),
      ...(data.texcoord && { texcoord: data.texcoord }),
    }
  }
  const count = data.vertex.length / 3
  if (count < 4) throw refuse('a mesh needs at least 4 vertices', { found: `${count}` })
  if (data.texcoord && !data.faceTexcoord && data.texcoord.length !== 2 * count)
    throw refuse('a mesh needs texture coordinates for each vertex', {
      expected: `${2 * count} numbers`,
      found: `${data.texcoord.length}`,
    })
  return data
}

/** Faces refer to vertices, normals and texture coordinates that are there. */
function checkFaces({ vertex, face, normal, faceNormal, texcoord, faceTexcoord }: MeshData, refuse: Refuse): void {
  const check = (ids: Int32Array | undefined, least: number, count: number, what: string): void => {
    if (!ids) return
    for (let i = 0; i < ids.length; i++)
      if (ids[i] < least || ids[i] >= count)
        throw refuse(`face ${Math.floor(i / 3)} refers to a ${what} that is not there`, {
          expected: `0 to ${count - 1}`,
          found: `${ids[i]}`,
        })
  }
  check(face, 0, vertex.length / 3, 'vertex')
  check(faceNormal, -1, (normal?.length ?? 0) / 3, 'normal')
  check(faceTexcoord, -1, (texcoord?.length ?? 0) / 2, 'texture coordinate')
}

/** With exact volumes each side of a face may be passed in each direction only once. */
function checkOrientation(face: Int32Array, refuse: Refuse): void {
  const sides = new Set<number>()
  for (let i = 0; i < face.length; i++) {
    const a = face[i]
    const b = face[i % 3 === 2 ? i - 2 : i + 1]
    const side = a * 2 ** 26 + b
    if (a !== b && sides.has(side))
      throw refuse('the faces of the mesh are oriented inconsistently', {
        found: `two faces that pass from vertex ${a} to ${b}`,
        suggestion: 'inertia="legacy" or "convex" do without orientation',
      })
    sides.add(side)
  }
}

const INSTEAD = { colocated: 'a small sphere', collinear: 'a thin capsule', coplanar: 'a plane or a thin box' } as const

function hullOf(raw: Float64Array, a: MeshAttributes, refuse: Refuse): Int32Array {
  const hull = convexHull(raw, a.maxhullvert)
  if (hull instanceof Int32Array) return hull
  if (typeof hull === 'object')
    throw refuse(`the convex hull of the mesh is not sound: ${hull.defect}`, {
      suggestion: 'repair the mesh, or use a primitive geom',
    })
  throw refuse(`the vertices of the mesh are ${hull}: they have no convex hull`, {
    suggestion: `consider ${INSTEAD[hull]} instead`,
  })
}

/** v ← scale ⊙ R(refquat)ᵀ (v − refpos) */
function transformed(raw: Float64Array, { refpos, refquat, scale }: MeshAttributes, refuse: Refuse): Float64Array {
  const R = rotationBack(refquat)
  const out = new Float64Array(raw.length)
  for (let i = 0; i < raw.length; i += 3) {
    const x = raw[i] - refpos[0]
    const y = raw[i + 1] - refpos[1]
    const z = raw[i + 2] - refpos[2]
    if (R) {
      out[i] = scale[0] * (R[0] * x + R[1] * y + R[2] * z)
      out[i + 1] = scale[1] * (R[3] * x + R[4] * y + R[5] * z)
      out[i + 2] = scale[2] * (R[6] * x + R[7] * y + R[8] * z)
    } else {
      out[i] = scale[0] * x
      out[i + 1] = scale[1] * y
      out[i + 2] = scale[2] * z
    }
  }
  if (!out.every((x) => Number.isFinite(Math.fround(x)))) throw refuse('the mesh is too large', { attribute: 'scale' })
  return out
}

/** n ← normalized (R(refquat)ᵀ n) / scale, in single precision after each operation, as the reference does it */
function transformedNormals(normal: Float32Array, { refquat, scale }: MeshAttributes): Float32Array {
  const R = rotationBack(refquat)
  const out = normal.slice()
  if (R) turnNormals(out, R)
  for (let i = 0; i < out.length; i += 3) {
    for (let k = 0; k < 3; k++) out[i + k] /= scale[k]
    const square = squareInSingle(out, i)
    const factor = Math.fround(1 / Math.fround(Math.sqrt(square)))
    if (square > MINVAL && factor > 0) for (let k = 0; k < 3; k++) out[i + k] *= factor
    else for (let k = 0; k < 3; k++) out[i + k] = k === 2 ? 1 : 0
  }
  return out
}

/** n ← R n */
function turnNormals(normal: Float32Array, R: Float64Array): void {
  for (let i = 0; i < normal.length; i += 3) {
    const x = normal[i]
    const y = normal[i + 1]
    const z = normal[i + 2]
    for (let k = 0; k < 3; k++) normal[i + k] = R[3 * k] * x + R[3 * k + 1] * y + R[3 * k + 2] * z
  }
}

/** Matrix of the inverse of a rotation; undefined when it does not turn. */
function rotationBack(refquat: readonly number[]): Float64Array | undefined {
  const quat = Float64Array.from(refquat)
  normalize(quat)
  if (quat[0] === 1 && quat[1] === 0 && quat[2] === 0 && quat[3] === 0) return undefined
  conjugate(quat, 0, quat, 0)
  const R = new Float64Array(9)
  quatToMat(R, 0, quat, 0)
  return R
}

/** Expresses vertices in the frame of the mesh, in place. @returns their least and greatest coordinates */
function moveToFrame(vertex: Float64Array, { pos, quat }: Mesh['frame']): Float64Array {
  const R = new Float64Array(9)
  quatToMat(R, 0, quat, 0)
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)
  for (let i = 0; i < vertex.length; i += 3) {
    const x = vertex[i] - pos[0]
    const y = vertex[i + 1] - pos[1]
    const z = vertex[i + 2] - pos[2]
    for (let k = 0; k < 3; k++) {
      const c = R[k] * x + R[3 + k] * y + R[6 + k] * z
      vertex[i + k] = c
      if (c < bounds[k]) bounds[k] = c
      if (c > bounds[3 + k]) bounds[3 + k] = c
    }
  }
  return bounds
}

/** Expresses normals in the frame of the mesh, in place. */
function turnToFrame(normal: Float32Array, quat: Float64Array): void {
  const back = new Float64Array(4)
  const R = new Float64Array(9)
  conjugate(back, 0, quat, 0)
  quatToMat(R, 0, back, 0)
  turnNormals(normal, R)
}

/**
 * @param raw vertices as written; @param vertex in the frame of the mesh; @param rounded the same, as stored
 * @param mirrored whether the scale turns the hull inside out: polygons are then passed the other way round, so that
 * they are counter-clockwise from outside again and their normals point outward
 */
function describeHull(
  raw: Float64Array,
  vertex: Float64Array,
  rounded: Float32Array,
  faces: Int32Array,
  mirrored: boolean,
): Hull {
  const vertices = hullVertices(faces)
  const polygons = hullPolygons(raw, faces)
  if (mirrored) for (const polygon of polygons) polygon.reverse()
  const polygonNormals = normalsOf(vertex, polygons)
  return { graph: hullGraph(vertices, faces), polygons, polygonNormals, extrema: hullExtrema(rounded, vertices) }
}
