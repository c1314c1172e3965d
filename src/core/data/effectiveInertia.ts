import { LdlFactor, SparseSymmetric } from '../math/sparseSymmetric.ts'
import type { Data } from './data.ts'

/**
 * The inertia of the step, H, in which constraints are solved: M, or M + h·D + h²·K where the integrator treats springs and
 * dampers implicitly, within the solution of constraints. `implicitInertia.ts` sets it in each forward and inverse
 * pass; before the first one it is M. It is not part of the state.
 *
 * Rows of H hold a dof and all its ancestors in a forest that is that of M, joined where a spring or damper ties branches
 * together.
 */
export class EffectiveInertia {
  readonly H: SparseSymmetric = new SparseSymmetric()
  readonly factor: LdlFactor = new LdlFactor()
  /** Factor that preconditions conjugate gradients: that of H, or of a matrix near to it. */
  readonly preconditioner: LdlFactor = new LdlFactor()
  /** Smooth force: qfrc_smooth, or qfrc_smooth − h·K·qvel. */
  force: Float64Array = new Float64Array(0)
  /** Whether H is M + h·D + h²·K. */
  implicit = false
  /** Whether a row of H has columns of more than one kinematic tree. */
  joinsTrees = false

  constructor(d: Data) {
    this.setToM(d)
  }

  /** Sets H = M. */
  setToM(d: Data): void {
    if (this.force === d.qfrc_smooth) return
    this.H.view(d.inertia)
    this.factor.view(d.inertiaFactor)
    this.preconditioner.view(d.inertiaFactor)
    this.force = d.qfrc_smooth
    this.implicit = false
    this.joinsTrees = false
  }
}
