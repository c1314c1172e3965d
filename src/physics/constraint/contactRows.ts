import type { Data } from '../../core/data/data.ts'
import { chainsOf, type DofChains } from '../../core/model/dofChains.ts'
import { Cone, ConstraintType, ContactExclude, DisableBit } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { JoinedChains, mostColumns } from './jacobianRows.ts'

const FRICTIONLESS = ConstraintType.contactFrictionless
const PYRAMIDAL = ConstraintType.contactPyramidal
const ELLIPTIC = ConstraintType.contactElliptic
const INCLUDE = ContactExclude.include
/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff
/** Rows of a pyramid with four edges: of a contact with three dimensions. */
const EDGES = 4

/**
 * Rows of contacts, in the order of the contacts. With C the motion of body 2 relative to body 1 in the contact
 * frame (along the normal, along two tangents, spin about the normal, rolling about two tangents), as rows over dofs:
 *
 * without friction   C₀
 * pyramid            C₀ + μ_k C_k and C₀ − μ_k C_k for each direction of friction k: the edges of the pyramid
 * elliptic cone      C₀, C₁, …
 *
 * A contact touches only the dofs that move one of its bodies and not the other. At those, a point p of the body moves
 * by v = cdof_lin + cdof_rot × (p − c). A contact that touches none has no rows: no force could do anything there.
 */
export function addContacts(m: Model, d: Data): void {
  const { ncon } = d
  if (ncon === 0 || m.opt.disableflags & DisableBit.contact) return
  const { geom_bodyid, body_invweight0 } = m
  const { contact_dim, contact_geom1, contact_geom2, contact_exclude, contact_efc_address, contact_friction } = d
  const { contact_dist, contact_includemargin } = d
  const { efc_type, efc_id, efc_pos, efc_margin, efc_frictionloss, efc_diagA } = d
  const { efc_J_rownnz, efc_J_rowadr } = d
  const pyramidal = m.opt.cone === Cone.pyramidal
  const chains = chainsOf(m)
  // the kernel of the solver needs no entries
  const waits = d.kernels.solves
  let row = d.nefc
  let adr = d.nJ

  for (let i = 0; i < ncon; i++) {
    contact_efc_address[i] = -1
    if (contact_exclude[i] !== INCLUDE) continue
    const body1 = geom_bodyid[contact_geom1[i]]
    const body2 = geom_bodyid[contact_geom2[i]]
    joined.place(chains, body1, body2, false)
    const { width } = joined
    if (width === 0) {
      contact_exclude[i] = ContactExclude.noDofs
      continue
    }
    contact_efc_address[i] = row
    const dim = contact_dim[i]
    const distance = contact_dist[i]
    const margin = contact_includemargin[i]
    const tran = body_invweight0[2 * body1] + body_invweight0[2 * body2]

    if (!waits) fillContact(m, d, chains, i, body1, body2, adr, pyramidal)

    if (dim === 3 && pyramidal) {
      const mu = contact_friction[5 * i]
      const end = row + EDGES
      for (; row < end; row++) {
        efc_type[row] = PYRAMIDAL
        efc_id[row] = i
        efc_J_rownnz[row] = width
        efc_J_rowadr[row] = adr
        efc_frictionloss[row] = 0
        efc_pos[row] = distance
        efc_margin[row] = margin
        efc_diagA[row] = tran + mu * mu * tran
        adr += width
      }
      continue
    }

    const type = contactType(dim, pyramidal)
    const size = contactRows(dim, pyramidal)
    const rot = body_invweight0[2 * body1 + 1] + body_invweight0[2 * body2 + 1]
    for (let k = 0; k < size; k++) {
      const at = adr + k * width
      efc_type[row + k] = type
      efc_id[row + k] = i
      efc_J_rownnz[row + k] = width
      efc_J_rowadr[row + k] = at
      efc_frictionloss[row + k] = 0
      if (type === PYRAMIDAL) {
        const mu = contact_friction[5 * i + (k >> 1)]
        efc_pos[row + k] = distance
        efc_margin[row + k] = margin
        efc_diagA[row + k] = tran + mu * mu * (k < 4 ? tran : rot)
      } else {
        efc_pos[row + k] = k === 0 ? distance : 0
        efc_margin[row + k] = k === 0 ? margin : 0
        efc_diagA[row + k] = k < 3 ? tran : rot
      }
    }
    row += size
    adr += size * width
  }
  d.nefc = row
  d.nJ = adr
  if (waits) leaveForLater(d)
}

const waiting = { write: (d: Data) => fillContacts(d.model, d) }

/** Entries of contacts are written when somebody reads them. */
export function leaveForLater(d: Data): void {
  d.jacobianDue = waiting
}

/** Writes entries and columns of all contacts. */
function fillContacts(m: Model, d: Data): void {
  const { geom_bodyid } = m
  const { ncon, contact_geom1, contact_geom2, contact_efc_address, efc_J_rowadr, efc_type } = d
  const chains = chainsOf(m)
  for (let i = 0; i < ncon; i++) {
    const row = contact_efc_address[i]
    if (row < 0) continue
    const body1 = geom_bodyid[contact_geom1[i]]
    const body2 = geom_bodyid[contact_geom2[i]]
    joined.place(chains, body1, body2, false)
    // options may have changed since
    fillContact(m, d, chains, i, body1, body2, efc_J_rowadr[row], efc_type[row] === PYRAMIDAL)
  }
}

/** Writes entries and columns of the rows of a contact, from the entry `adr` on; `joined` is placed. */
function fillContact(
  m: Model,
  d: Data,
  chains: DofChains,
  contact: number,
  body1: number,
  body2: number,
  adr: number,
  pyramidal: boolean,
): void {
  const dim = d.contact_dim[contact]
  if (dim === 3 && pyramidal) {
    fillPyramid(m, d, chains, contact, body1, -1, adr + joined.start1)
    fillPyramid(m, d, chains, contact, body2, 1, adr + joined.start2)
    return
  }
  const { efc_J_colind } = d
  const { width } = joined
  joined.join(chains, body1, body2, false, efc_J_colind, adr)
  const type = contactType(dim, pyramidal)
  fillSide(m, d, chains, contact, body1, -1, adr + joined.start1, type)
  fillSide(m, d, chains, contact, body2, 1, adr + joined.start2, type)
  const end = adr + contactRows(dim, pyramidal) * width
  for (let e = adr + width; e < end; e++) efc_J_colind[e] = efc_J_colind[e - width]
}

function contactType(dim: number, pyramidal: boolean): ConstraintType {
  if (dim === 1) return FRICTIONLESS
  return pyramidal ? PYRAMIDAL : ELLIPTIC
}

/** Number of rows of a contact. */
export function contactRows(dim: number, pyramidal: boolean): number {
  return pyramidal && dim > 1 ? 2 * (dim - 1) : dim
}

/** Bound on the number of entries in a row of a contact. */
export function contactColumns(m: Model, d: Data, contact: number): number {
  const { geom_bodyid } = m
  return mostColumns(m, geom_bodyid[d.contact_geom1[contact]], geom_bodyid[d.contact_geom2[contact]])
}

const joined = new JoinedChains()

/**
 * `fillSide` for the four edges of a pyramid, C₀ ± μ₁ C₁ and C₀ ± μ₂ C₂. Writes the dofs of the columns too.
 */
function fillPyramid(
  m: Model,
  d: Data,
  chains: DofChains,
  contact: number,
  body: number,
  sign: number,
  at: number,
): void {
  const { adr, num, dofs } = chains
  const { common } = joined
  const first = (adr[body] + common) & INDEX
  const columns = num[body] - common
  if (columns <= 0) return
  const { cdof, subtree_com, contact_pos, contact_frame, contact_friction, efc_J: J, efc_J_colind: colind } = d
  const f = (9 * contact) & INDEX
  const nx = sign * contact_frame[f]
  const ny = sign * contact_frame[f + 1]
  const nz = sign * contact_frame[f + 2]
  const sx = sign * contact_frame[f + 3]
  const sy = sign * contact_frame[f + 4]
  const sz = sign * contact_frame[f + 5]
  const tx = sign * contact_frame[f + 6]
  const ty = sign * contact_frame[f + 7]
  const tz = sign * contact_frame[f + 8]
  const c = (3 * m.body_rootid[body]) & INDEX
  const p = (3 * contact) & INDEX
  const rx = contact_pos[p] - subtree_com[c]
  const ry = contact_pos[p + 1] - subtree_com[c + 1]
  const rz = contact_pos[p + 2] - subtree_com[c + 2]
  const mu1 = contact_friction[5 * contact]
  const mu2 = contact_friction[5 * contact + 1]
  const width = joined.width & INDEX
  const at1 = at & INDEX
  const at2 = (at1 + width) & INDEX
  const at3 = (at2 + width) & INDEX
  const at4 = (at3 + width) & INDEX
  for (let k = 0; k < columns; k++) {
    const dof = dofs[first + k]
    const o = (6 * dof) & INDEX
    const wx = cdof[o]
    const wy = cdof[o + 1]
    const wz = cdof[o + 2]
    const vx = cdof[o + 3] + (wy * rz - wz * ry)
    const vy = cdof[o + 4] + (wz * rx - wx * rz)
    const vz = cdof[o + 5] + (wx * ry - wy * rx)
    const normal = nx * vx + ny * vy + nz * vz
    const edge1 = mu1 * (sx * vx + sy * vy + sz * vz)
    const edge2 = mu2 * (tx * vx + ty * vy + tz * vz)
    J[at1 + k] = normal + edge1
    J[at2 + k] = normal - edge1
    J[at3 + k] = normal + edge2
    J[at4 + k] = normal - edge2
    colind[at1 + k] = dof
    colind[at2 + k] = dof
    colind[at3 + k] = dof
    colind[at4 + k] = dof
  }
}

/**
 * Writes what the motion of one of the two bodies adds to the rows of a contact, with a sign: one column for each dof
 * that moves it and not the other, from the entry `at` on.
 */
function fillSide(
  m: Model,
  d: Data,
  chains: DofChains,
  contact: number,
  body: number,
  sign: number,
  at: number,
  type: ConstraintType,
): void {
  const { adr, num, dofs } = chains
  const { common, width } = joined
  const first = adr[body] + common
  const end = adr[body] + num[body]
  if (first >= end) return
  const { cdof, subtree_com, contact_pos, contact_frame, contact_friction, efc_J: J } = d

  // the axes of the contact (normal n, tangents s and t), with the sign of the body
  const f = (9 * contact) & INDEX
  const nx = sign * contact_frame[f]
  const ny = sign * contact_frame[f + 1]
  const nz = sign * contact_frame[f + 2]
  const sx = sign * contact_frame[f + 3]
  const sy = sign * contact_frame[f + 4]
  const sz = sign * contact_frame[f + 5]
  const tx = sign * contact_frame[f + 6]
  const ty = sign * contact_frame[f + 7]
  const tz = sign * contact_frame[f + 8]
  // the point of contact from c, the center of mass of the tree, about which cdof is given
  const c = (3 * m.body_rootid[body]) & INDEX
  const p = (3 * contact) & INDEX
  const rx = contact_pos[p] - subtree_com[c]
  const ry = contact_pos[p + 1] - subtree_com[c + 1]
  const rz = contact_pos[p + 2] - subtree_com[c + 2]
  const mu = 5 * contact
  const dim = d.contact_dim[contact]
  const pyramidal = type === PYRAMIDAL

  for (let k = first; k < end; k++, at++) {
    // angular velocity ω and velocity of the point, v = v_c + ω × r, per unit velocity of the dof
    const o = (6 * dofs[k]) & INDEX
    const wx = cdof[o]
    const wy = cdof[o + 1]
    const wz = cdof[o + 2]
    const vx = cdof[o + 3] + (wy * rz - wz * ry)
    const vy = cdof[o + 4] + (wz * rx - wx * rz)
    const vz = cdof[o + 5] + (wx * ry - wy * rx)

    // C₀: along the normal
    const normal = nx * vx + ny * vy + nz * vz
    if (dim === 1) {
      J[at] = normal
      continue
    }
    // C₁, C₂: along the tangents
    const slide1 = sx * vx + sy * vy + sz * vz
    const slide2 = tx * vx + ty * vy + tz * vz
    if (pyramidal) {
      const edge1 = contact_friction[mu] * slide1
      const edge2 = contact_friction[mu + 1] * slide2
      J[at] = normal + edge1
      J[at + width] = normal - edge1
      J[at + 2 * width] = normal + edge2
      J[at + 3 * width] = normal - edge2
    } else {
      J[at] = normal
      J[at + width] = slide1
      J[at + 2 * width] = slide2
    }
    if (dim === 3) continue

    // C₃: spin about the normal
    const spin = nx * wx + ny * wy + nz * wz
    if (pyramidal) {
      const edge3 = contact_friction[mu + 2] * spin
      J[at + 4 * width] = normal + edge3
      J[at + 5 * width] = normal - edge3
    } else {
      J[at + 3 * width] = spin
    }
    if (dim === 4) continue

    // C₄, C₅: rolling about the tangents
    const roll1 = sx * wx + sy * wy + sz * wz
    const roll2 = tx * wx + ty * wy + tz * wz
    if (pyramidal) {
      const edge4 = contact_friction[mu + 3] * roll1
      const edge5 = contact_friction[mu + 4] * roll2
      J[at + 6 * width] = normal + edge4
      J[at + 7 * width] = normal - edge4
      J[at + 8 * width] = normal + edge5
      J[at + 9 * width] = normal - edge5
    } else {
      J[at + 4 * width] = roll1
      J[at + 5 * width] = roll2
    }
  }
}
