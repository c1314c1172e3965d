import { ConstraintType, JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Counter, Index, Kernel, Num } from '../language/kernelLanguage.ts'
import type { RowRoom } from './contactRowsKernel.ts'
import { regularization, rowSpring, writeDiagonal, writeSpring } from './rowSpring.ts'

/**
 * Rows of friction loss of dofs, then of limits of hinges and slides, as `addFriction`, `addLimits` and `impedance`:
 * (qpos) → efc_*, nf, nl, nefc, nJ. Gives up if there is no room.
 */
export function jointRows(k: Kernel, m: Model, room: RowRoom): void {
  const scalar = k.field('scalar')
  const first = k.whole(scalar.at(5))
  const rows: NewRows = { k, row: k.counter(first), entry: k.counter(k.whole(scalar.at(6))) }
  const most = m.nv + 2 * m.njnt
  k.when(
    k.product(
      k.less(k.sum(rows.row.value, most), room.rows + 1),
      k.less(k.sum(rows.entry.value, most), room.entries + 1),
    ),
    () => {
      frictionRows(m, rows)
      const limits = rows.row.value
      limitRows(m, rows)
      scalar.set(3, k.real(k.sum(limits, k.product(first, -1))))
      scalar.set(4, k.real(k.sum(rows.row.value, k.product(limits, -1))))
    },
    () => k.giveUp(k.num(0).equals(0)),
  )
  scalar.set(5, k.real(rows.row.value))
  scalar.set(6, k.real(rows.entry.value))
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
  k.field('efc_pos').set(row, pos)
  k.field('efc_margin').set(row, margin)
  k.field('efc_frictionloss').set(row, frictionloss)
  next.set(k.sum(row, 1))
  entry.set(k.sum(entry.value, 1))
  return row
}
