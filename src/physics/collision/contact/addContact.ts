import { reserveContacts } from '../../../core/data/contactArrays.ts'
import type { Data } from '../../../core/data/data.ts'
import { ContactExclude } from '../../../core/model/enums.ts'
import { Option } from '../../../core/model/option.ts'

/** A contact that a user adds; what is left out is as for geoms that say nothing about it. */
export interface NewContact {
  readonly geom1: number
  readonly geom2: number
  /** Distance between the surfaces, negative in penetration. */
  readonly dist: number
  /** Midpoint between the surfaces, world frame. */
  readonly pos: ArrayLike<number>
  /** Row-major: the normal, from geom 1 to geom 2, then two tangents. */
  readonly frame: ArrayLike<number>
  /** Constraint dimensions, 1, 3, 4 or 6; 3 by default. */
  readonly dim?: number
  readonly includemargin?: number
  readonly friction?: ArrayLike<number>
  readonly solref?: ArrayLike<number>
  readonly solreffriction?: ArrayLike<number>
  readonly solimp?: ArrayLike<number>
  readonly adhesion?: number
}

const defaults = new Option()

/**
 * Appends a contact to those that collision detection has found. Constraint rows that are there no longer fit and are
 * dropped: call this between `collision` and `makeConstraint`. Returns the number of the contact.
 * MuJoCo: mj_addContact.
 */
export function addContact(d: Data, contact: NewContact): number {
  const i = d.ncon
  reserveContacts(d, i + 1)
  d.contact_geom1[i] = contact.geom1
  d.contact_geom2[i] = contact.geom2
  d.contact_dist[i] = contact.dist
  d.contact_dim[i] = contact.dim ?? 3
  d.contact_includemargin[i] = contact.includemargin ?? 0
  d.contact_adhesion[i] = contact.adhesion ?? 0
  d.contact_mu[i] = 0
  put(d.contact_pos, 3, i, contact.pos)
  put(d.contact_frame, 9, i, contact.frame)
  put(d.contact_friction, 5, i, contact.friction ?? defaults.o_friction)
  put(d.contact_solref, 2, i, contact.solref ?? defaults.o_solref)
  put(d.contact_solreffriction, 2, i, contact.solreffriction ?? [0, 0])
  put(d.contact_solimp, 5, i, contact.solimp ?? defaults.o_solimp)
  d.contact_exclude[i] = contact.dist < d.contact_includemargin[i] ? ContactExclude.include : ContactExclude.inGap
  d.contact_efc_address[i] = -1
  d.ncon = i + 1
  d.ne = d.nf = d.nl = d.nefc = d.nJ = 0
  d.nisland = 0
  return i
}

function put(target: Float64Array, width: number, contact: number, values: ArrayLike<number>): void {
  for (let k = 0; k < width; k++) target[width * contact + k] = values[k]
}
