import type { Index, Kernel, Num } from '../language/kernelLanguage.ts'
import type { Vec3 } from '../language/vectors.ts'

/** Two geoms, the lower type first, as a narrow phase sees them. Poses and sizes are loaded where they are asked for. */
export interface NarrowPair {
  readonly k: Kernel
  readonly g1: Index
  readonly g2: Index
  /** Contacts farther apart than this are of no interest. */
  readonly margin: Num
  center(geom: Index): Vec3
  /** An axis of the geom: a column of its matrix. */
  axis(geom: Index, column: number): Vec3
  size(geom: Index, part: number): Num
  /** Number of contacts so far, those of other pairs included. */
  count(): Index
  /** Appends a contact. Without a proposal for it, the first tangent is `contactFrame`'s. */
  append(dist: Num, pos: Vec3, normal: Vec3, tangent?: Vec3): void
}

/** Finds where two geoms touch, with the operations of the pair function in TypeScript. */
export type NarrowPhase = (pair: NarrowPair) => void

/** A vector by its parts. */
export function vec3(part: (i: number) => Num): Vec3 {
  return [part(0), part(1), part(2)]
}

/** a·b */
export function dot3([ax, ay, az]: Vec3, [bx, by, bz]: Vec3): Num {
  return ax.times(bx).plus(ay.times(by)).plus(az.times(bz))
}

/** a + s b */
export function along([ax, ay, az]: Vec3, [bx, by, bz]: Vec3, s: Num): Vec3 {
  return [ax.plus(bx.times(s)), ay.plus(by.times(s)), az.plus(bz.times(s))]
}

/** A vector in the frame of a geom, along its axes: Σ x_i axis_i. */
export function inWorld(axes: readonly Vec3[], [x, y, z]: Vec3): Vec3 {
  return vec3((i) => axes[0][i].times(x).plus(axes[1][i].times(y)).plus(axes[2][i].times(z)))
}

/** x kept between −1 and 1. */
export function unitClamp(x: Num): Num {
  return x.min(1).max(-1)
}
