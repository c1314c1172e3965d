import { indicesLike, numbersLike } from '../../core/memory/growingTable.ts'
import type { Model } from '../../core/model/model.ts'

/** What a metric with springs and dampers is stored in, kept from step to step. */
export class MetricPattern {
  parent: Int32Array = new Int32Array(0)
  /** Number of dofs above a dof in the forest: also where its column stands in the rows of all dofs below it. */
  depth: Int32Array = new Int32Array(0)
  rowadr: Int32Array = new Int32Array(0)
  rownnz: Int32Array = new Int32Array(0)
  colind: Int32Array = new Int32Array(0)
  /** For each entry of M the same entry here. */
  fromM: Int32Array = new Int32Array(0)
  H: Float64Array = new Float64Array(0)
  LD: Float64Array = new Float64Array(0)
  diagInv: Float64Array = new Float64Array(0)
  /** Factor of H in which tendons and actuators are on the diagonal alone, where conjugate gradients use it. */
  nearLD: Float64Array = new Float64Array(0)
  nearDiagInv: Float64Array = new Float64Array(0)
  force: Float64Array = new Float64Array(0)
  /** h·K·qvel. */
  pull: Float64Array = new Float64Array(0)
  /** Softness R of the constraint rows, for M as metric. */
  softness: Float64Array = new Float64Array(0)
  joinsTrees = false
  /** Sets of dofs that elements have tied together so far. */
  private readonly ties: Int32Array[] = []
  private readonly waiting: Int32Array[] = []
  /** Memory of the state: what is made here is shared if that is. */
  private readonly memory: ArrayBufferLike | undefined

  constructor(memory: ArrayBufferLike | undefined) {
    this.memory = memory
  }

  /** Whether there is an entry for each pair of these columns, ascending. If not, they are remembered for `rebuild`. */
  fits(colind: Int32Array, start: number, end: number): boolean {
    for (let k = start + 1; k < end; k++) {
      const above = this.depth[colind[k - 1]]
      const row = colind[k]
      if (above < this.rownnz[row] && this.colind[this.rowadr[row] + above] === colind[k - 1]) continue
      this.waiting.push(colind.slice(start, end))
      return false
    }
    return true
  }

  /**
   * Finds the forest: eliminating a dof ties all dofs of its row together, so each row goes over to that of its last other
   * column; with all ancestors in each row nothing fills in.
   */
  rebuild(m: Model): void {
    const { memory } = this
    const { nv, M_rowadr, M_rownnz, M_colind, dof_treeid } = m
    this.ties.push(...this.waiting.splice(0))
    const rows = Array.from({ length: nv }, () => new Set<number>())
    for (let i = 0; i < nv; i++)
      for (let e = M_rowadr[i]; e < M_rowadr[i] + M_rownnz[i] - 1; e++) rows[i].add(M_colind[e])
    for (const tie of this.ties) for (let k = 1; k < tie.length; k++) rows[tie[k]].add(tie[k - 1])

    this.parent = indicesLike(memory, nv).fill(-1)
    this.depth = indicesLike(memory, nv)
    this.rowadr = indicesLike(memory, nv)
    this.rownnz = indicesLike(memory, nv)
    this.joinsTrees = false
    for (let i = nv - 1; i >= 0; i--) {
      let parent = -1
      for (const j of rows[i]) if (j > parent) parent = j
      this.parent[i] = parent
      for (const j of rows[i]) if (j !== parent) rows[parent].add(j)
      if (parent >= 0 && dof_treeid[parent] !== dof_treeid[i]) this.joinsTrees = true
    }
    let entries = 0
    for (let i = 0; i < nv; i++) {
      const parent = this.parent[i]
      this.depth[i] = parent < 0 ? 0 : this.depth[parent] + 1
      this.rowadr[i] = entries
      this.rownnz[i] = this.depth[i] + 1
      entries += this.rownnz[i]
    }
    this.colind = indicesLike(memory, entries)
    for (let i = 0; i < nv; i++)
      for (let j = i; j >= 0; j = this.parent[j]) this.colind[this.rowadr[i] + this.depth[j]] = j
    this.fromM = indicesLike(memory, m.nC)
    for (let i = 0; i < nv; i++)
      for (let e = M_rowadr[i]; e < M_rowadr[i] + M_rownnz[i]; e++)
        this.fromM[e] = this.rowadr[i] + this.depth[M_colind[e]]
    this.H = numbersLike(memory, entries)
    this.LD = numbersLike(memory, entries)
    this.diagInv = numbersLike(memory, nv)
    this.nearLD = numbersLike(memory, entries)
    this.nearDiagInv = numbersLike(memory, nv)
    this.force = numbersLike(memory, nv)
    this.pull = numbersLike(memory, nv)
  }
}
