import { MINVAL } from '../../core/math/constants.ts'
import type { LaneKernel, Num } from '../language/kernelLanguage.ts'
import { mulQuat, norm, type Quat, type Vec3 } from '../language/vectors.ts'
import { polynomial } from './sineKernel.ts'

/** Angles and rotation vectors, with the constants and the order of operations of `core/math`, so with its bits. */

/** Where the argument of the arc tangent is reduced: from `from` on, atan(c), and what is lost of it. */
const REDUCTIONS = [
  { from: 0.4375, high: 0.4636476090008061, low: 2.2698777452961687e-17 },
  { from: 0.6875, high: 0.7853981633974483, low: 3.061616997868383e-17 },
  { from: 1.1875, high: 0.982793723247329, low: 1.3903311031230998e-17 },
  { from: 2.4375, high: Math.PI / 2, low: 6.123233995736766e-17 },
] as const
const PI_LOW = 1.2246467991473532e-16
const EVEN = [
  0.3333333333333293, 0.14285714272503466, 0.09090887133436507, 0.06661073137387531, 0.049768779946159324,
  0.016285820115365782,
] as const
const ODD = [
  -0.19999999999876483, -0.11111110405462356, -0.0769187620504483, -0.058335701337905735, -0.036531572744216916,
] as const

/** The angle of the point (x, y), within ±π rad, without branches. Both are finite; −0 counts as 0. */
export function angleOf(k: LaneKernel, y: Num, x: Num): Num {
  const ratio = y.abs().over(x.abs())
  // atan(ratio) = atan(c) + atan(t), t = (ratio − c)/(1 + c·ratio), with c = 0, ½, 1, 1½ or ∞
  const quotients = [
    [ratio.times(2).minus(1), ratio.plus(2)],
    [ratio.minus(1), ratio.plus(1)],
    [ratio.minus(1.5), ratio.times(1.5).plus(1)],
    [k.num(-1), ratio],
  ] as const
  let [top, bottom, high, low] = [ratio, k.num(1), k.num(0), k.num(0)]
  REDUCTIONS.forEach((reduction, i) => {
    const holds = k.num(reduction.from).atMost(ratio)
    top = k.choose(holds, quotients[i][0], top)
    bottom = k.choose(holds, quotients[i][1], bottom)
    high = k.choose(holds, reduction.high, high)
    low = k.choose(holds, reduction.low, low)
  })
  const t = top.over(bottom)
  const z = t.times(t)
  const w = z.times(z)
  const tail = z.times(polynomial(k, w, EVEN)).plus(w.times(polynomial(k, w, ODD)))
  const right = high.minus(t.times(tail).minus(low).minus(t))
  const onAxis = y.equals(0)
  const left = x.below(0)
  const angle = k.choose(left, k.num(Math.PI).minus(right.minus(PI_LOW)), right)
  const size = k.choose(onAxis, k.choose(left, Math.PI, 0), angle)
  return k.choose(y.below(0), size.negated(), size)
}

/** The rotation vector of a unit quaternion, its angle within ±π, as `quatToVel`. */
export function rotationVector(k: LaneKernel, [w, x, y, z]: Quat): Vec3 {
  const sine = norm([x, y, z])
  const whole = angleOf(k, sine, w).times(2)
  const angle = k.choose(k.num(Math.PI).below(whole), whole.minus(2 * Math.PI), whole)
  const none = sine.below(MINVAL)
  const inverse = k.num(1).over(sine)
  const along = (part: Num, without: Num | number): Num => k.choose(none, without, part.times(inverse).times(angle))
  return [along(x, angle), along(y, 0), along(z, 0)]
}

/** The rotation vector r, in the frame of q, for which q·exp(r) = p, as `subQuat`. */
export function rotationBetween(k: LaneKernel, p: Quat, q: Quat): Vec3 {
  return rotationVector(k, mulQuat(conjugate(q), p))
}

export function conjugate([w, x, y, z]: Quat): Quat {
  return [w, x.negated(), y.negated(), z.negated()]
}
