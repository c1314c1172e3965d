import { dot3 } from '../../../core/math/vec3.ts'
import type { SdfInstance } from '../../../core/model/sdfShape.ts'
import type { MeshData, Refuse } from './mesh.ts'

/**
 * The surface of a shape that is given by its signed distance, as triangles: for its mass, its bounds, its convex hull,
 * and for pictures. (Contacts are found with the distance itself.)
 *
 * Space is cut into cubes. A cube whose corners are not all on the same side gets a vertex: the mean of the points
 * where its edges pass through the surface, then moved down the gradient onto the surface. Around each edge of the grid
 * that passes through the surface are four cubes, whose vertices make two triangles (surface nets, Gibson 1998,
 * https://doi.org/10.1007/BFb0056277).
 */

/** Cubes along the longest side of the shape: usually, and at most. */
const CUBES = 50
const MOST_CUBES = 80
/** Least and greatest size, in meters, that numbers have room for. */
const SMALLEST = 1e-12
const LARGEST = 1e12
/** Steps of Newton's method onto the surface. */
const STEPS = 4

export function fieldMesh(field: SdfInstance, refuse: Refuse): MeshData {
  const grid = gridAround(field, refuse)
  const values = sample(field, grid, refuse)
  const { vertex, ids } = vertices(field, grid, values)
  const face = faces(grid, values, ids)
  if (face.length === 0)
    throw refuse('the shape has no surface within its bounds', { found: `the plugin '${field.plugin}'` })
  return { vertex: Float32Array.from(vertex), face: Int32Array.from(face) }
}

/** Points of a lattice of cubes, a cube wider than the shape on each side. */
interface Grid {
  readonly start: readonly number[]
  readonly side: number
  readonly count: readonly number[]
}

function gridAround(field: SdfInstance, refuse: Refuse): Grid {
  const bounds = Array.from(field.shape.bounds(field.attributes))
  const size = [0, 1, 2].map((k) => bounds[3 + k] - bounds[k])
  const longest = Math.max(...size)
  if (bounds.length !== 6 || !size.every((s) => s > 0) || !Number.isFinite(longest))
    throw refuse('the shape has no bounds', {
      expected: 'least x, y, z, greatest x, y, z',
      found: bounds.join(' '),
    })
  if (longest < SMALLEST || longest > LARGEST)
    throw refuse('the shape is too small or too large', {
      found: `${longest} m`,
      expected: `${SMALLEST} to ${LARGEST} m`,
    })
  const detail = field.shape.detail?.(field.attributes) ?? longest
  const side = longest / Math.min(Math.max(CUBES, Math.ceil((2 * longest) / detail) || 0), MOST_CUBES)
  const count = size.map((s) => Math.ceil(s / side) + 3)
  const start = [0, 1, 2].map((k) => (bounds[k] + bounds[3 + k]) / 2 - (side * (count[k] - 1)) / 2)
  return { start, side, count }
}

function sample(field: SdfInstance, { start, side, count }: Grid, refuse: Refuse): Float64Array {
  const [nx, ny, nz] = count
  const values = new Float64Array(nx * ny * nz)
  const p = new Float64Array(3)
  const out = new Float64Array(1)
  for (let z = 0, i = 0; z < nz; z++)
    for (let y = 0; y < ny; y++)
      for (let x = 0; x < nx; x++, i++) {
        p[0] = start[0] + side * x
        p[1] = start[1] + side * y
        p[2] = start[2] + side * z
        field.distance(out, p)
        if (Number.isNaN(out[0]))
          throw refuse('the distance of the shape is not a number', { found: `at ${p.join(' ')}` })
        values[i] = out[0]
      }
  return values
}

/** Corners of a cube, bit 0, 1, 2 for x, y, z, and its edges: the lower corner and the axis. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
  [0, 1, 2].filter((axis) => ((corner >> axis) & 1) === 0).map((axis) => ({ corner, axis })),
)

function vertices(field: SdfInstance, grid: Grid, values: Float64Array): { vertex: number[]; ids: Int32Array } {
  const { start, side, count } = grid
  const [nx, ny, nz] = count
  const stride = [1, nx, nx * ny]
  const ids = new Int32Array(values.length).fill(-1)
  const vertex: number[] = []
  const p = new Float64Array(3)
  for (let z = 0; z < nz - 1; z++)
    for (let y = 0; y < ny - 1; y++)
      for (let x = 0; x < nx - 1; x++) {
        const i = x + nx * (y + ny * z)
        let crossings = 0
        p.fill(0)
        for (const { corner, axis } of EDGES) {
          const from = i + (corner & 1) + ((corner >> 1) & 1) * nx + (corner >> 2) * nx * ny
          const a = values[from]
          const b = values[from + stride[axis]]
          if (a < 0 === b < 0) continue
          crossings++
          for (let k = 0; k < 3; k++) p[k] += (corner >> k) & 1
          p[axis] += a / (a - b)
        }
        if (crossings === 0) continue
        p[0] = start[0] + side * (x + p[0] / crossings)
        p[1] = start[1] + side * (y + p[1] / crossings)
        p[2] = start[2] + side * (z + p[2] / crossings)
        toSurface(field, p, side)
        ids[i] = vertex.length / 3
        vertex.push(p[0], p[1], p[2])
      }
  return { vertex, ids }
}

const gradient = new Float64Array(3)
const distance = new Float64Array(1)

/** Moves a point onto the surface, unless that leads out of its cube. */
function toSurface(field: SdfInstance, p: Float64Array, side: number): void {
  const [x, y, z] = p
  for (let step = 0; step < STEPS; step++) {
    field.distance(distance, p)
    field.gradient(gradient, p)
    const squared = dot3(gradient, 0, gradient, 0)
    if (!(squared > 1e-6)) break
    for (let k = 0; k < 3; k++) p[k] -= (distance[0] / squared) * gradient[k]
  }
  const away = Math.max(Math.abs(p[0] - x), Math.abs(p[1] - y), Math.abs(p[2] - z))
  if (!(away < side / 2)) p.set([x, y, z])
}

/** Two triangles around each edge that passes through the surface, counter-clockwise seen from outside. */
function faces({ count }: Grid, values: Float64Array, ids: Int32Array): number[] {
  const [nx, ny, nz] = count
  const stride = [1, nx, nx * ny]
  const face: number[] = []
  for (let z = 1; z < nz - 1; z++)
    for (let y = 1; y < ny - 1; y++)
      for (let x = 1; x < nx - 1; x++) {
        const i = x + nx * (y + ny * z)
        for (let axis = 0; axis < 3; axis++) {
          const inside = values[i] < 0
          if (inside === values[i + stride[axis]] < 0) continue
          const u = stride[(axis + 1) % 3]
          const v = stride[(axis + 2) % 3]
          // the four cubes around the edge, counter-clockwise about the axis
          const a = ids[i - u - v]
          const b = ids[i - v]
          const c = ids[i]
          const d = ids[i - u]
          if (inside) face.push(a, b, c, a, c, d)
          else face.push(a, c, b, a, d, c)
        }
      }
  return face
}
