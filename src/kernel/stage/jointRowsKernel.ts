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
    k.when(k.any(loss.equals(0).not()), () => {
      const zero = k.num(0)
      const row = appendRow(rows, ConstraintType.frictionDof, dof, dof, 1, zero, zero, loss)
      const spring = rowSpring(k, k.numbers('dof_solref', 2), k.numbers('dof_solimp', 5), dof, zero)
      writeSpring(k, row, spring, 0)
      writeDiagonal(k, row, spring, regularization(k, spring, k.numbers('dof_invweight0').at(dof)))
    })
  })
}

function limitRows(m: Model, rows: NewRows): void {
  const { k } = rows
  const limited = Array.from({ length: m.njnt }, (_, j) => j).filter(
    (j) => m.jnt_limited[j] && (m.jnt_type[j] === JointType.hinge || m.jnt_type[j] === JointType.slide),
  )
  const joints = k.table('limited_joints', limited)
  k.repeat(0, limited.length, (i) => {
    const joint = joints.at(i)
    const x = k.field('qpos').at(k.table('jnt_qposadr', m.jnt_qposadr).at(joint))
    const margin = k.numbers('jnt_margin').at(joint)
    const range = k.numbers('jnt_range', 2)
    const add = (side: number, distance: Num): void =>
      k.when(k.any(distance.below(margin)), () => {
        const dof = k.table('jnt_dofadr', m.jnt_dofadr).at(joint)
        const row = appendRow(rows, ConstraintType.limitJoint, joint, dof, side, distance, margin, k.num(0))
        const spring = rowSpring(
          k,
          k.numbers('jnt_solref', 2),
          k.numbers('jnt_solimp', 5),
          joint,
          distance.minus(margin),
        )
        writeSpring(k, row, spring)
        writeDiagonal(k, row, spring, regularization(k, spring, k.numbers('dof_invweight0').at(dof)))
      })
    add(1, x.minus(range.at(joint, 0)))
    add(-1, range.at(joint, 1).minus(x))
  })
}

function tendonFrictionRows(m: Model, rows: NewRows): void {
  const { k } = rows
  k.repeat(0, m.ntendon, (tendon) => {
    const loss = k.numbers('tendon_frictionloss').at(tendon)
    const zero = k.num(0)
    k.when(k.any(zero.below(loss)), () =>
      appendTendonRow(m, rows, ConstraintType.frictionTendon, tendon, 1, (row) => {
        writePlace(k, row, zero, zero, loss)
        const spring = rowSpring(k, k.numbers('tendon_solref_fri', 2), k.numbers('tendon_solimp_fri', 5), tendon, zero)
        writeSpring(k, row, spring, 0)
        writeDiagonal(k, row, spring, regularization(k, spring, k.numbers('tendon_invweight0').at(tendon)))
      }),
    )
  })
}

function tendonLimitRows(m: Model, rows: NewRows): void {
  const { k } = rows
  const limited = Array.from(m.tendon_limited.keys()).filter((t) => m.tendon_limited[t])
  const tendons = k.table('limited_tendons', limited)
  k.repeat(0, limited.length, (i) => {
    const tendon = tendons.at(i)
    const x = k.field('ten_length').at(tendon)
    const margin = k.numbers('tendon_margin').at(tendon)
    const range = k.numbers('tendon_range', 2)
    const add = (side: number, distance: Num): void =>
      k.when(k.any(distance.below(margin)), () =>
        appendTendonRow(m, rows, ConstraintType.limitTendon, tendon, side, (row) => {
          writePlace(k, row, distance, margin, k.num(0))
          const spring = rowSpring(
            k,
            k.numbers('tendon_solref_lim', 2),
            k.numbers('tendon_solimp_lim', 5),
            tendon,
            distance.minus(margin),
          )
          writeSpring(k, row, spring)
          writeDiagonal(k, row, spring, regularization(k, spring, k.numbers('tendon_invweight0').at(tendon)))
        }),
      )
    add(1, x.minus(range.at(tendon, 0)))
    add(-1, range.at(tendon, 1).minus(x))
  })
}

/** Appends a row with ± the Jacobian of a tendon's length, unless it would be empty. */
function appendTendonRow(
  m: Model,
  { k, row: next, entry }: NewRows,
  type: number,
  tendon: Index,
  sign: number,
  finish: (row: Index) => void,
): void {
  // a joint that stands twice in a path has two columns, the second of them zero
  const kept = k.table(
    'ten_J_kept',
    Array.from({ length: m.nJten }, (_, e) =>
      m.ten_J_rowadr.includes(e) || m.ten_J_colind[e] !== m.ten_J_colind[e - 1] ? 1 : 0,
    ),
  )
  const row = next.value
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
  k.when(width, () => {
    k.integers('efc_type').set(row, type)
    k.integers('efc_id').set(row, tendon)
    k.integers('efc_J_rownnz').set(row, width)
    k.integers('efc_J_rowadr').set(row, entry.value)
    finish(row)
    next.set(k.sum(row, 1))
    entry.set(at.value)
  })
}

/** Appends a row with one entry. Returns its number. */
function appendRow(
  { k, row: next, entry }: NewRows,
  type: number,
  id: Index,
  dof: Index,
  value: number,
  pos: Num,
  margin: Num,
  frictionloss: Num,
): Index {
  const row = next.value
  k.integers('efc_type').set(row, type)
  k.integers('efc_id').set(row, id)
  k.integers('efc_J_rownnz').set(row, 1)
  k.integers('efc_J_rowadr').set(row, entry.value)
  k.field('efc_J').set(entry.value, value)
  k.integers('efc_J_colind').set(entry.value, dof)
  writePlace(k, row, pos, margin, frictionloss)
  next.set(k.sum(row, 1))
  entry.set(k.sum(entry.value, 1))
  return row
}

function writePlace(k: Kernel, row: Index, pos: Num, margin: Num, frictionloss: Num): void {
  k.field('efc_pos').set(row, pos)
  k.field('efc_margin').set(row, margin)
  k.field('efc_frictionloss').set(row, frictionloss)
}
