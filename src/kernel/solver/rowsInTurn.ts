import { SCALAR_NCON } from '../../core/data/dataScalars.ts'
import { ConstraintState } from '../../core/model/enums.ts'
import type { NumArray } from '../language/kernelLanguage.ts'
import { Option } from '../record/kernelLayout.ts'
import { contactWrenches, rowsTimes, scatterForces } from './contactWrenches.ts'
import { changeFactor } from './factorChange.ts'
import { addRows, contactStiffness, removeShare } from './hessianKernels.ts'
import { setIsland } from './islandRange.ts'
import { isSet, Lane, laneNumbers, truth } from './laneNumbers.ts'
import { foundStep, prepareLine, searchLine } from './lineKernels.ts'
import { isFilled } from './newtonKernel.ts'
import { updateRows } from './rowKernels.ts'
import { rowStates } from './rowsInLanes.ts'
import { SOLVER_INTEGERS, SOLVER_NUMBERS } from './solverArrays.ts'
import type { SolverContext, TreeContext } from './solverContext.ts'

/** Parts of `newtonInLanes.ts` about rows and contacts, whose numbers differ between lanes: one lane does them at a time. */

/** Jᵀ f of rows that are not in form of wrenches. */
export function rowForces({ k, shape }: TreeContext): NumArray {
  return k.workspace('lane_forces', shape.m.nv)
}

/** Numbers of rows, and wrenches of contacts. */
export function contactsOfLane(s: SolverContext): void {
  const { k, shape } = s
  setIsland(k, shape)
  contactWrenches(s, k.whole(k.field('scalar').at(SCALAR_NCON)))
  // Hessians with fill are factored for one state at a time
  k.giveUp(k.real(isFilled(s, 0)).equals(0).not())
}

/** Rows at the acceleration without constraints. */
export function smoothRows(s: SolverContext): void {
  const { k, shape, a } = s
  rowsTimes(
    s,
    (i) => a.qacc_smooth.at(i),
    (row, x) => {
      const residual = x.minus(a.aref.at(row))
      a.b.set(row, residual)
      a.jar.set(row, residual)
    },
  )
  if (!shape.elliptic) return
  updateRows(s)
  laneNumbers(k).set(Lane.smoothCost, a.numbers.at(SOLVER_NUMBERS.COST))
}

/** Rows at the start from the last acceleration. */
export function warmRows(s: SolverContext): void {
  const { shape, a } = s
  rowsTimes(
    s,
    (i) => a.qacc_warmstart.at(i),
    (row, x) => a.jar.set(row, x.minus(a.aref.at(row))),
  )
  if (shape.elliptic) updateRows(s)
}

/** Rows at the start without constraints, where that is the better one. */
export function coldRows(s: SolverContext): void {
  const { k, a, range } = s
  k.repeat(0, range.endRow, (row) => a.jar.set(row, a.b.at(row)))
  updateRows(s)
}

/** Forces and stiffness at the start. */
export function firstForces(s: SolverContext): void {
  if (!s.shape.elliptic) writeStates(s)
  scatterForces(s, rowForces(s))
  makeStiffness(s)
}

/** J s of the line of search s. */
export function searchProducts(s: SolverContext): void {
  const { a } = s
  rowsTimes(
    s,
    (i) => a.search.at(i),
    (row, x) => a.Jv.set(row, x),
  )
}

/** Searches along the line, and takes the step in all rows, where elliptic contacts may be among them. */
export function coneLine(s: SolverContext): void {
  const { k, a, range } = s
  const lane = laneNumbers(k)
  searchProducts(s)
  prepareLine(s, lane.at(Lane.slope), lane.at(Lane.bend))
  searchLine(s, lane.at(Lane.descent), k.whole(k.numbers('options').at(Option.ls_iterations)))
  const { alpha, fall } = foundStep(a)
  lane.set(Lane.alpha, alpha)
  lane.set(Lane.fall, fall)
  k.when(k.any(alpha.equals(0).not()), () => {
    k.addScaled(a.jar, 0, alpha, a.Jv, 0, range.endRow)
    updateRows(s)
    lane.set(
      Lane.changed,
      k.real(k.sum(a.integers.at(SOLVER_INTEGERS.CHANGED), a.integers.at(SOLVER_INTEGERS.SLIDING))),
    )
    scatterForces(s, rowForces(s))
  })
}

/** Changes the factor where rows have changed, or asks for a new one. */
export function change(s: SolverContext): void {
  const { k, shape } = s
  k.when(k.any(isSet(k, Lane.changed)), () => {
    if (!shape.elliptic) noteChanges(s)
    const failed = changeFactor(s)
    k.when(
      failed,
      () => {
        laneNumbers(k).set(Lane.refactor, 1)
        makeStiffness(s)
      },
      () => noteJoining(s),
    )
  })
}

function makeStiffness(s: SolverContext): void {
  const { integers } = s.a
  contactStiffness(s)
  integers.set(SOLVER_INTEGERS.SLID, integers.at(SOLVER_INTEGERS.SLIDING))
}

/** Rows that have become springs, or ceased to be. */
function noteChanges(s: SolverContext): void {
  const { k, shape, a, range } = s
  const states = rowStates(k, shape.rows)
  const changes = k.counter(0)
  k.repeat(0, range.endRow, (row) => {
    const before = a.state.at(row)
    const state = k.whole(states.at(row))
    k.when(k.same(k.same(before, state), 0), () => {
      a.state.set(row, state)
      const isOrWasSpring = k.sum(k.same(before, ConstraintState.quadratic), k.same(state, ConstraintState.quadratic))
      k.when(isOrWasSpring, () => {
        a.changes.set(changes.value, row)
        changes.set(k.sum(changes.value, 1))
      })
    })
  })
  a.integers.set(SOLVER_INTEGERS.CHANGES, changes.value)
}

/** States of rows as the stage leaves them. */
export function writeStates({ k, shape, a, range }: SolverContext): void {
  const states = rowStates(k, shape.rows)
  k.repeat(0, range.endRow, (row) => a.state.set(row, k.whole(states.at(row))))
}

/** What rows that join branches change in a solution. */
export function share(s: SolverContext): void {
  s.k.when(s.a.integers.at(SOLVER_INTEGERS.JOINING), () => removeShare(s))
}

/** Adds rows that are not in form of wrenches to the Hessian. */
export function rowsOfHessian(s: SolverContext): void {
  addRows(s)
  noteJoining(s)
}

/** Whether rows join branches, so that their system is to be made. */
function noteJoining({ k, a }: SolverContext): void {
  const lane = laneNumbers(k)
  const joins = k.num(0).below(k.real(a.integers.at(SOLVER_INTEGERS.JOINING)))
  lane.set(Lane.joins, truth(k, joins))
  lane.set(Lane.rejoins, truth(k, joins))
}
