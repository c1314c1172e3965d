import { ObjType } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import type { FieldResult } from './fields.ts'
import type { NumericArray, ReferenceModel } from './reference.ts'

/**
 * Convex hulls of meshes, compared as what they are: a set of vertices, and a set of polygons each of which may start
 * at any of its vertices. Where more than three vertices are in a plane, any way to cut them into triangles is right.
 */

/** Fields whose order is free: they are compared here. */
export const HULL_FIELDS: ReadonlySet<string> = new Set([
  'mesh_graph',
  'mesh_extrema',
  'mesh_polynormal',
  'mesh_polyvertadr',
  'mesh_polyvertnum',
  'mesh_polyvert',
  'mesh_polymapadr',
  'mesh_polymapnum',
  'mesh_polymap',
])
/** Fields whose order is free for a mesh without faces of its own: its faces are those of its hull. */
export const FACE_FIELDS: ReadonlySet<string> = new Set([
  'mesh_face',
  'mesh_facenormal',
  'mesh_facetexcoord',
  'mesh_normal',
])

/** Points that are this close, relative to the size of the mesh, may stand for each other. */
const TWINS = 1e-6
/** Rounding of a coordinate to single precision. */
const SINGLE = 2 ** -23

/** One of the meshes, in either engine. */
class MeshView {
  readonly vertex: NumericArray
  readonly face: NumericArray
  /** Vertices and triangles of the hull. */
  readonly hull: number[] = []
  readonly triangles: number[] = []
  /** Neighbors of each vertex of the hull, as vertices of the mesh. */
  readonly neighbors = new Map<number, number[]>()
  readonly polygons: number[][] = []
  readonly normals: number[][] = []
  readonly extrema: number[]
  /** Polygons that each vertex is said to belong to. */
  readonly map: number[][] = []

  constructor(array: (name: string) => NumericArray, id: number) {
    const slice = (name: string, from: number, count: number): number[] =>
      Array.from(array(name).slice(from, from + count))
    const start = array('mesh_vertadr')[id]
    const count = array('mesh_vertnum')[id]
    this.vertex = array('mesh_vert').slice(3 * start, 3 * (start + count))
    this.face = array('mesh_face').slice(
      3 * array('mesh_faceadr')[id],
      3 * (array('mesh_faceadr')[id] + array('mesh_facenum')[id]),
    )
    const extrema = slice('mesh_extrema', 27 * id, 27)
    const at = array('mesh_graphadr')[id]
    this.extrema = extrema
    if (at < 0) return

    const [nvert, nface] = slice('mesh_graph', at, 2)
    const addresses = slice('mesh_graph', at + 2, nvert)
    this.hull = slice('mesh_graph', at + 2 + nvert, nvert)
    const edges = slice('mesh_graph', at + 2 + 2 * nvert, nvert + 3 * nface)
    this.triangles = slice('mesh_graph', at + 2 + 3 * nvert + 3 * nface, 3 * nface)
    for (let i = 0; i < nvert; i++) {
      const end = edges.indexOf(-1, addresses[i])
      const list = edges.slice(addresses[i], end)
      this.neighbors.set(
        this.hull[i],
        list.map((local) => this.hull[local]),
      )
    }
    this.extrema = extrema.map((local) => this.hull[local])
    const first = array('mesh_polyadr')[id]
    for (let p = first; p < first + array('mesh_polynum')[id]; p++) {
      this.polygons.push(slice('mesh_polyvert', array('mesh_polyvertadr')[p], array('mesh_polyvertnum')[p]))
      this.normals.push(slice('mesh_polynormal', 3 * p, 3))
    }
    for (let v = start; v < start + count; v++)
      this.map.push(slice('mesh_polymap', array('mesh_polymapadr')[v], array('mesh_polymapnum')[v]))
  }

  /** Whether the faces of the mesh are those of its hull. */
  get hasHullFaces(): boolean {
    const key = (list: ArrayLike<number>, i: number): string => [list[i], list[i + 1], list[i + 2]].sort().join()
    if (this.face.length !== this.triangles.length || this.face.length === 0) return false
    const hull = new Set<string>()
    for (let i = 0; i < this.triangles.length; i += 3) hull.add(key(this.triangles, i))
    for (let i = 0; i < this.face.length; i += 3) if (!hull.has(key(this.face, i))) return false
    return true
  }
}

/** Compares the fields of `HULL_FIELDS` and `FACE_FIELDS` of all meshes that have a hull. */
export function compareHulls(ours: Model, reference: ReferenceModel): FieldResult[] {
  const results: FieldResult[] = []
  if (ours.nmesh !== reference.size('nmesh') || ours.nmeshvert !== reference.size('nmeshvert')) return results
  const cache = new Map<string, NumericArray>()
  const theirs = (name: string): NumericArray => {
    const known = cache.get(name) ?? reference.array(name)!
    cache.set(name, known)
    return known
  }
  const own = (name: string): NumericArray => Reflect.get(ours, name) as NumericArray
  for (let id = 0; id < ours.nmesh; id++) {
    const object = `mesh ${ours.names.name(ObjType.mesh, id) ?? `#${id}`}`
    const pair = new HullPair(new MeshView(own, id), new MeshView(theirs, id), object)
    results.push(...pair.compare())
  }
  return results
}

/** Ids of meshes whose faces are those of their hull, in both engines. */
export function hullFacedMeshes(ours: Model, reference: ReferenceModel): Set<number> {
  const ids = new Set<number>()
  if (ours.nmesh !== reference.size('nmesh')) return ids
  const theirs = (name: string): NumericArray => reference.array(name)!
  const own = (name: string): NumericArray => Reflect.get(ours, name) as NumericArray
  for (let id = 0; id < ours.nmesh; id++) {
    if (ours.mesh_graphadr[id] < 0) continue
    if (new MeshView(own, id).hasHullFaces && new MeshView(theirs, id).hasHullFaces) ids.add(id)
  }
  return ids
}

class HullPair {
  readonly #ours: MeshView
  readonly #theirs: MeshView
  readonly #object: string
  readonly #size: number
  /** The vertex of their hull for each vertex of ours. */
  readonly #twin = new Map<number, number>()

  constructor(ours: MeshView, theirs: MeshView, object: string) {
    this.#ours = ours
    this.#theirs = theirs
    this.#object = object
    let size = 0
    for (const x of theirs.vertex) size = Math.max(size, Math.abs(x))
    this.#size = size
    for (const v of ours.hull) this.#twin.set(v, this.#twinOf(v))
  }

  compare(): FieldResult[] {
    const mine = this.#ours
    const other = this.#theirs
    const lost = [...this.#twin.values()].filter((v) => v < 0).length
    const found = new Set(this.#twin.values())
    const missing = other.hull.filter((v) => !found.has(v)).length
    return [
      this.#result('mesh_graph (vertices)', lost + missing, mine.hull.length, other.hull.length),
      this.#result('mesh_graph (edges)', wrongNeighbors(mine), 0, 0),
      this.#result('mesh_polyvert', this.#differentPolygons(), mine.polygons.length, other.polygons.length),
      this.#result('mesh_polynormal', this.#wrongNormals(), 0, 0),
      this.#result('mesh_polymap', wrongMap(mine), 0, 0),
      this.#result('mesh_extrema', this.#worseExtrema(), 0, 0),
    ]
  }

  #result(field: string, error: number, ours: number, theirs: number): FieldResult {
    return { field, error, tolerance: 0, index: error === 0 ? -1 : 0, object: this.#object, ours, theirs }
  }

  /** The vertex itself, or one of theirs at (almost) the same place; -1 when there is none. */
  #twinOf(v: number): number {
    const { hull, vertex } = this.#theirs
    if (hull.includes(v)) return v
    const near = (u: number): boolean =>
      Math.hypot(
        vertex[3 * u] - vertex[3 * v],
        vertex[3 * u + 1] - vertex[3 * v + 1],
        vertex[3 * u + 2] - vertex[3 * v + 2],
      ) <=
      TWINS * this.#size
    return hull.find(near) ?? -1
  }

  /** Number of polygons that one side has and the other has not. */
  #differentPolygons(): number {
    const counts = new Map<string, number>()
    const add = (loop: readonly number[], amount: number): void => {
      const key = canonical(loop)
      counts.set(key, (counts.get(key) ?? 0) + amount)
    }
    for (const loop of this.#ours.polygons) add(this.#translated(loop), 1)
    for (const loop of this.#theirs.polygons) add(loop, -1)
    let different = 0
    for (const count of counts.values()) different += Math.abs(count)
    if (different === 0) return 0
    const alone = (loop: readonly number[]): boolean => counts.get(canonical(loop)) !== 0
    const ours = this.#ours.polygons.map((loop) => this.#translated(loop)).filter(alone)
    return this.#isSameSurface(ours, this.#theirs.polygons.filter(alone)) ? 0 : different
  }

  /** Whether polygons have the same border, and ours hold the hull: then they only cut a flat piece in another way. */
  #isSameSurface(ours: readonly number[][], theirs: readonly number[][]): boolean {
    return border(ours) === border(theirs) && ours.every((loop) => this.#holdsHull(loop))
  }

  /** Whether no vertex of the hull is on the far side of the plane of a polygon. */
  #holdsHull([a, b, c]: readonly number[]): boolean {
    const { hull, vertex: x } = this.#theirs
    const u = [0, 1, 2].map((k) => x[3 * b + k] - x[3 * a + k])
    const v = [0, 1, 2].map((k) => x[3 * c + k] - x[3 * a + k])
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    const height = (p: number): number =>
      n.reduce((sum, component, k) => sum + component * (x[3 * p + k] - x[3 * a + k]), 0) / Math.hypot(...n)
    return hull.every((p) => height(p) <= TWINS * this.#size) || hull.every((p) => height(p) >= -TWINS * this.#size)
  }

  #translated(loop: readonly number[]): number[] {
    return loop.map((v) => this.#twin.get(v) ?? -1)
  }

  /** Number of polygons whose normal is not that of three vertices in a row. */
  #wrongNormals(): number {
    const theirs = new Map<string, number>()
    for (const [i, loop] of this.#theirs.polygons.entries()) theirs.set(canonical(loop), i)
    let wrong = 0
    for (const [i, loop] of this.#ours.polygons.entries()) {
      const translated = this.#translated(loop)
      const other = theirs.get(canonical(translated))
      if (other === undefined) continue
      const sign = directed(translated) === directed(this.#theirs.polygons[other]) ? 1 : -1
      const ours = this.#ours.normals[i]
      const difference = Math.hypot(...this.#theirs.normals[other].map((component, k) => sign * component - ours[k]))
      if (difference > 1e-9 && difference > 1e-9 + this.#spread(loop)) wrong++
    }
    return wrong
  }

  /** How much the normals of three vertices in a row differ along a polygon, with the rounding of the vertices. */
  #spread(loop: readonly number[]): number {
    const x = this.#ours.vertex
    let first: readonly number[] | undefined
    let spread = 0
    for (let i = 0; i < loop.length; i++) {
      const [a, b, c] = [0, 1, 2].map((k) => loop[(i + k) % loop.length])
      const u = [0, 1, 2].map((k) => x[3 * b + k] - x[3 * a + k])
      const v = [0, 1, 2].map((k) => x[3 * c + k] - x[3 * a + k])
      const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
      const area = Math.hypot(...n)
      if (area === 0) return 2
      const unit = n.map((component) => component / area)
      first ??= unit
      const rounding = (4 * SINGLE * this.#size * (Math.hypot(...u) + Math.hypot(...v))) / area
      spread = Math.max(spread, Math.hypot(...unit.map((component, k) => component - first![k])) + 2 * rounding)
    }
    return 2 * spread
  }

  /** Number of directions in which our farthest vertex is not as far as theirs. */
  #worseExtrema(): number {
    if (this.#theirs.hull.length === 0) return this.#ours.extrema.filter((v, i) => v !== this.#theirs.extrema[i]).length
    let worse = 0
    for (let direction = 0; direction < 27; direction++) {
      const d = [Math.floor(direction / 9) - 1, (Math.floor(direction / 3) % 3) - 1, (direction % 3) - 1]
      const far = (v: number, x: NumericArray): number => d[0] * x[3 * v] + d[1] * x[3 * v + 1] + d[2] * x[3 * v + 2]
      const ours = far(this.#ours.extrema[direction], this.#ours.vertex)
      const theirs = far(this.#theirs.extrema[direction], this.#theirs.vertex)
      if (!(Math.abs(ours - theirs) <= TWINS * this.#size)) worse++
    }
    return worse
  }
}

/** The same text for a loop whichever vertex it starts at. */
function directed(loop: readonly number[]): string {
  const start = loop.indexOf(Math.min(...loop))
  return [...loop.slice(start), ...loop.slice(0, start)].join()
}

/** The same text for a loop in both directions: the reference passes a few polygons clockwise. */
function canonical(loop: readonly number[]): string {
  return [directed(loop), directed(loop.toReversed())].sort()[0]
}

/** The sides that belong to one polygon only. */
function border(polygons: readonly (readonly number[])[]): string {
  const sides = new Set<string>()
  for (const loop of polygons)
    for (const [i, v] of loop.entries()) {
      const side = [v, loop[(i + 1) % loop.length]].sort((p, q) => p - q).join('-')
      if (!sides.delete(side)) sides.add(side)
    }
  return [...sides].sort().join()
}

/** Number of vertices of a hull whose neighbors are not those that its triangles give. */
function wrongNeighbors({ triangles, neighbors }: MeshView): number {
  const expected = new Map<number, Set<number>>()
  for (let i = 0; i < triangles.length; i++) {
    const next = triangles[i % 3 === 2 ? i - 2 : i + 1]
    const list = expected.get(triangles[i])
    if (list) list.add(next)
    else expected.set(triangles[i], new Set([next]))
  }
  let wrong = expected.size === neighbors.size ? 0 : 1
  for (const [v, list] of neighbors) {
    const wanted = expected.get(v)
    if (wanted?.size !== list.length || list.some((u) => !wanted.has(u) || !neighbors.get(u)?.includes(v))) wrong++
  }
  return wrong
}

/** Number of vertices that are not listed with exactly the polygons that they are in. */
function wrongMap({ polygons, map }: MeshView): number {
  const expected: number[][] = map.map(() => [])
  for (const [i, loop] of polygons.entries()) for (const v of loop) expected[v].push(i)
  return map.filter((list, v) => list.join() !== expected[v].join()).length
}
