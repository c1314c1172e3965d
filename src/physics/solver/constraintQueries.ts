import type { Data } from '../../core/data/data.ts'
import { Cone, Solver } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { mulJacobian, mulJacobianTransposed } from './problem/jacobianProducts.ts'
import { COST, poseProblem } from './problem/primalProblem.ts'
import { updateRows } from './problem/rowCost.ts'
import { problemOf } from './solverSpace.ts'

/** Public functions on the constraint rows of the last forward pass. */

/** out = J x, from one number a dof to one number a row. MuJoCo: mj_mulJacVec. */
export function mulJacVec(m: Model, d: Data, out: Float64Array, x: Float64Array): void {
  const problem = problemOf(d)
  poseProblem(problem, m, d)
  mulJacobian(problem, out, x)
}

/** out = Jᵀ x, from one number a row to one number a dof. MuJoCo: mj_mulJacTVec. */
export function mulJacTVec(m: Model, d: Data, out: Float64Array, x: Float64Array): void {
  const problem = problemOf(d)
  poseProblem(problem, m, d)
  mulJacobianTransposed(problem, out, x)
}

/**
 * States and forces of all rows at jar = J·qacc − aref: writes efc_state, efc_force and qfrc_constraint, and returns
 * their cost Σ s(jar).
 * MuJoCo: mj_constraintUpdate.
 */
export function constraintUpdate(m: Model, d: Data, jar: Float64Array): number {
  const problem = problemOf(d)
  poseProblem(problem, m, d)
  for (let i = 0; i < d.nefc; i++) problem.jar[i] = jar[i]
  updateRows(problem)
  mulJacobianTransposed(problem, d.qfrc_constraint, d.efc_force)
  return problem.register[COST]
}

/** Whether friction is limited by pyramids rather than by cones. MuJoCo: mj_isPyramidal. */
export function isPyramidal(m: Model): boolean {
  return m.opt.cone === Cone.pyramidal
}

/**
 * Whether the solver looks for forces rather than for accelerations, or the no-slip pass follows it.
 * MuJoCo: mj_isDual.
 */
export function isDual(m: Model): boolean {
  const { solver, noslip_iterations } = m.opt
  const dual = solver === Solver.PGS || solver === Solver.ActiveSet || solver === Solver.DualCG
  return dual || noslip_iterations > 0
}
