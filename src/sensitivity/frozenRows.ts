import type { Data } from '../core/data/data.ts'
import { MINVAL } from '../core/math/constants.ts'
import { ConstraintState } from '../core/model/enums.ts'
import type { Problem } from '../physics/solver/problem/primalProblem.ts'

const noIndices = new Int32Array(0)

/** Contacts that a perturbation moves farther than this, m, have jumped. */
const JUMP = 1e-4

/** The constraint rows at a solution, and the piece of its cost on which each is. */
export class RowStates {
  count = 0
  #contacts = 0
  state: Int32Array = noIndices
  #type: Int32Array = noIndices
  #id: Int32Array = noIndices
  /** Two geoms for each contact. */
  #geom: Int32Array = noIndices
  /** Positions of contacts. */
  #pos: Float64Array = new Float64Array(0)

  /** Stores the rows of a state. */
  take(d: Data): void {
    const { nefc, ncon } = d
    this.count = nefc
    this.#contacts = ncon
    if (this.state.length < nefc) {
      this.state = new Int32Array(2 * nefc)
      this.#type = new Int32Array(2 * nefc)
      this.#id = new Int32Array(2 * nefc)
    }
    if (this.#geom.length < 2 * ncon) {
      this.#geom = new Int32Array(4 * ncon)
      this.#pos = new Float64Array(6 * ncon)
    }
    for (let i = 0; i < nefc; i++) {
      this.state[i] = d.efc_state[i]
      this.#type[i] = d.efc_type[i]
      this.#id[i] = d.efc_id[i]
    }
    for (let i = 0; i < ncon; i++) {
      this.#geom[2 * i] = d.contact_geom1[i]
      this.#geom[2 * i + 1] = d.contact_geom2[i]
    }
    for (let k = 0; k < 3 * ncon; k++) this.#pos[k] = d.contact_pos[k]
  }

  /** Whether a state has the same rows, and contacts in the same places up to a perturbation. */
  match(d: Data): boolean {
    if (d.nefc !== this.count || d.ncon !== this.#contacts) return false
    for (let i = 0; i < this.count; i++)
      if (d.efc_type[i] !== this.#type[i] || d.efc_id[i] !== this.#id[i]) return false
    for (let i = 0; i < this.#contacts; i++)
      if (d.contact_geom1[i] !== this.#geom[2 * i] || d.contact_geom2[i] !== this.#geom[2 * i + 1]) return false
    for (let k = 0; k < 3 * this.#contacts; k++) if (Math.abs(d.contact_pos[k] - this.#pos[k]) > JUMP) return false
    return true
  }
}

/**
 * Forces of rows from their `jar`, each by the formula of the piece that it is said to be on (see `solver/rows.ts`).
 */
export function forcesOfStates(p: Problem, rows: RowStates): void {
  const { nefc, D, jar, force, frictionloss, contact_dim } = p
  const { state } = rows
  for (let i = 0; i < nefc; i++) {
    const branch = state[i] as ConstraintState
    switch (branch) {
      case ConstraintState.quadratic:
        force[i] = -D[i] * jar[i]
        break
      case ConstraintState.linearNeg:
        force[i] = frictionloss[i]
        break
      case ConstraintState.linearPos:
        force[i] = -frictionloss[i]
        break
      case ConstraintState.cone:
        slide(p, i)
        i += contact_dim[p.id[i]] - 1
        break
      case ConstraintState.satisfied:
        force[i] = 0
        break
      default:
        branch satisfies never
    }
  }
}

/** The elliptic contact whose first row is i slides. */
function slide(p: Problem, i: number): void {
  const { D, jar, force, contact_friction } = p
  const contact = p.id[i]
  const dim = p.contact_dim[contact]
  const mu = p.contact_mu[contact]
  let TT = 0
  for (let j = 1; j < dim; j++) {
    const u = jar[i + j] * contact_friction[5 * contact + j - 1]
    TT += u * u
  }
  const T = Math.sqrt(TT)
  const Dm = D[i] / Math.max(MINVAL, mu * mu * (1 + mu * mu))
  const normal = -Dm * mu * (mu * jar[i] - mu * T)
  force[i] = normal
  for (let j = 1; j < dim; j++) {
    const friction = contact_friction[5 * contact + j - 1]
    force[i + j] = (-normal / T) * jar[i + j] * friction * friction
  }
}
