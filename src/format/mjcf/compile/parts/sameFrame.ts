import { SameFrame } from '../../../../core/model/enums.ts'
import type { Model } from '../../../../core/model/model.ts'

/** Frames closer than this, in each number, count as the same. */
const FRAME_EPS = 1e-6

/** Finds which inertial frames, geoms and sites coincide with the frame of their body or of its inertia. */
export function setSameFrames(m: Model): void {
  for (let body = 0; body < m.nbody; body++)
    m.body_sameframe[body] = sameAsBody(m.body_ipos, m.body_iquat, body) || SameFrame.none
  for (let geom = 0; geom < m.ngeom; geom++)
    m.geom_sameframe[geom] = sameFrame(m, m.geom_pos, m.geom_quat, geom, m.geom_bodyid[geom])
  for (let site = 0; site < m.nsite; site++)
    m.site_sameframe[site] = sameFrame(m, m.site_pos, m.site_quat, site, m.site_bodyid[site])
}

function sameFrame(m: Model, pos: Float64Array, quat: Float64Array, i: number, body: number): SameFrame {
  const own = sameAsBody(pos, quat, i)
  if (own !== SameFrame.none) return own
  if (!near(quat, i, m.body_iquat, body, 4)) return SameFrame.none
  return near(pos, i, m.body_ipos, body, 3) ? SameFrame.inertia : SameFrame.inertiarot
}

function sameAsBody(pos: Float64Array, quat: Float64Array, i: number): SameFrame {
  if (!near(quat, i, IDENTITY, 0, 4)) return SameFrame.none
  return near(pos, i, ORIGIN, 0, 3) ? SameFrame.body : SameFrame.bodyrot
}

/** Whether a pose is that of the frame it is given in. */
export function isIdentity(pos: Float64Array, quat: Float64Array): boolean {
  return sameAsBody(pos, quat, 0) === SameFrame.body
}

/** Whether a point is the origin of the frame it is given in. */
export function isOrigin(pos: Float64Array): boolean {
  return near(pos, 0, ORIGIN, 0, 3)
}

const ORIGIN = new Float64Array(3)
const IDENTITY = Float64Array.of(1, 0, 0, 0)

/** Row i of a against row j of b, rows of n numbers; a quaternion and its negative are the same rotation. */
function near(a: Float64Array, i: number, b: Float64Array, j: number, n: number): boolean {
  let plus = 0
  let minus = 0
  for (let k = 0; k < n; k++) {
    const difference = Math.abs(a[n * i + k] - b[n * j + k])
    const sum = Math.abs(a[n * i + k] + b[n * j + k])
    plus = Math.max(plus, difference)
    minus = Math.max(minus, sum)
  }
  return plus < FRAME_EPS || (n === 4 && minus < FRAME_EPS)
}
