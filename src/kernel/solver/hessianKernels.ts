import { MINVAL } from '../../core/math/constants.ts'
import { ConstraintState } from '../../core/model/enums.ts'
import type { Index, Kernel, LaneKernel, Mask, Num } from '../language/kernelLanguage.ts'
import { add, type Spatial, scale } from '../language/vectors.ts'
import { eliminate, solveForward, solveTransposed } from '../stage/eliminationKernel.ts'
import { dot, group6, isBetween, isTrue, rowsOf, visitRows, wrenchAt } from './contactWrenches.ts'
import { addPairStiffness, addRowToEnvelope, finishEnvelope, startEnvelope } from './envelopeHessian.ts'
import { branchEnd, visitEntries, visitWrench } from './rowEntries.ts'
import { coneHessian } from './rowKernels.ts'
import {
  MOST_JOINING,
  not,
  SOLVER_INTEGERS,
  type SolverArrays,
  type TreeArrays,
  type TreeTables,
} from './solverArrays.ts'
import type { SolverContext, TreeContext } from './solverContext.ts'

/**
 * Newton's Hessian H = M + Σ D Jᵀ J and its factor. Rows of contacts in form of wrenches make stiffness of bodies,
 * K = Wᵀ B W, with B the second derivative of the cost by the directions of the contact. It is summed from the leaves to
 * the root as composite inertia is, and enters rows of M. Rows that join branches would fill H; they are taken into
 * account by the identity of Woodbury, with y = L⁻ᵀ Jᵀ of each: (Lᵀ D L + J_jᵀ D_j J_j)⁻¹ needs a system with as many
 * unknowns as there are such rows. https://en.wikipedia.org/wiki/Woodbury_matrix_identity
 */
export function formHessian(s: SolverContext): void {
  const { k, a } = s
  const filled = a.integers.at(SOLVER_INTEGERS.FILLED)
  k.when(filled, () => startEnvelope(s))
  contactStiffness(s)
  compositeStiffness(s)
  addRows(s)
  k.when(filled, () => finishEnvelope(s))
}

/** Whether a contact is left to the rows that join branches. */
function isLeft(s: SolverContext, contact: Index): Index {
  return s.k.product(isBetween(s, contact), not(s.k, s.a.integers.at(SOLVER_INTEGERS.FILLED)))
}

/** Stiffness of the bodies that contacts touch. */
export function contactStiffness(s: SolverContext): void {
  const { k, shape, a, range } = s
  range.bodies((body) => a.touched.set(body, 0))
  a.integers.set(SOLVER_INTEGERS.JOINING, 0)
  visitRows(s, range.firstRow, range.endRow, {
    single: () => {},
    contact: (row, contact, dim) => {
      const rows = Array.from({ length: rowsOf(shape, dim) }, (_, i) => k.sum(row, i))
      const stiffen = (B: Block): void => {
        const K = wrenchStiffness(a, contact, B)
        k.when(
          isBetween(s, contact),
          () => addPairStiffness(s, contact, K),
          () => addStiffness(k, a, a.moving.at(contact), K),
        )
      }
      k.when(not(k, isLeft(s, contact)), () => {
        if (shape.elliptic && dim > 1) {
          const state = a.state.at(row)
          const diagonal = rows.map((r, i) => rows.map((_, j) => (i === j ? a.D.at(r) : undefined)))
          k.when(k.same(state, ConstraintState.quadratic), () => stiffen(diagonal))
          k.when(k.same(state, ConstraintState.cone), () => stiffen(coneHessian(k, a, row, contact, dim)))
          return
        }
        const active = rows.map((r) => k.same(a.state.at(r), ConstraintState.quadratic))
        k.when(
          active.reduce((sum, x) => k.sum(sum, x)),
          () => {
            const D = rows.map((r, i) => a.D.at(r).times(k.real(active[i])))
            stiffen(pyramidBlock(a, contact, D))
          },
        )
      })
    },
  })
}

/** Adds the rows that are not in form of wrenches, and contacts that join branches. */
export function addRows(s: SolverContext): void {
  const { k, shape, a, range } = s
  const addActive = (row: Index): void =>
    k.when(k.same(a.state.at(row), ConstraintState.quadratic), () => addRow(s, row))
  visitRows(s, range.firstRow, range.endRow, {
    single: addActive,
    contact: (row, contact, dim) =>
      k.when(isLeft(s, contact), () => {
        const addEach = (): void => k.repeat(0, rowsOf(shape, dim), (r) => addActive(k.sum(row, r)))
        if (!shape.elliptic || dim === 1) addEach()
        else
          k.when(
            k.same(a.state.at(row), ConstraintState.cone),
            () => addSliding(s, contact, coneHessian(k, a, row, contact, dim)),
            addEach,
          )
      }),
  })
}

/** Adds stiffness to that of a body. */
function addStiffness(k: LaneKernel, { touched, stiffness }: TreeArrays, body: Index, K: readonly Num[]): void {
  k.when(
    k.any(isTrue(touched.at(body))),
    () =>
      K.forEach((x, i) => {
        stiffness.set(body, stiffness.at(body, i).plus(x), i)
      }),
    () => {
      K.forEach((x, i) => {
        stiffness.set(body, x, i)
      })
      touched.set(body, 1)
    },
  )
}

/** A symmetric matrix; entries that are left out are zero. */
type Block = readonly (readonly (Num | undefined)[])[]

/** The second derivative of a pyramid's cost by the directions of its contact: an arrow. D is 0 for edges that rest. */
function pyramidBlock(a: SolverArrays, contact: Index, D: readonly Num[]): (Num | undefined)[][] {
  if (D.length === 1) return [[D[0]]]
  const dim = 1 + D.length / 2
  const B: (Num | undefined)[][] = Array.from({ length: dim }, () => Array<Num | undefined>(dim).fill(undefined))
  B[0][0] = D.reduce((sum, x) => sum.plus(x))
  for (let i = 1; i < dim; i++) {
    const mu = a.contact_friction.at(contact, i - 1)
    const plus = D[2 * i - 2]
    const minus = D[2 * i - 1]
    B[0][i] = B[i][0] = mu.times(plus.minus(minus))
    B[i][i] = mu.times(mu).times(plus.plus(minus))
  }
  return B
}

/** K = Wᵀ B W, the lower triangle by rows. */
function wrenchStiffness(a: SolverArrays, contact: Index, B: Block): Num[] {
  const W = B.map((_, i) => wrenchAt(a, contact, i))
  const BW = B.map((row) => {
    let sum: Spatial | undefined
    row.forEach((b, j) => {
      if (b === undefined) return
      const term = W[j].map((x) => b.times(x))
      sum = sum === undefined ? term : sum.map((x, i) => x.plus(term[i]))
    })
    return sum!
  })
  const K: Num[] = []
  for (let i = 0; i < 6; i++)
    for (let j = 0; j <= i; j++)
      K.push(
        dot(
          W.map((w) => w[i]),
          BW.map((w) => w[j]),
        ),
      )
  return K
}

/**
 * H = M, and where something below touches, cdof_iᵀ K cdof_j is added; K goes on to the parent.
 * @param only lanes that need it; the others keep H
 */
export function compositeStiffness(s: TreeContext, only?: Mask): void {
  const { k, a, tree, range } = s
  const { H, stiffness, touched, cdof } = a
  const setH = (e: Index, x: Num): void => H.set(e, only === undefined ? x : k.choose(only, x, H.at(e)))
  const isTouched = (body: Index): Mask => {
    const mask = isTrue(touched.at(body))
    return only === undefined ? mask : mask.and(only)
  }
  /** What bodies that are touched have, and others do not. */
  const ofTouched = (mask: Mask, x: Num): Num => (only === undefined ? x : k.choose(mask, x, 0))
  const inertia = (e: Index): Num => {
    if (tree.inertiaEntry === undefined) return a.M.at(e)
    const entry = tree.inertiaEntry.at(e)
    const value = k.cell(0)
    k.when(
      k.less(entry, 0),
      () => {},
      () => value.set(a.M.at(entry)),
    )
    return value.value
  }
  range.bodiesDown((body) => {
    const first = tree.firstDof.at(body)
    const end = k.sum(first, tree.dofs.at(body))
    const here = isTouched(body)
    k.when(
      k.any(here),
      () => {
        const K = Array.from({ length: 21 }, (_, i) => ofTouched(here, stiffness.at(body, i)))
        const at = (i: number, j: number): Num => K[i >= j ? (i * (i + 1)) / 2 + j : (j * (j + 1)) / 2 + i]
        k.loop(first, end, (dof) => {
          const axis = group6(cdof, dof)
          const force = axis.map((_, i) =>
            dot(
              axis.map((__, j) => at(i, j)),
              axis,
            ),
          )
          k.loop(tree.row.at(dof), k.sum(tree.diagonal.at(dof), 1), (e) =>
            setH(e, inertia(e).plus(dot(group6(cdof, tree.column.at(e)), force))),
          )
        })
        const above = tree.movingParent.at(body)
        k.when(
          k.less(above, 0),
          () => {},
          () => {
            if (only === undefined) {
              addStiffness(k, a, above, K)
              return
            }
            const there = isTouched(above)
            K.forEach((x, i) => {
              stiffness.set(above, ofTouched(there, stiffness.at(above, i)).plus(x), i)
            })
            touched.set(above, k.choose(here.or(there), 1, 0))
          },
        )
      },
      () =>
        k.loop(first, end, (dof) =>
          k.loop(tree.row.at(dof), k.sum(tree.diagonal.at(dof), 1), (e) => setH(e, inertia(e))),
        ),
    )
  })
}

/** Adds D Jᵀ J of a row: to the envelope, or on one branch to H itself, or to the rows that join branches. */
function addRow(s: SolverContext, row: Index): void {
  const { k, a } = s
  const D = a.D.at(row)
  k.when(
    a.integers.at(SOLVER_INTEGERS.FILLED),
    () => addRowToEnvelope(s, row, D),
    () =>
      k.when(
        k.less(branchEnd(s, row), 0),
        () => addJoining(s, row, D, (add) => visitEntries(s, row, add)),
        () => addToBranch(s, row, D),
      ),
  )
}

function addToBranch(s: SolverContext, row: Index, D: Num): void {
  const { k, a, tree } = s
  const count = k.counter(0)
  visitEntries(s, row, (dof, value) => {
    a.entryDof.set(count.value, dof)
    a.entryValue.set(count.value, value)
    count.set(k.sum(count.value, 1))
  })
  k.repeat(0, count.value, (e) => {
    const dof = a.entryDof.at(e)
    const weight = D.times(a.entryValue.at(e))
    k.repeat(0, k.sum(e, 1), (f) => {
      const place = k.sum(k.sum(tree.row.at(dof), tree.length.at(a.entryDof.at(f))), -1)
      a.H.set(place, a.H.at(place).plus(weight.times(a.entryValue.at(f))))
    })
  })
}

/** Adds Jᵀ B J of a sliding contact: with B = C Cᵀ, the rows Cᵀ J. */
function addSliding(s: SolverContext, contact: Index, B: readonly (readonly Num[])[]): void {
  const { k, a } = s
  const C = cholesky(B)
  C.forEach((_, q) => {
    const terms = C.slice(q).map((entries, i) => scale(wrenchAt(a, contact, q + i), entries[q]))
    const wrench = terms.reduce((sum, term) => add(sum, term))
    addJoining(s, -1, k.num(1), (visit) => visitWrench(s, contact, wrench, visit))
  })
}

/** The lower factor of a symmetric matrix; pivots are kept away from zero. */
function cholesky(B: readonly (readonly Num[])[]): Num[][] {
  const C: Num[][] = []
  B.forEach((entries, i) => {
    C[i] = []
    for (let j = 0; j <= i; j++) {
      let sum = entries[j]
      for (let q = 0; q < j; q++) sum = sum.minus(C[i][q].times(C[j][q]))
      C[i][j] = i === j ? sum.max(MINVAL).sqrt() : sum.over(C[j][j])
    }
  })
  return C
}

/** Adds a row to the low-rank part, with a stiffness D. Gives up if there are too many. */
export function addJoining(
  s: SolverContext,
  id: Index,
  D: Num,
  visit: (add: (dof: Index, value: Num) => void) => void,
): void {
  const { k, a, range } = s
  const count = a.integers.at(SOLVER_INTEGERS.JOINING)
  k.when(
    k.less(count, MOST_JOINING),
    () => {
      const base = k.product(count, a.nv)
      a.joiningRow.set(count, id)
      a.joining.set(count, D)
      a.integers.set(SOLVER_INTEGERS.JOINING, k.sum(count, 1))
      range.dofs((i) => a.joiningJ.set(k.sum(base, i), 0))
      visit((dof, value) => a.joiningJ.set(k.sum(base, dof), value))
    },
    () => k.giveUp(k.num(0).equals(0)),
  )
}

/** H = Lᵀ D L in place, from the leaves to the root. Gives up if a pivot is not positive. */
export function factorHessian({ k, a, tree, range }: SolverContext): void {
  range.trees((t) => eliminate(k, tree, tree.links, [a.H, a.HDiagInv], linksOf(k, tree, t)))
}

/** Rows that are taken together: entries of L are read once for all, and sums do not wait for their own terms. */
const AT_ONCE = 4

/** y = L⁻ᵀ Jᵀ of the rows that join branches, and the factor of S = D_j⁻¹ + Yᵀ D⁻¹ Y. */
export function factorJoining(s: SolverContext): void {
  const { k, a, tree, range } = s
  const { Y, S, H, HDiagInv } = a
  const count = a.integers.at(SOLVER_INTEGERS.JOINING)
  const group = k.counter(0)
  k.while(
    () => k.less(group.value, count),
    () => {
      const rows = Array.from({ length: AT_ONCE }, (_, n) => k.sum(group.value, n))
      const places = rows.map((r) => {
        const base = k.product(r, a.nv)
        k.when(
          k.less(r, count),
          () => range.dofs((i) => Y.set(k.sum(base, i), a.joiningJ.at(k.sum(base, i)))),
          () => range.dofs((i) => Y.set(k.sum(base, i), 0)),
        )
        return (dof: Index): Index => k.sum(base, dof)
      })
      range.trees((t) => solveTransposed(k, tree, tree.links, H, Y, places, linksOf(k, tree, t), true))
      group.set(k.sum(group.value, AT_ONCE))
    },
  )
  k.repeat(0, count, (r) => {
    const base = k.product(r, a.nv)
    // row r of S, and of its factor L D Lᵀ
    range.dofs((i) => a.z.set(i, Y.at(k.sum(base, i)).times(HDiagInv.at(i))))
    const column = k.counter(0)
    k.while(
      () => k.less(column.value, k.sum(r, 1)),
      () => {
        // beyond the diagonal are numbers that nothing reads
        const columns = Array.from({ length: AT_ONCE }, (_, i) => k.sum(column.value, i))
        const products = range.dots(
          Y,
          columns.map((c) => k.product(c, a.nv)),
          a.z,
        )
        products.forEach((x, i) => {
          S.set(place(k, r, columns[i]), x)
        })
        column.set(k.sum(column.value, AT_ONCE))
      },
    )
    S.set(place(k, r, r), S.at(place(k, r, r)).plus(k.num(1).over(a.joining.at(r))))
    k.repeat(0, r, (c) => {
      const sum = k.dotRange(S, place(k, r, 0), S, place(k, c, 0), c)
      S.set(place(k, r, c), S.at(place(k, r, c)).minus(sum))
    })
    // entries hold L D up to here
    const pivot = k.cell(S.at(place(k, r, r)))
    k.repeat(0, r, (c) => {
      const scaled = S.at(place(k, r, c))
      const entry = scaled.over(S.at(place(k, c, c)))
      pivot.set(pivot.value.minus(scaled.times(entry)))
      S.set(place(k, r, c), entry)
    })
    S.set(place(k, r, r), pivot.value)
    k.giveUp(k.num(0).below(pivot.value).not())
  })
}

function place(k: Kernel, row: Index, column: Index): Index {
  return k.sum(k.product(row, MOST_JOINING), column)
}

/** z = H⁻¹ grad, search = −z. */
export function solveHessian(s: SolverContext): void {
  const { k } = s
  const count = s.a.integers.at(SOLVER_INTEGERS.JOINING)
  solveTree(s, () => k.when(count, () => removeShare(s)))
}

/**
 * z = (Lᵀ D L)⁻¹ grad, search = −z.
 * @param between what happens to L⁻ᵀ grad
 */
export function solveTree(s: TreeContext, between: () => void): void {
  const { k, a, tree, range } = s
  const { z, H, HDiagInv } = a
  const { links } = tree
  range.dofs((i) => z.set(i, a.grad.at(i)))
  range.trees((t) => solveTransposed(k, tree, links, H, z, [(dof) => dof], linksOf(k, tree, t)))
  between()
  range.trees((t) =>
    solveForward(k, tree, links, [H, HDiagInv], z, linksOf(k, tree, t), (i, value) => a.search.set(i, value.negated())),
  )
}

/** The links of a tree. */
function linksOf(k: LaneKernel, { links: { first } }: TreeTables, tree: Index): [first: Index, end: Index] {
  return [first.at(tree), first.at(k.sum(tree, 1))]
}

/** z −= Y S⁻¹ Yᵀ D⁻¹ z, for the rows that join branches. */
export function removeShare(s: SolverContext): void {
  const { k, a, range } = s
  const { z, Y, S, share, HDiagInv } = a
  const count = a.integers.at(SOLVER_INTEGERS.JOINING)
  range.dofs((i) => a.Mv.set(i, z.at(i).times(HDiagInv.at(i))))
  k.repeat(0, count, (r) => {
    const sum = range.dot(Y, a.Mv, k.product(r, a.nv))
    share.set(r, sum.minus(k.dotRange(S, place(k, r, 0), share, 0, r)))
  })
  k.down(k.sum(count, -1), 0, (r) => {
    const sum = k.cell(share.at(r).over(S.at(place(k, r, r))))
    k.repeat(k.sum(r, 1), count, (c) =>
      sum.add(
        S.at(place(k, c, r))
          .times(share.at(c))
          .negated(),
      ),
    )
    share.set(r, sum.value)
  })
  k.repeat(0, count, (r) => range.addScaled(z, share.at(r).negated(), Y, k.product(r, a.nv)))
}
