import type { Data } from '../data/data.ts'
import { JointType } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import { subtractBodyBiasDerivative } from './biasDerivative.ts'

/**
 * Bodies that are alone with a free joint: nothing else moves with them that has mass. Their gyroscopic forces are cheap to
 * treat implicitly, six equations that know of no others, so integrators that leave bias forces explicit do so for
 * these.
 */
export class FreeBodies {
  count = 0
  /** Their numbers. */
  list: Int32Array = new Int32Array(0)
  /** By body: 1 for those in the list. */
  alone: Uint8Array = new Uint8Array(0)
}

/** Finds them; masses may have changed since the last time. */
export function findFreeBodies(m: Model, found: FreeBodies): void {
  const { nbody, ntree, tree_dofnum, tree_dofadr, tree_bodyadr, tree_bodynum } = m
  const { dof_jntid, dof_bodyid, jnt_type, body_mass } = m
  if (found.alone.length < nbody) {
    found.alone = new Uint8Array(nbody)
    found.list = new Int32Array(ntree)
  }
  found.alone.fill(0)
  found.count = 0
  if (found.list.length < ntree) found.list = new Int32Array(ntree)
  for (let t = 0; t < ntree; t++) {
    if (tree_dofnum[t] !== 6) continue
    const dof = tree_dofadr[t]
    if (jnt_type[dof_jntid[dof]] !== JointType.free) continue
    const body = dof_bodyid[dof]
    let others = 0
    for (let b = tree_bodyadr[t]; b < tree_bodyadr[t] + tree_bodynum[t]; b++) if (b !== body) others += body_mass[b]
    if (others > 0) continue
    found.alone[body] = 1
    found.list[found.count++] = body
  }
}

const matrix = new Float64Array(36)
const vector = new Float64Array(6)

/** D −= ∂qfrc_bias/∂qvel of these bodies. */
export function subtractFreeBias(m: Model, d: Data, found: FreeBodies, D: Float64Array): void {
  for (let k = 0; k < found.count; k++) subtractBodyBiasDerivative(m, d, found.list[k], D)
}

/** x ← (M − h·D)⁻¹ force for the dofs of these bodies, with D in its own pattern. */
export function solveFreeBodies(
  m: Model,
  d: Data,
  found: FreeBodies,
  D: Float64Array,
  force: Float64Array,
  x: Float64Array,
): void {
  for (let k = 0; k < found.count; k++) {
    const dof = m.body_dofadr[found.list[k]]
    implicitBlock(m, d, dof, D)
    for (let i = 0; i < 6; i++) vector[i] = force[dof + i]
    solveBlock()
    for (let i = 0; i < 6; i++) x[dof + i] = vector[i]
  }
}

/** out = (M − h·D) x for the dofs of these bodies. */
export function mulFreeBodies(
  m: Model,
  d: Data,
  found: FreeBodies,
  D: Float64Array,
  out: Float64Array,
  x: Float64Array,
): void {
  for (let k = 0; k < found.count; k++) {
    const dof = m.body_dofadr[found.list[k]]
    implicitBlock(m, d, dof, D)
    for (let i = 0; i < 6; i++) {
      let sum = 0
      for (let j = 0; j < 6; j++) sum += matrix[6 * i + j] * x[dof + j]
      out[dof + i] = sum
    }
  }
}

/** M − h·D for six dofs from `dof` on, in `matrix`. Their rows of D hold nothing else. */
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

/** vector ← matrix⁻¹ vector, by elimination with the largest pivot of each column. */
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
