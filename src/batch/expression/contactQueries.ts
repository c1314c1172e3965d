import type { Data } from '../../core/data/data.ts'
import { contactForce } from '../../physics/constraint/contactForce.ts'
import { SIDE } from './program.ts'

/** What expressions ask about contacts. A side of a contact is a geom, a body with all of its own geoms, or anything. */

const { geom: GEOM, body: BODY } = SIDE

const force = new Float64Array(6)

/** Whether two sides touch: the distance of a contact between them is below its margin, so that it can push. */
export function isTouching(d: Data, type1: number, id1: number, type2: number, id2: number): boolean {
  const { ncon, contact_dist, contact_includemargin } = d
  for (let i = 0; i < ncon; i++)
    if (contact_dist[i] < contact_includemargin[i] && isBetween(d, i, type1, id1, type2, id2)) return true
  return false
}

/** Adds the normal forces (N) of all contacts between two sides to out[o]. */
export function addNormalForces(
  d: Data,
  out: Float64Array,
  o: number,
  type1: number,
  id1: number,
  type2: number,
  id2: number,
): void {
  const { ncon } = d
  for (let i = 0; i < ncon; i++) {
    if (!isBetween(d, i, type1, id1, type2, id2)) continue
    contactForce(d.model, d, force, i)
    out[o] += force[0]
  }
}

function isBetween(d: Data, contact: number, type1: number, id1: number, type2: number, id2: number): boolean {
  const geom1 = d.contact_geom1[contact]
  const geom2 = d.contact_geom2[contact]
  return (
    (isOf(d, geom1, type1, id1) && isOf(d, geom2, type2, id2)) ||
    (isOf(d, geom2, type1, id1) && isOf(d, geom1, type2, id2))
  )
}

function isOf(d: Data, geom: number, type: number, id: number): boolean {
  if (type === GEOM) return geom === id
  return type !== BODY || (geom >= 0 && d.model.geom_bodyid[geom] === id)
}
