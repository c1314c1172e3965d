import { type Data, type Model, SleepState } from '../../../src/index.ts'

/**
 * The color of a body's island, as in MuJoCo's viewer. Trees of one island have one color, which stays the same as long
 * as the first dof of the island does. Sleeping trees are darker and less saturated.
 * @param out red, green, blue (sRGB)
 * @returns false for a static body, which keeps its own color
 */
export function islandColor(m: Model, d: Data, body: number, out: Float32Array): boolean {
  const tree = m.body_treeid[body]
  if (tree < 0) return false
  const isAsleep = d.body_awake[body] === SleepState.asleep
  const seed = firstDof(m, d, tree, isAsleep) + 1
  const hue = halton(seed, 7)
  const saturation = (0.5 + 0.5 * halton(seed, 3)) * (isAsleep ? 0.7 : 1)
  const value = (0.6 + 0.4 * halton(seed, 5)) * (isAsleep ? 0.6 : 1)
  for (let k = 0; k < 3; k++) {
    // HSV to RGB: in the six sectors of hue, each channel is full in two, empty in two, and changes in two
    const part = (6 * hue + (k === 0 ? 5 : k === 1 ? 3 : 1)) % 6
    out[k] = value * (1 - saturation * Math.max(0, Math.min(1, part, 4 - part)))
  }
  return true
}

/** The first dof of the island of a tree; for sleeping trees, that of the first tree of their sleep cycle. */
function firstDof(m: Model, d: Data, tree: number, isAsleep: boolean): number {
  if (!isAsleep) {
    const island = d.nisland > 0 ? d.tree_island[tree] : -1
    return island < 0 ? m.tree_dofadr[tree] : d.island_dofadr[island]
  }
  // a sleep cycle is a linked list: each tree has the index of the next
  let first = tree
  for (let next = d.tree_asleep[tree]; next !== tree && next >= 0; next = d.tree_asleep[next])
    if (next < first) first = next
  return m.tree_dofadr[first]
}

/** Halton sequence (https://doi.org/10.1007/BF01386213): the digits of the index, mirrored at the radix point. */
function halton(index: number, base: number): number {
  let sum = 0
  let digit = 1 / base
  for (let n = index; n > 0; n = Math.floor(n / base)) {
    sum += digit * (n % base)
    digit /= base
  }
  return sum
}
