import { MINVAL } from '../../../core/math/constants.ts'
import { acos, atan2 } from '../../../core/math/functions.ts'
import { triangleNormal } from '../../../core/math/triangle.ts'

/** Faces of a hull, merged where they are (almost) in one plane: each a loop of vertices, and its normal. */

/** Normals whose directions differ by less than this, in radians, count as equal. */
const STEP = 0.01
/** From here on a normal counts as pointing along z, without azimuth. */
const POLE = 1 - 1e-7

/** @returns loops of vertices, counter-clockwise from outside */
export function hullPolygons(points: Float64Array, face: Int32Array): number[][] {
  const groups = new Map<number, number[]>()
  for (let i = 0; i < face.length; i += 3) {
    const key = directionKey(points, face[i], face[i + 1], face[i + 2])
    if (key === undefined) continue
    const group = groups.get(key)
    if (group) group.push(i)
    else groups.set(key, [i])
  }
  const loops: number[][] = []
  for (const group of groups.values()) addLoops(loops, face, group, points.length / 3)
  return loops
}

/** One number for the direction of a face's normal: azimuth and angle from z, rounded; undefined for a sliver. */
function directionKey(x: Float64Array, a: number, b: number, c: number): number | undefined {
  triangleNormal(normal, 0, x, 3 * a, 3 * b, 3 * c)
  const [nx, ny, nz] = normal
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
  if (length < MINVAL) return undefined
  const cosine = nz / length
  // adding zero takes the sign off a zero, which would turn π into −π
  const azimuth = Math.abs(cosine) > POLE ? 0 : roundAway(atan2(ny + 0, nx) / STEP)
  const polar = roundAway(acos(Math.max(-1, Math.min(1, cosine))) / STEP)
  return 1000 * azimuth + polar
}

const normal = new Float64Array(3)

/** Nearest whole number, halves away from zero. */
function roundAway(x: number): number {
  return Math.sign(x) * Math.floor(Math.abs(x) + 0.5)
}

/** The borders of the connected pieces of a group: sides that no other face of the group has in the other direction. */
function addLoops(loops: number[][], face: Int32Array, group: readonly number[], n: number): void {
  const owner = new Map<number, number>()
  for (const i of group) for (let k = 0; k < 3; k++) owner.set(face[i + k] * n + face[i + ((k + 1) % 3)], i)
  const seen = new Set<number>()
  for (const first of group) {
    if (seen.has(first)) continue
    seen.add(first)
    const piece = [first]
    const next = new Map<number, number>()
    for (let at = 0; at < piece.length; at++)
      for (let k = 0; k < 3; k++) {
        const a = face[piece[at] + k]
        const b = face[piece[at] + ((k + 1) % 3)]
        const beyond = owner.get(b * n + a)
        if (beyond === undefined) next.set(a, b)
        else if (!seen.has(beyond)) {
          seen.add(beyond)
          piece.push(beyond)
        }
      }
    const loop = follow(next)
    if (loop.length >= 3) loops.push(loop)
  }
}

/** The vertices that one meets from the first one on. */
function follow(next: ReadonlyMap<number, number>): number[] {
  const loop: number[] = []
  const [start] = next.keys()
  for (let at: number | undefined = start; at !== undefined && loop.length < next.size; at = next.get(at)) loop.push(at)
  return loop
}

/**
 * Unit normals of polygons: those of the first three corners, as in the reference, where they are about that of the
 * area vector Σ (b − a) × (c − a) over a fan of triangles from the first corner; else that one. Three corners in a row
 * may be almost on a line, or turn inward, since the faces merged into a polygon need not be in one plane.
 */
export function normalsOf(vertex: Float64Array, polygons: readonly (readonly number[])[]): Float64Array {
  const out = new Float64Array(3 * polygons.length)
  const first = new Float64Array(3)
  for (const [i, loop] of polygons.entries()) {
    const area = out.subarray(3 * i, 3 * i + 3)
    for (let k = 1; k + 1 < loop.length; k++) {
      triangleNormal(normal, 0, vertex, 3 * loop[0], 3 * loop[k], 3 * loop[k + 1])
      if (k === 1) first.set(normal)
      for (let axis = 0; axis < 3; axis++) area[axis] += normal[axis]
    }
    normalizeTiny(area)
    normalizeTiny(first)
    if (Math.sqrt(squaredDistance(first, area)) < STEP) area.set(first)
  }
  return out
}

function squaredDistance(u: Float64Array, v: Float64Array): number {
  return (u[0] - v[0]) * (u[0] - v[0]) + (u[1] - v[1]) * (u[1] - v[1]) + (u[2] - v[2]) * (u[2] - v[2])
}

/** Unit length for a vector that may be very short. */
function normalizeTiny(v: Float64Array): void {
  // squares must not underflow; a power of two rounds nothing
  const largest = Math.max(Math.abs(v[0]), Math.abs(v[1]), Math.abs(v[2]))
  if (largest < 2 ** -400) for (let k = 0; k < 3; k++) v[k] *= 2 ** 600
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
  if (length > 0) for (let k = 0; k < 3; k++) v[k] /= length
}
