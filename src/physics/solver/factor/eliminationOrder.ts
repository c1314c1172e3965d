import type { Data } from '../../../core/data/data.ts'
import type { Model } from '../../../core/model/model.ts'
import { EliminationOrder } from './minimumDegree.ts'

const none: Int32Array = new Int32Array(0)

/**
 * Which place each tree of an island has when a matrix is factored. It follows from which trees there are and which of
 * them rows join, and from nothing else, so that a state has one future, whatever was solved before and on whichever
 * thread. It is kept for as long as these stay the same.
 */
export class IslandOrder {
  readonly elimination: EliminationOrder = new EliminationOrder()
  /** Whether trees change places. */
  permuted = false

  // what the order was found for
  private trees: Int32Array = none
  private treeCount = -1
  /** Pairs of trees that rows join, as places in `trees`, one after the other. */
  private pairs: Int32Array = none
  private pairCount = 0

  /** Leaves all trees in their places. */
  forget(): void {
    this.treeCount = -1
    this.permuted = false
  }

  /**
   * Finds the places of the trees of an island.
   * @param placeOf work space, one number for each tree of the model
   */
  find(m: Model, d: Data, island: number, placeOf: Int32Array): void {
    const sameTrees = this.listTrees(m, d, island)
    const samePairs = this.listPairs(m, d, island, placeOf)
    if (sameTrees && samePairs) return
    const { elimination, trees, treeCount: count, pairs, pairCount } = this
    elimination.clear(count)
    for (let k = 0; k < count; k++) elimination.setWeight(k, m.tree_dofnum[trees[k]])
    for (let p = 0; p < 2 * pairCount; p += 2) elimination.join(pairs[p], pairs[p + 1])
    elimination.run()
    const { order } = elimination
    this.permuted = false
    for (let k = 0; k < count; k++) if (order[k] !== k) this.permuted = true
  }

  /** Notes the trees; returns whether they are those of the last time. */
  private listTrees(m: Model, d: Data, island: number): boolean {
    const { island_ntree, island_itreeadr, map_itree2tree } = d
    const count = island_ntree[island]
    const first = island_itreeadr[island]
    let same = this.treeCount === count
    this.treeCount = count
    if (this.trees.length < count) this.trees = new Int32Array(Math.min(m.ntree, 2 * count))
    const { trees } = this
    for (let k = 0; k < count; k++) {
      const tree = map_itree2tree[first + k]
      if (trees[k] !== tree) same = false
      trees[k] = tree
    }
    return same
  }

  /** Notes which trees rows join; returns whether they are the same pairs in the same order as the last time. */
  private listPairs(m: Model, d: Data, island: number, placeOf: Int32Array): boolean {
    const { island_iefcadr, island_nefc, map_iefc2efc } = d
    const { efc_type, efc_id, efc_J_rowadr, efc_J_rownnz, efc_J_colind } = d
    const { dof_treeid } = m
    const { trees, treeCount } = this
    for (let k = 0; k < treeCount; k++) placeOf[trees[k]] = k
    const before = this.pairCount
    let same = true
    let last = -1
    this.pairCount = 0
    const start = island_iefcadr[island]
    const stop = start + island_nefc[island]
    for (let k = start; k < stop; k++) {
      const i = map_iefc2efc[k]
      if (last >= 0 && efc_type[i] === efc_type[last] && efc_id[i] === efc_id[last]) continue
      last = i
      // columns ascend, and so do their trees
      const from = efc_J_rowadr[i]
      const end = from + efc_J_rownnz[i]
      let tree = from < end ? dof_treeid[efc_J_colind[from]] : -1
      for (let e = from + 1; e < end; e++) {
        const other = dof_treeid[efc_J_colind[e]]
        if (other === tree) continue
        tree = other
        let earlier = -1
        for (let f = from; f < e; f++) {
          const first = dof_treeid[efc_J_colind[f]]
          if (first === earlier) continue
          earlier = first
          if (!this.note(placeOf[first], placeOf[other])) same = false
        }
      }
    }
    return same && this.pairCount === before
  }

  /** Adds a pair, unless it is the one before; returns whether it was there the last time. */
  private note(a: number, b: number): boolean {
    const at = 2 * this.pairCount
    if (at > 0 && this.pairs[at - 2] === a && this.pairs[at - 1] === b) return true
    if (this.pairs.length < at + 2) {
      const larger = new Int32Array(Math.max(32, 2 * at))
      larger.set(this.pairs)
      this.pairs = larger
    }
    const { pairs } = this
    const same = pairs[at] === a && pairs[at + 1] === b
    pairs[at] = a
    pairs[at + 1] = b
    this.pairCount++
    return same
  }
}
