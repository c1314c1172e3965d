import type { Data } from '../../core/data/data.ts'
import { startTimer, stopTimer } from '../../core/data/timer.ts'
import { Timer } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { mulJacobian, mulJacobianTransposed } from './problem/jacobianProducts.ts'
import { poseProblem } from './problem/primalProblem.ts'
import { updateRows } from './problem/rowCost.ts'
import { problemOf } from './solverSpace.ts'

/**
 * Constraint forces of a given acceleration: (qacc, rows) → efc_force, efc_state, qfrc_constraint. Regularization makes
 * each force a function of the acceleration of its own rows, J·qacc − aref, so inverse dynamics needs no solver.
 * MuJoCo: mj_invConstraint.
 */
export function inverseConstraints(m: Model, d: Data, qacc: Float64Array): void {
  startTimer(d, Timer.constraint)
  if (d.nefc === 0) {
    d.qfrc_constraint.fill(0)
  } else {
    const problem = problemOf(d)
    poseProblem(problem, m, d)
    mulJacobian(problem, problem.jar, qacc, d.efc_aref)
    updateRows(problem)
    mulJacobianTransposed(problem, d.qfrc_constraint, d.efc_force)
  }
  stopTimer(d, Timer.constraint)
}
