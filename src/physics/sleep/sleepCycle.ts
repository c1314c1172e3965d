import type { Data } from '../../core/data/data.ts'

/** Sleep cycles: trees that fell asleep together form a ring, in which `tree_asleep` is the next tree. */

/** Wakes a tree and its sleep cycle, with this value of `tree_asleep`. Awake trees keep theirs. */
export function wakeTree(d: Data, tree: number, value: number): number {
  const { tree_asleep } = d
  if (tree_asleep[tree] < 0) {
    tree_asleep[tree] = Math.min(tree_asleep[tree], value)
    return 0
  }
  const most = tree_asleep.length
  let count = 0
  for (let t = tree; tree_asleep[t] >= 0 && count < most; count++) {
    const next = tree_asleep[t]
    tree_asleep[t] = value
    t = next
  }
  return count
}

/** Whether two trees fell asleep together. False for a tree that woke since the lists were made. */
export function isSameRing(d: Data, tree1: number, tree2: number): boolean {
  const { tree_asleep } = d
  let t = tree1
  for (let left = tree_asleep.length; left > 0; left--) {
    if (t === tree2) return true
    t = tree_asleep[t]
    if (!(t >= 0) || t === tree1) return false
  }
  return false
}
