import { MINVAL } from '../../core/math/constants.ts'
import { ConstraintState, ConstraintType } from '../../core/model/enums.ts'
import type { Counter, Index, Kernel, Num } from '../language/kernelLanguage.ts'
import { dot, group6 } from './contactWrenches.ts'
import { addJoining } from './hessianKernels.ts'
import { MOST_CHANGES, SOLVER_INTEGERS, type SolverArrays } from './solverArrays.ts'
import { isOnBranch, type SolverContext } from './solverContext.ts'

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
        const last = scatterRow(s, row)
        k.when(
          k.less(last, 0),
          () =>
            k.when(
              isSpring,
              () => addJoining(s, row, a.D.at(row), [[row, k.num(1)]]),
              () => removeJoining(s, row),
            ),
          () => changeRank(s, last, k.real(isSpring).times(2).minus(1), failed),
        )
      }),
    ),
  )
  // what a failure has left in the vector
  k.when(failed.value, () => range.dofs((i) => a.change.set(i, 0)))
  return failed.value
}

/** v = √D Jᵀ of a row. Returns its last dof; -1: the row joins branches. */
function scatterRow(s: SolverContext, row: Index): Index {
  const { k, shape, a, tree } = s
  const root = a.D.at(row).sqrt()
  const last = k.counter(-1)
  const type = a.type.at(row)
  const scatterEntries = (): void => {
    const first = a.J_rowadr.at(row)
    const end = k.sum(first, a.J_rownnz.at(row))
    k.when(isOnBranch(s, row), () => {
      k.repeat(first, end, (e) => a.change.set(a.J_colind.at(e), root.times(a.J.at(e))))
      last.set(a.J_colind.at(k.sum(end, -1)))
    })
  }
  k.when(k.less(type, ConstraintType.contactFrictionless), scatterEntries, () => {
    const contact = a.id.at(row)
    const body = a.moving.at(contact)
    k.when(k.less(body, 0), scatterEntries, () => {
      const number = k.sum(row, k.product(a.contact_efc_address.at(contact), -1))
      const edge = shape.elliptic
        ? group6(a.wrenches, k.sum(k.product(contact, 6), number))
        : edgeWrench(k, a, contact, number, type)
      last.set(tree.lastDof.at(body))
      k.repeat(tree.row.at(last.value), k.sum(tree.diagonal.at(last.value), 1), (e) => {
        const dof = tree.column.at(e)
        a.change.set(dof, root.times(dot(group6(a.cdof, dof), edge)))
      })
    })
  })
  return last.value
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

/** The wrench of edge number `edge` of a pyramid, w₀ ± μ_i w_i; of a contact without friction, w₀. */
function edgeWrench(k: Kernel, a: SolverArrays, contact: Index, edge: Index, type: Index): Num[] {
  const first = k.product(contact, 6)
  const wrench = group6(a.wrenches, first).map((x) => k.cell(x))
  k.when(k.same(type, ConstraintType.contactPyramidal), () => {
    const direction = k.half(edge)
    const odd = k.sum(edge, k.product(direction, -2))
    const mu = a.frictions.at(k.sum(k.product(contact, 5), direction))
    const slide = mu.times(k.num(1).minus(k.real(odd).times(2)))
    group6(a.wrenches, k.sum(k.sum(first, direction), 1)).forEach((x, i) => {
      wrench[i].add(slide.times(x))
    })
  })
  return wrench.map((cell) => cell.value)
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
