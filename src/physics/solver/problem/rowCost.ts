import { ConstraintState, ConstraintType } from '../../../core/model/enums.ts'
import { updateCone } from './frictionCone.ts'
import { COST, type Problem } from './primalProblem.ts'

/**
 * Cost, force and state of every row, from x = J a − aref (`jar`). With D = 1/R:
 *
 *   equality          ½ D x²
 *   friction loss φ   ½ D x² while |x| < R φ, beyond that the straight line of slope φ
 *   limit, contact    ½ D x² for x < 0, nothing for x ≥ 0
 *   elliptic contact  by zone of its cone, see `frictionCone.ts`
 *
 * The force is the negative slope.
 */
export function updateRows(p: Problem): void {
  const { nefc, type, D, jar, force, state, register } = p
  const bilateral = p.ne + p.nf
  updateBilateral(p)
  let sum = register[COST]
  for (let i = bilateral; i < nefc; i++) {
    if (type[i] === ConstraintType.contactElliptic) {
      register[COST] = 0
      updateCone(p, i)
      sum += register[COST]
      i += p.contact_dim[p.id[i]] - 1
      continue
    }
    const x = jar[i]
    if (x >= 0) {
      force[i] = 0
      state[i] = ConstraintState.satisfied
    } else {
      const f = -D[i] * x
      force[i] = f
      state[i] = ConstraintState.quadratic
      sum -= 0.5 * f * x
    }
  }
  register[COST] = sum
}

/** Equality and friction loss; sets the cost to that of these rows. */
function updateBilateral(p: Problem): void {
  const { ne, nf, D, R, frictionloss, jar, force, state, register } = p
  let sum = 0
  for (let i = 0; i < ne; i++) {
    const x = jar[i]
    const f = -D[i] * x
    force[i] = f
    state[i] = ConstraintState.quadratic
    sum -= 0.5 * f * x
  }
  for (let i = ne; i < ne + nf; i++) {
    const x = jar[i]
    const loss = frictionloss[i]
    const knee = R[i] * loss
    if (x <= -knee) {
      force[i] = loss
      state[i] = ConstraintState.linearNeg
      sum -= loss * (0.5 * knee + x)
    } else if (x >= knee) {
      force[i] = -loss
      state[i] = ConstraintState.linearPos
      sum -= loss * (0.5 * knee - x)
    } else {
      const f = -D[i] * x
      force[i] = f
      state[i] = ConstraintState.quadratic
      sum -= 0.5 * f * x
    }
  }
  register[COST] = sum
}
