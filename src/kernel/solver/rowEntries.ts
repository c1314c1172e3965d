import { ConstraintType } from '../../core/model/enums.ts'
import type { Index, Kernel, Num } from '../language/kernelLanguage.ts'
import type { Spatial } from '../language/vectors.ts'
import { dot, group6, isBetween, shiftMotion } from './contactWrenches.ts'
import type { SolverArrays } from './solverArrays.ts'
import { isOnBranch, type SolverContext } from './solverContext.ts'

/** Rows of J, entry by entry. Those of contacts follow from their wrenches, w·cdof, and are stored nowhere. */

/** The last dof of a row, if all others are its ancestors; −1: the row joins branches. */
export function branchEnd(s: SolverContext, row: Index): Index {
  const { k, a } = s
  const last = k.counter(-1)
  k.when(
    k.less(a.type.at(row), ConstraintType.contactFrictionless),
    () =>
      k.when(isOnBranch(s, row), () => {
        last.set(a.J_colind.at(k.sum(k.sum(a.J_rowadr.at(row), a.J_rownnz.at(row)), -1)))
      }),
    () => last.set(contactEnd(s, a.id.at(row))),
  )
  return last.value
}

function contactEnd(s: SolverContext, contact: Index): Index {
  const { k, a, tree } = s
  const body = a.moving.at(contact)
  const end = k.counter(tree.lastDof.at(body))
  k.when(isBetween(s, contact), () => {
    const other = a.other.at(contact)
    const common = commonDofs(s, body, other)
    k.when(k.less(common, chainLength(s, other)), () =>
      k.when(
        k.less(common, chainLength(s, body)),
        () => end.set(-1),
        () => end.set(tree.lastDof.at(other)),
      ),
    )
  })
  return end.value
}

/** Visits the entries of a row, not in order where it joins branches. */
export function visitEntries(s: SolverContext, row: Index, visit: (dof: Index, value: Num) => void): void {
  const { k, a } = s
  const type = a.type.at(row)
  k.when(
    k.less(type, ConstraintType.contactFrictionless),
    () => {
      const first = a.J_rowadr.at(row)
      k.repeat(first, k.sum(first, a.J_rownnz.at(row)), (e) => visit(a.J_colind.at(e), a.J.at(e)))
    },
    () => {
      const contact = a.id.at(row)
      const number = k.sum(row, k.product(a.contact_efc_address.at(contact), -1))
      const edge = s.shape.elliptic
        ? group6(a.wrenches, k.sum(k.product(contact, 6), number))
        : edgeWrench(k, a, contact, number, type)
      visitWrench(s, contact, edge, visit)
    },
  )
}

/** Visits the entries of a row whose unit force is a wrench on the moving body of a contact. */
export function visitWrench(
  s: SolverContext,
  contact: Index,
  wrench: Spatial,
  visit: (dof: Index, value: Num) => void,
): void {
  const { k, a, tree } = s
  const body = a.moving.at(contact)
  const side = (of: Index, common: Index, value: (axis: Spatial) => Num): void => {
    const last = tree.lastDof.at(of)
    k.repeat(k.sum(tree.row.at(last), common), k.sum(tree.diagonal.at(last), 1), (e) => {
      const dof = tree.column.at(e)
      visit(dof, value(group6(a.cdof, dof)))
    })
  }
  const common = k.counter(0)
  k.when(isBetween(s, contact), () => {
    const other = a.other.at(contact)
    common.set(commonDofs(s, body, other))
    side(other, common.value, (axis) => dot(shiftMotion(s, contact, axis), wrench).negated())
  })
  side(body, common.value, (axis) => dot(axis, wrench))
}

/** Number of dofs that move a body that moves. */
export function chainLength({ tree }: SolverContext, body: Index): Index {
  return tree.length.at(tree.lastDof.at(body))
}

/** Number of dofs that move both of two bodies that move. */
export function commonDofs(s: SolverContext, body: Index, other: Index): Index {
  const { k, tree } = s
  const common = k.counter(0)
  const going = k.counter(1)
  const rows = [body, other].map((b) => tree.row.at(tree.lastDof.at(b)))
  k.while(
    () => going.value,
    () => {
      const [mine, its] = rows.map((row) => tree.column.at(k.sum(row, common.value)))
      common.set(k.sum(common.value, k.same(mine, its)))
      const isWithin = k.product(
        k.less(common.value, chainLength(s, body)),
        k.less(common.value, chainLength(s, other)),
      )
      going.set(k.product(k.same(mine, its), isWithin))
    },
  )
  return common.value
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
