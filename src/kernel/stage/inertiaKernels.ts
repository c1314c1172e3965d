import type { Model } from '../../core/model/model.ts'
import type { Index, LaneKernel, LaneStage, Num, NumArray } from '../language/kernelLanguage.ts'
import { add, dot6, group, mulInertia, put } from '../language/vectors.ts'
import { eliminate, linkNumbers, linkTables, solveTransposed } from './eliminationKernel.ts'
import { damperSlope, dofDamping, forEachDampedByActuators } from './passiveKernel.ts'
import { dotRow } from './sparseRow.ts'

/** Composite rigid body algorithm, as `massMatrix`: (cinert, cdof) → crb, M. */
export function massMatrixKernel(m: Model): LaneStage {
  return (k) => {
    const crb = k.field('crb', 10)
    const cinert = k.field('cinert', 10)
    const parent = k.table('body_parentid', m.body_parentid)
    const hasParent = k.table(
      'body_hasparent',
      Array.from(m.body_parentid, (p) => (p > 0 ? 1 : 0)),
    )
    k.loop(0, m.nbody, (b) => put(crb, b, group(cinert, b, 10)))
    k.down(m.nbody - 1, 1, (b) =>
      k.when(hasParent.at(b), () => put(crb, parent.at(b), add(group(crb, parent.at(b), 10), group(crb, b, 10)))),
    )
    k.loop(0, m.nv, (i) => inertiaRow(k, m, i))
  }
}

/** M[i, j] = cdof[j] · crb cdof[i], for dof i and each of its ancestors j; armature on the diagonal. */
function inertiaRow(k: LaneKernel, m: Model, i: Index): void {
  const { row, diagonal, column } = rows(k, m)
  const M = k.field('M')
  const cdof = k.field('cdof', 6)
  const isSimple = k.table(
    'dof_issimple',
    Array.from(m.dof_simplenum, (n) => (n > 0 ? 1 : 0)),
  )
  k.when(
    isSimple.at(i),
    () => M.set(row.at(i), k.numbers('dof_M0').at(i)),
    () => {
      const body = k.table('dof_bodyid', m.dof_bodyid).at(i)
      const momentum = mulInertia(group(k.field('crb', 10), body, 10), group(cdof, i, 6))
      k.loop(row.at(i), diagonal.at(i), (e) => M.set(e, dot6(group(cdof, column.at(e), 6), momentum)))
      M.set(diagonal.at(i), dot6(group(cdof, i, 6), momentum).plus(k.numbers('dof_armature').at(i)))
    },
  )
}

/** Factor of M, as `factorM`: M → qLD, qLDiagInv. Gives up if a pivot is not positive. */
export function factorKernel(m: Model): LaneStage {
  return (k) => {
    const LD = k.field('qLD')
    k.loop(0, m.nC, (e) => LD.set(e, k.field('M').at(e)))
    factor(k, m, LD, k.field('qLDiagInv'))
  }
}

/** A = Lᵀ D L in place. */
function factor(k: LaneKernel, m: Model, A: NumArray, inverses: NumArray): void {
  const links = linkTables(k, 'M', linkNumbers(m, m.M_rownnz))
  eliminate(k, rows(k, m), links, [A, inverses], [0, links.first.at(m.ntree)])
}

/**
 * Smooth forces and acceleration, as `smoothAcceleration`: qfrc_smooth = passive − bias + applied + actuator,
 * qacc_smooth = M⁻¹ qfrc_smooth. Gives up if there is an `xfrc_applied`.
 */
export function smoothSolveKernel(m: Model): LaneStage {
  return (k) => {
    const some = k.cell(0)
    k.repeat(1, m.nbody, (b) => {
      const isZero = group(k.field('xfrc_applied', 6), b, 6).map((x) => x.equals(0))
      const areAllZero = isZero.reduce((all, x) => all.and(x))
      some.set(k.choose(areAllZero, some.value, 1))
    })
    const pushed = k.num(0).below(some.value)
    k.giveUp(pushed)
    k.when(
      k.any(pushed),
      () => {},
      () => {
        const x = k.field('qacc_smooth')
        const at = (name: string, i: Index): Num => k.field(name).at(i)
        k.loop(0, m.nv, (i) => {
          const force = at('qfrc_passive', i)
            .minus(at('qfrc_bias', i))
            .plus(at('qfrc_applied', i))
            .plus(at('qfrc_actuator', i))
          k.field('qfrc_smooth').set(i, force)
          x.set(i, force)
        })
        solveRows(k, m, k.field('qLD'), k.field('qLDiagInv'), x)
      },
    )
  }
}

/**
 * Acceleration of Euler's method with implicit damping, as `dampedAcceleration`: (M + h·B)⁻¹ (qfrc_smooth +
 * qfrc_constraint), with the slopes B of the damping of dofs. Gives up if a pivot is not positive.
 */
export function dampedSolveKernel(m: Model): LaneStage {
  return (k) => {
    const { row, diagonal } = rows(k, m)
    const H = k.field('qH')
    const M = k.field('M')
    const slope = k.field('integrate_slope')
    const h = k.numbers('options').at(3)
    dampingSlopes(k, m, slope)
    k.loop(0, m.nv, (i) => {
      k.loop(row.at(i), diagonal.at(i), (e) => H.set(e, M.at(e)))
      H.set(diagonal.at(i), M.at(diagonal.at(i)).plus(h.times(slope.at(i))))
    })
    solveImplicitly(k, m)
  }
}

/** Slopes of the damping of dofs, with that of actuators. */
export function dampingSlopes(k: LaneKernel, m: Model, out: NumArray): void {
  const qvel = k.field('qvel')
  const damping = dofDamping(k, m)
  k.loop(0, m.nv, (i) => out.set(i, damperSlope(qvel.at(i), damping(i))))
  forEachDampedByActuators(k, m, (i, damping) => {
    out.set(i, out.at(i).plus(damperSlope(qvel.at(i), damping)))
  })
}

/** Factors qH, and solves it for the acceleration of the step: H a = qfrc_smooth + qfrc_constraint. */
export function solveImplicitly(k: LaneKernel, m: Model): void {
  const x = k.field('integrate_acceleration')
  factor(k, m, k.field('qH'), k.field('qHDiagInv'))
  k.loop(0, m.nv, (i) => x.set(i, k.field('qfrc_smooth').at(i).plus(k.field('qfrc_constraint').at(i))))
  solveRows(k, m, k.field('qH'), k.field('qHDiagInv'), x)
}

/** Visits dofs: those of a tree from its root, or from its leaves. */
interface DofRange {
  dofs(visit: (dof: Index) => void): void
  dofsDown(visit: (dof: Index) => void): void
}

/** x ← (Lᵀ D L)⁻¹ x for the dofs of a range, by default for all. */
export function solveRows(
  k: LaneKernel,
  m: Model,
  LD: NumArray,
  diagInv: NumArray,
  x: NumArray,
  range?: DofRange,
): void {
  const { row, diagonal, column } = rows(k, m)
  if (range === undefined) {
    const links = linkTables(k, 'M', linkNumbers(m, m.M_rownnz))
    solveTransposed(k, rows(k, m), links, LD, x, [(dof) => dof], [0, links.first.at(m.ntree)])
  } else
    range.dofsDown((i) => {
      const xi = x.at(i)
      k.loop(row.at(i), diagonal.at(i), (e) => {
        x.set(column.at(e), x.at(column.at(e)).minus(LD.at(e).times(xi)))
      })
    })
  const blocks = k.table(
    'M_rowblocks',
    Array.from(m.M_rownnz, (n) => (n - 1) >> 2),
  )
  const dofs = range?.dofs ?? ((visit: (dof: Index) => void) => k.loop(0, m.nv, visit))
  dofs((i) => {
    const sum = dotRow(k, row.at(i), blocks.at(i), diagonal.at(i), (e) => LD.at(e).times(x.at(column.at(e))))
    x.set(i, x.at(i).times(diagInv.at(i)).minus(sum))
  })
}

/** Rows of M: where each starts, its diagonal, which is its last entry, and the columns of all entries. */
function rows(k: LaneKernel, m: Model) {
  return {
    row: k.table('M_rowadr', m.M_rowadr),
    diagonal: k.table(
      'M_diagonal',
      Array.from(m.M_rowadr, (row, i) => row + m.M_rownnz[i] - 1),
    ),
    column: k.table('M_colind', m.M_colind),
  }
}
