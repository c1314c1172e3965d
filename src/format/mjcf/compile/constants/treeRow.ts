import type { Data } from '../../../../core/data/data.ts'
import type { Model } from '../../../../core/model/model.ts'
import { solveLdl } from '../../../../physics/dynamics/ldl.ts'

/** A row J over all dofs that is zero except in a few kinematic trees, and x = M⁻¹ Jᵀ: only these trees take time. */
export class TreeRow {
  readonly J: Float64Array
  readonly x: Float64Array
  readonly #treeOf: Int32Array
  readonly #first: Int32Array
  readonly #count: Int32Array
  /** Trees with entries, ascending. */
  #trees: number[] = []

  constructor(m: Model) {
    this.J = new Float64Array(m.nv)
    this.x = new Float64Array(m.nv)
    this.#treeOf = m.dof_treeid
    this.#first = m.tree_dofadr
    this.#count = m.tree_dofnum
  }

  /** Takes the entries of a sparse row, whose columns may repeat; zero elsewhere. */
  set(columns: Int32Array, values: Float64Array, start: number, count: number): void {
    this.#forEachTree((first, end) => {
      this.J.fill(0, first, end)
      this.x.fill(0, first, end)
    })
    const trees = new Set<number>()
    for (let k = start; k < start + count; k++) {
      this.J[columns[k]] += values[k]
      trees.add(this.#treeOf[columns[k]])
    }
    this.#trees = [...trees].sort((a, b) => a - b)
  }

  /** x = M⁻¹ Jᵀ, with the factor of M. */
  solve(d: Data): void {
    this.#forEachTree((first, end) => {
      for (let i = first; i < end; i++) this.x[i] = this.J[i]
      solveLdl(d.inertiaFactor, this.x, first, end)
    })
  }

  /** a·b for vectors that are zero in all other trees, to the bits of the sum over all dofs (see `dot`). */
  dot(a: Float64Array, b: Float64Array): number {
    const sums = new Float64Array(5)
    const whole = a.length - (a.length % 4)
    this.#forEachTree((first, end) => {
      for (let i = first; i < end; i++) sums[i < whole ? i % 4 : 4] += a[i] * b[i]
    })
    return sums[0] + sums[2] + (sums[1] + sums[3]) + sums[4]
  }

  #forEachTree(visit: (first: number, end: number) => void): void {
    for (const tree of this.#trees) visit(this.#first[tree], this.#first[tree] + this.#count[tree])
  }
}
