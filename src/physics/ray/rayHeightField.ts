import { MINVAL } from '../../core/math/constants.ts'
import type { Model } from '../../core/model/model.ts'
import { HIT_SIZE, localRay, normalToWorld, toLocal, X } from './localRay.ts'
import { rayBox, setAxisNormal } from './rayPrimitive.ts'
import { aimRay, rayTriangle, triangle } from './rayTriangle.ts'

/**
 * A ray against a height field: a box from −base to 0, on it the terrain, two triangles for each cell, and four walls
 * from 0 up to the border of the terrain. Cells are visited along the ray, column by column (or row by row, where the
 * ray goes that way), so that only those near it are tested.
 */

/** Cells whose border is this close to the ray, in cells, are tested too. */
const PAD = 1e-6

/** Registers of this file. */
class HeightFieldRegisters {
  /** Half sizes of the box below 0, then of that around the terrain; the start of the ray relative to its center. */
  readonly half: Float64Array = new Float64Array(3)
  readonly shifted: Float64Array = new Float64Array(3)
  /** Where the ray meets the box around the terrain. */
  readonly boxHit: Float64Array = new Float64Array(HIT_SIZE)
  /** Along the two horizontal axes: number of cells, where the ray starts and how it moves, in cells. */
  readonly cells: Int32Array = new Int32Array(2)
  readonly start: Float64Array = new Float64Array(2)
  readonly speed: Float64Array = new Float64Array(2)
  /** The part of the ray that is between 0 and the top of the terrain. */
  readonly span: Float64Array = new Float64Array(2)
}

const registers = new HeightFieldRegisters()
const { half, shifted, boxHit, cells, start, speed, span } = registers
const { point, p, v, hit } = localRay
const { corner } = triangle

/** The first point of `localRay` on height field `hfield` of geom i, to its `hit`. */
export function rayHeightField(m: Model, hfield: number, xpos: Float64Array, xmat: Float64Array, i: number): void {
  const { hfield_size } = m
  toLocal(xpos, xmat, i)
  const top = hfield_size[4 * hfield + 2]
  const base = hfield_size[4 * hfield + 3]
  half[0] = hfield_size[4 * hfield]
  half[1] = hfield_size[4 * hfield + 1]

  // the box below the terrain
  half[2] = 0.5 * base
  shift(xpos, xmat, i, -1)
  rayBox(hit, shifted, half, 0)

  // the terrain, if the ray meets the box around it
  half[2] = 0.5 * top
  shift(xpos, xmat, i, 1)
  rayBox(boxHit, shifted, half, 0)
  if (boxHit[X] >= 0) {
    cells[0] = m.hfield_ncol[hfield] - 1
    cells[1] = m.hfield_nrow[hfield] - 1
    rayTerrain(m, hfield)
    rayWalls(m, hfield)
  }
  if (hit[X] >= 0) normalToWorld(xmat, i)
}

/**
 * shifted = the start of the ray relative to the center of the box above or below 0, which is as high as `half` says.
 */
function shift(xpos: Float64Array, xmat: Float64Array, i: number, side: number): void {
  const r = 9 * i
  const h = side * half[2]
  const x = point[0] - (xpos[3 * i] + xmat[r + 2] * h)
  const y = point[1] - (xpos[3 * i + 1] + xmat[r + 5] * h)
  const z = point[2] - (xpos[3 * i + 2] + xmat[r + 8] * h)
  for (let k = 0; k < 3; k++) shifted[k] = xmat[r + k] * x + xmat[r + 3 + k] * y + xmat[r + 6 + k] * z
}

/** The triangles. `shifted` and `half` are the ray and the box around the terrain. */
function rayTerrain(m: Model, hfield: number): void {
  aimRay()
  clip()
  for (let k = 0; k < 2; k++) {
    const perCell = cells[k] / (2 * half[k])
    start[k] = (p[k] + half[k]) * perCell
    speed[k] = v[k] * perCell
  }
  // cells are passed in the direction in which there are more of them to pass
  const main = Math.abs(speed[0]) >= Math.abs(speed[1]) ? 0 : 1
  const side = 1 - main
  const u = start[main] + span[0] * speed[main]
  const w = start[main] + span[1] * speed[main]
  const forward = speed[main] >= 0
  const lowest = clampCell(Math.min(u, w) - PAD, cells[main])
  const highest = clampCell(Math.max(u, w) + PAD, cells[main])
  for (let n = 0; n <= highest - lowest; n++) {
    const line = forward ? lowest + n : highest - n
    // the part of the ray over this line of cells
    let from = span[0]
    let to = span[1]
    if (speed[main] !== 0) {
      const one = (line - PAD - start[main]) / speed[main]
      const other = (line + 1 + PAD - start[main]) / speed[main]
      from = Math.max(from, Math.min(one, other))
      to = Math.min(to, Math.max(one, other))
    }
    if (hit[X] >= 0 && hit[X] < from) return
    const a = start[side] + from * speed[side]
    const b = start[side] + to * speed[side]
    const first = clampCell(Math.min(a, b) - PAD, cells[side])
    const last = clampCell(Math.max(a, b) + PAD, cells[side])
    for (let cell = first; cell <= last; cell++) rayCell(m, hfield, main === 0 ? cell : line, main === 0 ? line : cell)
  }
}

function clampCell(x: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(x)))
}

/** Where the ray is inside the box around the terrain, and a little before and after. */
function clip(): void {
  let from = 0
  let to = Number.POSITIVE_INFINITY
  for (let k = 0; k < 3; k++) {
    if (v[k] === 0) continue
    const one = (-half[k] - shifted[k]) / v[k]
    const other = (half[k] - shifted[k]) / v[k]
    from = Math.max(from, Math.min(one, other))
    to = Math.min(to, Math.max(one, other))
  }
  const slack = PAD * Math.max(0, to - from)
  span[0] = Math.max(0, from - slack)
  span[1] = to + slack
}

/** Both triangles of a cell. */
function rayCell(m: Model, hfield: number, row: number, col: number): void {
  const { hfield_data, hfield_size } = m
  const columns = cells[0] + 1
  const at = m.hfield_adr[hfield] + row * columns + col
  const top = hfield_size[4 * hfield + 2]
  const dx = (2 * half[0]) / cells[0]
  const dy = (2 * half[1]) / cells[1]
  const x = dx * col - half[0]
  const x1 = dx * (col + 1) - half[0]
  const y = dy * row - half[1]
  const y1 = dy * (row + 1) - half[1]
  // (row, col), (row, col + 1), (row + 1, col + 1)
  corner[0] = x
  corner[1] = y
  corner[2] = hfield_data[at] * top
  corner[3] = x1
  corner[4] = y
  corner[5] = hfield_data[at + 1] * top
  corner[6] = x1
  corner[7] = y1
  corner[8] = hfield_data[at + columns + 1] * top
  rayTriangle()
  // (row, col), (row + 1, col + 1), (row + 1, col)
  corner[3] = x1
  corner[4] = y1
  corner[5] = corner[8]
  corner[6] = x
  corner[8] = hfield_data[at + columns] * top
  rayTriangle()
}

/** The vertical walls under the border of the terrain, which is straight between its points. */
function rayWalls(m: Model, hfield: number): void {
  const { hfield_data } = m
  const top = 2 * half[2]
  const columns = cells[0] + 1
  const first = m.hfield_adr[hfield]
  for (let axis = 0; axis < 2; axis++) {
    if (Math.abs(v[axis]) <= MINVAL) continue
    const other = 1 - axis
    for (let side = -1; side <= 1; side += 2) {
      const x = (side * half[axis] - shifted[axis]) / v[axis]
      if (!(x >= 0) || (hit[X] >= 0 && hit[X] <= x)) continue
      const along = shifted[other] + x * v[other]
      const height = shifted[2] + x * v[2]
      if (Math.abs(along) > half[other] || Math.abs(height) > half[2]) continue
      const place = ((along + half[other]) / (2 * half[other])) * cells[other]
      const cell = clampCell(place, cells[other])
      const share = place - cell
      const far = side < 0 ? 0 : cells[axis]
      const here = first + (axis === 0 ? cell * columns + far : far * columns + cell)
      const next = here + (axis === 0 ? columns : 1)
      const border = hfield_data[here] * (1 - share) + hfield_data[next] * share
      if (height + half[2] >= border * top) continue
      hit[X] = x
      setAxisNormal(hit, axis, side)
    }
  }
}
