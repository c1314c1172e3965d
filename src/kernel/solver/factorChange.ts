import { MINVAL } from '../../core/math/constants.ts'
import { ConstraintState } from '../../core/model/enums.ts'
import type { Counter, Index, Num } from '../language/kernelLanguage.ts'
import { addJoining } from './hessianKernels.ts'
import { branchEnd, visitEntries } from './rowEntries.ts'
import { MOST_CHANGES, SOLVER_INTEGERS } from './solverArrays.ts'
import type { SolverContext } from './solverContext.ts'

/**
 * Changes the factor of the Hessian by rank one for each row that became a spring or ceased to be: Lᵀ D L ± v vᵀ with
 * v = √D Jᵀ; see `factorUpdate.ts`. Only rows of L on the way from the last dof of v to the root change. Rows that join
 * branches are added to the list of these, or taken out. Returns whether the factor must be made anew: where there are
 * many changes, or where a pivot is lost.
 */
export function changeFactor(s: SolverContext): Index {
  const { k, shape, a, range } = s
  const count = a.integers.at(SOLVER_INTEGERS.CHANGES)
  const failed = k.counter(k.less(MOST_CHANGES, count))
  // sliding contacts change the Hessian in every iteration, and once more when they cease to slide
  if (shape.elliptic) {
    k.when(a.integers.at(SOLVER_INTEGERS.SLIDING), () => failed.set(1))
    k.when(a.integers.at(SOLVER_INTEGERS.SLID), () => failed.set(1))
  }
  k.when(k.same(failed.value, 0), () =>
    k.repeat(0, count, (i) =>
      k.when(k.same(failed.value, 0), () => {
        const row = a.changes.at(i)
        const isSpring = k.same(a.state.at(row), ConstraintState.quadratic)
        const last = branchEnd(s, row)
        k.when(
          k.less(last, 0),
          () =>
            k.when(
              isSpring,
              () => addJoining(s, row, a.D.at(row), (add) => visitEntries(s, row, add)),
              () => removeJoining(s, row),
            ),
          () => {
            const root = a.D.at(row).sqrt()
            visitEntries(s, row, (dof, value) => a.change.set(dof, root.times(value)))
            changeRank(s, last, k.real(isSpring).times(2).minus(1), failed)
          },
        )
      }),
    ),
  )
  // what a failure has left in the vector
  k.when(failed.value, () => range.dofs((i) => a.change.set(i, 0)))
  return failed.value
}

/** Takes a row out of those that join branches: the last one takes its place. */
function removeJoining(s: SolverContext, row: Index): void {
  const { k, a, range } = s
  const count = a.integers.at(SOLVER_INTEGERS.JOINING)
  const last = k.sum(count, -1)
  k.repeat(0, count, (r) =>
    k.when(k.same(a.joiningRow.at(r), row), () => {
      a.joiningRow.set(r, a.joiningRow.at(last))
      a.joining.set(r, a.joining.at(last))
      const [to, from] = [r, last].map((index) => k.product(index, a.nv))
      range.dofs((i) => a.joiningJ.set(k.sum(to, i), a.joiningJ.at(k.sum(from, i))))
      a.integers.set(SOLVER_INTEGERS.JOINING, last)
    }),
  )
}

/** Lᵀ D L + sign · v vᵀ, with v in `change`, which is used up. Fails if a pivot is lost. */
function changeRank(s: SolverContext, last: Index, sign: Num, failed: Counter): void {
  const { k, a, tree } = s
  const { H, HDiagInv, change } = a
  const weight = k.cell(sign)
  const dof = k.counter(last)
  k.while(
    () => k.same(k.less(dof.value, 0), 0),
    () => {
      const i = dof.value
      const v = change.at(i)
      change.set(i, 0)
      k.when(k.any(v.equals(0).not()), () => {
        const diagonal = tree.diagonal.at(i)
        const old = H.at(diagonal)
        const pivot = old.plus(weight.value.times(v).times(v))
        k.when(
          k.any(k.num(MINVAL).atMost(pivot)),
          () => {
            const inverse = k.num(1).over(pivot)
            H.set(diagonal, pivot)
            HDiagInv.set(i, inverse)
            const factor = weight.value.times(v).times(inverse)
            weight.set(weight.value.times(old).times(inverse))
            k.repeat(tree.row.at(i), diagonal, (e) => {
              const column = tree.column.at(e)
              const rest = change.at(column).minus(v.times(H.at(e)))
              change.set(column, rest)
              H.set(e, H.at(e).plus(factor.times(rest)))
            })
          },
          () => failed.set(1),
        )
      })
      dof.set(tree.dofAbove.at(i))
    },
  )
}
