import { MINVAL } from '../../core/math/constants.ts'
import type { Index, Kernel, Num } from '../language/kernelLanguage.ts'
import { Option } from '../record/kernelLayout.ts'

/** Impedances are kept between these. */
const MIN_IMPEDANCE = 1e-4
const MAX_IMPEDANCE = 0.9999
/** Whole powers up to this one are products. */
const MAX_PRODUCT = 8

/** The spring and damper of a row, and the impedance with its slope. */
export interface RowSpring {
  readonly stiffness: Num
  readonly damping: Num
  readonly impedance: Num
  readonly slope: Num
}

/** Parameters of solver rows: a field of `Data`, or numbers of the model. */
interface Parameters {
  at(index: Index, part?: number): Num
}

/**
 * Stiffness, damping, impedance and its slope at a violation r, from solref and solimp of an object; see
 * `impedance.ts`. Gives up for parameters that are rare: powers that are not whole, and solref of mixed formats.
 */
export function rowSpring(k: Kernel, solref: Parameters, solimp: Parameters, object: Index, violation: Num): RowSpring {
  const ref1 = solref.at(object, 1)
  const given = solref.at(object, 0)
  const isTime = k.num(0).below(given)
  const isRatio = k.num(0).below(ref1)
  k.giveUp(isTime.and(isRatio.not()).or(isTime.not().and(isRatio)))
  const least = k.numbers('options').at(Option.leastTimeConstant)
  const ref0 = k.choose(isTime.and(given.below(least)), least, given)
  const clamp = (x: Num): Num => k.choose(k.num(MAX_IMPEDANCE).below(x), MAX_IMPEDANCE, x.max(MIN_IMPEDANCE))
  const dmin = clamp(solimp.at(object, 0))
  const dmax = clamp(solimp.at(object, 1))
  const width = solimp.at(object, 2).max(0)
  const midpoint = clamp(solimp.at(object, 3))
  const power = solimp.at(object, 4).max(1)
  const atLeast = (x: Num): Num => x.max(MINVAL)
  const square = dmax.times(dmax)
  const stiffness = k.choose(
    isTime,
    k.num(1).over(atLeast(square.times(ref0).times(ref0).times(ref1).times(ref1))),
    ref0.negated().over(atLeast(square)),
  )
  const damping = k.choose(isRatio, k.num(2).over(atLeast(dmax.times(ref0))), ref1.negated().over(atLeast(dmax)))

  const impedance = k.cell(dmin.plus(dmax).times(0.5))
  const slope = k.cell(0)
  const isConstant = dmin.equals(dmax).or(width.atMost(MINVAL))
  k.when(k.any(isConstant.not()), () => {
    const x = violation.abs().over(width)
    k.when(
      k.any(k.num(1).atMost(x).or(x.atMost(0))),
      () => impedance.set(k.choose(k.num(1).atMost(x), dmax, dmin)),
      () => {
        const y = k.cell(x)
        const rate = k.cell(1)
        k.when(k.any(power.equals(1).not()), () => {
          k.giveUp(k.num(MAX_PRODUCT).below(power).or(power.equals(power.floor()).not()))
          const below = x.atMost(midpoint)
          const part = k.choose(below, x, k.num(1).minus(x))
          const whole = k.choose(below, midpoint, k.num(1).minus(midpoint))
          const rise = k.cell(1)
          const scale = k.cell(1)
          k.repeat(1, k.whole(power.max(1).min(MAX_PRODUCT)), () => {
            rise.set(rise.value.times(part))
            scale.set(scale.value.times(whole))
          })
          const sigmoid = rise.value.times(part).over(scale.value)
          y.set(k.choose(below, sigmoid, k.num(1).minus(sigmoid)))
          rate.set(power.times(rise.value).over(scale.value))
        })
        const span = dmax.minus(dmin)
        impedance.set(dmin.plus(y.value.times(span)))
        const signed = k.choose(violation.below(0), rate.value.negated(), rate.value)
        slope.set(signed.times(span).over(width))
      },
    )
  })
  return { stiffness, damping, impedance: impedance.value, slope: slope.value }
}

/** Fields of rows that follow from their springs. */
export function springFields(k: Kernel) {
  return {
    KBIP: k.field('efc_KBIP', 4),
    R: k.field('efc_R'),
    D: k.field('efc_D'),
    diagA: k.field('efc_diagA'),
  }
}

/** Stiffness, damping, impedance and its slope of a row. */
export function writeSpring(
  k: Kernel,
  row: Index,
  spring: RowSpring,
  stiffness: Num | number = spring.stiffness,
): void {
  const { KBIP } = springFields(k)
  ;[stiffness, spring.damping, spring.impedance, spring.slope].forEach((x, part) => {
    KBIP.set(row, x, part)
  })
}

/** R = (1 − d)/d · A */
export function regularization(k: Kernel, { impedance }: RowSpring, A: Num): Num {
  const value = k.num(1).minus(impedance).times(A).over(impedance)
  return k.choose(k.num(MINVAL).below(value), value, MINVAL)
}

/** R, D = 1/R, and the diagonal A that belongs to them. */
export function writeDiagonal(k: Kernel, row: Index, { impedance }: RowSpring, value: Num): void {
  const { R, D, diagA } = springFields(k)
  R.set(row, value)
  D.set(row, k.num(1).over(value))
  diagA.set(row, value.times(impedance).over(k.num(1).minus(impedance)))
}
