import { MINVAL } from '../../core/math/constants.ts'
import type { Index, LaneKernel, Mask, Num } from '../language/kernelLanguage.ts'

/** Muscles of the Hill type, as in `physics/actuation/muscle.ts`, which explains curves and parameters. */

/** Which parameters a muscle takes. */
type Parameters = 'actuator_gainprm' | 'actuator_biasprm'

/** Peak force F₀ (N), length L in units of the resting length, velocity V in units of the fastest one (m/s). */
interface Normalized {
  readonly peak: Num
  readonly fastest: Num
  readonly L: Num
  readonly V: Num
}

/** Larger of the two; never below MINVAL. */
function positive(k: LaneKernel, x: Num): Num {
  return k.choose(x.below(MINVAL), MINVAL, x)
}

function normalized(k: LaneKernel, name: Parameters, i: Index): Normalized {
  const prm = k.numbers(name, 10)
  const shortest = k.numbers('actuator_lengthrange', 2).at(i, 0)
  const spread = prm.at(i, 1).minus(prm.at(i, 0))
  const resting = k.numbers('actuator_lengthrange', 2).at(i, 1).minus(shortest).over(positive(k, spread))
  const fastest = positive(k, resting.times(prm.at(i, 6)))
  const length = k.field('actuator_length').at(i)
  const force = prm.at(i, 2)
  const ease = positive(k, k.numbers('actuator_acc0').at(i))
  return {
    peak: k.choose(k.num(0).atMost(force), force, prm.at(i, 3).over(ease)),
    L: prm.at(i, 0).plus(length.minus(shortest).over(positive(k, resting))),
    fastest,
    V: k.field('actuator_velocity').at(i).over(fastest),
  }
}

/** The force of a muscle that is fully active, without its passive part: −F₀·FL(L)·FV(V). */
export function muscleGain(k: LaneKernel, i: Index): Num {
  const { peak, L, V } = normalized(k, 'actuator_gainprm', i)
  const prm = k.numbers('actuator_gainprm', 10)
  return peak
    .negated()
    .times(forceLength(k, L, prm.at(i, 4), prm.at(i, 5)))
    .times(forceVelocity(k, V, prm.at(i, 8)))
}

/** FL: four pieces of parabolas, from 0 at lmin up to 1 at the resting length and down to 0 at lmax. */
function forceLength(k: LaneKernel, L: Num, lmin: Num, lmax: Num): Num {
  const rising = L.atMost(1)
  const zero = k.choose(rising, lmin, lmax)
  const half = zero.plus(1).times(0.5)
  const outer = areSame(L.atMost(half), rising)
  const end = k.choose(outer, zero, 1)
  const x = L.minus(end)
    .abs()
    .over(positive(k, half.minus(end).abs()))
  const square = x.times(0.5).times(x)
  const inside = lmin.atMost(L).and(L.atMost(lmax))
  return k.choose(inside, k.choose(outer, square, k.num(1).minus(square)), 0)
}

function areSame(a: Mask, b: Mask): Mask {
  return a.and(b).or(a.or(b).not())
}

/** FV: 0 when the muscle shortens at full speed, 1 at rest, up to fvmax when it is stretched. */
function forceVelocity(k: LaneKernel, V: Num, most: Num): Num {
  const y = most.minus(1)
  const slower = V.plus(1)
  const rest = y.minus(V)
  const stretched = most.minus(rest.times(rest).over(positive(k, y)))
  const faster = k.choose(V.atMost(0), slower.times(slower), k.choose(V.atMost(y), stretched, most))
  return k.choose(V.atMost(-1), 0, faster)
}

/** The passive force of a muscle, −F₀·FP(L): it grows quadratically, then linearly. */
export function muscleBias(k: LaneKernel, i: Index): Num {
  const { peak, L } = normalized(k, 'actuator_biasprm', i)
  const prm = k.numbers('actuator_biasprm', 10)
  const half = prm.at(i, 5).plus(1).times(0.5)
  const curved = L.atMost(half)
  const x = k.choose(curved, L.minus(1), L.minus(half)).over(positive(k, half.minus(1)))
  const force = peak.negated().times(prm.at(i, 7))
  const quadratic = force.times(0.5).times(x).times(x)
  return k.choose(L.atMost(1), 0, k.choose(curved, quadratic, force.times(x.plus(0.5))))
}

/** Slope of the force by the velocity of the muscle, with this activation. */
export function muscleSlope(k: LaneKernel, name: Parameters, i: Index, activation: Num): Num {
  const { peak, fastest, L, V } = normalized(k, name, i)
  const prm = k.numbers(name, 10)
  const y = prm.at(i, 8).minus(1)
  const stretched = y.minus(V).times(2).over(positive(k, y))
  const lengthening = k.choose(k.num(0).below(V).and(V.atMost(y)), stretched, 0)
  const slope = k.choose(k.num(-1).below(V).and(V.atMost(0)), V.times(2).plus(2), lengthening)
  const FL = forceLength(k, L, prm.at(i, 4), prm.at(i, 5))
  return peak.negated().times(activation).times(FL).times(slope).over(fastest)
}

/** Rate of the activation z for a control u within [0, 1]: (u − z)/τ, with a smooth change of τ. */
export function muscleRate(k: LaneKernel, i: Index, control: Num, z: Num): Num {
  const prm = k.numbers('actuator_dynprm', 10)
  const slowing = clampToUnit(k, z).times(1.5).plus(0.5)
  const rise = prm.at(i, 0).times(slowing)
  const fall = prm.at(i, 1).over(slowing)
  const width = prm.at(i, 2)
  const ahead = clampToUnit(k, control).minus(z)
  const isSmooth = k.num(MINVAL).atMost(width)
  const x = ahead.over(k.choose(isSmooth, width, 1)).plus(0.5)
  const quintic = x
    .times(x)
    .times(x)
    .times(x.times(x.times(6).minus(15)).plus(10))
  const share = k.choose(x.atMost(0), 0, k.choose(k.num(1).atMost(x), 1, quintic))
  const smooth = fall.plus(rise.minus(fall).times(share))
  const tau = k.choose(isSmooth, smooth, k.choose(k.num(0).below(ahead), rise, fall))
  return ahead.over(positive(k, tau))
}

function clampToUnit(k: LaneKernel, x: Num): Num {
  const most = k.choose(k.num(1).below(x), 1, x)
  return k.choose(most.below(0), 0, most)
}
