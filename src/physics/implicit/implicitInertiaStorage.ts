import type { Data } from '../../core/data/data.ts'
import { perData } from '../../core/data/perData.ts'
import { LdlFactor, SparseSymmetric } from '../../core/math/sparseSymmetric.ts'
import type { Cache } from '../../core/memory/cache.ts'
import { indicesLike, numbersLike } from '../../core/memory/growingTable.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Where H = M + h·D + h²·K, its factors and the forces that belong to it are stored, kept from step to step.
 *
 *   depth            (nv)     number of ancestors of a dof: where its column stands in the rows of all its descendants
 *   fromM            (nC)     for each entry of M the same entry of H
 *   force            (nv)     qfrc_smooth − h·K·qvel
 *   pull             (nv)     h·K·qvel
 *   regularization   (nefc)   R of the constraint rows as made with M
 */
export class ImplicitInertia {
  readonly H: SparseSymmetric = new SparseSymmetric()
  readonly factor: LdlFactor = new LdlFactor()
  /**
   * Factor of H with tendons and actuators on the diagonal alone, where conjugate gradients are preconditioned by it.
   */
  readonly nearFactor: LdlFactor = new LdlFactor()
  depth: Int32Array = new Int32Array(0)
  fromM: Int32Array = new Int32Array(0)
  force: Float64Array = new Float64Array(0)
  pull: Float64Array = new Float64Array(0)
  regularization: Float64Array = new Float64Array(0)
  /** Whether a row of H has columns of more than one kinematic tree. */
  joinsTrees = false
  /** Sets of dofs that elements have coupled so far. */
  private readonly ties: Int32Array[] = []
  private readonly waiting: Int32Array[] = []
  /** Memory of the state, shared if the state is. */
  private readonly memory: ArrayBufferLike | undefined

  constructor(memory: ArrayBufferLike | undefined) {
    this.memory = memory
  }

  /** Whether there is an entry for each pair of these columns, ascending. If not, they are recorded for `rebuild`. */
  fits(colind: Int32Array, start: number, end: number): boolean {
    const { rowadr, rownnz, colind: columns } = this.H
    for (let k = start + 1; k < end; k++) {
      const above = this.depth[colind[k - 1]]
      const row = colind[k]
      if (above < rownnz[row] && columns[rowadr[row] + above] === colind[k - 1]) continue
      this.waiting.push(colind.slice(start, end))
      return false
    }
    return true
  }

  /**
   * Builds the elimination forest. Eliminating a dof couples all dofs of its row, so each row is merged into that of
   * its last other column. With all ancestors in each row there is no fill-in.
   */
  rebuild(m: Model): void {
    const { memory } = this
    const { nv, M_rowadr, M_rownnz, M_colind, dof_treeid } = m
    for (const tie of this.waiting.splice(0)) this.ties.push(tie)
    const rows = Array.from({ length: nv }, () => new Set<number>())
    for (let i = 0; i < nv; i++)
      for (let e = M_rowadr[i]; e < M_rowadr[i] + M_rownnz[i] - 1; e++) rows[i].add(M_colind[e])
    for (const tie of this.ties) for (let k = 1; k < tie.length; k++) rows[tie[k]].add(tie[k - 1])

    const parents = indicesLike(memory, nv).fill(-1)
    const rowadr = indicesLike(memory, nv)
    const rownnz = indicesLike(memory, nv)
    this.depth = indicesLike(memory, nv)
    this.joinsTrees = false
    for (let i = nv - 1; i >= 0; i--) {
      let parent = -1
      for (const j of rows[i]) if (j > parent) parent = j
      parents[i] = parent
      for (const j of rows[i]) if (j !== parent) rows[parent].add(j)
      if (parent >= 0 && dof_treeid[parent] !== dof_treeid[i]) this.joinsTrees = true
    }
    let entries = 0
    for (let i = 0; i < nv; i++) {
      const parent = parents[i]
      this.depth[i] = parent < 0 ? 0 : this.depth[parent] + 1
      rowadr[i] = entries
      rownnz[i] = this.depth[i] + 1
      entries += rownnz[i]
    }
    const colind = indicesLike(memory, entries)
    for (let i = 0; i < nv; i++) for (let j = i; j >= 0; j = parents[j]) colind[rowadr[i] + this.depth[j]] = j
    this.fromM = indicesLike(memory, m.nC)
    for (let i = 0; i < nv; i++)
      for (let e = M_rowadr[i]; e < M_rowadr[i] + M_rownnz[i]; e++) this.fromM[e] = rowadr[i] + this.depth[M_colind[e]]
    const { H, factor, nearFactor } = this
    for (const matrix of [H, factor, nearFactor]) {
      matrix.setPattern({ parent: parents, rowadr, rownnz, colind })
      matrix.values = numbersLike(memory, entries)
    }
    factor.diagInv = numbersLike(memory, nv)
    nearFactor.diagInv = numbersLike(memory, nv)
    this.force = numbersLike(memory, nv)
    this.pull = numbersLike(memory, nv)
  }
}

/** The storage of a state, in shared memory if the state is. */
export const implicitInertias: Cache<Data, ImplicitInertia> = perData((d) => new ImplicitInertia(d.arena.buffer))
