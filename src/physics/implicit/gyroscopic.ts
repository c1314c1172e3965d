import type { Data } from '../../core/data/data.ts'
import { JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { subtractTreeBiasDerivative } from './biasDerivative.ts'

/**
 * Free bodies: kinematic trees with a single free joint. Their gyroscopic forces are six independent equations, so
 * integrators that leave bias forces explicit still treat these implicitly.
 */
export function isFreeBody(m: Model, tree: number): boolean {
  return m.tree_dofnum[tree] === 6 && m.jnt_type[m.dof_jntid[m.tree_dofadr[tree]]] === FREE
}

const FREE: number = JointType.free
const matrix = new Float64Array(36)
const vector = new Float64Array(6)

/** Copies the entries of D of free bodies to `out`, and subtracts ∂qfrc_bias/∂qvel. */
export function withFreeBias(m: Model, d: Data, D: Float64Array, out: Float64Array): void {
  const { nspan, span_tree } = d
  for (let s = 0; s < 2 * nspan; s += 2) {
    for (let t = span_tree[s]; t < span_tree[s + 1]; t++) {
      if (!isFreeBody(m, t)) continue
      const start = m.D_rowadr[m.tree_dofadr[t]]
      for (let e = start; e < start + 36; e++) out[e] = D[e]
      subtractTreeBiasDerivative(m, d, t, out)
    }
  }
}

/** x ← (M − h·D)⁻¹ force for the dofs of free bodies, with D in its own pattern. */
export function solveFreeBodies(m: Model, d: Data, D: Float64Array, force: Float64Array, x: Float64Array): void {
  const { nspan, span_tree } = d
  for (let s = 0; s < 2 * nspan; s += 2) {
    for (let t = span_tree[s]; t < span_tree[s + 1]; t++) {
      if (!isFreeBody(m, t)) continue
      const dof = m.tree_dofadr[t]
      implicitBlock(m, d, dof, D)
      for (let i = 0; i < 6; i++) vector[i] = force[dof + i]
      solveBlock()
      for (let i = 0; i < 6; i++) x[dof + i] = vector[i]
    }
  }
}

/** out = (M − h·D) x for the dofs of free bodies. */
export function mulFreeBodies(m: Model, d: Data, D: Float64Array, out: Float64Array, x: Float64Array): void {
  for (let t = 0; t < m.ntree; t++) {
    if (!isFreeBody(m, t)) continue
    const dof = m.tree_dofadr[t]
    implicitBlock(m, d, dof, D)
    for (let i = 0; i < 6; i++) {
      let sum = 0
      for (let j = 0; j < 6; j++) sum += matrix[6 * i + j] * x[dof + j]
      out[dof + i] = sum
    }
  }
}

/** Writes M − h·D of six dofs, starting at `dof`, to `matrix`. Their rows of D have no other columns. */
function implicitBlock(m: Model, d: Data, dof: number, D: Float64Array): void {
  const { mapM2D } = m
  const { M } = d
  const h = m.opt.timestep
  const start = m.D_rowadr[dof]
  for (let e = 0; e < 36; e++) {
    const entry = mapM2D[start + e]
    matrix[e] = (entry < 0 ? 0 : M[entry]) - h * D[start + e]
  }
}

/** vector ← matrix⁻¹ vector, by Gaussian elimination with partial pivoting. */
function solveBlock(): void {
  for (let k = 0; k < 6; k++) {
    let best = k
    for (let i = k + 1; i < 6; i++) if (Math.abs(matrix[6 * i + k]) > Math.abs(matrix[6 * best + k])) best = i
    if (best !== k) {
      for (let j = k; j < 6; j++) {
        const other = matrix[6 * best + j]
        matrix[6 * best + j] = matrix[6 * k + j]
        matrix[6 * k + j] = other
      }
      const other = vector[best]
      vector[best] = vector[k]
      vector[k] = other
    }
    const inverse = 1 / matrix[7 * k]
    for (let i = k + 1; i < 6; i++) {
      const factor = matrix[6 * i + k] * inverse
      if (factor === 0) continue
      for (let j = k + 1; j < 6; j++) matrix[6 * i + j] -= factor * matrix[6 * k + j]
      vector[i] -= factor * vector[k]
    }
  }
  for (let k = 5; k >= 0; k--) {
    let sum = vector[k]
    for (let j = k + 1; j < 6; j++) sum -= matrix[6 * k + j] * vector[j]
    vector[k] = sum / matrix[7 * k]
  }
}

/**
 * Acceleration of free bodies with implicit gyroscopic forces: (H − h·D) a = H a₀, with D the derivative of bias
 * forces and a₀ the current acceleration. Held or sleeping bodies keep a₀.
 *
 * @param D room for D
 * @param held by tree
 */
export function turnFreeBodies(m: Model, d: Data, x: Float64Array, D: Float64Array, held: Uint8Array): void {
  const { tree_awake } = d
  const { rowadr, rownnz, colind, values: H } = d.effectiveInertia.H
  const h = m.opt.timestep
  for (let t = 0; t < m.ntree; t++) {
    if (tree_awake[t] === 0 || held[t] || !isFreeBody(m, t)) continue
    const dof = m.tree_dofadr[t]
    const start = m.D_rowadr[dof]
    matrix.fill(0)
    for (let i = 0; i < 6; i++) {
      const row = rowadr[dof + i]
      const end = row + rownnz[dof + i]
      for (let e = row; e < end; e++) {
        const j = colind[e] - dof
        if (j < 0) continue // another tree, to which a spring has tied the body before
        matrix[6 * i + j] = H[e]
        matrix[6 * j + i] = H[e]
      }
    }
    for (let i = 0; i < 6; i++) {
      let sum = 0
      for (let j = 0; j < 6; j++) sum += matrix[6 * i + j] * x[dof + j]
      vector[i] = sum
    }
    for (let e = start; e < start + 36; e++) D[e] = 0
    subtractTreeBiasDerivative(m, d, t, D)
    for (let e = 0; e < 36; e++) matrix[e] -= h * D[start + e]
    solveBlock()
    for (let i = 0; i < 6; i++) x[dof + i] = vector[i]
  }
}

/** out −= h·D x, with D and `held` as in `turnFreeBodies`. */
export function subtractTurning(
  m: Model,
  d: Data,
  out: Float64Array,
  x: Float64Array,
  D: Float64Array,
  held: Uint8Array,
): void {
  const h = m.opt.timestep
  for (let t = 0; t < m.ntree; t++) {
    if (held[t] || !isFreeBody(m, t)) continue
    const dof = m.tree_dofadr[t]
    const start = m.D_rowadr[dof]
    for (let e = start; e < start + 36; e++) D[e] = 0
    subtractTreeBiasDerivative(m, d, t, D)
    for (let i = 0; i < 6; i++) {
      let sum = 0
      for (let j = 0; j < 6; j++) sum += D[start + 6 * i + j] * x[dof + j]
      out[dof + i] -= h * sum
    }
  }
}
