import type { VolumeTree } from '../geometry/bvhBuilder.ts'
import { NearestFace } from './nearestFace.ts'

/**
 * Signed distance of a mesh, sampled at the corners of an octree that is fine at the surface and coarse elsewhere.
 *
 * The box around the mesh, a little larger than the mesh, is split into eight as long as a cell holds a piece of the
 * surface, up to a depth. Then cells are split further until neighbors differ by at most one level. The corners lie on
 * the lattice of the deepest level, whose indices identify them. A corner that is the middle of an edge or of
 * a face of a larger cell takes the mean of the corners around it, so that the distance is continuous across cells.
 */
export interface Octree {
  /** Depth of each cell; the first, the root, has 0. */
  readonly depth: Int32Array
  /** Eight children of each cell, x changing first, then y, then z; -1: none. */
  readonly child: Int32Array
  /** Center and half sides of each cell. */
  readonly aabb: Float64Array
  /** Distances at the eight corners of each cell, in the order of the children. */
  readonly coeff: Float64Array
}

/** How much larger than the mesh the root is. */
const LARGER = 1.1

/**
 * @param vertex in the frame of the mesh
 * @param bounds least and greatest coordinates of the vertices
 * @param faces boxes around the triangles
 * @param maxDepth how often the root is split
 */
export function meshOctree(
  vertex: Float64Array,
  face: Int32Array,
  bounds: Float64Array,
  faces: VolumeTree,
  maxDepth: number,
): Octree {
  const cells = new Cells(maxDepth, bounds)
  splitAtSurface(cells, vertex, face)
  balance(cells)
  return { ...cells.arrays(), coeff: cornerDistances(cells, new NearestFace(vertex, face, faces)) }
}

/** The cells of an octree in the making. A cell is known by its depth and its place in the lattice of that depth. */
class Cells {
  readonly maxDepth: number
  /** Points of the lattice of corners along a side. */
  readonly points: number
  readonly depth: number[] = [0]
  readonly x: number[] = [0]
  readonly y: number[] = [0]
  readonly z: number[] = [0]
  /** First of the eight children; -1: a leaf. */
  readonly child: number[] = [-1]
  readonly center: Float64Array = new Float64Array(3)
  readonly half: Float64Array = new Float64Array(3)

  constructor(maxDepth: number, bounds: Float64Array) {
    this.maxDepth = maxDepth
    this.points = 2 ** maxDepth + 1
    for (let k = 0; k < 3; k++) {
      this.center[k] = (bounds[3 + k] + bounds[k]) / 2
      this.half[k] = (LARGER * (bounds[3 + k] - bounds[k])) / 2
    }
  }

  get count(): number {
    return this.child.length
  }

  split(cell: number): void {
    this.child[cell] = this.count
    for (let i = 0; i < 8; i++) {
      this.depth.push(this.depth[cell] + 1)
      this.x.push(2 * this.x[cell] + (i & 1))
      this.y.push(2 * this.y[cell] + ((i >> 1) & 1))
      this.z.push(2 * this.z[cell] + (i >> 2))
      this.child.push(-1)
    }
  }

  /** The cell at a place of the lattice of depth `depth`, or the leaf that holds it; -1: beyond the root. */
  at(x: number, y: number, z: number, depth: number): number {
    const end = 2 ** depth
    if (x < 0 || y < 0 || z < 0 || x >= end || y >= end || z >= end) return -1
    let cell = 0
    for (let level = depth - 1; level >= 0 && this.child[cell] >= 0; level--)
      cell = this.child[cell] + ((x >> level) & 1) + 2 * ((y >> level) & 1) + 4 * ((z >> level) & 1)
    return cell
  }

  /** Coordinate `axis` of the center of a cell. */
  middle(cell: number, axis: number): number {
    const place = axis === 0 ? this.x[cell] : axis === 1 ? this.y[cell] : this.z[cell]
    const width = 2 ** -this.depth[cell]
    return this.center[axis] + this.half[axis] * ((2 * place + 1) * width - 1)
  }

  halfSide(cell: number, axis: number): number {
    return this.half[axis] * 2 ** -this.depth[cell]
  }

  /** The lattice point of a corner of a cell, as one number. */
  corner(cell: number, i: number): number {
    const width = 2 ** (this.maxDepth - this.depth[cell])
    return this.point(
      (this.x[cell] + (i & 1)) * width,
      (this.y[cell] + ((i >> 1) & 1)) * width,
      (this.z[cell] + (i >> 2)) * width,
    )
  }

  point(x: number, y: number, z: number): number {
    return x + this.points * (y + this.points * z)
  }

  /** Coordinate `axis` of lattice point `i` along that axis. */
  coordinate(i: number, axis: number): number {
    return this.center[axis] + this.half[axis] * ((2 * i) / (this.points - 1) - 1)
  }

  arrays(): Omit<Octree, 'coeff'> {
    const child = new Int32Array(8 * this.count).fill(-1)
    const aabb = new Float64Array(6 * this.count)
    for (let cell = 0; cell < this.count; cell++) {
      if (this.child[cell] >= 0) for (let i = 0; i < 8; i++) child[8 * cell + i] = this.child[cell] + i
      for (let k = 0; k < 3; k++) {
        aabb[6 * cell + k] = this.middle(cell, k)
        aabb[6 * cell + 3 + k] = this.halfSide(cell, k)
      }
    }
    return { depth: Int32Array.from(this.depth), child, aabb }
  }
}

/** Splits the cells that the surface passes through, level by level. */
function splitAtSurface(cells: Cells, vertex: Float64Array, face: Int32Array): void {
  const touches = new TriangleBox(vertex, face)
  let pending: { readonly cell: number; readonly faces: Int32Array }[] = [
    { cell: 0, faces: Int32Array.from({ length: face.length / 3 }, (_, i) => i) },
  ]
  for (let depth = 0; depth < cells.maxDepth; depth++) {
    const next: typeof pending = []
    for (const { cell, faces } of pending) {
      touches.box(cells, cell)
      const inside = faces.filter((f) => touches.face(f))
      if (inside.length === 0) continue
      cells.split(cell)
      for (let i = 0; i < 8; i++) next.push({ cell: cells.child[cell] + i, faces: inside })
    }
    pending = next
  }
}

/**
 * Overlap of triangles of a mesh with a box, by the separating axis test (Akenine-Möller 2001,
 * https://doi.org/10.1080/10867651.2001.10487535).
 */
class TriangleBox {
  readonly #vertex: Float64Array
  readonly #face: Int32Array
  readonly #center = new Float64Array(3)
  readonly #half = new Float64Array(3)
  /** Corners of the triangle relative to the center of the box. */
  readonly #corner = new Float64Array(9)

  constructor(vertex: Float64Array, face: Int32Array) {
    this.#vertex = vertex
    this.#face = face
  }

  /** Chooses the box. */
  box(cells: Cells, cell: number): void {
    for (let k = 0; k < 3; k++) {
      this.#center[k] = cells.middle(cell, k)
      this.#half[k] = cells.halfSide(cell, k)
    }
  }

  face(face: number): boolean {
    const c = this.#corner
    for (let j = 0; j < 3; j++)
      for (let k = 0; k < 3; k++) c[3 * j + k] = this.#vertex[3 * this.#face[3 * face + j] + k] - this.#center[k]
    if (this.#separates(1, 0, 0) || this.#separates(0, 1, 0) || this.#separates(0, 0, 1)) return false
    const ux = c[3] - c[0]
    const uy = c[4] - c[1]
    const uz = c[5] - c[2]
    const vx = c[6] - c[0]
    const vy = c[7] - c[1]
    const vz = c[8] - c[2]
    if (this.#separates(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)) return false
    return !(this.#edge(ux, uy, uz) || this.#edge(vx, vy, vz) || this.#edge(vx - ux, vy - uy, vz - uz))
  }

  /** Axes across an edge of the triangle and the edges of the box. */
  #edge(x: number, y: number, z: number): boolean {
    return this.#separates(0, -z, y) || this.#separates(z, 0, -x) || this.#separates(-y, x, 0)
  }

  #separates(x: number, y: number, z: number): boolean {
    const c = this.#corner
    const h = this.#half
    const a = x * c[0] + y * c[1] + z * c[2]
    const b = x * c[3] + y * c[4] + z * c[5]
    const d = x * c[6] + y * c[7] + z * c[8]
    const reach = h[0] * Math.abs(x) + h[1] * Math.abs(y) + h[2] * Math.abs(z)
    return Math.min(a, b, d) > reach || Math.max(a, b, d) < -reach
  }
}

/** Directions to the neighbors across faces. */
const ACROSS: readonly (readonly [number, number, number])[] = [
  [-1, 0, 0],
  [1, 0, 0],
  [0, -1, 0],
  [0, 1, 0],
  [0, 0, -1],
  [0, 0, 1],
]

/**
 * Splits leaves until neighbors across faces differ by at most one level. Each round looks at all leaves as they are at
 * its beginning, and notes what must be split: a leaf next to the first child of a neighbor that has itself
 * children, and a neighbor that is too large. The order in which they are noted is the order of the new cells.
 */
function balance(cells: Cells): void {
  const { depth, child, x, y, z } = cells
  for (;;) {
    const noted = new Set<number>()
    for (let cell = 0; cell < cells.count; cell++) {
      if (child[cell] >= 0) continue
      for (const [dx, dy, dz] of ACROSS) {
        const next = cells.at(x[cell] + dx, y[cell] + dy, z[cell] + dz, depth[cell])
        if (next < 0) continue
        if (child[next] >= 0) {
          const first = child[next] + (dx < 0 ? 1 : 0) + (dy < 0 ? 2 : 0) + (dz < 0 ? 4 : 0)
          if (child[first] >= 0) noted.add(cell)
        } else if (depth[next] < depth[cell] - 1) noted.add(next)
      }
    }
    if (noted.size === 0) return
    for (const cell of noted) cells.split(cell)
  }
}

/** Signed distances at the corners of all cells; in between, NaN stands for points of the lattice that are no corners. */
function cornerDistances(cells: Cells, nearest: NearestFace): Float64Array {
  const corner = new Int32Array(8 * cells.count)
  for (let i = 0; i < corner.length; i++) corner[i] = cells.corner(i >> 3, i & 7)
  const { points } = cells
  const value = new Float64Array(points * points * points).fill(Number.NaN)
  for (let i = 0; i < corner.length; i++) {
    const point = corner[i]
    if (!Number.isNaN(value[point])) continue
    const x = cells.coordinate(point % points, 0)
    const y = cells.coordinate(Math.floor(point / points) % points, 1)
    const z = cells.coordinate(Math.floor(point / points / points), 2)
    value[point] = nearest.signedDistance(x, y, z)
  }
  smoothHanging(cells, corner, value)
  const coeff = new Float64Array(corner.length)
  for (let i = 0; i < coeff.length; i++) coeff[i] = value[corner[i]]
  return coeff
}

/** Corners of a cell around each of its edges and faces: those in whose numbers the bits of `fixed` are `bits`. */
const SIDES: readonly (readonly number[])[] = [1, 2, 4, 3, 5, 6].flatMap((fixed) =>
  [0, 1, 2, 3, 4, 5, 6, 7]
    .filter((bits) => (bits & ~fixed) === 0)
    .map((bits) => [0, 1, 2, 3, 4, 5, 6, 7].filter((i) => (i & fixed) === bits)),
)

/** Corners in the middle of edges and faces of leaves get the mean of the corners there, large leaves first. */
function smoothHanging(cells: Cells, corner: Int32Array, value: Float64Array): void {
  for (let depth = 1; depth < cells.maxDepth; depth++)
    for (let cell = 0; cell < cells.count; cell++) {
      if (cells.depth[cell] !== depth || cells.child[cell] >= 0) continue
      for (const side of SIDES) {
        // places are linear in the number of a point, so that the middle has the mean of the numbers
        const ends = side.map((i) => corner[8 * cell + i])
        const middle = (ends[0] + ends[ends.length - 1]) / 2
        if (!Number.isNaN(value[middle])) value[middle] = ends.reduce((sum, p) => sum + value[p], 0) / ends.length
      }
    }
}
