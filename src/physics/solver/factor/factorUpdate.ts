import { MINVAL } from '../../../core/math/constants.ts'
import type { LdlFactor } from '../../../core/math/sparseSymmetric.ts'
import { ConstraintState } from '../../../core/model/enums.ts'
import { coneHessian } from '../problem/frictionCone.ts'
import type { Problem } from '../problem/primalProblem.ts'
import { estimateCosts, FACTOR_COST, type Factor, factorHessian } from './hessianFactor.ts'

/**
 * Changes of the factor of the Hessian by rank one: rows that become active or inactive, and contacts that slide. Only
 * rows on the way from the last dof of the change to the root of the elimination tree are touched. Gill, Golub, Murray
 * and Saunders, Methods for modifying matrix factorizations, 1974, https://doi.org/10.1090/S0025-5718-1974-0343558-6;
 * for sparse factors Davis and Hager, 1999, https://doi.org/10.1137/S0895479897321076
 */

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

/** Factors the Hessian, with the blocks of sliding contacts. */
export function startFactor(f: Factor, p: Problem): void {
  if (areConesMany(f, p)) {
    factorHessian(f, p, true)
  } else {
    factorHessian(f, p)
    addCones(f, p)
  }
}

/**
 * Brings the factor up to date after the rows changed their states: a rank-one change for each row that became
 * quadratic or ceased to be; a fresh factorization where one of them fails, or where there are so many that it costs
 * less; then the blocks of sliding contacts. Where these are many they are part of a fresh factorization.
 */
export function updateFactor(f: Factor, p: Problem): void {
  if (areConesMany(f, p)) {
    factorHessian(f, p, true)
  } else {
    if (f.withCones || (p.changed !== 0 && (areMany(f, p) || !changeRows(f, p)))) factorHessian(f, p)
    addCones(f, p)
  }
}

/**
 * Whether rank-one changes for sliding contacts, which are due in every iteration, would cost half a factorization or
 * more.
 */
function areConesMany(f: Factor, p: Problem): boolean {
  const { ne, nf, nefc, state, id, contact_dim, J_rowadr, J_rownnz, J_colind } = p
  const { pathCost } = f
  if (p.sliding === 0) return false
  estimateCosts(f, p)
  const most = 0.5 * f.register[FACTOR_COST]
  let cost = 0
  for (let i = ne + nf; i < nefc; i++) {
    if (state[i] !== ConstraintState.cone) continue
    const dim = contact_dim[id[i]]
    if (J_rownnz[i] > 0) cost += dim * pathCost[J_colind[J_rowadr[i] + J_rownnz[i] - 1]]
    if (cost > most) return true
    i += dim - 1
  }
  return false
}

/** Whether rows that changed their states would cost more one by one than a factorization. */
function areMany(f: Factor, p: Problem): boolean {
  const { nefc, state, previousState, J_rowadr, J_rownnz, J_colind } = p
  estimateCosts(f, p)
  const { pathCost } = f
  const most = f.register[FACTOR_COST]
  let cost = 0
  for (let i = 0; i < nefc; i++) {
    const now = state[i] === ConstraintState.quadratic
    if (now === (previousState[i] === ConstraintState.quadratic) || J_rownnz[i] === 0) continue
    cost += pathCost[J_colind[J_rowadr[i] + J_rownnz[i] - 1]]
    if (cost > most) return true
  }
  return false
}

function changeRows(f: Factor, p: Problem): boolean {
  const { nefc, state, previousState, D, J, J_rowadr, J_rownnz, J_colind } = p
  const { row } = f
  for (let i = 0; i < nefc; i++) {
    const now = state[i] === ConstraintState.quadratic
    if (now === (previousState[i] === ConstraintState.quadratic)) continue
    const nnz = J_rownnz[i] & INDEX
    if (nnz === 0) continue
    const from = J_rowadr[i] & INDEX
    const root = Math.sqrt(D[i])
    for (let t = 0; t < nnz; t++) row[J_colind[from + t]] = root * J[from + t]
    f.updates++
    if (!changeRank(f, f.ldl, J_colind[from + nnz - 1], now)) return false
  }
  return true
}

/** From an array, so that what starts as one of them is never taken for an integer. */
const SIGNS = Float64Array.of(1, -1)

/**
 * Lᵀ D L ± v vᵀ, with v in `row` and its last entry at `last`; v is used up. Only rows on the way from there to the
 * root of the elimination tree change. Returns false if a pivot is lost; the factor is then of no use.
 */
function changeRank(f: Factor, ldl: LdlFactor, last: number, plus: boolean): boolean {
  const { row } = f
  const { rowadr, rownnz, colind, values: LD, diagInv } = ldl
  let weight = plus ? SIGNS[0] : SIGNS[1]
  let intact = true
  let k = last
  while (k >= 0) {
    const start = rowadr[k] & INDEX
    const n = (rownnz[k] - 1) & INDEX
    const diagonal = start + n
    const v = row[k]
    row[k] = 0
    if (v !== 0 && intact) {
      const old = LD[diagonal]
      const pivot = old + weight * v * v
      if (pivot >= MINVAL) {
        const inverse = 1 / pivot
        LD[diagonal] = pivot
        diagInv[k] = inverse
        const factor = weight * v * inverse
        weight *= old * inverse
        for (let t = 0; t < n; t++) {
          const c = colind[start + t]
          const rest = row[c] - v * LD[start + t]
          row[c] = rest
          LD[start + t] += factor * rest
        }
      } else {
        intact = false
      }
    }
    const above = n > 0 ? colind[diagonal - 1] : -1
    // rows whose columns do not ascend have no such tree
    if (above >= k) intact = false
    k = above < k ? above : -1
  }
  return intact
}

const block = new Float64Array(36)

/**
 * Copies the factor and adds Jᵀ H_c J for each sliding contact c: with H_c = C Cᵀ, one rank-one change a column of C.
 */
export function addCones(f: Factor, p: Problem): void {
  const { ne, nf, nefc, state, id, contact_dim } = p
  f.cones = 0
  if (p.sliding === 0) return
  for (let i = ne + nf; i < nefc; i++) {
    if (state[i] !== ConstraintState.cone) continue
    if (f.cones++ === 0) copyFactor(f)
    const dim = contact_dim[id[i]]
    coneHessian(p, i, block)
    factorBlock(block, dim)
    addCone(f, p, i, dim)
    f.updates += dim
    i += dim - 1
  }
}

function copyFactor(f: Factor): void {
  const { nv } = f
  const { rowadr, rownnz, values: LD, diagInv } = f.ldl
  const { values: coneLD, diagInv: coneDiagInv } = f.coneLdl
  for (let k = 0; k < nv; k++) {
    coneDiagInv[k] = diagInv[k]
    const end = rowadr[k] + rownnz[k]
    for (let e = rowadr[k]; e < end; e++) coneLD[e] = LD[e]
  }
}

/** Lower Cholesky factor in place; pivots are kept away from zero. */
function factorBlock(A: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = A[i * n + j]
      for (let k = 0; k < j; k++) sum -= A[i * n + k] * A[j * n + k]
      if (i === j) A[i * n + i] = Math.sqrt(Math.max(MINVAL, sum))
      else A[i * n + j] = sum / A[j * n + j]
    }
  }
}

function addCone(f: Factor, p: Problem, first: number, dim: number): void {
  const { J, J_rowadr, J_rownnz, J_colind } = p
  const { row } = f
  const nnz = J_rownnz[first]
  if (nnz === 0) return
  const columns = J_rowadr[first]
  for (let q = 0; q < dim; q++) {
    for (let e = 0; e < nnz; e++) {
      let sum = 0
      for (let a = q; a < dim; a++) sum += block[a * dim + q] * J[J_rowadr[first + a] + e]
      row[J_colind[columns + e]] = sum
    }
    changeRank(f, f.coneLdl, J_colind[columns + nnz - 1], true)
  }
}
