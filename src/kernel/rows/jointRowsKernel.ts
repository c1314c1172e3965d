import { MINVAL } from '../../core/math/constants.ts'
import { ConstraintType, JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Index, Kernel, Num } from '../language/kernelLanguage.ts'
import { norm, normalize, type Quat } from '../language/vectors.ts'
import { appendEntry, type NewRows, noteTendonRow, startRows, writeParameters, writePlace } from '../stage/newRows.ts'
import { rotationVector } from '../stage/rotationKernel.ts'

/** Rows of friction loss of dofs and tendons, as `addFriction` and `impedance`: ten_J → efc_*. */
export function allFrictionRows(m: Model, rows: NewRows): void {
  frictionRows(m, rows)
  tendonFrictionRows(m, rows)
}

/** Rows of limits of joints and tendons, as `addLimits` and `impedance`: (qpos, ten_length, ten_J) → efc_*. */
export function allLimitRows(m: Model, rows: NewRows): void {
  limitRows(m, rows)
  tendonLimitRows(m, rows)
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
  const limited = [...m.jnt_limited.keys()].filter((j) => m.jnt_limited[j] && m.jnt_type[j] !== JointType.free)
  const isBall = limited.map((j) => (m.jnt_type[j] === JointType.ball ? 1 : 0))
  const dofOf = k.table('jnt_dofadr', m.jnt_dofadr)
  const position = k.table('jnt_qposadr', m.jnt_qposadr)
  forEachLimited(k, 'jnt', limited, (joint, i) => {
    const sides = (): void =>
      eachSide(k, 'jnt', joint, k.field('qpos').at(position.at(joint)), (side, distance, margin) => {
        const dof = dofOf.at(joint)
        const row = appendRow(rows, ConstraintType.limitJoint, joint, dof, side)
        finishLimit(k, row, joint, distance, margin, 'jnt_solref', k.numbers('dof_invweight0').at(dof))
      })
    if (!isBall.includes(1)) sides()
    else k.when(k.table('limited_isball', isBall).at(i), () => ballLimitRow(m, rows, joint), sides)
  })
}

/** The row of the limit of a ball joint, on the angle of its rotation. */
function ballLimitRow(m: Model, rows: NewRows, joint: Index): void {
  const { k } = rows
  const first = k.table('jnt_qposadr', m.jnt_qposadr).at(joint)
  const quat = [0, 1, 2, 3].map((i) => k.field('qpos').at(k.sum(first, i))) as unknown as Quat
  const rotation = rotationVector(k, normalize(k, quat))
  const angle = norm(rotation)
  const none = angle.below(MINVAL)
  const inverse = k.num(1).over(angle)
  const range = k.numbers('jnt_range', 2)
  const margin = k.numbers('jnt_margin').at(joint)
  const distance = range.at(joint, 0).max(range.at(joint, 1)).minus(angle)
  k.when(k.any(distance.below(margin)), () => {
    const dof = k.table('jnt_dofadr', m.jnt_dofadr).at(joint)
    rotation.forEach((r, i) => {
      const at = k.sum(rows.entry.value, i)
      k.field('efc_J').set(at, k.choose(none, i === 0 ? 1 : 0, r.times(inverse)).negated())
      k.integers('efc_J_colind').set(at, k.sum(dof, i))
    })
    const row = startRows(rows, ConstraintType.limitJoint, joint, 1, 3)
    finishLimit(k, row, joint, distance, margin, 'jnt_solref', k.numbers('dof_invweight0').at(dof))
  })
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
  forEachLimited(k, 'tendon', limited, (tendon) =>
    eachSide(k, 'tendon', tendon, k.field('ten_length').at(tendon), (side, distance, margin) =>
      appendTendonRow(m, rows, ConstraintType.limitTendon, tendon, side, (row) => {
        const A = k.numbers('tendon_invweight0').at(tendon)
        finishLimit(k, row, tendon, distance, margin, 'tendon_solref_lim', A)
      }),
    ),
  )
}

function forEachLimited(
  k: Kernel,
  kind: 'jnt' | 'tendon',
  limited: readonly number[],
  visit: (object: Index, i: Index) => void,
): void {
  const objects = k.table(`limited_${kind}`, limited)
  k.repeat(0, limited.length, (i) => visit(objects.at(i), i))
}

/** Visits the sides of the limits of a joint or tendon that are nearer than its margin: the lower one is +1. */
function eachSide(
  k: Kernel,
  kind: 'jnt' | 'tendon',
  object: Index,
  x: Num,
  visit: (side: number, distance: Num, margin: Num) => void,
): void {
  const margin = k.numbers(`${kind}_margin`).at(object)
  const range = k.numbers(`${kind}_range`, 2)
  const add = (side: number, distance: Num): void =>
    k.when(k.any(distance.below(margin)), () => visit(side, distance, margin))
  add(1, x.minus(range.at(object, 0)))
  add(-1, range.at(object, 1).minus(x))
}

/** Place and parameters of a row of friction loss: only velocity matters. */
function finishFriction(k: Kernel, row: Index, object: Index, loss: Num, solref: string, kind: 'dof' | 'tendon'): void {
  const zero = k.num(0)
  writePlace(k, row, zero, zero, loss)
  writeParameters(k, row, object, zero, solref, [k.numbers(`${kind}_invweight0`).at(object)], 0)
}

function finishLimit(k: Kernel, row: Index, object: Index, distance: Num, margin: Num, solref: string, A: Num): void {
  writePlace(k, row, distance, margin, k.num(0))
  writeParameters(k, row, object, distance.minus(margin), solref, [A])
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
    k.when(kept.at(e), () => appendEntry(k, m, at, k.table('ten_J_colind', m.ten_J_colind).at(e), value))
  })
  noteTendonRow(k, tendon, row)
  const width = k.sum(at.value, k.product(entry.value, -1))
  k.when(width, () => finish(startRows(rows, type, tendon, 1, width)))
}

/** Appends a row with one entry. Returns its number. */
function appendRow(rows: NewRows, type: number, id: Index, dof: Index, value: number): Index {
  const { k, entry } = rows
  k.field('efc_J').set(entry.value, value)
  k.integers('efc_J_colind').set(entry.value, dof)
  return startRows(rows, type, id, 1, 1)
}
