import type { Data } from '../../core/data/data.ts'
import { DisableBit } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { mulJacobian } from './problem/jacobianProducts.ts'
import { addInertiaCost, evaluateAt } from './problem/primalCost.ts'
import { COST, type Problem } from './problem/primalProblem.ts'
import { updateRows } from './problem/rowCost.ts'

/** Where solvers start: from the acceleration of the last step, in `qacc_warmstart`, if that is better than none. */

/**
 * Starts the primal solvers from the acceleration of the last step, or from the smooth one where that costs less, and
 * evaluates the problem there.
 */
export function startFromAcceleration(m: Model, d: Data, p: Problem): void {
  const { nefc, jar, register } = p
  const { qacc_smooth, qacc_warmstart, efc_b } = d
  if ((m.opt.disableflags & DisableBit.warmstart) === 0) {
    for (let i = 0; i < nefc; i++) jar[i] = efc_b[i]
    updateRows(p)
    const smooth = register[COST]
    setAcceleration(d, qacc_warmstart)
    evaluateAt(p)
    addInertiaCost(p)
    // false if the last acceleration is not a number
    if (register[COST] <= smooth) return
  }
  setAcceleration(d, qacc_smooth)
  evaluateAt(p)
}

/** Starts the dual solvers from the forces that rows have at the acceleration of the last step. */
export function startFromForces(m: Model, d: Data, p: Problem): void {
  if (m.opt.disableflags & DisableBit.warmstart) {
    d.efc_force.fill(0)
    return
  }
  mulJacobian(p, p.jar, d.qacc_warmstart, d.efc_aref)
  updateRows(p)
}

/**
 * Sets the acceleration, and no constraint forces. Trees that are asleep keep the smooth acceleration of when they fell
 * asleep, which only the step after a change has to write.
 */
export function setAcceleration(d: Data, acceleration: Float64Array): void {
  const { qacc, qfrc_constraint, nspan, span_dof } = d
  clearAsleep(d)
  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = span_dof[s + 1]
    for (let i = span_dof[s]; i < end; i++) {
      qacc[i] = acceleration[i]
      qfrc_constraint[i] = 0
    }
  }
}

/** Where trees have just fallen asleep or woken: smooth acceleration and no constraint forces for all dofs. */
export function clearAsleep(d: Data): void {
  if (!d.sleepChanged) return
  d.qacc.set(d.qacc_smooth)
  d.qfrc_constraint.fill(0)
}
