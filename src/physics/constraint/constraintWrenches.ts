import type { Data } from '../../core/data/data.ts'
import { EqualityType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { contactForce } from './contactForce.ts'
import {
  connectPoints,
  EqualityFrames,
  equalityBody1,
  equalityBody2,
  pointSeparation,
  weldFrames,
  weldRotationRate,
} from './equalityFrames.ts'
import { equalitySize } from './equalityRows.ts'

/** Registers of a force that acts between two bodies. */
class PairWrench {
  /** Force and torque of a contact in its own frame. */
  readonly local: Float64Array = new Float64Array(6)
  /** Force and torque at a point, world frame. */
  readonly wrench: Float64Array = new Float64Array(6)
  /** Point of contact. */
  readonly point: Float64Array = new Float64Array(3)
  /** Points of an equality. */
  readonly frames: EqualityFrames = new EqualityFrames()
}

const pairWrench = new PairWrench()

/**
 * Adds what contacts, connects, welds and distances exert on bodies: (efc_force) → wrenches of 6 a body, (torque,
 * force) about c. Contacts act on body 2, and against body 1; the equalities the other way round.
 */
export function addConstraintWrenches(m: Model, d: Data, target: Float64Array): void {
  addContactWrenches(pairWrench, m, d, target)
  addEqualityWrenches(pairWrench, m, d, target)
}

function addContactWrenches({ local, wrench, point }: PairWrench, m: Model, d: Data, target: Float64Array): void {
  const { geom_bodyid } = m
  const { ncon, contact_efc_address, contact_frame, contact_pos, contact_geom1, contact_geom2 } = d
  for (let i = 0; i < ncon; i++) {
    if (contact_efc_address[i] < 0) continue
    contactForce(m, d, local, i)
    const f = 9 * i
    for (let k = 0; k < 3; k++) {
      for (let part = 0; part < 6; part += 3)
        wrench[part + k] =
          contact_frame[f + k] * local[part] +
          contact_frame[f + 3 + k] * local[part + 1] +
          contact_frame[f + 6 + k] * local[part + 2]
      point[k] = contact_pos[3 * i + k]
    }
    addWrench(target, m, d, wrench, geom_bodyid[contact_geom1[i]], point, -1)
    addWrench(target, m, d, wrench, geom_bodyid[contact_geom2[i]], point, 1)
  }
}

function addEqualityWrenches({ wrench, frames }: PairWrench, m: Model, d: Data, target: Float64Array): void {
  const { point1, point2, separation, rotationRate } = frames
  const { eq_type } = m
  const { ne, efc_id, efc_force } = d
  for (let row = 0; row < ne; ) {
    const id = efc_id[row]
    const type = eq_type[id]
    if (type === EqualityType.connect || type === EqualityType.weld) {
      for (let k = 0; k < 3; k++) {
        wrench[k] = efc_force[row + k]
        wrench[3 + k] = 0
      }
      if (type === EqualityType.connect) {
        connectPoints(frames, m, d, id)
      } else {
        weldFrames(frames, m, d, id)
        weldRotationRate(frames, m, id)
        // the rows turn with rotationRate · ω, so they exert rotationRateᵀ · f
        for (let k = 0; k < 3; k++)
          wrench[3 + k] =
            rotationRate[k] * efc_force[row + 3] +
            rotationRate[3 + k] * efc_force[row + 4] +
            rotationRate[6 + k] * efc_force[row + 5]
      }
      addWrench(target, m, d, wrench, equalityBody1(m, id), point1, 1)
      addWrench(target, m, d, wrench, equalityBody2(m, id), point2, -1)
    }
    if (type === EqualityType.distance) {
      connectPoints(frames, m, d, id)
      pointSeparation(frames)
      for (let k = 0; k < 3; k++) {
        wrench[k] = separation[k] * efc_force[row]
        wrench[3 + k] = 0
      }
      addWrench(target, m, d, wrench, equalityBody1(m, id), point1, 1)
      addWrench(target, m, d, wrench, equalityBody2(m, id), point2, -1)
    }
    row += equalitySize(type)
  }
}

/** Adds ± a wrench at a point of a body, as (torque, force) about c, unless the body is the world. */
function addWrench(
  target: Float64Array,
  m: Model,
  d: Data,
  wrench: Float64Array,
  body: number,
  point: Float64Array,
  sign: number,
): void {
  if (body === 0) return
  const { subtree_com } = d
  const c = 3 * m.body_rootid[body]
  const rx = point[0] - subtree_com[c]
  const ry = point[1] - subtree_com[c + 1]
  const rz = point[2] - subtree_com[c + 2]
  const fx = sign * wrench[0]
  const fy = sign * wrench[1]
  const fz = sign * wrench[2]
  const o = 6 * body
  target[o] += sign * wrench[3] + (ry * fz - rz * fy)
  target[o + 1] += sign * wrench[4] + (rz * fx - rx * fz)
  target[o + 2] += sign * wrench[5] + (rx * fy - ry * fx)
  target[o + 3] += fx
  target[o + 4] += fy
  target[o + 5] += fz
}
