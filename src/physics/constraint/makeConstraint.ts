import { reserveConstraints } from '../../core/data/constraintArrays.ts'
import type { Data } from '../../core/data/data.ts'
import { Cone, ContactExclude, DisableBit } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { usesImplicitInertia } from '../../core/model/option.ts'
import { addContacts, contactColumns, contactRows, leaveForLater } from './contactRows.ts'
import { addEqualities, equalityEntries, equalitySize } from './equalityRows.ts'
import { addFriction } from './frictionRows.ts'
import { impedance } from './impedance.ts'
import { storeRegularization } from './implicitRegularization.ts'
import { addLimits } from './limitRows.ts'

/**
 * Constraint rows: (poses, contacts) → ne, nf, nl, nefc, nJ and all of efc_* that depends on positions: Jacobian,
 * position, margin, friction loss, and stiffness, damping, impedance and regularization R of each row.
 * MuJoCo: mj_makeConstraint.
 */
export function makeConstraint(m: Model, d: Data): void {
  d.jacobianDue = undefined
  clearRows(m, d)
  if (m.nv === 0 || m.opt.disableflags & DisableBit.constraint) return

  reserve(m, d)
  if (!addRowsByKernel(m, d)) addRows(m, d)
  if (usesImplicitInertia(m)) storeRegularization(d)
}

function clearRows({ ntendon }: Model, d: Data): void {
  d.ne = d.nf = d.nl = d.nefc = d.nJ = 0
  if (ntendon > 0) d.tendon_efcadr.fill(-1)
}

/** All rows with their parameters, where there is room for them. */
export function addRows(m: Model, d: Data): void {
  clearRows(m, d)
  addEqualities(m, d)
  d.ne = d.nefc
  addFriction(m, d)
  d.nf = d.nefc - d.ne
  addLimits(m, d)
  d.nl = d.nefc - d.ne - d.nf
  addContacts(m, d)
  if (d.nefc > 0) impedance(m, d)
}

/** Rows by their kernel, which `addRows` may make again. Returns whether it has made them. */
function addRowsByKernel(m: Model, d: Data): boolean {
  const { rows } = d.kernels.now(m, d)
  if (rows === undefined) return false
  noteActiveEqualities(m, d)
  if (rows(d.kernels.address) !== 0) return false
  if (d.ncon > 0) leaveForLater(d)
  return true
}

/** Writes for the kernel of rows which equalities have some. */
export function noteActiveEqualities(m: Model, d: Data): void {
  const enabled = (m.opt.disableflags & DisableBit.equality) === 0
  const { eq_active } = d
  const { equality_active } = d.scratch
  for (let id = 0; id < m.neq; id++) equality_active[id] = enabled && eq_active[id] ? 1 : 0
}

/** Bounds on the rows that are not of contacts, and on their entries. */
export function mostFixedRows(m: Model): { rows: number; entries: number } {
  let rows = m.nv + 2 * m.njnt + 3 * m.ntendon
  let entries = m.nv + 3 * m.njnt + 3 * m.nJten
  for (let id = 0; id < m.neq; id++) {
    rows += equalitySize(m.eq_type[id])
    entries += equalityEntries(m, id)
  }
  return { rows, entries }
}

/** Makes room for as many rows and entries as there can be, so that no array is replaced while rows are written. */
function reserve(m: Model, d: Data): void {
  // more rows and entries than there can be
  const most = 6 * m.neq + m.nv + 2 * m.njnt + 3 * m.ntendon + 10 * d.ncon
  if (most <= d.efcCapacity && most * m.nv <= d.jacobianCapacity) return
  const { ntendon, neq, eq_type, ten_J_rownnz } = m
  const { dof_frictionloss, jnt_limited, tendon_frictionloss, tendon_limited } = m
  const { ncon, eq_active, contact_exclude, contact_dim, nspan, span_dof, span_jnt } = d
  let rows = 0
  let entries = 0
  for (let id = 0; id < neq; id++) {
    if (!eq_active[id]) continue
    rows += equalitySize(eq_type[id])
    entries += equalityEntries(m, id)
  }
  for (let s = 0; s < 2 * nspan; s += 2) {
    for (let dof = span_dof[s]; dof < span_dof[s + 1]; dof++) {
      if (dof_frictionloss[dof] === 0) continue
      rows++
      entries++
    }
    for (let joint = span_jnt[s]; joint < span_jnt[s + 1]; joint++) {
      if (!jnt_limited[joint]) continue
      // both sides; a ball joint has one row with three entries
      rows += 2
      entries += 3
    }
  }
  for (let tendon = 0; tendon < ntendon; tendon++) {
    const sides = (tendon_frictionloss[tendon] > 0 ? 1 : 0) + (tendon_limited[tendon] ? 2 : 0)
    rows += sides
    entries += sides * ten_J_rownnz[tendon]
  }
  const pyramidal = m.opt.cone === Cone.pyramidal
  for (let i = 0; i < ncon; i++) {
    if (contact_exclude[i] !== ContactExclude.include) continue
    const size = contactRows(contact_dim[i], pyramidal)
    rows += size
    entries += size * contactColumns(m, d, i)
  }
  reserveConstraints(d, rows, entries)
}
