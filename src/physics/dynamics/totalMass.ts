import { MINVAL } from '../../core/math/constants.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Total mass of all bodies, kg.
 * MuJoCo: mj_getTotalmass.
 */
export function totalMass(m: Model): number {
  let mass = 0
  for (let b = 0; b < m.nbody; b++) mass += m.body_mass[b]
  return mass
}

/**
 * Scales masses and inertias to this total mass (kg). Call `setConst` afterward.
 * MuJoCo: mj_setTotalmass.
 */
export function setTotalMass(m: Model, mass: number): void {
  if (!(mass > 0)) throw new RangeError(`a total mass must be positive, not ${mass}`)
  const scale = Math.max(MINVAL, mass / Math.max(MINVAL, totalMass(m)))
  for (let b = 0; b < m.nbody; b++) m.body_mass[b] *= scale
  for (let k = 0; k < 3 * m.nbody; k++) m.body_inertia[k] *= scale
}
