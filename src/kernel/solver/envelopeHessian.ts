import { MINVAL } from '../../core/math/constants.ts'
import { ConstraintState } from '../../core/model/enums.ts'
import type { Index, Num, Routine } from '../language/kernelLanguage.ts'
import { put } from '../language/vectors.ts'
import { dot, group6, shiftMotion } from './contactWrenches.ts'
import { commonDofs, visitEntries } from './rowEntries.ts'
import { GROUP, not, SOLVER_INTEGERS } from './solverArrays.ts'
import { type SolverContext, solverRoutine } from './solverContext.ts'

/**
 * The Hessian of an island with all its fill: H = L D Lᵀ in an envelope (`envelopeOrder.ts`), whose rows are contiguous,
 * so that each entry of L is a product of two ranges. Contacts of two bodies add the stiffness K = Wᵀ B W between them:
 * with c_i the motion of one relative to the other for a unit velocity of dof i, H_ij gains c_iᵀ K c_j.
 * George and Liu, Computer Solution of Large Sparse Positive Definite Systems, 1981, chapter 4.
 */

/** H = 0, but for rows that fill up the last group, and no pair of bodies. */
export function startEnvelope({ k, a }: SolverContext): void {
  const { H, rowStart } = a.envelope
  const dofs = a.integers.at(SOLVER_INTEGERS.DOFS)
  k.repeat(0, a.integers.at(SOLVER_INTEGERS.ENTRIES), (e) => H.set(e, 0))
  k.repeat(dofs, a.integers.at(SOLVER_INTEGERS.ROWS), (i) => H.set(k.sum(rowStart.at(i), i), 1))
  a.integers.set(SOLVER_INTEGERS.PAIR, -1)
  a.integers.set(SOLVER_INTEGERS.VALID, 0)
}

/** Adds weight · Jᵀ J of a row. Notes the first row of the factor that changes. */
export function addRowToEnvelope(s: SolverContext, row: Index, weight: Num): void {
  const { k, a } = s
  const { H, place, rowStart, places } = a.envelope
  const count = k.counter(0)
  visitEntries(s, row, (dof, value) => {
    const i = place.at(dof)
    places.set(count.value, i)
    a.entryValue.set(count.value, value)
    count.set(k.sum(count.value, 1))
    k.when(k.less(i, a.integers.at(SOLVER_INTEGERS.VALID)), () => a.integers.set(SOLVER_INTEGERS.VALID, i))
  })
  k.repeat(0, count.value, (e) => {
    const i = places.at(e)
    const push = weight.times(a.entryValue.at(e))
    k.repeat(0, k.sum(e, 1), (f) => {
      const j = places.at(f)
      const at = k.counter(k.sum(rowStart.at(i), j))
      k.when(k.less(i, j), () => at.set(k.sum(rowStart.at(j), i)))
      H.set(at.value, H.at(at.value).plus(push.times(a.entryValue.at(f))))
    })
  })
}

/**
 * Brings Hessian and factor up to date after rows became springs or ceased to be. Returns whether the Hessian must be
 * formed anew: where many rows changed, or contacts slide.
 */
export function changeEnvelope(s: SolverContext): Index {
  const { k, a, range } = s
  const { CHANGES, SLIDING, SLID, DOFS, VALID } = SOLVER_INTEGERS
  const count = a.integers.at(CHANGES)
  const isMuch = k.counter(k.less(k.sum(range.endRow, k.product(range.firstRow, -1)), k.product(count, MUCH)))
  k.when(k.sum(a.integers.at(SLIDING), a.integers.at(SLID)), () => isMuch.set(1))
  k.when(not(k, isMuch.value), () => {
    a.integers.set(VALID, a.integers.at(DOFS))
    k.repeat(0, count, (i) => {
      const row = a.changes.at(i)
      const isSpring = k.real(k.same(a.state.at(row), ConstraintState.quadratic))
      addRowToEnvelope(s, row, a.D.at(row).times(isSpring.times(2).minus(1)))
    })
  })
  return isMuch.value
}

/** Beyond this fraction of the rows that changed, the Hessian is formed anew. */
const MUCH = 8

/** Adds stiffness between the two bodies of a contact. Contacts of a pair come one after the other. */
export function addPairStiffness(s: SolverContext, contact: Index, K: readonly Num[]): void {
  const { k, a } = s
  const { stiffness } = a.envelope
  const pair = a.integers.at(SOLVER_INTEGERS.PAIR)
  const isSame = k.counter(0)
  k.when(not(k, k.less(pair, 0)), () =>
    isSame.set(
      k.product(k.same(a.moving.at(pair), a.moving.at(contact)), k.same(a.other.at(pair), a.other.at(contact))),
    ),
  )
  k.when(
    isSame.value,
    () =>
      K.forEach((x, i) => {
        stiffness.set(i, stiffness.at(i).plus(x))
      }),
    () => {
      k.call(pairRoutine(s))
      a.integers.set(SOLVER_INTEGERS.PAIR, contact)
      K.forEach((x, i) => {
        stiffness.set(i, x)
      })
    },
  )
}

function pairRoutine({ shape }: SolverContext): Routine {
  return solverRoutine(shape, 'addPair', (s) => {
    const { k, a } = s
    const pair = a.integers.at(SOLVER_INTEGERS.PAIR)
    k.when(not(k, k.less(pair, 0)), () => addPair(s, pair))
  })
}

/** Adds c_iᵀ K c_j for the dofs i and j that move one of two bodies and not the other. */
function addPair(s: SolverContext, contact: Index): void {
  const { k, a, tree } = s
  const { H, place, rowStart, stiffness, motion, push, places } = a.envelope
  const body = a.moving.at(contact)
  const other = a.other.at(contact)
  const ends = [body, other].map((b) => tree.lastDof.at(b))
  const common = commonDofs(s, body, other)
  const isOtherFirst = k.less(place.at(ends[1]), place.at(ends[0]))
  const K = Array.from({ length: 21 }, (_, i) => stiffness.at(i))
  const at = (i: number, j: number): Num => K[i >= j ? (i * (i + 1)) / 2 + j : (j * (j + 1)) / 2 + i]
  const count = k.counter(0)
  k.repeat(0, 2, (turn) => {
    const isOther = k.same(turn, not(k, isOtherFirst))
    const end = k.counter(ends[0])
    k.when(isOther, () => end.set(ends[1]))
    // rows of the envelope ascend toward the root
    k.down(tree.diagonal.at(end.value), k.sum(tree.row.at(end.value), common), (e) => {
      const dof = tree.column.at(e)
      const axis = group6(a.cdof, dof).map((x) => k.cell(x))
      k.when(isOther, () =>
        shiftMotion(s, contact, group6(a.cdof, dof)).forEach((x, i) => {
          axis[i].set(x.negated())
        }),
      )
      const c = axis.map(({ value }) => value)
      put(motion, count.value, c)
      put(
        push,
        count.value,
        c.map((_, i) =>
          dot(
            c.map((__, j) => at(i, j)),
            c,
          ),
        ),
      )
      places.set(count.value, place.at(dof))
      count.set(k.sum(count.value, 1))
    })
  })
  k.repeat(0, count.value, (i) => {
    const c = group6(motion, i)
    const start = rowStart.at(places.at(i))
    k.repeat(0, k.sum(i, 1), (j) => {
      const entry = k.sum(start, places.at(j))
      H.set(entry, H.at(entry).plus(dot(c, group6(push, j))))
    })
  })
}

/** Adds M and all that stands in its rows. */
export function finishEnvelope(s: SolverContext): void {
  const { k, a, tree, range } = s
  const { H, place, rowStart } = a.envelope
  k.call(pairRoutine(s))
  range.dofs((dof) => {
    const i = place.at(dof)
    k.repeat(tree.row.at(dof), k.sum(tree.diagonal.at(dof), 1), (e) => {
      // an ancestor stands behind its descendants
      const at = k.sum(rowStart.at(place.at(tree.column.at(e))), i)
      H.set(at, H.at(at).plus(a.H.at(e)))
    })
  })
}

/**
 * H = L D Lᵀ, from the first row that is not valid. Rows are taken in groups, which begin with the same column, so that
 * an entry of a row above is read once for all of them. Gives up if a pivot is not positive.
 */
export function factorEnvelope(s: SolverContext): void {
  const { k, a } = s
  const { H, L, first, rowStart, inverse } = a.envelope
  const group = k.counter(0)
  k.while(
    () => k.less(k.sum(group.value, GROUP - 1), a.integers.at(SOLVER_INTEGERS.VALID)),
    () => group.set(k.sum(group.value, GROUP)),
  )
  k.while(
    () => k.less(group.value, a.integers.at(SOLVER_INTEGERS.DOFS)),
    () => {
      const start = first.at(group.value)
      const rows = Array.from({ length: GROUP }, (_, r) => rowStart.at(k.sum(group.value, r)))
      // L D: from each entry the product of its row and that of its column
      k.repeat(start, group.value, (j) => {
        const above = rowStart.at(j)
        const from = k.counter(start)
        k.when(k.less(start, first.at(j)), () => from.set(first.at(j)))
        const count = k.sum(j, k.product(from.value, -1))
        const at = rows.map((row) => k.sum(row, from.value))
        k.dotRanges(L, at, L, k.sum(above, from.value), count).forEach((product, r) => {
          const place = k.sum(rows[r], j)
          L.set(place, H.at(place).minus(product))
        })
      })
      k.repeat(group.value, k.sum(group.value, GROUP), (i) => {
        const row = rowStart.at(i)
        k.repeat(group.value, i, (j) => {
          const count = k.sum(j, k.product(start, -1))
          const product = k.dotRange(L, k.sum(row, start), L, k.sum(rowStart.at(j), start), count)
          L.set(k.sum(row, j), H.at(k.sum(row, j)).minus(product))
        })
        const pivot = k.cell(H.at(k.sum(row, i)))
        k.repeat(start, i, (j) => {
          const at = k.sum(row, j)
          const scaled = L.at(at)
          const entry = scaled.times(inverse.at(j))
          pivot.set(pivot.value.minus(scaled.times(entry)))
          L.set(at, entry)
        })
        k.giveUp(k.num(MINVAL).atMost(pivot.value).not())
        inverse.set(i, k.num(1).over(pivot.value))
      })
      group.set(k.sum(group.value, GROUP))
    },
  )
}

/** z = H⁻¹ grad, search = −z. */
export function solveEnvelope(s: SolverContext): void {
  const { k, a, range } = s
  const { L, first, rowStart, inverse, place, x } = a.envelope
  const dofs = a.integers.at(SOLVER_INTEGERS.DOFS)
  range.dofs((dof) => x.set(place.at(dof), a.grad.at(dof)))
  const row = (i: Index): [Index, Index] => [k.sum(rowStart.at(i), first.at(i)), k.sum(i, k.product(first.at(i), -1))]
  k.repeat(0, dofs, (i) => {
    const [start, count] = row(i)
    x.set(i, x.at(i).minus(k.dotRange(L, start, x, first.at(i), count)))
  })
  k.repeat(0, dofs, (i) => x.set(i, x.at(i).times(inverse.at(i))))
  k.down(k.sum(dofs, -1), 0, (i) => {
    const [start, count] = row(i)
    k.addScaled(x, first.at(i), x.at(i).negated(), L, start, count)
  })
  range.dofs((dof) => {
    const z = x.at(place.at(dof))
    a.z.set(dof, z)
    a.search.set(dof, z.negated())
  })
}
