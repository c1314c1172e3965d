import type { Data } from '../../src/core/data/data.ts'
import { GeomType } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import { convexQuery } from '../../src/physics/collision/convex/convexQuery.ts'
import { ConvexResult } from '../../src/physics/collision/convex/convexResult.ts'
import { ConvexShape, shapeOfGeom } from '../../src/physics/collision/convex/convexShape.ts'
import { support } from '../../src/physics/collision/convex/support.ts'
import type { PairResult } from './compareContacts.ts'
import type { ContactList } from './referenceContacts.ts'

/**
 * How right the contacts of two geoms are, apart from whether they are the reference's: by the depth of the deepest
 * one, by how far the geoms must move along its normal until they are apart, and by the size of the patch that the
 * contacts span. Contacts of meshes that are not those of the reference are as good if they are no worse in any of
 * these.
 */
export interface ContactQuality {
  readonly contacts: number
  /** Depth of the deepest contact, and how far that is from the true depth, m. */
  readonly depth: number
  readonly depthError: number
  /** By how much the way out along the normal of the deepest contact is longer than the shortest one, m. */
  readonly normalError: number
  /** Area that the contacts span, across that normal, m², and the largest distance of two of them, m. */
  readonly area: number
  readonly spread: number
}

/** Depths may be worse by this, m, and by this share of the true depth. */
const DEPTH_ROUNDING = 1e-8
const DEPTH_SHARE = 0.01
/** Normals may be worse by this angle, sine of 5°: up to there faces count as parallel. */
const TILT = 0.09
/** Patches may be smaller by this factor, and by this share of the size of the geoms, in length. */
const PATCH = 0.5
const SMALL = 1e-3
/** A patch may be smaller still where the normal or the depth of the reference is worse by this factor. */
const TRADE = 4

/** Whether contacts are as good as those of the reference; empty: they are, else what is worse. */
export function whatIsWorse(ours: ContactQuality, theirs: ContactQuality, { depth, size }: Overlap): string {
  if (depth <= DEPTH_ROUNDING) return ''
  if (ours.contacts === 0) return 'no contact'
  if (!(ours.depthError <= theirs.depthError + DEPTH_ROUNDING + DEPTH_SHARE * depth))
    return `depth off by ${ours.depthError.toExponential(1)}, in the reference by ${theirs.depthError.toExponential(1)}`
  if (!(ours.normalError <= theirs.normalError + TILT * size + DEPTH_ROUNDING))
    return `normal off by ${ours.normalError.toExponential(1)}, in the reference by ${theirs.normalError.toExponential(1)}`
  const better = theirs.normalError > TRADE * ours.normalError + DEPTH_ROUNDING
  const deeper = theirs.depthError > TRADE * ours.depthError + DEPTH_ROUNDING
  if (better || deeper) return ''
  const small = SMALL * size
  if (!(ours.area + small * small >= PATCH * theirs.area))
    return `${ours.contacts} contacts over ${ours.area.toExponential(1)} m², reference ${theirs.contacts} over ${theirs.area.toExponential(1)} m²`
  if (!(ours.spread + small >= PATCH * theirs.spread))
    return `${ours.contacts} contacts over ${ours.spread.toExponential(1)} m, reference ${theirs.contacts} over ${theirs.spread.toExponential(1)} m`
  return ''
}

/** What is worse in our contacts of a pair, in words; empty: nothing; undefined: no measure applies. */
export function whyWorse(
  m: Model,
  d: Data,
  { geom1, geom2, field }: PairResult,
  ours: ContactList,
  theirs: ContactList,
): string | undefined {
  // parameters are not a matter of geometry
  if (!GEOMETRY.has(field)) return undefined
  const overlap = overlapOf(m, d, geom1, geom2, [ours, theirs])
  return (
    overlap && whatIsWorse(qualityOf(ours, geom1, geom2, overlap), qualityOf(theirs, geom1, geom2, overlap), overlap)
  )
}

const GEOMETRY: ReadonlySet<string> = new Set(['count', 'dist', 'pos', 'frame'])

/** Two geoms that overlap. */
export interface Overlap {
  /** The true depth, m; negative where they are apart. */
  readonly depth: number
  /** Bounding radius of the smaller geom, m. */
  readonly size: number
  /** How far the second geom must move along a unit vector until they are apart. */
  readonly wayOut: (normal: ArrayLike<number>) => number
}

const shape1 = new ConvexShape()
const shape2 = new ConvexShape()
const result = new ConvexResult()
const noMargin = new Float64Array(1)

/**
 * The overlap of two geoms that have contacts: a mesh with a plane or a convex geom, without margins. Undefined for
 * others. The least way out is looked for along the normals of all contacts, and where penetration depth finds it.
 */
export function overlapOf(
  m: Model,
  d: Data,
  geom1: number,
  geom2: number,
  lists: readonly ContactList[],
): Overlap | undefined {
  const type1 = m.geom_type[geom1]
  if (m.geom_type[geom2] !== GeomType.mesh || type1 === GeomType.hfield) return undefined
  for (const list of lists)
    for (const row of list.rowsOf(geom1, geom2)) if (list.contact_includemargin[row] !== 0) return undefined
  if (m.geom_margin[geom1] + m.geom_margin[geom2] + m.geom_gap[geom1] + m.geom_gap[geom2] !== 0) return undefined

  shapeOfGeom(shape2, m, d, geom2, noMargin)
  const second = bodyOf(shape2)
  if (type1 === GeomType.plane) {
    const normal = [2, 5, 8].map((k) => d.geom_xmat[9 * geom1 + k])
    const height = normal.reduce((sum, x, k) => sum + x * d.geom_xpos[3 * geom1 + k], 0)
    const wayOut = (n: ArrayLike<number>) => {
      const cosine = n[0] * normal[0] + n[1] * normal[1] + n[2] * normal[2]
      return cosine > 0 ? (height + second(-normal[0], -normal[1], -normal[2])) / cosine : Number.POSITIVE_INFINITY
    }
    return { depth: wayOut(normal), size: m.geom_rbound[geom2], wayOut }
  }
  shapeOfGeom(shape1, m, d, geom1, noMargin)
  const first = bodyOf(shape1)
  const wayOut = (n: ArrayLike<number>) => first(n[0], n[1], n[2]) + second(-n[0], -n[1], -n[2])
  let depth = Number.POSITIVE_INFINITY
  for (const list of lists)
    for (const row of list.rowsOf(geom1, geom2))
      depth = Math.min(depth, wayOut(list.contact_frame.subarray(9 * row, 9 * row + 3)))
  convexQuery(result, shape1, shape2, m.opt, noMargin)
  if (result.count > 0) {
    const normal = [0, 1, 2].map((k) => result.x1[k] - result.x2[k])
    const length = Math.hypot(...normal)
    if (length > 0) depth = Math.min(depth, wayOut(normal.map((x) => x / length)))
  }
  return { depth, size: Math.min(m.geom_rbound[geom1], m.geom_rbound[geom2]), wayOut }
}

const direction = new Float64Array(3)
const point = new Float64Array(3)

/** How far a shape reaches along a unit vector. */
function bodyOf(shape: ConvexShape): (x: number, y: number, z: number) => number {
  return (x, y, z) => {
    direction[0] = x
    direction[1] = y
    direction[2] = z
    shape.vertex = -1
    support(shape, direction, 0, point, 0)
    return x * point[0] + y * point[1] + z * point[2]
  }
}

/** The quality of the contacts of two geoms. */
export function qualityOf(list: ContactList, geom1: number, geom2: number, overlap: Overlap): ContactQuality {
  const rows = list.rowsOf(geom1, geom2)
  if (rows.length === 0)
    return { contacts: 0, depth: 0, depthError: overlap.depth, normalError: overlap.size, area: 0, spread: 0 }
  const points = rows.map((row) => Array.from(list.contact_pos.subarray(3 * row, 3 * row + 3)))
  const depths = rows.map((row) => -list.contact_dist[row])
  const depth = Math.max(...depths)
  const row = rows[depths.indexOf(depth)]
  const normal = list.contact_frame.subarray(9 * row, 9 * row + 3)
  return {
    contacts: rows.length,
    depth,
    depthError: Math.abs(depth - overlap.depth),
    normalError: overlap.wayOut(normal) - overlap.depth,
    area: spannedArea(points, list.contact_frame.subarray(9 * row + 3, 9 * row + 9)),
    spread: spreadOf(points),
  }
}

/** The largest distance of two points. */
export function spreadOf(points: readonly (readonly number[])[]): number {
  return Math.max(0, ...points.flatMap((p) => points.map((q) => Math.hypot(...p.map((x, k) => x - q[k])))))
}

/** Area of the convex hull of points, projected on the plane of two tangents, six numbers. */
export function spannedArea(points: readonly (readonly number[])[], tangents: ArrayLike<number>): number {
  const flat = points.map((p) => [0, 3].map((t) => p.reduce((sum, x, k) => sum + x * tangents[t + k], 0)))
  flat.sort((p, q) => p[0] - q[0] || p[1] - q[1])
  const hull = [...halfHull(flat), ...halfHull(flat.toReversed())]
  let twice = 0
  for (const [i, [x, y]] of hull.entries()) {
    const [u, v] = hull[(i + 1) % hull.length]
    twice += x * v - y * u
  }
  return 0.5 * Math.abs(twice)
}

/** The lower half of the hull of points sorted along x, without its last point (A. M. Andrew, 1979). */
function halfHull(points: readonly (readonly number[])[]): (readonly number[])[] {
  const hull: (readonly number[])[] = []
  for (const p of points) {
    while (hull.length > 1 && !turnsLeft(hull[hull.length - 2], hull[hull.length - 1], p)) hull.pop()
    hull.push(p)
  }
  return hull.slice(0, -1)
}

function turnsLeft(a: readonly number[], b: readonly number[], c: readonly number[]): boolean {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0
}
