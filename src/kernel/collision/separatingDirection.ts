import { GeomType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Index, Kernel, Mask, Num } from '../language/kernelLanguage.ts'
import { sub, type Vec3, vec3At } from '../language/vectors.ts'
import { dot3, inWorld, vec3 } from './narrowPair.ts'
import { columnAt } from './pairAccess.ts'

/**
 * Whether a direction shows two geoms to be apart: w from the core of the one to the core of the other. The core is the
 * box of a box, the segment of a capsule or a cylinder, else the center. A geom reaches Σ e_i |w_i| + round(w) along w,
 * with w_i along its axes and e the half sides of its core. So the gap is at least
 * (w·(c₂ − c₁) − reach₁ − reach₂) / |w|.
 */

const { sphere, capsule, ellipsoid, cylinder, box } = GeomType
const SHAPES: readonly number[] = [sphere, capsule, ellipsoid, cylinder, box]

/** Whether a geom has a shape whose reach has a formula. */
export function hasReach(m: Model, geom: number): boolean {
  return SHAPES.includes(m.geom_type[geom])
}

/** Half sides of the core, and what is around it: radii of a ball, of a disk, and of an ellipsoid. */
interface Shape {
  readonly center: Vec3
  readonly axes: readonly [Vec3, Vec3, Vec3]
  readonly core: Vec3
  readonly ball: Num
  readonly disk: Num
  readonly radii: Vec3
}

/** Whether two geoms are farther apart than `gap`. */
export function areApart(k: Kernel, m: Model, g1: Index, g2: Index, gap: Num): Mask {
  const a = shapeOf(k, m, g1)
  const b = shapeOf(k, m, g2)
  // nearest points of the cores, by turns
  const p = nearestOfCore(a, nearestOfCore(b, nearestOfCore(a, b.center)))
  const w = sub(nearestOfCore(b, p), p)
  const between = dot3(sub(b.center, a.center), w)
  const length = dot3(w, w).sqrt()
  return gap.times(length).below(between.minus(reach(a, w, length)).minus(reach(b, w, length)))
}

function shapeOf(k: Kernel, m: Model, g: Index): Shape {
  const size = k.numbers('geom_size', 3)
  const xmat = k.field('geom_xmat', 9)
  const type = k.table('geom_type', m.geom_type).at(g)
  const is = (...types: readonly number[]): Num =>
    types.map((t) => k.real(k.same(type, t))).reduce((sum, x) => sum.plus(x))
  const isLong = is(capsule, cylinder)
  const isBox = is(box)
  const sides = vec3((i) => size.at(g, i))
  return {
    center: vec3At(k.field('geom_xpos', 3), g),
    axes: [columnAt(xmat, g, 0), columnAt(xmat, g, 1), columnAt(xmat, g, 2)],
    core: [isBox.times(sides[0]), isBox.times(sides[1]), isBox.times(sides[2]).plus(isLong.times(sides[1]))],
    ball: is(sphere, capsule).times(sides[0]),
    disk: is(cylinder).times(sides[0]),
    radii: vec3((i) => is(ellipsoid).times(sides[i])),
  }
}

/** The point of the core that is nearest to a point. */
function nearestOfCore({ center, axes, core }: Shape, point: Vec3): Vec3 {
  const way = sub(point, center)
  const inside = inWorld(
    axes,
    vec3((i) => dot3(axes[i], way).min(core[i]).max(core[i].negated())),
  )
  return vec3((i) => center[i].plus(inside[i]))
}

/** How far a shape reaches from its center along w, times |w|. */
function reach({ axes, core, ball, disk, radii }: Shape, w: Vec3, length: Num): Num {
  const parts = vec3((i) => dot3(axes[i], w))
  const flat = parts[0].times(parts[0]).plus(parts[1].times(parts[1])).sqrt()
  const stretched = vec3((i) => radii[i].times(parts[i]))
  return core
    .map((half, i) => half.times(parts[i].abs()))
    .reduce((sum, x) => sum.plus(x))
    .plus(ball.times(length))
    .plus(disk.times(flat))
    .plus(dot3(stretched, stretched).sqrt())
}
