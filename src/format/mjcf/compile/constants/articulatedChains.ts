import type { Data } from '../../../../core/data/data.ts'
import { MINVAL } from '../../../../core/math/constants.ts'
import { mulInertia } from '../../../../core/math/spatial.ts'
import type { Model } from '../../../../core/model/model.ts'
import { addRotorInertia } from '../../../../physics/actuation/actuatorLoad.ts'

/**
 * The factor L of the inertia matrix along chains of dofs, in the form of articulated bodies (Featherstone,
 * https://doi.org/10.1007/978-1-4899-7560-7, chapter 7).
 *
 * A dof with the axis S moves the articulated inertia I of all that hangs on it. With D = SᵀIS plus its armature, also its
 * pivot in M = LᵀDL, the entry of L for an ancestor with the axis Sₐ is FᵀSₐ, where F = IS/D. So L⁻ᵀ Jᵀ of a row J with
 * entries pᵀS takes one pass up the chain, p ← p − F (pᵀS): linear in the length of the chain, where the entries of L
 * take its square. All vectors of a tree have the same reference point, so nothing is transformed.
 */
export class ArticulatedChains {
  readonly #parent: Int32Array
  readonly #axis: Float64Array
  readonly #inversePivot: Float64Array
  /** F of each dof. Shape: nv × 6. */
  readonly #force: Float64Array
  /** The row of the Jacobian that `inverseInertia` takes, as a wrench p at the reference point; it is overwritten. */
  readonly wrench: Float64Array = new Float64Array(6)

  /** Reads cinert, cdof. The inertia matrix must be that of the tree, without inertia of tendons. */
  constructor(m: Model, { cdof, cinert }: Data) {
    this.#parent = m.dof_parentid
    this.#axis = cdof
    this.#inversePivot = new Float64Array(m.nv)
    this.#force = new Float64Array(6 * m.nv)
    const inertia = new Float64Array(36 * m.nbody)
    const unit = new Float64Array(6)
    const momentum = new Float64Array(6)
    const rotor = new Float64Array(1)
    for (let body = m.nbody - 1; body > 0; body--) {
      const at = 36 * body
      for (let i = 0; i < 6; i++) {
        unit.fill(0)
        unit[i] = 1
        mulInertia(momentum, 0, cinert, 10 * body, unit, 0)
        for (let k = 0; k < 6; k++) inertia[at + 6 * i + k] += momentum[k]
      }
      const first = m.body_dofadr[body]
      for (let dof = first + m.body_dofnum[body] - 1; dof >= first && first >= 0; dof--) {
        rotor[0] = m.dof_armature[dof]
        addRotorInertia(m, false, m.dof_jntid[dof], rotor)
        this.#addDof(dof, rotor[0], inertia, at)
      }
      const parent = 36 * m.body_parentid[body]
      if (parent > 0) for (let k = 0; k < 36; k++) inertia[parent + k] += inertia[at + k]
    }
  }

  /** D = SᵀIS + armature, F = IS/D, then I ← I − D F Fᵀ: what is left when the dof gives way. */
  #addDof(dof: number, armature: number, inertia: Float64Array, at: number): void {
    const F = this.#force.subarray(6 * dof, 6 * dof + 6)
    let D = armature
    for (let i = 0; i < 6; i++) {
      let sum = 0
      for (let k = 0; k < 6; k++) sum += inertia[at + 6 * i + k] * this.#axis[6 * dof + k]
      F[i] = sum
      D += sum * this.#axis[6 * dof + i]
    }
    D = Math.max(D, MINVAL)
    const inverse = 1 / D
    this.#inversePivot[dof] = inverse
    for (let i = 0; i < 6; i++) F[i] *= inverse
    for (let i = 0; i < 6; i++) for (let k = 0; k < 6; k++) inertia[at + 6 * i + k] -= F[i] * F[k] * D
  }

  /** J M⁻¹ Jᵀ of the row J that `wrench` stands for, along the chain of dofs that ends with `last`. */
  inverseInertia(last: number): number {
    const { wrench: p } = this
    const S = this.#axis
    const F = this.#force
    let sum = 0
    for (let dof = last; dof >= 0; dof = this.#parent[dof]) {
      const o = 6 * dof
      const y = p[0] * S[o] + p[1] * S[o + 1] + p[2] * S[o + 2] + p[3] * S[o + 3] + p[4] * S[o + 4] + p[5] * S[o + 5]
      for (let k = 0; k < 6; k++) p[k] -= y * F[o + k]
      sum += y * y * this.#inversePivot[dof]
    }
    return sum
  }

  /** The diagonal entry of M⁻¹ of a dof. */
  inverseDiagonal(dof: number): number {
    for (let k = 0; k < 6; k++) this.wrench[k] = -this.#force[6 * dof + k]
    return this.#inversePivot[dof] + this.inverseInertia(this.#parent[dof])
  }
}
