import type { Data } from '../../core/data/data.ts'
import { conjugate, mulQuat } from '../../core/math/quat.ts'
import { chainsOf } from '../../core/model/dofChains.ts'
import { EqualityType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import {
  connectPoints,
  DISTANCE,
  EqualityFrames,
  equalityBody1,
  equalityBody2,
  pointSeparation,
  weldFrames,
  weldRotationRate,
} from './equalityFrames.ts'
import { equalitySize } from './equalityRows.ts'

// parts of a motion, three numbers each: at qacc = 0 the angular acceleration α of the body and the acceleration a of
// the point; the angular velocity ω and the velocity v of the point
const ALPHA = 0
const ACCELERATION = 3
const OMEGA = 6
const VELOCITY = 9

/** Registers of the two bodies that an equality relates. */
class PairMotion {
  readonly frames: EqualityFrames = new EqualityFrames()
  /** Motion of each body and of its point. */
  readonly motion1: Float64Array = new Float64Array(12)
  readonly motion2: Float64Array = new Float64Array(12)
  /** Quaternions: (0, Δω), (0, ½ω), the rates of q₁ and q₂, a conjugate, a product. */
  readonly relative: Float64Array = new Float64Array(4)
  readonly spin: Float64Array = new Float64Array(4)
  readonly rate1: Float64Array = new Float64Array(4)
  readonly rate2: Float64Array = new Float64Array(4)
  readonly inverse2: Float64Array = new Float64Array(4)
  readonly product: Float64Array = new Float64Array(4)
}

const pair = new PairMotion()

/**
 * Takes the acceleration that velocities alone give the residuals of connect, weld and distance off the reference
 * acceleration: efc_aref −= J̇·qvel. These rows ask for the acceleration of the residual itself, J·qacc + J̇·qvel.
 */
export function subtractJacobianRate(m: Model, d: Data): void {
  const { ne, efc_id, efc_aref } = d
  const { eq_type } = m
  const { frames, motion1, motion2 } = pair
  for (let row = 0; row < ne; ) {
    const id = efc_id[row]
    const type = eq_type[id]
    const size = equalitySize(type)
    if (type === EqualityType.connect || type === EqualityType.weld || type === EqualityType.distance) {
      if (type === EqualityType.weld) weldFrames(frames, m, d, id)
      else connectPoints(frames, m, d, id)
      pointMotion(motion1, m, d, equalityBody1(m, id), frames.point1)
      pointMotion(motion2, m, d, equalityBody2(m, id), frames.point2)
      if (type === EqualityType.distance) {
        subtractDistanceRate(pair, m, d, row)
      } else {
        for (let k = 0; k < 3; k++) efc_aref[row + k] -= motion1[ACCELERATION + k] - motion2[ACCELERATION + k]
        if (type === EqualityType.weld) subtractWeldRotationRate(pair, m, d, id, row + 3)
      }
    }
    row += size
  }
}

/**
 * Motion of a body and of a point fixed to it that velocities alone bring about: out = (α, a, ω, v). With spatial sums
 * over the dofs of the chain, (α, a₀) = Σ cdof_dot·qvel about c, the point p = c + r has the velocity v = v₀ + ω × r
 * and the acceleration a = a₀ + α × r + ω × v.
 */
function pointMotion(out: Float64Array, m: Model, d: Data, body: number, point: Float64Array): void {
  const { adr, num, dofs } = chainsOf(m)
  const { cdof_dot, qvel, cvel, subtree_com } = d
  let ax = 0
  let ay = 0
  let az = 0
  let bx = 0
  let by = 0
  let bz = 0
  const end = adr[body] + num[body]
  for (let k = adr[body]; k < end; k++) {
    const i = dofs[k]
    const o = 6 * i
    const rate = qvel[i]
    ax += cdof_dot[o] * rate
    ay += cdof_dot[o + 1] * rate
    az += cdof_dot[o + 2] * rate
    bx += cdof_dot[o + 3] * rate
    by += cdof_dot[o + 4] * rate
    bz += cdof_dot[o + 5] * rate
  }
  const c = 3 * m.body_rootid[body]
  const rx = point[0] - subtree_com[c]
  const ry = point[1] - subtree_com[c + 1]
  const rz = point[2] - subtree_com[c + 2]
  const w = 6 * body
  const wx = cvel[w]
  const wy = cvel[w + 1]
  const wz = cvel[w + 2]
  const vx = cvel[w + 3] + (wy * rz - wz * ry)
  const vy = cvel[w + 4] + (wz * rx - wx * rz)
  const vz = cvel[w + 5] + (wx * ry - wy * rx)
  out[ALPHA] = ax
  out[ALPHA + 1] = ay
  out[ALPHA + 2] = az
  out[ACCELERATION] = bx + (ay * rz - az * ry + (wy * vz - wz * vy))
  out[ACCELERATION + 1] = by + (az * rx - ax * rz + (wz * vx - wx * vz))
  out[ACCELERATION + 2] = bz + (ax * ry - ay * rx + (wx * vy - wy * vx))
  out[OMEGA] = wx
  out[OMEGA + 1] = wy
  out[OMEGA + 2] = wz
  out[VELOCITY] = vx
  out[VELOCITY + 1] = vy
  out[VELOCITY + 2] = vz
}

/**
 * The row of a distance L with direction n̂: with Δ the difference of the two points, the rate of n̂·Δv at qacc = 0 is
 * n̂·Δa + |u|²/L, where u = Δv − (n̂·Δv) n̂ turns the direction. Within a step a turn changes the rate by at most |u|,
 * so the second term is at most |u|/h, also where the points (nearly) coincide.
 */
function subtractDistanceRate({ frames, motion1, motion2 }: PairMotion, m: Model, d: Data, row: number): void {
  const { separation } = frames
  pointSeparation(frames)
  const nx = separation[0]
  const ny = separation[1]
  const nz = separation[2]
  const vx = motion1[VELOCITY] - motion2[VELOCITY]
  const vy = motion1[VELOCITY + 1] - motion2[VELOCITY + 1]
  const vz = motion1[VELOCITY + 2] - motion2[VELOCITY + 2]
  const along = nx * vx + ny * vy + nz * vz
  const ux = vx - along * nx
  const uy = vy - along * ny
  const uz = vz - along * nz
  const turning = ux * ux + uy * uy + uz * uz
  const acceleration =
    nx * (motion1[ACCELERATION] - motion2[ACCELERATION]) +
    ny * (motion1[ACCELERATION + 1] - motion2[ACCELERATION + 1]) +
    nz * (motion1[ACCELERATION + 2] - motion2[ACCELERATION + 2])
  const distance = Math.max(separation[DISTANCE], m.opt.timestep * Math.sqrt(turning))
  d.efc_aref[row] -= acceleration + (turning > 0 ? turning / distance : 0)
}

/**
 * Rotational rows of a weld: the rate of ½ s vec(q̄₂·(0, Δω)·q₁) at qacc = 0 is
 * ½ s vec(q̄₂·(0, Δα)·q₁ + dq̄₂·(0, Δω)·q₁ + q̄₂·(0, Δω)·dq₁), with dq = ½ (0, ω)·q.
 */
function subtractWeldRotationRate(p: PairMotion, m: Model, d: Data, id: number, row: number): void {
  const { frames, motion1, motion2, relative, rate1, rate2, inverse2, product } = p
  const { quat1, quat2, rotationRate } = frames
  const { efc_aref } = d
  const half = 0.5 * m.eq_data[11 * id + 10]
  weldRotationRate(frames, m, id)
  for (let k = 0; k < 3; k++) {
    const B = 3 * k
    efc_aref[row + k] -=
      rotationRate[B] * (motion1[ALPHA] - motion2[ALPHA]) +
      rotationRate[B + 1] * (motion1[ALPHA + 1] - motion2[ALPHA + 1]) +
      rotationRate[B + 2] * (motion1[ALPHA + 2] - motion2[ALPHA + 2])
    relative[1 + k] = motion1[OMEGA + k] - motion2[OMEGA + k]
  }
  quatRate(p, rate1, motion1, quat1)
  quatRate(p, rate2, motion2, quat2)

  conjugate(inverse2, 0, rate2, 0)
  mulQuat(product, 0, inverse2, 0, relative, 0)
  mulQuat(product, 0, product, 0, quat1, 0)
  for (let k = 0; k < 3; k++) efc_aref[row + k] -= half * product[1 + k]

  conjugate(inverse2, 0, quat2, 0)
  mulQuat(product, 0, inverse2, 0, relative, 0)
  mulQuat(product, 0, product, 0, rate1, 0)
  for (let k = 0; k < 3; k++) efc_aref[row + k] -= half * product[1 + k]
}

/** out = ½ (0, ω)·q, with ω of a motion. */
function quatRate({ spin }: PairMotion, out: Float64Array, motion: Float64Array, q: Float64Array): void {
  spin[0] = 0
  for (let k = 0; k < 3; k++) spin[1 + k] = 0.5 * motion[OMEGA + k]
  mulQuat(out, 0, spin, 0, q, 0)
}
