import { LdlFactor, SparseSymmetric } from '../math/sparseSymmetric.ts'
import type { Data } from './data.ts'

/**
 * Effective inertia H of the step, in which constraints are solved: M, or M + h·D + h²·K if the integrator treats
 * springs and dampers implicitly. `implicitInertia.ts` sets it in each forward and inverse pass; before the first one
 * it is M. It is not part of the state.
 *
 * Rows of H hold a dof and all its ancestors in a forest: that of M, joined where a spring or damper couples
 * branches.
 */
export class EffectiveInertia {
  readonly H: SparseSymmetric = new SparseSymmetric()
  readonly factor: LdlFactor = new LdlFactor()
  /** Factor that preconditions CG and that `diagexact` takes: that of H, or of a similar matrix. */
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
