import type { Data } from '../../../core/data/data.ts'
import { rotate } from '../../../core/math/vec3.ts'
import type { Model } from '../../../core/model/model.ts'
import { type ContactBuffer, MAX_CONTACTS } from '../contact/contactBuffer.ts'
import { convexQuery } from '../convex/convexQuery.ts'
import { ConvexResult } from '../convex/convexResult.ts'
import { ConvexShape, ShapeType, shapeOfGeom } from '../convex/convexShape.ts'
import { support } from '../convex/support.ts'
import { closest, closestOnPrism, SQUARE } from './prismPoint.ts'

/**
 * Height fields (first geom) against everything convex. Each cell of the grid is two triangular prisms that reach from
 * the bottom of the field up to the surface; a geom touches each prism that it overlaps in one point. All this happens
 * in the frame of the height field: row r lies at y = −sy + 2 sy r / (nrow − 1), column c alike along x, the surface at
 * z = elevation · top, the bottom at z = −base.
 *
 * A margin raises the surface by all of it and inflates the geom by half of it, and nothing of this is taken back from
 * the distances that come out, as in MuJoCo.
 */

/** A geom that is farther than this from a prism does not touch it, whatever is rounded on the way. */
const CLEARANCE = 1e-9

/** Registers of this file, in the frame of the height field. */
class HeightFieldRegisters {
  /** The geom, and a prism. */
  readonly shape: ConvexShape = new ConvexShape()
  readonly prism: ConvexShape = new ConvexShape()
  readonly result: ConvexResult = new ConvexResult()
  readonly noMargin: Float64Array = new Float64Array(1)
  readonly overlapOnly: Float64Array = new Float64Array(1)
  /** Support direction and support point. */
  readonly axis: Float64Array = new Float64Array(3)
  readonly point: Float64Array = new Float64Array(3)
  /** Least and greatest coordinates of the geom. */
  readonly box: Float64Array = new Float64Array(6)
  /** Direction across the diagonals of cells, not of unit length, and how far the geom reaches along it. */
  readonly across: Float64Array = new Float64Array(3)
  readonly range: Float64Array = new Float64Array(2)
  /** A cell of the grid: `X0` to `NEAR_RIGHT`. */
  readonly cell: Float64Array = new Float64Array(8)
}

const registers = new HeightFieldRegisters()
const { shape, prism, result, noMargin, overlapOnly, axis, point, box, across, range, cell } = registers
prism.type = ShapeType.prism

/** Numbers of a cell in `cell`: bounds along x and y, then the heights of its corners. */
const X0 = 0
const X1 = 1
const NEAR = 2
const FAR = 3
const FAR_LEFT = 4
const NEAR_LEFT = 5
const FAR_RIGHT = 6
const NEAR_RIGHT = 7
/** The two prisms of a cell, far left of its diagonal and near right: x, y and height of their three corners. */
const PRISMS = Uint8Array.of(
  ...[X0, FAR, FAR_LEFT, X0, NEAR, NEAR_LEFT, X1, FAR, FAR_RIGHT],
  ...[X0, NEAR, NEAR_LEFT, X1, FAR, FAR_RIGHT, X1, NEAR, NEAR_RIGHT],
)

/** Numbers of a corner of a prism; the upper corners start behind the lower ones. */
const CORNER = 3
const UPPER = 9
const HEIGHT = 2

/** One contact with each prism that the geom overlaps, row by row. */
export function heightFieldConvex(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const field = m.geom_dataid[g1]
  const { hfield_size, hfield_data, opt } = m
  const tolerance = opt.ccd_tolerance
  const sx = hfield_size[4 * field]
  const sy = hfield_size[4 * field + 1]
  const top = hfield_size[4 * field + 2]
  const base = hfield_size[4 * field + 3]
  const margin = contacts.margin[0]

  moveToField(m, d, g1, g2)
  const { pos } = shape
  const radius = m.geom_rbound[g2] + margin
  if (pos[0] - radius > sx || pos[0] + radius < -sx) return
  if (pos[1] - radius > sy || pos[1] + radius < -sy) return
  if (pos[2] - radius > top || pos[2] + radius < -base) return
  measureBox()
  if (box[0] - margin > sx || box[3] + margin < -sx) return
  if (box[1] - margin > sy || box[4] + margin < -sy) return
  if (box[2] - margin > top || box[5] + margin < -base) return

  // cells below the geom
  const nrow = m.hfield_nrow[field]
  const ncol = m.hfield_ncol[field]
  const left = Math.max(0, Math.floor(((box[0] + sx) / (2 * sx)) * (ncol - 1)))
  const right = Math.min(ncol - 1, Math.ceil(((box[3] + sx) / (2 * sx)) * (ncol - 1)))
  const front = Math.max(0, Math.floor(((box[1] + sy) / (2 * sy)) * (nrow - 1)))
  const back = Math.min(nrow - 1, Math.ceil(((box[4] + sy) / (2 * sy)) * (nrow - 1)))

  const dx = (2 * sx) / (ncol - 1)
  const dy = (2 * sy) / (nrow - 1)
  shape.margin[0] = margin
  const isBall = shape.type === ShapeType.sphere
  across[0] = dy
  across[1] = -dx
  measureAcross()
  const nearest = range[0] - CLEARANCE
  const farthest = range[1] + CLEARANCE
  const lowest = box[2]
  const corner = prism.prism
  for (let k = 0; k < UPPER; k += CORNER) corner[k + HEIGHT] = -base
  const adr = m.hfield_adr[field]
  for (let r = front; r < back; r++) {
    const near = dy * r - sy
    const far = dy * (r + 1) - sy
    const row = adr + r * ncol
    let farRight = hfield_data[row + ncol + left] * top + margin
    let nearRight = hfield_data[row + left] * top + margin
    for (let c = left + 1; c <= right; c++) {
      const farLeft = farRight
      const nearLeft = nearRight
      farRight = hfield_data[row + ncol + c] * top + margin
      nearRight = hfield_data[row + c] * top + margin
      if (farLeft < lowest && nearLeft < lowest && farRight < lowest && nearRight < lowest) continue
      const x0 = dx * (c - 1) - sx
      // where the diagonal of the cell is, across it
      const diagonal = dy * x0 - dx * near
      cell[X0] = x0
      cell[X1] = dx * c - sx
      cell[NEAR] = near
      cell[FAR] = far
      cell[FAR_LEFT] = farLeft
      cell[NEAR_LEFT] = nearLeft
      cell[FAR_RIGHT] = farRight
      cell[NEAR_RIGHT] = nearRight
      for (let half = 0; half < 2; half++) {
        const outer = half === 0 ? farLeft : nearRight
        if (outer < lowest && nearLeft < lowest && farRight < lowest) continue
        if (half === 0 ? nearest > diagonal : farthest < diagonal) continue
        setPrism(half)
        const isOutside = closestOnPrism(corner, pos)
        if (isBall && isOutside && closest[SQUARE] > tolerance * tolerance) ballOnPrism()
        else if (isOutside && isClear()) continue
        else convexQuery(result, prism, shape, opt, overlapOnly)
        if (result.count === 0 || !(result.dist[0] < 0)) continue
        appendResult(d, g1, contacts)
        if (contacts.count === MAX_CONTACTS) return
      }
    }
  }
}

/** Sets the corners of a prism of the cell: below, where their height is known, and above. */
function setPrism(half: number): void {
  const corner = prism.prism
  for (let k = 0; k < UPPER; k += CORNER) {
    const from = UPPER * half + k
    corner[k] = corner[k + UPPER] = cell[PRISMS[from]]
    corner[k + 1] = corner[k + UPPER + 1] = cell[PRISMS[from + 1]]
    corner[k + UPPER + HEIGHT] = cell[PRISMS[from + 2]]
  }
}

/** Makes `shape` of the geom, in the frame of the height field, without margin. */
function moveToField(m: Model, d: Data, g1: number, g2: number): void {
  const { geom_xpos, geom_xmat } = d
  const { pos, mat } = shape
  shapeOfGeom(shape, m, d, g2, noMargin)
  const x = pos[0] - geom_xpos[3 * g1]
  const y = pos[1] - geom_xpos[3 * g1 + 1]
  const z = pos[2] - geom_xpos[3 * g1 + 2]
  // R1ᵀ (c2 − c1) and R1ᵀ R2
  for (let k = 0; k < 3; k++) {
    const ax = geom_xmat[9 * g1 + k]
    const ay = geom_xmat[9 * g1 + 3 + k]
    const az = geom_xmat[9 * g1 + 6 + k]
    pos[k] = ax * x + ay * y + az * z
    for (let column = 0; column < 3; column++) {
      const c = 9 * g2 + column
      mat[3 * k + column] = ax * geom_xmat[c] + ay * geom_xmat[c + 3] + az * geom_xmat[c + 6]
    }
  }
}

/** Finds the box around the geom. */
function measureBox(): void {
  axis[0] = 0
  axis[1] = 0
  axis[2] = 0
  for (let k = 0; k < 3; k++) {
    axis[k] = 1
    support(shape, axis, 0, point, 0)
    box[3 + k] = point[k]
    axis[k] = -1
    support(shape, axis, 0, point, 0)
    box[k] = point[k]
    axis[k] = 0
  }
}

/** Finds how far the geom reaches across the diagonals; the vertex that a mesh remembers stays the same. */
function measureAcross(): void {
  const { vertex } = shape
  const length = Math.sqrt(across[0] * across[0] + across[1] * across[1])
  for (let sign = -1; sign <= 1; sign += 2) {
    axis[0] = (sign * across[0]) / length
    axis[1] = (sign * across[1]) / length
    axis[2] = 0
    support(shape, axis, 0, point, 0)
    range[sign < 0 ? 0 : 1] = across[0] * point[0] + across[1] * point[1]
  }
  shape.vertex = vertex
}

/**
 * A ball whose center is outside of the prism: its overlap follows from the closest point, as a query would find it.
 */
function ballOnPrism(): void {
  const { x1, x2, dist } = result
  const { pos } = shape
  const radius = shape.size[0] + 0.5 * shape.margin[0]
  const length = Math.sqrt(closest[SQUARE])
  result.count = 1
  dist[0] = length - radius
  const scale = radius / length
  for (let k = 0; k < 3; k++) {
    x1[k] = closest[k]
    x2[k] = pos[k] - (pos[k] - closest[k]) * scale
  }
}

/**
 * Whether the geom is clear of the prism along the line from the closest point to its center: the plane through that
 * point, across that line, has the prism on one side. Most prisms below a geom are excluded by this, without a query.
 * The vertex that a mesh remembers stays the same: it decides between vertices at the same distance.
 */
function isClear(): boolean {
  const { pos, vertex } = shape
  const length = Math.sqrt(closest[SQUARE])
  if (length < CLEARANCE) return false
  for (let k = 0; k < 3; k++) axis[k] = (closest[k] - pos[k]) / length
  support(shape, axis, 0, point, 0)
  shape.vertex = vertex
  let gap = 0
  for (let k = 0; k < 3; k++) gap += (closest[k] - point[k]) * axis[k]
  return gap > CLEARANCE
}

/** Appends the result as a contact, in the world frame. */
function appendResult(d: Data, g1: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const { x1, x2 } = result
  const { pos, normal, tangent } = contacts
  const i = contacts.count++
  const o = 3 * i
  contacts.dist[i] = result.dist[0]
  let square = 0
  for (let k = 0; k < 3; k++) {
    point[k] = 0.5 * (x1[k] + x2[k])
    axis[k] = x1[k] - x2[k]
    square += axis[k] * axis[k]
  }
  const scale = 1 / Math.sqrt(square)
  for (let k = 0; k < 3; k++) axis[k] *= scale
  rotate(pos, o, geom_xmat, 9 * g1, point, 0)
  rotate(normal, o, geom_xmat, 9 * g1, axis, 0)
  for (let k = 0; k < 3; k++) {
    pos[o + k] += geom_xpos[3 * g1 + k]
    tangent[o + k] = 0
  }
}
