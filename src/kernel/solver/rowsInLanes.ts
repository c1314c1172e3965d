import { SCALAR_NEFC, SCALAR_NF } from '../../core/data/dataScalars.ts'
import { ConstraintState } from '../../core/model/enums.ts'
import type { Index, LaneKernel, Mask, Num, NumArray } from '../language/kernelLanguage.ts'
import { isSet, Lane, laneNumbers, truth } from './laneNumbers.ts'
import { SOLVER_NUMBERS, type SolverShape } from './solverArrays.ts'
import type { TreeContext } from './solverContext.ts'

/**
 * Rows of several states at once, without elliptic contacts: `rowKernels.ts`, with masks for what a branch decides there.
 * Rows have the same order in all lanes: friction loss, as many in each, then limits and contacts. Lanes with fewer rows
 * take no notice of the rest.
 */

/** Numbers of rows that lanes share. */
export function rowArrays(k: LaneKernel, { rows }: SolverShape) {
  return {
    jar: k.workspace('jar', rows),
    Jv: k.workspace('Jv', rows),
    D: k.field('efc_D'),
    R: k.field('efc_R'),
    frictionloss: k.field('efc_frictionloss'),
    force: k.field('efc_force'),
    b: k.field('efc_b'),
    state: rowStates(k, rows),
  }
}

/** States of rows as numbers: those of the last step, while `efc_state` may still be that before. */
export function rowStates(k: LaneKernel, rows: number) {
  return k.workspace('lane_states', rows)
}

/** Visits all rows. `isRow` says in which lanes there is one. */
export function visitRows(
  k: LaneKernel,
  visit: { friction(row: Index): void; unilateral(row: Index, isRow: Mask): void },
): void {
  const scalar = k.field('scalar')
  const row = k.counter(0)
  const number = k.cell(0)
  const before = (end: Num, body: (isRow: Mask) => void): void =>
    k.while(
      () => k.any(number.value.below(end)),
      () => {
        body(number.value.below(end))
        row.set(k.sum(row.value, 1))
        number.add(1)
      },
    )
  before(scalar.at(SCALAR_NF), () => visit.friction(row.value))
  before(scalar.at(SCALAR_NEFC), (isRow) => visit.unilateral(row.value, isRow))
}

/** What a row answers to J a − aref. */
interface Response {
  readonly force: Num
  readonly state: Num
  readonly cost: Num
}

/** Friction loss: a spring between two constant forces. */
function frictionOf(k: LaneKernel, { D, R, frictionloss }: ReturnType<typeof rowArrays>, row: Index, x: Num): Response {
  const loss = frictionloss.at(row)
  const knee = R.at(row).times(loss)
  const isLow = x.atMost(knee.negated())
  const isHigh = knee.atMost(x)
  const choose = (low: Num | number, high: Num | number, spring: Num | number): Num =>
    k.choose(isLow, low, k.choose(isHigh, high, spring))
  const force = D.at(row).negated().times(x)
  return {
    force: choose(loss, loss.negated(), force),
    state: choose(ConstraintState.linearNeg, ConstraintState.linearPos, ConstraintState.quadratic),
    cost: choose(
      loss.times(knee.times(0.5).plus(x)).negated(),
      loss.times(knee.times(0.5).minus(x)).negated(),
      force.times(x).times(-0.5),
    ),
  }
}

/** A limit, or an edge of a pyramid: a spring below zero. */
function unilateralOf(k: LaneKernel, { D }: ReturnType<typeof rowArrays>, row: Index, x: Num): Response {
  const below = x.min(0)
  const force = D.at(row).times(below).negated()
  return { force, state: truth(k, x.below(0)), cost: force.times(below).times(-0.5) }
}

/** The cost of all rows for the J a − aref of an array. */
function costOf({ k, shape }: TreeContext, residual: NumArray): Num {
  const arrays = rowArrays(k, shape)
  const cost = k.cell(0)
  visitRows(k, {
    friction: (row) => cost.add(frictionOf(k, arrays, row, residual.at(row)).cost),
    unilateral: (row, isRow) => cost.add(k.choose(isRow, unilateralOf(k, arrays, row, residual.at(row)).cost, 0)),
  })
  return cost.value
}

/** The cost of rows at the acceleration without constraints: → `Lane.smoothCost`. */
export function smoothCost(s: TreeContext): void {
  laneNumbers(s.k).set(Lane.smoothCost, costOf(s, s.k.field('efc_b')))
}

/** The cost of rows at the start from the last acceleration. */
export function warmCost(s: TreeContext): void {
  s.a.numbers.set(SOLVER_NUMBERS.COST, costOf(s, rowArrays(s.k, s.shape).jar))
}

/** J a − aref of lanes that start without constraints. */
export function startCold({ k, shape }: TreeContext): void {
  const { jar, b } = rowArrays(k, shape)
  const isCold = isSet(k, Lane.refactor)
  const start = (row: Index): void => jar.set(row, k.choose(isCold, b.at(row), jar.at(row)))
  visitRows(k, { friction: start, unilateral: start })
}

/** Forces and states of rows at the start. */
export function firstResponses({ k, shape }: TreeContext): void {
  const arrays = rowArrays(k, shape)
  const { jar, force, state } = arrays
  const write = (row: Index, response: Response): void => {
    force.set(row, response.force)
    state.set(row, response.state)
  }
  visitRows(k, {
    friction: (row) => write(row, frictionOf(k, arrays, row, jar.at(row))),
    unilateral: (row) => write(row, unilateralOf(k, arrays, row, jar.at(row))),
  })
}

/** J a − aref, forces and states of rows after the step; `Lane.changed`: whether a state is another. */
export function moveRowsInLanes({ k, shape }: TreeContext): void {
  const arrays = rowArrays(k, shape)
  const { jar, Jv, force, state } = arrays
  const lane = laneNumbers(k)
  const alpha = lane.at(Lane.alpha)
  const steps = alpha.equals(0).not()
  const changed = k.cell(0)
  const write = (row: Index, where: Mask, response: Response): void => {
    const old = state.at(row)
    changed.set(k.choose(where.and(response.state.equals(old).not()), 1, changed.value))
    force.set(row, k.choose(where, response.force, force.at(row)))
    state.set(row, k.choose(where, response.state, old))
  }
  const move = (row: Index): Num => {
    const x = jar.at(row).plus(alpha.times(Jv.at(row)))
    jar.set(row, x)
    return x
  }
  visitRows(k, {
    friction: (row) => write(row, steps, frictionOf(k, arrays, row, move(row))),
    unilateral: (row, isRow) => write(row, steps.and(isRow), unilateralOf(k, arrays, row, move(row))),
  })
  lane.set(Lane.changed, changed.value)
}
