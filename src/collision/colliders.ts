import type { Collider } from './collider.ts'

/** Number of geom types that can collide. */
const TYPES = 9

const table: (Collider | undefined)[] = new Array(TYPES * TYPES).fill(undefined)

/** The function for a pair of geom types, `type1` ≤ `type2`; undefined: such geoms never touch. */
export function colliderOf(type1: number, type2: number): Collider | undefined {
  return table[type1 * TYPES + type2]
}
