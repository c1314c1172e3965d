import { DisableBit } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { isSparse } from '../../physics/constraint/jacobianRows.ts'
import { tiesDofs } from '../../physics/implicit/implicitCoupling.ts'

/** What follows from the options of a model, and may be part of a kernel's code. */
const CONDITIONS = {
  cone: ({ opt }: Model) => opt.cone,
  /** Whether rows of the Jacobian have the columns of their bodies only. */
  sparse: (m: Model) => Number(isSparse(m)),
  /** Options that pairs of geoms and their order follow from. */
  pairs: ({ opt }: Model) => opt.disableflags & (DisableBit.filterparent | DisableBit.midphase),
  tiesDofs: (m: Model) => Number(tiesDofs(m)),
}

/** What has to hold for a kernel that was made for a model to be that of its stage. */
export type KernelFit = { readonly [Name in keyof typeof CONDITIONS]?: number }

/** The present value of a condition. */
export function conditionNow(m: Model, name: keyof KernelFit): number {
  return CONDITIONS[name](m)
}

/** Whether this is the name of a condition. */
export function isCondition(name: string): name is keyof KernelFit {
  return Object.hasOwn(CONDITIONS, name)
}

/** Whether the conditions of kernels hold. Looked at again when one of the options changes that they follow from. */
export class FitWatch {
  readonly #conditions: readonly (readonly [keyof KernelFit, number])[]
  #cone = -1
  #disableflags = -1
  #jacobian = -1
  #integrator = -1
  #solver = -1
  #fits = false

  constructor(fits: readonly KernelFit[]) {
    this.#conditions = fits.flatMap((fit) => Object.entries(fit) as [keyof KernelFit, number][])
  }

  holds(m: Model): boolean {
    const { cone, disableflags, jacobian, integrator, solver } = m.opt
    if (
      cone !== this.#cone ||
      disableflags !== this.#disableflags ||
      jacobian !== this.#jacobian ||
      integrator !== this.#integrator ||
      solver !== this.#solver
    ) {
      this.#cone = cone
      this.#disableflags = disableflags
      this.#jacobian = jacobian
      this.#integrator = integrator
      this.#solver = solver
      this.#fits = this.#conditions.every(([name, value]) => CONDITIONS[name](m) === value)
    }
    return this.#fits
  }
}
