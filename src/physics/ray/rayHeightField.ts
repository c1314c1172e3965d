import { MINVAL } from '../../core/math/constants.ts'
import type { Model } from '../../core/model/model.ts'
import { toLocal } from './rayMesh.ts'
import { RAY_OUT, RAY_X, rayBox, turnNormal } from './rayPrimitive.ts'
import { aimRay, rayTriangle, TriangleRay } from './rayTriangle.ts'

/**
 * A ray against a height field: a box from -base to 0, on it the terrain, two triangles for each cell, and four walls
 * from 0 up to the border of the terrain. Cells are visited along the ray, column by column (or row by row, where the
 * ray goes that way), so that only those near it are looked at.
 */

const ray = new TriangleRay()
const half = new Float64Array(3)
const shifted = new Float64Array(3)
const hit = new Float64Array(RAY_OUT)

/** Cells whose border is this close to the ray, in cells, are looked at too. */
const PAD = 1e-6

/** Along the two horizontal axes: number of cells, where the ray starts and how it moves, in cells. */
const cells = new Int32Array(2)
const start = new Float64Array(2)
const speed = new Float64Array(2)
/** The part of the ray that is between 0 and the top of the terrain. */
const span = new Float64Array(2)

/** The first point of a ray on a height field; parameters as for `rayMeshShape`, its sizes are in the model. */
export function rayHfieldShape(
  out: Float64Array,
  m: Model,
  hfield: number,
  pos: Float64Array,
  i: number,
  mat: Float64Array,
  r: number,
  pnt: Float64Array,
  vec: Float64Array,
): void {
  const { hfield_size } = m
  const { p, v } = ray
  toLocal(p, v, pos, i, mat, r, pnt, vec)
  const top = hfield_size[4 * hfield + 2]
  const base = hfield_size[4 * hfield + 3]
  half[0] = hfield_size[4 * hfield]
  half[1] = hfield_size[4 * hfield + 1]

  half[2] = 0.5 * base
  shift(pos, i, mat, r, pnt, -1)
  rayBox(out, shifted, v, half, 0)

  half[2] = 0.5 * top
  shift(pos, i, mat, r, pnt, 1)
  rayBox(hit, shifted, v, half, 0)
  if (hit[RAY_X] >= 0) {
    cells[0] = m.hfield_ncol[hfield] - 1
    cells[1] = m.hfield_nrow[hfield] - 1
    rayTerrain(out, m, hfield)
    rayWalls(out, m, hfield)
  }
  if (out[RAY_X] >= 0) turnNormal(out, mat, r)
}

/** shifted = the start of the ray relative to the center of the box above or below 0, which is as high as `half` says. */
function shift(pos: Float64Array, i: number, mat: Float64Array, r: number, pnt: Float64Array, side: number): void {
  const z = side * half[2]
  const x = pnt[0] - (pos[i] + mat[r + 2] * z)
  const y = pnt[1] - (pos[i + 1] + mat[r + 5] * z)
  const w = pnt[2] - (pos[i + 2] + mat[r + 8] * z)
  for (let k = 0; k < 3; k++) shifted[k] = mat[r + k] * x + mat[r + 3 + k] * y + mat[r + 6 + k] * w
}

/** The triangles. `shifted` and `half` are the ray and the box around the terrain. */
function rayTerrain(out: Float64Array, m: Model, hfield: number): void {
  const { p, v } = ray
  aimRay(ray)
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
    if (out[RAY_X] >= 0 && out[RAY_X] < from) return
    const a = start[side] + from * speed[side]
    const b = start[side] + to * speed[side]
    const first = clampCell(Math.min(a, b) - PAD, cells[side])
    const last = clampCell(Math.max(a, b) + PAD, cells[side])
    for (let cell = first; cell <= last; cell++)
      rayCell(out, m, hfield, main === 0 ? cell : line, main === 0 ? line : cell)
  }
}

function clampCell(x: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(x)))
}

/** Where the ray is inside the box around the terrain, and a little before and after. */
function clip(): void {
  const { v } = ray
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
function rayCell(out: Float64Array, m: Model, hfield: number, row: number, col: number): void {
  const { hfield_data, hfield_size } = m
  const { corner } = ray
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
  rayTriangle(out, ray)
  // (row, col), (row + 1, col + 1), (row + 1, col)
  corner[3] = x1
  corner[4] = y1
  corner[5] = corner[8]
  corner[6] = x
  corner[8] = hfield_data[at + columns] * top
  rayTriangle(out, ray)
}

/** The vertical walls under the border of the terrain, which is straight between its points. */
function rayWalls(out: Float64Array, m: Model, hfield: number): void {
  const { hfield_data } = m
  const { v } = ray
  const top = 2 * half[2]
  const columns = cells[0] + 1
  const first = m.hfield_adr[hfield]
  for (let axis = 0; axis < 2; axis++) {
    if (Math.abs(v[axis]) <= MINVAL) continue
    const other = 1 - axis
    for (let side = -1; side <= 1; side += 2) {
      const x = (side * half[axis] - shifted[axis]) / v[axis]
      if (!(x >= 0) || (out[RAY_X] >= 0 && out[RAY_X] <= x)) continue
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
      out[RAY_X] = x
      out[1] = 0
      out[2] = 0
      out[3] = 0
      out[1 + axis] = side
    }
  }
}
