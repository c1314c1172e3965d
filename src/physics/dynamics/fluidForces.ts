import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { rotate } from '../../core/math/vec3.ts'
import { GeomType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { applyWrench } from '../kinematics/jacobian.ts'

/**
 * Fluid forces on the bodies [first, end): (cvel, poses) → adds to qfrc_fluid. Velocities are relative to the wind.
 * Geoms with an ellipsoid model act one by one. Any other body acts as its equivalent inertia box. See
 * https://mujoco.readthedocs.io/en/stable/computation/fluid.html.
 */
export function fluid(m: Model, d: Data, first: number, end: number): void {
  const { body_mass, body_geomnum, body_geomadr, geom_fluid } = m
  for (let b = first; b < end; b++) {
    if (body_mass[b] < MINVAL) continue
    let ellipsoids = 0
    for (let g = body_geomadr[b]; g < body_geomadr[b] + body_geomnum[b]; g++) {
      if (geom_fluid[12 * g] <= 0) continue
      ellipsoidForce(m, d, b, g)
      ellipsoids++
    }
    if (ellipsoids === 0) boxForce(m, d, b)
  }
}

/** Velocity (ω, v) relative to the fluid in the local frame, from `localVelocity`. */
export const velocity = new Float64Array(6)
/** (force, torque) in the local frame, then in world axes. */
const wrench = new Float64Array(6)
/** Sides of the box, or semi-axes of the ellipsoid. */
export const sides = new Float64Array(3)

/** Equivalent inertia box: viscous drag of the equivalent sphere, and quadratic drag of the faces. */
function boxForce(m: Model, d: Data, b: number): void {
  const { body_inertia, body_mass, opt } = m
  const { density, viscosity } = opt
  const i3 = 3 * b
  for (let k = 0; k < 3; k++) {
    const twice = body_inertia[i3 + ((k + 1) % 3)] + body_inertia[i3 + ((k + 2) % 3)] - body_inertia[i3 + k]
    sides[k] = Math.sqrt((6 * Math.max(MINVAL, twice)) / body_mass[b])
  }
  localVelocity(m, d, b, d.xipos, d.ximat, b)
  const diameter = (sides[0] + sides[1] + sides[2]) / 3
  for (let k = 0; k < 3; k++) {
    const side = sides[k]
    const p = sides[(k + 1) % 3]
    const q = sides[(k + 2) % 3]
    const w = velocity[k]
    const v = velocity[3 + k]
    let force = 0
    let torque = 0
    if (viscosity > 0) {
      force -= 3 * Math.PI * diameter * viscosity * v
      torque -= Math.PI * diameter * diameter * diameter * viscosity * w
    }
    if (density > 0) {
      force -= 0.5 * density * p * q * Math.abs(v) * v
      torque -= (density * side * (p * p * p * p + q * q * q * q) * Math.abs(w) * w) / 64
    }
    wrench[k] = force
    wrench[3 + k] = torque
  }
  applyLocalWrench(m, d, b, d.xipos, d.ximat, b)
}

/**
 * One geom as an ellipsoid with semi-axes s: added mass, Magnus and Kutta lift, blunt, slender and angular drag.
 * Coefficients: geom_fluid = (interaction, blunt, slender, angular, Kutta, Magnus, virtual mass (3), virtual inertia
 * (3)).
 */
function ellipsoidForce(m: Model, d: Data, b: number, g: number): void {
  const { geom_fluid: c, opt } = m
  const { density, viscosity } = opt
  const f = 12 * g
  const share = c[f]
  const blunt = c[f + 1]
  const slender = c[f + 2]
  const angular = c[f + 3]
  const kutta = c[f + 4]
  const magnus = c[f + 5]
  halfAxes(m, g)
  localVelocity(m, d, b, d.geom_xpos, d.geom_xmat, g)
  const s0 = sides[0]
  const s1 = sides[1]
  const s2 = sides[2]
  const wx = velocity[0]
  const wy = velocity[1]
  const wz = velocity[2]
  const vx = velocity[3]
  const vy = velocity[4]
  const vz = velocity[5]

  // added mass: linear and angular momentum P, L of the entrained fluid; f = P × ω, τ = P × v + L × ω
  const px = density * c[f + 6] * vx
  const py = density * c[f + 7] * vy
  const pz = density * c[f + 8] * vz
  const lx = density * c[f + 9] * wx
  const ly = density * c[f + 10] * wy
  const lz = density * c[f + 11] * wz
  let fx = py * wz - pz * wy
  let fy = pz * wx - px * wz
  let fz = px * wy - py * wx
  let tx = py * vz - pz * vy + (ly * wz - lz * wy)
  let ty = pz * vx - px * vz + (lz * wx - lx * wz)
  let tz = px * vy - py * vx + (lx * wy - ly * wx)

  // Magnus: ω × v times the displaced mass
  const lift = magnus * density * ((4 / 3) * Math.PI * s0 * s1 * s2)
  fx += lift * (wy * vz - wz * vy)
  fy += lift * (wz * vx - wx * vz)
  fz += lift * (wx * vy - wy * vx)

  // area projected on the plane across the velocity
  const a0 = s1 * s2
  const a1 = s2 * s0
  const a2 = s0 * s1
  const n0 = a0 * a0 * vx
  const n1 = a1 * a1 * vy
  const n2 = a2 * a2 * vz
  const across = n0 * n0 + n1 * n1 + n2 * n2
  const along = n0 * vx + n1 * vy + n2 * vz
  const projected = along > 0 ? Math.PI * Math.sqrt(across / along) : 0

  // Kutta: ((n × v) · c) × v, with n the surface normal at the stagnation point
  const speed = Math.sqrt(vx * vx + vy * vy + vz * vz)
  const cosine = speed * across > 0 ? along / (speed * across) : 0
  const circulation = kutta * density * cosine * projected
  const kx = circulation * (n1 * vz - n2 * vy)
  const ky = circulation * (n2 * vx - n0 * vz)
  const kz = circulation * (n0 * vy - n1 * vx)
  fx += ky * vz - kz * vy
  fy += kz * vx - kx * vz
  fz += kx * vy - ky * vx

  // drag
  const longest = Math.max(s0, s1, s2)
  const shortest = Math.min(s0, s1, s2)
  const middle = s0 + s1 + s2 - longest - shortest
  const diameter = (2 / 3) * (s0 + s1 + s2)
  const widest = Math.PI * longest * middle
  const drag =
    3 * Math.PI * viscosity * diameter + density * speed * (blunt * projected + slender * (widest - projected))
  fx -= drag * vx
  fy -= drag * vy
  fz -= drag * vz

  // angular drag: each axis with the moment of the disk it sweeps
  const disk = (8 / 15) * Math.PI
  const r0 = Math.max(s1, s2)
  const r1 = Math.max(s2, s0)
  const r2 = Math.max(s0, s1)
  const m0 = disk * s0 * r0 * r0 * r0 * r0
  const m1 = disk * s1 * r1 * r1 * r1 * r1
  const m2 = disk * s2 * r2 * r2 * r2 * r2
  const greatest = disk * middle * longest * longest * longest * longest
  const gx = wx * (angular * m0 + slender * (greatest - m0))
  const gy = wy * (angular * m1 + slender * (greatest - m1))
  const gz = wz * (angular * m2 + slender * (greatest - m2))
  const brake = Math.PI * viscosity * diameter * diameter * diameter + density * Math.sqrt(gx * gx + gy * gy + gz * gz)
  tx -= brake * wx
  ty -= brake * wy
  tz -= brake * wz

  wrench[0] = share * fx
  wrench[1] = share * fy
  wrench[2] = share * fz
  wrench[3] = share * tx
  wrench[4] = share * ty
  wrench[5] = share * tz
  applyLocalWrench(m, d, b, d.geom_xpos, d.geom_xmat, g)
}

/** Writes the semi-axes of the equivalent ellipsoid of a geom to `sides`. */
export function halfAxes(m: Model, g: number): void {
  const { geom_size, geom_type } = m
  const size = 3 * g
  const radius = geom_size[size]
  switch (geom_type[g]) {
    case GeomType.sphere:
      sides.fill(radius)
      break
    case GeomType.capsule:
      sides[0] = radius
      sides[1] = radius
      sides[2] = geom_size[size + 1] + radius
      break
    case GeomType.cylinder:
      sides[0] = radius
      sides[1] = radius
      sides[2] = geom_size[size + 1]
      break
    default:
      sides[0] = radius
      sides[1] = geom_size[size + 1]
      sides[2] = geom_size[size + 2]
  }
}

/** Writes the velocity of body b relative to the fluid to `velocity`: at the frame i (pos, mat), in its axes. */
export function localVelocity(m: Model, d: Data, b: number, pos: Float64Array, mat: Float64Array, i: number): void {
  const { cvel, subtree_com } = d
  const { wind } = m.opt
  const o = 6 * b
  const c = 3 * m.body_rootid[b]
  const rx = pos[3 * i] - subtree_com[c]
  const ry = pos[3 * i + 1] - subtree_com[c + 1]
  const rz = pos[3 * i + 2] - subtree_com[c + 2]
  const wx = cvel[o]
  const wy = cvel[o + 1]
  const wz = cvel[o + 2]
  const vx = cvel[o + 3] + (wy * rz - wz * ry) - wind[0]
  const vy = cvel[o + 4] + (wz * rx - wx * rz) - wind[1]
  const vz = cvel[o + 5] + (wx * ry - wy * rx) - wind[2]
  for (let k = 0; k < 3; k++) {
    const R = 9 * i + k
    velocity[k] = mat[R] * wx + mat[R + 3] * wy + mat[R + 6] * wz
    velocity[3 + k] = mat[R] * vx + mat[R + 3] * vy + mat[R + 6] * vz
  }
}

/** Rotates `wrench` to world axes and adds its joint-space force. */
function applyLocalWrench(m: Model, d: Data, b: number, pos: Float64Array, mat: Float64Array, i: number): void {
  rotate(wrench, 0, mat, 9 * i, wrench, 0)
  rotate(wrench, 3, mat, 9 * i, wrench, 3)
  applyWrench(m, d, wrench, 0, pos, 3 * i, b, d.qfrc_fluid)
}
