import { MINVAL } from '../../../core/math/constants.ts'
import { Pcg32 } from '../../../core/math/pcg32.ts'
import { ConstraintState } from '../../../core/model/enums.ts'
import { cappedSolve, type Option } from '../../../core/model/option.ts'
import { SolverStatistics } from '../problem/solverStatistics.ts'
import {
  addForce,
  blockSize,
  DUAL_SCALE,
  type DualProblem,
  FORCE_CHANGE,
  gatherForce,
  projectForces,
  ROW_PRODUCT,
  rowOfForce,
  statesOfForces,
} from './dualProblem.ts'
import { FrictionProblem, ontoEllipsoid, solveFriction } from './qcqp.ts'

const noIndices: Int32Array = new Int32Array(0)

/**
 * Projected Gauss–Seidel on the dual problem: row by row, or elliptic contact by contact, forces are brought to their
 * optimum while the others stand. Rows are visited in a random order, the same in every solve. Each sweep starts from
 * forces extrapolated along the last change (Nesterov 2018, https://doi.org/10.1007/978-3-319-91578-4), with a restart
 * where the extrapolation opposes the sweep (O'Donoghue, Candès 2015, https://doi.org/10.1007/s10208-013-9150-3).
 *
 *   blocks         (blockCount)  first rows of the blocks, in the order of the sweep
 *   before         (nefc)        forces before the extrapolation
 *   start          (nefc)        forces after it, at the start of the sweep
 *   state          (nefc)        states of the rows
 *   previousState  (nefc)        states after the sweep before
 *   residual, old  (6)           gradient and forces of one contact before its update
 *   register       (2)           COST_CHANGE, IMPROVEMENT
 */
export class GaussSeidel {
  /** Where the solve is noted. */
  statistics: SolverStatistics = new SolverStatistics()
  blocks: Int32Array = noIndices
  blockCount = 0
  before: Float64Array = new Float64Array(0)
  start: Float64Array = new Float64Array(0)
  state: Int32Array = noIndices
  previousState: Int32Array = noIndices
  readonly random: Pcg32 = new Pcg32()
  readonly register: Float64Array = new Float64Array(2)
  readonly residual: Float64Array = new Float64Array(6)
  readonly old: Float64Array = new Float64Array(6)
  readonly friction: FrictionProblem = new FrictionProblem()
}

// numbers of `GaussSeidel` in its register
/** Change of the cost by the present sweep. */
const COST_CHANGE = 0
/** Dimensionless reduction of the cost by the last sweep. */
const IMPROVEMENT = 1

/** A step that raises the cost by more than this is undone. */
const WORSE = 1e-10

/**
 * Improves the forces of the present rows, until a sweep lowers the dimensionless cost by less than the tolerance.
 * Returns the number of sweeps.
 */
export function gaussSeidel(s: GaussSeidel, q: DualProblem, opt: Option): number {
  const { register } = s
  listBlocks(s, q)
  s.random.seed()
  s.statistics.iterations = 0
  s.statistics.converged = false
  statesOfForces(q, s.state)
  let momentum = 0
  let sweep = 0
  const most = cappedSolve(opt.iterations, q.nefc)
  while (sweep < most) {
    shuffle(s)
    extrapolate(s, q, sweep > 0 ? momentum : 0)
    register[COST_CHANGE] = 0
    for (let k = 0; k < s.blockCount; k++) {
      const i = s.blocks[k]
      const dim = blockSize(q, i)
      if (dim === 1) updateScalar(s, q, i)
      else updateCone(s, q, i, dim)
    }
    momentum = sweep > 0 && turnsBack(s, q) ? 0 : momentum + 1
    register[IMPROVEMENT] = register[COST_CHANGE] * -q.register[DUAL_SCALE]
    record(s, q, sweep)
    sweep++
    s.statistics.converged = register[IMPROVEMENT] < opt.tolerance
    if (s.statistics.converged) break
  }
  return sweep
}

function listBlocks(s: GaussSeidel, q: DualProblem): void {
  const { rows, first, end } = q
  if (s.blocks.length < q.nefc) {
    const n = Math.max(16, q.nefc, 2 * s.blocks.length)
    s.blocks = new Int32Array(n)
    s.before = new Float64Array(n)
    s.start = new Float64Array(n)
    s.state = new Int32Array(n)
    s.previousState = new Int32Array(n)
  }
  s.blockCount = 0
  for (let k = first; k < end; k += blockSize(q, rows[k])) s.blocks[s.blockCount++] = rows[k]
}

function shuffle(s: GaussSeidel): void {
  const { blocks, random } = s
  for (let i = s.blockCount - 1; i > 0; i--) {
    const j = (random.next() >>> 0) % (i + 1)
    const block = blocks[i]
    blocks[i] = blocks[j]
    blocks[j] = block
  }
}

/** Extrapolates the forces along the last change, and keeps those before and after. */
function extrapolate(s: GaussSeidel, q: DualProblem, momentum: number): void {
  const weight = (momentum - 1) / (momentum + 2)
  const { before, start } = s
  const { rows, first, end, force } = q
  for (let k = first; k < end; k++) {
    const i = rows[k]
    const f = force[i]
    if (weight > 0) force[i] += weight * (f - before[i])
    before[i] = f
  }
  if (weight > 0) {
    projectForces(q)
    gatherForce(q)
  }
  for (let k = first; k < end; k++) start[rows[k]] = force[rows[k]]
}

/** Whether the sweep went against the extrapolation before it. */
function turnsBack(s: GaussSeidel, q: DualProblem): boolean {
  const { before, start } = s
  const { rows, first, end, force } = q
  let sum = 0
  for (let k = first; k < end; k++) {
    const i = rows[k]
    sum += (force[i] - start[i]) * (start[i] - before[i])
  }
  return sum < 0
}

/** A row of its own: f −= residual / (A + R)_ii, kept within its bounds. */
function updateScalar(s: GaussSeidel, q: DualProblem, i: number): void {
  const { ne, nf, b, R, force, frictionloss } = q
  const A = q.blockMatrix[q.blockOfRow[i]] + R[i]
  const f = force[i]
  rowOfForce(q, i)
  const slope = b[i] + R[i] * f + q.register[ROW_PRODUCT]
  let next = f - slope / A
  if (i >= ne) {
    if (i < ne + nf) next = Math.min(frictionloss[i], Math.max(-frictionloss[i], next))
    else if (next < 0) next = 0
  }
  const step = next - f
  const cost = step * (0.5 * A * step + slope)
  if (cost > WORSE) return
  force[i] = next
  q.register[FORCE_CHANGE] = step
  if (step !== 0) addForce(q, i)
  s.register[COST_CHANGE] += cost
}

/** An elliptic contact: along the ray through its force first, then the friction for the normal force that results. */
function updateCone(s: GaussSeidel, q: DualProblem, i: number, dim: number): void {
  const { residual, old } = s
  const { b, R, force, blockMatrix } = q
  const at = q.blockOfRow[i]
  for (let j = 0; j < dim; j++) {
    old[j] = force[i + j]
    rowOfForce(q, i + j)
    residual[j] = b[i + j] + R[i + j] * force[i + j] + q.register[ROW_PRODUCT]
  }
  if (old[0] < MINVAL) {
    force[i] = Math.max(0, old[0] - residual[0] / (blockMatrix[at] + R[i]))
    for (let j = 1; j < dim; j++) force[i + j] = 0
  } else {
    alongRay(s, q, i, dim, at)
  }
  if (force[i] < MINVAL) for (let j = 1; j < dim; j++) force[i + j] = 0
  else frictionFor(s, q, i, dim, at)

  // ½ δᵀ (A + R) δ + δ · residual
  let cost = 0
  for (let j = 0; j < dim; j++) {
    const step = force[i + j] - old[j]
    let sum = residual[j] + 0.5 * R[i + j] * step
    for (let k = 0; k < dim; k++) sum += 0.5 * blockMatrix[at + j * dim + k] * (force[i + k] - old[k])
    cost += step * sum
  }
  if (cost > WORSE) {
    for (let j = 0; j < dim; j++) force[i + j] = old[j]
    return
  }
  for (let j = 0; j < dim; j++) {
    q.register[FORCE_CHANGE] = force[i + j] - old[j]
    if (force[i + j] !== old[j]) addForce(q, i + j)
  }
  s.register[COST_CHANGE] += cost
}

/** Minimizes along the ray through the force. */
function alongRay(s: GaussSeidel, q: DualProblem, i: number, dim: number, at: number): void {
  const { residual, old } = s
  const { R, force, blockMatrix } = q
  let slope = 0
  let curvature = 0
  for (let j = 0; j < dim; j++) {
    slope += old[j] * residual[j]
    curvature += R[i + j] * old[j] * old[j]
    for (let k = 0; k < dim; k++) curvature += blockMatrix[at + j * dim + k] * old[j] * old[k]
  }
  if (curvature < MINVAL) return
  const x = Math.max(-1, -slope / curvature)
  for (let j = 0; j < dim; j++) force[i + j] = old[j] + x * old[j]
}

/** Minimizes over friction, for the normal force as it is. */
function frictionFor(s: GaussSeidel, q: DualProblem, i: number, dim: number, at: number): void {
  const { residual, old, friction } = s
  const { R, force, blockMatrix, contact_friction } = q
  const contact = q.id[i]
  const n = dim - 1
  friction.n = n
  friction.r[0] = force[i]
  for (let j = 0; j < n; j++) {
    const row = at + (j + 1) * dim
    let sum = residual[j + 1] - R[i + j + 1] * old[j + 1] + blockMatrix[row] * (force[i] - old[0])
    for (let k = 0; k < n; k++) {
      friction.A[j * n + k] = blockMatrix[row + k + 1]
      sum -= blockMatrix[row + k + 1] * old[k + 1]
    }
    friction.A[j * n + j] += R[i + j + 1]
    friction.b[j] = sum
    friction.d[j] = contact_friction[5 * contact + j]
  }
  solveFriction(friction)
  const { x } = friction
  if (friction.bound) ontoEllipsoid(friction)
  for (let j = 0; j < n; j++) force[i + j + 1] = x[j]
}

function record(s: GaussSeidel, q: DualProblem, at: number): void {
  if (!s.statistics.reserve(at)) return
  const { rows, first, end } = q
  const { statistics, state, previousState } = s
  for (let k = first; k < end; k++) previousState[rows[k]] = state[rows[k]]
  statesOfForces(q, state)
  let nactive = 0
  let nchange = 0
  for (let k = first; k < end; k++) {
    const i = rows[k]
    if (state[i] !== ConstraintState.satisfied) nactive++
    if (state[i] !== previousState[i]) nchange++
  }
  statistics.iterations = at + 1
  statistics.improvement[at] = s.register[IMPROVEMENT]
  statistics.nactive[at] = nactive
  statistics.nchange[at] = nchange
}
