import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { bodyAccelerations, bodyForces } from '../dynamics/rne.ts'
import { addConstraintWrenches } from './constraintWrenches.ts'
import { addTendonWrenches } from './tendonWrenches.ts'

/**
 * Accelerations and forces of bodies once qacc is known: (qacc, xfrc_applied, efc_force) → cacc, cfrc_ext, cfrc_int.
 * All are about c with world axes; cfrc_int is what the parent transmits to the body through its joints.
 * MuJoCo: mj_rnePostConstraint.
 */
export function rnePostConstraint(m: Model, d: Data): void {
  appliedWrenches(m, d)
  addOtherWrenches(m, d)
  transmittedForces(m, d)
}

/** Adds the wrenches of tendons and constraints to cfrc_ext. */
export function addOtherWrenches(m: Model, d: Data): void {
  addTendonWrenches(m, d, d.cfrc_ext)
  addConstraintWrenches(m, d, d.cfrc_ext)
}

/** (qacc, cfrc_ext) → cacc, cfrc_int. */
export function transmittedForces(m: Model, d: Data): void {
  const { body_parentid } = m
  const { cacc, cfrc_ext, cfrc_int, nspan, span_body } = d
  bodyAccelerations(m, d, true, cacc)
  bodyForces(d, cacc, cfrc_int)
  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = 6 * span_body[s + 1]
    for (let i = Math.max(6, 6 * span_body[s]); i < end; i++) cfrc_int[i] -= cfrc_ext[i]
  }
  for (let s = 2 * nspan - 2; s >= 0; s -= 2)
    for (let b = span_body[s + 1] - 1; b >= Math.max(1, span_body[s]); b--)
      for (let k = 0; k < 6; k++) cfrc_int[6 * body_parentid[b] + k] += cfrc_int[6 * b + k]
}

/** xfrc_applied, given as (force, torque) at xipos, as (torque, force) about c: → cfrc_ext. */
export function appliedWrenches(m: Model, d: Data): void {
  const { nbody, body_rootid } = m
  const { xfrc_applied: x, xipos, subtree_com, cfrc_ext } = d
  cfrc_ext.fill(0, 0, 6)
  for (let b = 1; b < nbody; b++) {
    const o = 6 * b
    const c = 3 * body_rootid[b]
    const rx = xipos[3 * b] - subtree_com[c]
    const ry = xipos[3 * b + 1] - subtree_com[c + 1]
    const rz = xipos[3 * b + 2] - subtree_com[c + 2]
    cfrc_ext[o] = x[o + 3] + (ry * x[o + 2] - rz * x[o + 1])
    cfrc_ext[o + 1] = x[o + 4] + (rz * x[o] - rx * x[o + 2])
    cfrc_ext[o + 2] = x[o + 5] + (rx * x[o + 1] - ry * x[o])
    cfrc_ext[o + 3] = x[o]
    cfrc_ext[o + 4] = x[o + 1]
    cfrc_ext[o + 5] = x[o + 2]
  }
}
