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
 * The force is the negative slope. Former states go to `previousState`, and rows are counted by their states.
 */
export function updateRows(p: Problem): void {
  const { nefc, type, D, jar, force, state, previousState, register } = p
  const bilateral = p.ne + p.nf
  p.active = p.sliding = p.changed = 0
  updateBilateral(p)
  let sum = register[COST]
  let active = 0
  let changed = 0
  for (let i = bilateral; i < nefc; i++) {
    if (type[i] === ELLIPTIC) {
      register[COST] = 0
      updateContact(p, i)
      sum += register[COST]
      i += p.contact_dim[p.id[i]] - 1
      continue
    }
    // without a branch, which would often be mispredicted: the states are 0, satisfied, and 1, quadratic
    const x = jar[i]
    const before = state[i]
    const now = +!(x >= 0) | 0
    const f = 0.5 * D[i] * (Math.abs(x) - x)
    previousState[i] = before
    state[i] = now
    force[i] = f
    sum -= 0.5 * f * x
    active = (active + now) | 0
    changed = (changed + (+(before !== now) | 0)) | 0
  }
  register[COST] = sum
  p.active += active
  p.changed += changed
}

const SATISFIED = ConstraintState.satisfied
const QUADRATIC = ConstraintState.quadratic
const SLIDING = ConstraintState.cone
const ELLIPTIC = ConstraintType.contactElliptic

/** Equality and friction loss; sets the cost to that of these rows. */
function updateBilateral(p: Problem): void {
  const { ne, nf, D, R, frictionloss, jar, force, state, previousState, register } = p
  let sum = 0
  let changed = 0
  for (let i = 0; i < ne; i++) {
    const x = jar[i]
    const f = -D[i] * x
    if (state[i] !== QUADRATIC) changed++
    previousState[i] = state[i]
    force[i] = f
    state[i] = QUADRATIC
    sum -= 0.5 * f * x
  }
  for (let i = ne; i < ne + nf; i++) {
    const x = jar[i]
    const loss = frictionloss[i]
    const knee = R[i] * loss
    const before = state[i]
    previousState[i] = before
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
      state[i] = QUADRATIC
      sum -= 0.5 * f * x
    }
    if (before !== state[i]) changed++
  }
  register[COST] = sum
  p.active = ne + nf
  p.changed = changed
}

/** An elliptic contact; adds its cost. */
function updateContact(p: Problem, row: number): void {
  const { state, previousState } = p
  const end = row + p.contact_dim[p.id[row]]
  for (let i = row; i < end; i++) previousState[i] = state[i]
  updateCone(p, row)
  const now = state[row]
  for (let i = row; i < end; i++) if (previousState[i] !== now) p.changed++
  if (now !== SATISFIED) p.active += end - row
  if (now === SLIDING) p.sliding += end - row
}

/** Counts rows by their states, where they have been gathered from elsewhere. */
export function countStates(p: Problem): void {
  const { nefc, state } = p
  let active = 0
  let sliding = 0
  for (let i = 0; i < nefc; i++) {
    if (state[i] !== SATISFIED) active++
    if (state[i] === SLIDING) sliding++
  }
  p.active = active
  p.sliding = sliding
}
