import { mulJacobian, mulJacobianTransposed } from './jacobianProducts.ts'
import { COST, GRADIENT2, mulInertia, type Problem } from './primalProblem.ts'
import { updateRows } from './rowCost.ts'

/** Evaluates the problem at the acceleration in `qacc`: M a, J a − aref, cost, force and state of the rows. */
export function evaluateAt(p: Problem): void {
  mulInertia(p, p.Ma, p.qacc)
  mulJacobian(p, p.jar, p.qacc, p.aref)
  updateRows(p)
}

/** Adds ½ (a − a_s)ᵀ M (a − a_s) to the cost of the rows. */
export function addInertiaCost(p: Problem): void {
  const { span, nspan, Ma, qacc, qacc_smooth, qfrc_smooth, register } = p
  let sum = 0
  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = span[s + 1]
    for (let i = span[s]; i < end; i++) sum += 0.5 * (Ma[i] - qfrc_smooth[i]) * (qacc[i] - qacc_smooth[i])
  }
  register[COST] += sum
}

/** grad = M a − qfrc_smooth − Jᵀ f and its square, with Jᵀ f left in `qfrc_constraint`. */
export function updateGradient(p: Problem): void {
  const { nv, Ma, grad, qfrc_smooth, qfrc_constraint, register } = p
  mulJacobianTransposed(p, qfrc_constraint, p.force)
  let square = 0
  for (let i = 0; i < nv; i++) {
    const g = Ma[i] - qfrc_smooth[i] - qfrc_constraint[i]
    grad[i] = g
    square += g * g
  }
  register[GRADIENT2] = square
}
