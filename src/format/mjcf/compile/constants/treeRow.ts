import type { Model } from '../../../../core/model/model.ts'

/** A vector over all dofs that is zero except in a few kinematic trees: only these take time. */
export class TreeRow {
  readonly x: Float64Array
  readonly #treeOf: Int32Array
  readonly #first: Int32Array
  readonly #count: Int32Array
  /** Trees with entries, ascending. */
  #trees: number[] = []

  constructor(m: Model) {
    this.x = new Float64Array(m.nv)
    this.#treeOf = m.dof_treeid
    this.#first = m.tree_dofadr
    this.#count = m.tree_dofnum
  }

  /** Takes the entries of a sparse row, and zero elsewhere. */
  set(columns: Int32Array, values: Float64Array, start: number, count: number): void {
    this.forEachTree((first, end) => this.x.fill(0, first, end))
    const trees = new Set<number>()
    for (let k = start; k < start + count; k++) {
      this.x[columns[k]] = values[k]
      trees.add(this.#treeOf[columns[k]])
    }
    this.#trees = [...trees].sort((a, b) => a - b)
  }

  /** Calls with the dofs [first, end) of each tree that has entries. */
  forEachTree(visit: (first: number, end: number) => void): void {
    for (const tree of this.#trees) visit(this.#first[tree], this.#first[tree] + this.#count[tree])
  }

  /** xᵀx */
  square(): number {
    let sum = 0
    this.forEachTree((first, end) => {
      for (let i = first; i < end; i++) sum += this.x[i] * this.x[i]
    })
    return sum
  }
}
