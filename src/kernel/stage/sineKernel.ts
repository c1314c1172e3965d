import type { LaneKernel, Mask, Num } from '../language/kernelLanguage.ts'

/**
 * Sine and cosine as in `core/math/sine.ts`, with its constants and order of operations, so with its bits. Gives up for
 * angles near odd multiples of π/4 and for those that lose many digits, which take other paths there.
 */

const TWO_OVER_PI = 2 / Math.PI
const PART_1 = 1.5707963267341256
const REST_1 = 6.077100506506192e-11
const QUARTER_1 = 0.7853984832763672
const EDGE = Math.PI / 4 - 2 ** -17
const LARGE_ANGLE = 1647099

const SIN_3 = -0.16666666666666632
const SIN_TAIL = [0.00833333333332249, -0.0001984126982985795, 2.7557313707070068e-6] as const
const SIN_END = [-2.5050760253406863e-8, 1.58969099521155e-10] as const
const COS_TAIL = [0.0416666666666666, -0.001388888888887411, 2.480158728947673e-5] as const
const COS_END = [-2.7557314351390663e-7, 2.087572321298175e-9, -1.1359647557788195e-11] as const

/** The sine and the cosine of an angle in rad. */
export function sinCos(k: LaneKernel, x: Num): { sin: Num; cos: Num } {
  const size = x.abs()
  const small = size.below(QUARTER_1)
  const high = k.cell(x)
  const low = k.cell(0)
  const quadrant = k.cell(0)
  k.when(k.any(small.not()), () => {
    // x = n·π/2 + high + low
    const n = k.choose(small, 0, x.times(TWO_OVER_PI).nearest())
    const t = x.minus(n.times(PART_1))
    const w = n.times(REST_1)
    const upper = t.minus(w)
    high.set(upper)
    low.set(t.minus(upper).minus(w))
    quadrant.set(n.minus(n.times(0.25).floor().times(4)))
    const far = upper.abs()
    const plain = far
      .below(EDGE)
      .and(size.atMost(far.times(2 ** 17)))
      .and(size.below(LARGE_ANGLE))
    k.giveUp(small.or(plain).not())
  })

  const h = high.value
  const l = low.value
  const { square: z, cube, sinTail, cosine: c } = nearZero(k, h, l)
  const s = k.choose(
    small,
    h.plus(cube.times(z.times(sinTail).plus(SIN_3))),
    h.minus(
      z
        .times(l.times(0.5).minus(cube.times(sinTail)))
        .minus(l)
        .minus(cube.times(SIN_3)),
    ),
  )

  const sin = k.cell(s)
  const cos = k.cell(c)
  k.when(k.any(small.not()), () => {
    const q = quadrant.value
    const odd = q.equals(1).or(q.equals(3))
    const sine = k.choose(odd, c, s)
    const cosine = k.choose(odd, s, c)
    sin.set(k.choose(q.below(2), sine, sine.negated()))
    cos.set(k.choose(q.equals(1).or(q.equals(2)), cosine.negated(), cosine))
  })
  return { sin: sin.value, cos: cos.value }
}

/** `sinCos` of an angle between −π/4 and π/4; `isSmall` says where it is. */
export function sinCosOfSmall(k: LaneKernel, x: Num): { sin: Num; cos: Num; isSmall: Mask } {
  const { square, cube, sinTail, cosine } = nearZero(k, x, k.num(0))
  return {
    sin: x.plus(cube.times(square.times(sinTail).plus(SIN_3))),
    cos: cosine,
    isSmall: x.abs().below(QUARTER_1),
  }
}

/** For an angle h + l near zero: h², h³, the end of the sine's series, and the cosine. */
function nearZero(k: LaneKernel, h: Num, l: Num): { square: Num; cube: Num; sinTail: Num; cosine: Num } {
  const z = h.times(h)
  const zz = z.times(z)
  const sinTail = polynomial(k, z, SIN_TAIL).plus(z.times(zz).times(polynomial(k, z, SIN_END)))
  const cosTail = z.times(polynomial(k, z, COS_TAIL)).plus(zz.times(zz).times(polynomial(k, z, COS_END)))
  // 1 − z/2 loses the last bits; what it lost comes back in the sum
  const half = z.times(0.5)
  const first = k.num(1).minus(half)
  const cosine = first.plus(
    k
      .num(1)
      .minus(first)
      .minus(half)
      .plus(z.times(cosTail).minus(h.times(l))),
  )
  return { square: z, cube: z.times(h), sinTail, cosine }
}

/** c₀ + z (c₁ + z (c₂ + …)) */
export function polynomial(k: LaneKernel, z: Num, coefficients: readonly number[]): Num {
  return coefficients.slice(0, -1).reduceRight((sum, c) => z.times(sum).plus(c), k.num(coefficients.at(-1)!))
}
