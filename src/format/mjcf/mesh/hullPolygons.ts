import { MINVAL } from '../../../core/math/constants.ts'
import { acos, atan2 } from '../../../core/math/functions.ts'
import { triangleNormal } from '../../../core/math/triangle.ts'

/** Faces of a hull, merged where they are (almost) in one plane: each a loop of vertices. */

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
