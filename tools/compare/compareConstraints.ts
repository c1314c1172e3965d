import { copyContacts } from '../../src/core/data/contactArrays.ts'
import type { Data } from '../../src/core/data/data.ts'
import { EqualityType } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import { isSparse } from '../../src/physics/constraint/jacobianRows.ts'
import type { Metric } from './errorNorm.ts'
import { compareField, type FieldResult } from './fields.ts'
import type { NumericArray, ReferenceData } from './reference.ts'
import { referenceContacts } from './referenceContacts.ts'

/** How a field of the constraint rows is compared. */
interface RowField {
  readonly name: string
  readonly width?: number
  readonly tolerance: number
  readonly metric: Metric
}

const EXACT: Metric = { share: 0, floor: 1 }
/** Relative to the number itself. */
const OWN: Metric = { share: 0, floor: 1e-15 }
/** Distances and their rates are differences of coordinates, which are of the order of meters. */
const DISTANCE: Metric = { share: 1e-2, floor: 0.1 }

const COUNTS = ['ne', 'nf', 'nl', 'nefc'] as const

/** Fields of rows that depend on positions. */
const POSITION_FIELDS: readonly RowField[] = [
  { name: 'efc_type', tolerance: 0, metric: EXACT },
  { name: 'efc_id', tolerance: 0, metric: EXACT },
  { name: 'efc_pos', tolerance: 1e-12, metric: DISTANCE },
  { name: 'efc_margin', tolerance: 0, metric: OWN },
  { name: 'efc_frictionloss', tolerance: 0, metric: OWN },
  { name: 'efc_diagA', tolerance: 1e-9, metric: OWN },
  { name: 'efc_R', tolerance: 1e-9, metric: OWN },
  { name: 'efc_D', tolerance: 1e-9, metric: OWN },
]
/** Fields of rows that depend on velocities. */
const VELOCITY_FIELDS: readonly RowField[] = [
  { name: 'efc_vel', tolerance: 1e-11, metric: DISTANCE },
  { name: 'efc_aref', tolerance: 1e-10, metric: DISTANCE },
]
/** Columns of efc_KBIP. */
const KBIP = ['stiffness', 'damping', 'impedance', 'derivative of impedance'] as const

/**
 * Compares all constraint rows of the present state: counts, types, Jacobian, and all fields that depend on positions
 * and velocities.
 */
export function compareConstraints(m: Model, d: Data, rd: ReferenceData): FieldResult[] {
  const results = COUNTS.map((name) => compareWords(name, [d[name]], [rd.raw[name]]))
  if (!results.every(({ error }) => error === 0)) return results
  const { nefc } = d

  if (nefc > 0) results.push(compareTendonRows(m, d, rd))
  const theirJacobian = referenceJacobian(m, rd)
  if (isSparse(m)) {
    results.push(compareWords('efc_J_rownnz', d.efc_J_rownnz.subarray(0, nefc), rd.array('efc_J_rownnz')!))
    results.push(compareWords('efc_J_colind', d.efc_J_colind.subarray(0, d.nJ), rd.array('efc_J_colind')!))
  }
  const object = (row: number) => `row ${row} of type ${d.efc_type[row]}, id ${d.efc_id[row]}`
  const jacobianRule = { tolerance: 1e-11, metric: DISTANCE, rows: Math.max(1, m.nv), object }
  results.push(compareField('efc_J', denseJacobian(m, d), theirJacobian, jacobianRule))

  for (const { name, tolerance, metric } of [...POSITION_FIELDS, ...VELOCITY_FIELDS]) {
    const ours = (Reflect.get(d, name) as Float64Array).slice(0, nefc)
    results.push(compareField(name, ours, rd.array(name)!, { tolerance, metric, rows: 1, object }))
  }
  const theirs = rd.array('efc_KBIP')!
  for (const [column, name] of KBIP.entries()) {
    const [a, b] = [d.efc_KBIP, theirs].map((from) =>
      Float64Array.from({ length: nefc }, (_, i) => from[4 * i + column]),
    )
    results.push(compareField(`efc_KBIP ${name}`, a, b, { tolerance: 1e-9, metric: IMPEDANCE, rows: 1, object }))
  }
  results.push(...compareContactRows(d, rd))
  return results
}

/** Rounding of a distance that is nearly zero shows in the derivative of the impedance, which is of order 100. */
const IMPEDANCE: Metric = { share: 0, floor: 1 }

/** Fields of contacts that constraint rows write. */
function compareContactRows(d: Data, rd: ReferenceData): FieldResult[] {
  const theirs = referenceContacts(rd)
  const { ncon } = theirs
  const object = (contact: number) => `contact ${contact}`
  const row = { metric: OWN, rows: 1, object }
  const cut = (array: NumericArray) => array.slice(0, ncon)
  // the reference leaves what it does not compute as it was in memory
  const inUse = (from: { contact_mu: Float64Array }) =>
    from.contact_mu
      .slice(0, ncon)
      .map((mu, i) => (theirs.contact_dim[i] > 1 && theirs.contact_exclude[i] === 0 ? mu : 0))
  return [
    compareField('contact_efc_address', cut(d.contact_efc_address), cut(theirs.contact_efc_address), {
      ...row,
      tolerance: 0,
    }),
    compareField('contact_mu', inUse(d), inUse(theirs), { ...row, tolerance: 1e-12 }),
  ]
}

/**
 * The first row of each tendon. The reference notes the number of the equality in place of its row, and without any
 * rows it leaves this as it is in memory.
 */
function compareTendonRows(m: Model, d: Data, rd: ReferenceData): FieldResult {
  const theirs = rd.array('tendon_efcadr')!
  for (let id = 0; id < m.neq; id++) {
    if (m.eq_type[id] !== EqualityType.tendon || !d.eq_active[id]) continue
    for (const tendon of [m.eq_obj1id[id], m.eq_obj2id[id]]) if (tendon >= 0) theirs[tendon] = d.tendon_efcadr[tendon]
  }
  return compareWords('tendon_efcadr', d.tendon_efcadr, theirs)
}

function compareWords(name: string, ours: ArrayLike<number>, theirs: ArrayLike<number>): FieldResult {
  const rule = { tolerance: 0, metric: EXACT, rows: 1, object: (row: number) => `${row}` }
  return compareField(name, Float64Array.from(ours), Float64Array.from(theirs), rule)
}

/** The Jacobian as a dense matrix, nefc × nv. */
function denseJacobian(m: Model, d: Data): Float64Array {
  return expand(m.nv, d.nefc, d.efc_J, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind)
}

function referenceJacobian(m: Model, rd: ReferenceData): Float64Array {
  const values = rd.array('efc_J') as Float64Array
  // room was made for rows that were then dropped
  if (!isSparse(m)) return values.slice(0, rd.raw.nefc * m.nv)
  const [rownnz, rowadr, colind] = ['efc_J_rownnz', 'efc_J_rowadr', 'efc_J_colind'].map(
    (name) => rd.array(name) as Int32Array,
  )
  return expand(m.nv, rd.raw.nefc, values, rownnz, rowadr, colind)
}

function expand(
  nv: number,
  rows: number,
  values: Float64Array,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): Float64Array {
  const full = new Float64Array(rows * nv)
  for (let row = 0; row < rows; row++)
    for (let k = rowadr[row]; k < rowadr[row] + rownnz[row]; k++) full[row * nv + colind[k]] = values[k]
  return full
}

/** Gives our state the contacts of the reference, so that rows are compared apart from collision. */
export function takeContacts(d: Data, rd: ReferenceData): void {
  const contacts = referenceContacts(rd)
  copyContacts(d, contacts)
  d.ncon = contacts.ncon
  d.contact_mu.fill(0)
  d.contact_efc_address.fill(-1)
}
