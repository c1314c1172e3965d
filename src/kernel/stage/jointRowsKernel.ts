import { SCALAR_NEFC, SCALAR_NF, SCALAR_NJ, SCALAR_NL } from '../../core/data/dataScalars.ts'
import { ConstraintType, JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { isSparse } from '../../physics/constraint/jacobianRows.ts'
import type { Counter, Index, Kernel, Num } from '../language/kernelLanguage.ts'
import type { RowRoom } from './contactRowsKernel.ts'
import { regularization, rowSpring, writeDiagonal, writeSpring } from './rowSpring.ts'

/**
 * Rows of friction loss of dofs and tendons, then of limits of hinges, slides and tendons, as `addFriction`, `addLimits`
 * and `impedance`: (qpos, ten_length, ten_J) → efc_*, nf, nl, nefc, nJ, tendon_efcadr. Gives up if there is no room.
 */
export function jointRows(k: Kernel, m: Model, room: RowRoom): void {
  const scalar = k.field('scalar')
  const first = k.whole(scalar.at(SCALAR_NEFC))
  const rows: NewRows = { k, row: k.counter(first), entry: k.counter(k.whole(scalar.at(SCALAR_NJ))) }
  const most = m.nv + 2 * m.njnt + 3 * m.ntendon
  k.when(
    k.product(
      k.less(k.sum(rows.row.value, most), room.rows + 1),
      k.less(k.sum(rows.entry.value, m.nv + 2 * m.njnt + 3 * m.nJten), room.entries + 1),
    ),
    () => {
      frictionRows(m, rows)
      tendonFrictionRows(m, rows)
      const limits = rows.row.value
      limitRows(m, rows)
      tendonLimitRows(m, rows)
      scalar.set(SCALAR_NF, k.real(k.sum(limits, k.product(first, -1))))
      scalar.set(SCALAR_NL, k.real(k.sum(rows.row.value, k.product(limits, -1))))
    },
    () => k.giveUp(k.num(0).equals(0)),
  )
  scalar.set(SCALAR_NEFC, k.real(rows.row.value))
  scalar.set(SCALAR_NJ, k.real(rows.entry.value))
}

/** Where the next row and its entry go. */
interface NewRows {
  readonly k: Kernel
  readonly row: Counter
  readonly entry: Counter
}

function frictionRows(m: Model, rows: NewRows): void {
  const { k } = rows
  k.repeat(0, m.nv, (dof) => {
    const loss = k.numbers('dof_frictionloss').at(dof)
    k.when(k.any(loss.equals(0).not()), () =>
      finishFriction(k, appendRow(rows, ConstraintType.frictionDof, dof, dof, 1), dof, loss, 'dof_solref', 'dof'),
    )
  })
}

function limitRows(m: Model, rows: NewRows): void {
  const { k } = rows
  const limited = Array.from({ length: m.njnt }, (_, j) => j).filter(
    (j) => m.jnt_limited[j] && (m.jnt_type[j] === JointType.hinge || m.jnt_type[j] === JointType.slide),
  )
  const dofOf = k.table('jnt_dofadr', m.jnt_dofadr)
  const position = k.table('jnt_qposadr', m.jnt_qposadr)
  sidesOf(
    k,
    'jnt',
    limited,
    (joint) => k.field('qpos').at(position.at(joint)),
    (joint, side, distance, margin) => {
      const dof = dofOf.at(joint)
      const row = appendRow(rows, ConstraintType.limitJoint, joint, dof, side)
      finishLimit(k, row, joint, distance, margin, 'jnt_solref', k.numbers('dof_invweight0').at(dof))
    },
  )
}

function tendonFrictionRows(m: Model, rows: NewRows): void {
  const { k } = rows
  k.repeat(0, m.ntendon, (tendon) => {
    const loss = k.numbers('tendon_frictionloss').at(tendon)
    k.when(k.any(k.num(0).below(loss)), () =>
      appendTendonRow(m, rows, ConstraintType.frictionTendon, tendon, 1, (row) =>
        finishFriction(k, row, tendon, loss, 'tendon_solref_fri', 'tendon'),
      ),
    )
  })
}

function tendonLimitRows(m: Model, rows: NewRows): void {
  const { k } = rows
  const limited = Array.from(m.tendon_limited.keys()).filter((t) => m.tendon_limited[t])
  sidesOf(
    k,
    'tendon',
    limited,
    (tendon) => k.field('ten_length').at(tendon),
    (tendon, side, distance, margin) =>
      appendTendonRow(m, rows, ConstraintType.limitTendon, tendon, side, (row) => {
        const A = k.numbers('tendon_invweight0').at(tendon)
        finishLimit(k, row, tendon, distance, margin, 'tendon_solref_lim', A)
      }),
  )
}

/** Visits the sides of the limits of joints or tendons that are nearer than their margin: the lower one is +1. */
function sidesOf(
  k: Kernel,
  kind: 'jnt' | 'tendon',
  limited: readonly number[],
  position: (object: Index) => Num,
  visit: (object: Index, side: number, distance: Num, margin: Num) => void,
): void {
  const objects = k.table(`limited_${kind}`, limited)
  k.repeat(0, limited.length, (i) => {
    const object = objects.at(i)
    const x = position(object)
    const margin = k.numbers(`${kind}_margin`).at(object)
    const range = k.numbers(`${kind}_range`, 2)
    const add = (side: number, distance: Num): void =>
      k.when(k.any(distance.below(margin)), () => visit(object, side, distance, margin))
    add(1, x.minus(range.at(object, 0)))
    add(-1, range.at(object, 1).minus(x))
  })
}

/** Place and parameters of a row of friction loss: only velocity matters. */
function finishFriction(k: Kernel, row: Index, object: Index, loss: Num, solref: string, kind: 'dof' | 'tendon'): void {
  const zero = k.num(0)
  writePlace(k, row, zero, zero, loss)
  writeParameters(k, row, object, zero, solref, k.numbers(`${kind}_invweight0`).at(object), 0)
}

function finishLimit(k: Kernel, row: Index, object: Index, distance: Num, margin: Num, solref: string, A: Num): void {
  writePlace(k, row, distance, margin, k.num(0))
  writeParameters(k, row, object, distance.minus(margin), solref, A)
}

function writeParameters(
  k: Kernel,
  row: Index,
  object: Index,
  violation: Num,
  solref: string,
  A: Num,
  stiffness?: number,
): void {
  const solimp = solref.replace('solref', 'solimp')
  const spring = rowSpring(k, k.numbers(solref, 2), k.numbers(solimp, 5), object, violation)
  writeSpring(k, row, spring, stiffness)
  writeDiagonal(k, row, spring, regularization(k, spring, A))
}

/** Appends a row with ± the Jacobian of a tendon's length, unless it would be empty. */
function appendTendonRow(
  m: Model,
  rows: NewRows,
  type: number,
  tendon: Index,
  sign: number,
  finish: (row: Index) => void,
): void {
  const { k, entry } = rows
  // a joint that stands twice in a path has two columns, the second of them zero
  const kept = k.table(
    'ten_J_kept',
    Array.from({ length: m.nJten }, (_, e) =>
      m.ten_J_rowadr.includes(e) || m.ten_J_colind[e] !== m.ten_J_colind[e - 1] ? 1 : 0,
    ),
  )
  const row = rows.row.value
  const first = k.table('ten_J_rowadr', m.ten_J_rowadr).at(tendon)
  const at = k.counter(entry.value)
  k.repeat(first, k.sum(first, k.table('ten_J_rownnz', m.ten_J_rownnz).at(tendon)), (e) => {
    const value = k.field('ten_J').at(e).times(sign)
    const counts = isSparse(m) ? 1 : k.any(value.equals(0).not())
    k.when(k.product(kept.at(e), counts), () => {
      k.field('efc_J').set(at.value, value)
      k.integers('efc_J_colind').set(at.value, k.table('ten_J_colind', m.ten_J_colind).at(e))
      at.set(k.sum(at.value, 1))
    })
  })
  const firstRow = k.integers('tendon_efcadr')
  k.when(k.less(firstRow.at(tendon), 0), () => firstRow.set(tendon, row))
  const width = k.sum(at.value, k.product(entry.value, -1))
  k.when(width, () => finish(startRow(rows, type, tendon, width)))
}

/** Appends a row with one entry. Returns its number. */
function appendRow(rows: NewRows, type: number, id: Index, dof: Index, value: number): Index {
  const { k, entry } = rows
  k.field('efc_J').set(entry.value, value)
  k.integers('efc_J_colind').set(entry.value, dof)
  return startRow(rows, type, id, 1)
}

/** Lets a row count whose entries, `width` of them, have been written. Returns its number. */
function startRow({ k, row: next, entry }: NewRows, type: number, id: Index, width: Index): Index {
  const row = next.value
  k.integers('efc_type').set(row, type)
  k.integers('efc_id').set(row, id)
  k.integers('efc_J_rownnz').set(row, width)
  k.integers('efc_J_rowadr').set(row, entry.value)
  next.set(k.sum(row, 1))
  entry.set(k.sum(entry.value, width))
  return row
}

function writePlace(k: Kernel, row: Index, pos: Num, margin: Num, frictionloss: Num): void {
  k.field('efc_pos').set(row, pos)
  k.field('efc_margin').set(row, margin)
  k.field('efc_frictionloss').set(row, frictionloss)
}
