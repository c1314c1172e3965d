import { type Data, type Model, SleepState } from '../../../src/index.ts'

/**
 * The color of the island of a body, as in MuJoCo's viewer: trees that constraints join have one color, which stays as
 * long as the first dof of the island is the same; what sleeps is darker and paler.
 * @param out red, green, blue, as they are to be seen
 * @returns false for a body that cannot move, which keeps its own color
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
    // of the six parts of the circle of hues, each channel is full in two, empty in two, and changes in two
    const part = (6 * hue + (k === 0 ? 5 : k === 1 ? 3 : 1)) % 6
    out[k] = value * (1 - saturation * Math.max(0, Math.min(1, part, 4 - part)))
  }
  return true
}

/** The first dof of the island of a tree; of those that sleep together, the first dof of the first of them. */
function firstDof(m: Model, d: Data, tree: number, isAsleep: boolean): number {
  if (!isAsleep) {
    const island = d.nisland > 0 ? d.tree_island[tree] : -1
    return island < 0 ? m.tree_dofadr[tree] : d.island_dofadr[island]
  }
  // trees that sleep together are a ring, each with the next one's number
  let first = tree
  for (let next = d.tree_asleep[tree]; next !== tree && next >= 0; next = d.tree_asleep[next])
    if (next < first) first = next
  return m.tree_dofadr[first]
}

/** Van der Corput's sequence: the digits of a number in a base, mirrored at the point. */
function halton(index: number, base: number): number {
  let sum = 0
  let digit = 1 / base
  for (let n = index; n > 0; n = Math.floor(n / base)) {
    sum += digit * (n % base)
    digit /= base
  }
  return sum
}
