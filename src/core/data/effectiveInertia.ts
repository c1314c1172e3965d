import type { Model } from '../model/model.ts'
import type { Data } from './data.ts'

const noNumbers: Float64Array = new Float64Array(0)
const noIndices: Int32Array = new Int32Array(0)

/**
 * The matrix in which accelerations are measured, H: M, or where the integrator treats springs and dampers within the
 * solution of constraints, M + h·D + h²·K. Its rows hold a dof and all its ancestors in a forest that is M's, joined
 * where a spring ties branches together. None of this is state: it is made in each step.
 */
export class Metric {
  /** Dof above a dof in the forest; -1: none. */
  parent: Int32Array = noIndices
  rowadr: Int32Array = noIndices
  rownnz: Int32Array = noIndices
  colind: Int32Array = noIndices
  H: Float64Array = noNumbers
  /** Factor of H, and the inverse of its diagonal. */
  LD: Float64Array = noNumbers
  diagInv: Float64Array = noNumbers
  /** Factor of the preconditioner of conjugate gradients, and the inverse of its diagonal: H, or what is near to it. */
  nearLD: Float64Array = noNumbers
  nearDiagInv: Float64Array = noNumbers
  /** The smooth force that goes with it: qfrc_smooth − h·K·qvel. */
  force: Float64Array = noNumbers
  /** Whether a row has columns of more than one kinematic tree. */
  joinsTrees = false

  /** Takes M and its factor as they are. */
  takePlain(m: Model, d: Data): void {
    this.parent = m.dof_parentid
    this.rowadr = m.M_rowadr
    this.rownnz = m.M_rownnz
    this.colind = m.M_colind
    this.H = d.M
    this.LD = d.qLD
    this.diagInv = d.qLDiagInv
    this.nearLD = d.qLD
    this.nearDiagInv = d.qLDiagInv
    this.force = d.qfrc_smooth
    this.joinsTrees = false
  }
}
