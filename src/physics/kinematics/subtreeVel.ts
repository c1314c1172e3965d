import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Momentum of subtrees: (cvel, poses) → subtree_linvel (velocity of the subtree's center of mass) and
 * subtree_angmom (angular momentum about that point), world axes.
 * MuJoCo: mj_subtreeVel.
 */
export function subtreeVel(m: Model, d: Data): void {
  const { nbody, body_mass, body_parentid, body_subtreemass } = m
  const { subtree_linvel: linvel, subtree_angmom: angmom, subtree_com: com, xipos } = d
  const { subtreeVel_velocity: velocity } = d.scratch

  for (let b = 0; b < nbody; b++) bodyMomentum(m, d, b, velocity)

  // sum linear momentum from the leaves to the roots, then divide by mass
  for (let b = nbody - 1; b >= 0; b--) {
    if (b > 0) for (let k = 0; k < 3; k++) linvel[3 * body_parentid[b] + k] += linvel[3 * b + k]
    const s = 1 / Math.max(MINVAL, body_subtreemass[b])
    for (let k = 0; k < 3; k++) linvel[3 * b + k] *= s
  }

  // angular momentum: own spin, plus (xipos − com) × m (v − linvel), then transported to the parent's point
  for (let b = nbody - 1; b > 0; b--) {
    const i = 3 * b
    const p = 3 * body_parentid[b]
    addMoment(angmom, i, xipos, i, com, i, velocity, 6 * b + 3, linvel, i, body_mass[b])
    for (let k = 0; k < 3; k++) angmom[p + k] += angmom[i + k]
    addMoment(angmom, p, com, i, com, p, linvel, i, linvel, p, body_subtreemass[b])
  }
}

/** Initializes the sums of one body: linvel = m v, angmom = I ω. Stores its velocity (ω, v at xipos). */
function bodyMomentum(m: Model, d: Data, b: number, velocity: Float64Array): void {
  const { cvel, xipos, ximat, subtree_com, subtree_linvel, subtree_angmom } = d
  const o = 6 * b
  const i = 3 * b
  const c = 3 * m.body_rootid[b]
  const wx = cvel[o]
  const wy = cvel[o + 1]
  const wz = cvel[o + 2]
  const rx = xipos[i] - subtree_com[c]
  const ry = xipos[i + 1] - subtree_com[c + 1]
  const rz = xipos[i + 2] - subtree_com[c + 2]
  velocity[o + 3] = cvel[o + 3] + (wy * rz - wz * ry)
  velocity[o + 4] = cvel[o + 4] + (wz * rx - wx * rz)
  velocity[o + 5] = cvel[o + 5] + (wx * ry - wy * rx)
  for (let k = 0; k < 3; k++) {
    subtree_linvel[i + k] = m.body_mass[b] * velocity[o + 3 + k]
    subtree_angmom[i + k] = 0
  }
  for (let k = 0; k < 3; k++) {
    const R = 9 * b + k
    const spin = m.body_inertia[i + k] * (ximat[R] * wx + ximat[R + 3] * wy + ximat[R + 6] * wz)
    subtree_angmom[i] += ximat[R] * spin
    subtree_angmom[i + 1] += ximat[R + 3] * spin
    subtree_angmom[i + 2] += ximat[R + 6] * spin
  }
}

/** out += (p − q) × mass·(u − v) */
function addMoment(
  out: Float64Array,
  o: number,
  p: Float64Array,
  pi: number,
  q: Float64Array,
  qi: number,
  u: Float64Array,
  ui: number,
  v: Float64Array,
  vi: number,
  mass: number,
): void {
  const rx = p[pi] - q[qi]
  const ry = p[pi + 1] - q[qi + 1]
  const rz = p[pi + 2] - q[qi + 2]
  const x = mass * (u[ui] - v[vi])
  const y = mass * (u[ui + 1] - v[vi + 1])
  const z = mass * (u[ui + 2] - v[vi + 2])
  out[o] += ry * z - rz * y
  out[o + 1] += rz * x - rx * z
  out[o + 2] += rx * y - ry * x
}
