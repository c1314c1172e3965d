import { MAXVAL, MINVAL } from '../../core/math/constants.ts'
import { BiasType, DynType, GainType, JointType, TrnType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { momentsVary } from '../../physics/actuation/transmission.ts'
import type { Cell, Index, LaneKernel, LaneStage, Num, Table } from '../language/kernelLanguage.ts'
import { group, norm } from '../language/vectors.ts'
import { muscleBias, muscleGain, muscleRate } from './muscleKernel.ts'
import { hasGravityCompensation } from './passiveKernel.ts'
import { momentRows, transmissionUnsupported } from './transmissionKernels.ts'
import { varyingForces } from './varyingMoments.ts'

/**
 * Actuation, as `actuationForces`: (ctrl, act, actuator_length, actuator_velocity, actuator_moment) → actuator_input,
 * act_dot, actuator_force, qfrc_actuator. Each actuator has one force. Gives up if a control is bad.
 */
export function actuationKernel(m: Model): LaneStage {
  return (k) => {
    inputs(k, m)
    activationRates(k, m)
    k.loop(0, m.nactuator, (i) => k.field('actuator_force').set(i, actuatorForce(k, m, i)))
    limitTendonForces(k, m)
    limitForces(k, m)
    jointForces(k, m)
  }
}

const DYNAMICS: readonly number[] = [
  DynType.none,
  DynType.integrator,
  DynType.filter,
  DynType.filterexact,
  DynType.muscle,
]
const GAINS: readonly number[] = [GainType.fixed, GainType.affine, GainType.muscle]
const BIASES: readonly number[] = [BiasType.none, BiasType.affine, BiasType.muscle]

/** Whole numbers that actuation depends on, besides those of transmissions. */
export const ACTUATION_FLAGS =
  `actuator_dyntype actuator_gaintype actuator_biastype actuator_actearly actuator_ctrllimited
actuator_forcelimited actuator_actlimited tendon_actfrclimited jnt_actfrclimited jnt_actgravcomp`.split(
    /\s/,
  ) as (keyof Model)[]

/** Delays, controllers with several states or forces, and callbacks run in TypeScript. */
export function actuationUnsupported(m: Model): string | undefined {
  const reason = transmissionUnsupported(m)
  if (reason !== undefined) return reason
  if (m.nhistory > 0) return 'there are delays or histories'
  for (let i = 0; i < m.nactuator; i++) {
    const type = m.actuator_dyntype[i]
    const isKnown =
      DYNAMICS.includes(type) && GAINS.includes(m.actuator_gaintype[i]) && BIASES.includes(m.actuator_biastype[i])
    const states = type === DynType.none ? 0 : 1
    if (!isKnown || m.actuator_actnum[i] !== states || m.actuator_ctrlnum[i] !== 1)
      return `actuator ${i} has dynamics, a gain, or a bias without kernel`
    if (m.actuator_actearly[i] && type === DynType.filterexact) return `actuator ${i} is an exact filter with actearly`
  }
  return undefined
}

/** A table of flags of the actuators. */
function flags(k: LaneKernel, m: Model, name: string, of: (i: number) => boolean): Table {
  return k.table(
    name,
    Array.from({ length: m.nactuator }, (_, i) => (of(i) ? 1 : 0)),
  )
}

/** x, or the end of [low, high] that it is beyond. */
function clamp(k: LaneKernel, x: Num, low: Num, high: Num): Num {
  return k.choose(x.below(low), low, k.choose(high.below(x), high, x))
}

/** Controls within their ranges. */
function inputs(k: LaneKernel, m: Model): void {
  const isLimited = k.table('actuator_ctrllimited', m.actuator_ctrllimited)
  const range = k.numbers('actuator_ctrlrange', 2)
  k.loop(0, m.nu, (j) => {
    const u = k.cell(k.field('ctrl').at(j))
    k.when(isLimited.at(j), () => u.set(clamp(k, u.value, range.at(j, 0), range.at(j, 1))))
    k.giveUp(u.value.abs().atMost(MAXVAL).not())
    k.field('actuator_input').set(j, u.value)
  })
}

/** Rates of activations: integrators, filters of first order, and muscles. */
function activationRates(k: LaneKernel, m: Model): void {
  const { count, actuator } = activeActuators(k, m)
  k.loop(0, count, (a) => {
    const i = actuator.at(a)
    const type = k.table('actuator_dyntype', m.actuator_dyntype).at(i)
    const state = k.table('actuator_actadr', m.actuator_actadr).at(i)
    const control = k.field('actuator_input').at(k.table('actuator_ctrladr', m.actuator_ctrladr).at(i))
    const act = k.field('act').at(state)
    const rate = k.cell(control)
    k.when(k.same(type, DynType.muscle), () => rate.set(muscleRate(k, i, control, act)))
    const tau = k.numbers('actuator_dynprm', 10).at(i)
    const filtered = (): void => rate.set(control.minus(act).over(k.choose(tau.below(MINVAL), MINVAL, tau)))
    k.when(k.same(type, DynType.filter), filtered)
    k.when(k.same(type, DynType.filterexact), filtered)
    k.field('act_dot').set(state, rate.value)
  })
}

/** gain·(control or activation) + bias */
function actuatorForce(k: LaneKernel, m: Model, i: Index): Num {
  const gain = k.table('actuator_gaintype', m.actuator_gaintype).at(i)
  const bias = k.table('actuator_biastype', m.actuator_biastype).at(i)
  const force = k.cell(0)
  const affine = (name: 'actuator_gainprm' | 'actuator_biasprm'): Num => {
    const prm = k.numbers(name, 10)
    const slope = prm
      .at(i, 1)
      .times(k.field('actuator_length').at(i))
      .plus(prm.at(i, 2).times(k.field('actuator_velocity').at(i)))
    return prm.at(i, 0).plus(slope)
  }
  const x = gainInput(k, m, i)
  k.when(k.same(gain, GainType.fixed), () =>
    force.set(
      k
        .numbers('actuator_gainprm', 10)
        .at(i)
        .times(nearestSetPoint(k, m, i, x)),
    ),
  )
  k.when(k.same(gain, GainType.affine), () => force.set(affine('actuator_gainprm').times(x)))
  k.when(k.same(gain, GainType.muscle), () => force.set(muscleGain(k, i).times(x)))
  k.when(k.same(bias, BiasType.affine), () => force.add(affine('actuator_biasprm')))
  k.when(k.same(bias, BiasType.muscle), () => force.add(muscleBias(k, i)))
  return force.value
}

/**
 * The set point of an actuator; where it is an angle, by whole turns nearest to the length, as `wrapSetPoint`: of a
 * servo whose length is an angle between sites or of a ball joint.
 */
function nearestSetPoint(k: LaneKernel, m: Model, i: Index, x: Num): Num {
  const isSite = (a: number): boolean => m.actuator_trntype[a] === TrnType.site
  const servos = Array.from({ length: m.nactuator }, (_, a) => {
    const [object, reference] = m.actuator_trnid.subarray(2 * a, 2 * a + 2)
    const isJoint = m.actuator_trntype[a] === TrnType.joint || m.actuator_trntype[a] === TrnType.jointinparent
    const isAngle = isSite(a) ? reference >= 0 : isJoint && m.jnt_type[object] === JointType.ball
    const isDirect = m.actuator_dyntype[a] === DynType.none || m.actuator_dyntype[a] === DynType.integrator
    return isAngle && isDirect && m.actuator_biastype[a] === BiasType.affine ? 1 : 0
  })
  if (!servos.includes(1)) return x
  const nearest = k.cell(x)
  k.when(k.table('actuator_isangular', servos).at(i), () => {
    const gear = group(k.numbers('actuator_gear', 6), i, 6)
    const part = flags(k, m, 'actuator_issite', isSite).at(i)
    const areZero = (parts: readonly Num[]) => parts.map((g) => g.equals(0)).reduce((a, b) => a.and(b))
    const rotates = k.cell(1)
    const axis = gear.slice(0, 3).map((g) => k.cell(g))
    k.when(part, () => {
      rotates.set(k.choose(areZero(gear.slice(0, 3)).and(areZero(gear.slice(3)).not()), 1, 0))
      axis.forEach((cell, j) => {
        cell.set(gear[3 + j])
      })
    })
    const isServo = k.numbers('actuator_gainprm', 10).at(i).equals(k.numbers('actuator_biasprm', 10).at(i, 1).negated())
    const turn = norm(axis.map((cell) => cell.value)).times(2 * Math.PI)
    const turns = x.minus(k.field('actuator_length').at(i)).over(turn)
    // halves go away from zero
    const whole = k.choose(turns.below(0), k.num(0.5).minus(turns).floor().negated(), turns.plus(0.5).floor())
    const applies = isServo.and(rotates.value.equals(1)).and(turn.below(MINVAL).not())
    nearest.set(k.choose(applies, x.minus(turn.times(whole)), x))
  })
  return nearest.value
}

/** The input of an actuator's gain: its control, or its activation, with `actearly` that at the end of the step. */
export function gainInput(k: LaneKernel, m: Model, i: Index): Num {
  const control = k.table('actuator_ctrladr', m.actuator_ctrladr).at(i)
  const x: Cell = k.cell(0)
  k.when(
    flags(k, m, 'actuator_isactive', (a) => m.actuator_dyntype[a] !== DynType.none).at(i),
    () => {
      const state = k.table('actuator_actadr', m.actuator_actadr).at(i)
      const act = k.field('act').at(state)
      x.set(act)
      k.when(flags(k, m, 'actuator_actearly', (a) => m.actuator_actearly[a] !== 0).at(i), () => {
        x.set(nextActivation(k, m, i))
      })
    },
    () => x.set(k.field('actuator_input').at(control)),
  )
  return x.value
}

/** The activation of an actuator at the end of the step, within its range. */
function nextActivation(k: LaneKernel, m: Model, i: Index): Num {
  const state = k.table('actuator_actadr', m.actuator_actadr).at(i)
  const h = k.numbers('options').at(3)
  const next = k.cell(k.field('act').at(state).plus(k.field('act_dot').at(state).times(h)))
  const range = k.numbers('actuator_actrange', 2)
  k.when(k.table('actuator_actlimited', m.actuator_actlimited).at(i), () =>
    next.set(clamp(k, next.value, range.at(i, 0), range.at(i, 1))),
  )
  return next.value
}

/** Activations at the end of a step, as `advanceActivations`: act_dot → act. */
export function activationsKernel(m: Model): LaneStage {
  return (k) => {
    const { count, actuator } = activeActuators(k, m)
    k.loop(0, count, (a) => {
      const i = actuator.at(a)
      k.field('act').set(k.table('actuator_actadr', m.actuator_actadr).at(i), nextActivation(k, m, i))
    })
  }
}

/** Exact filters need an exponential function. */
export function activationsUnsupported(m: Model): string | undefined {
  if (m.na === 0) return 'there are no activations'
  return (
    actuationUnsupported(m) ??
    (m.actuator_dyntype.includes(DynType.filterexact) ? 'there is an exact filter' : undefined)
  )
}

function activeActuators(k: LaneKernel, m: Model): { count: number; actuator: Table } {
  const active = [...m.actuator_dyntype.keys()].filter((i) => m.actuator_dyntype[i] !== DynType.none)
  return { count: active.length, actuator: k.table('active_actuator', active) }
}

/** Scales the actuators of a tendon by a common factor where their total force exceeds the tendon's limit. */
function limitTendonForces(k: LaneKernel, m: Model): void {
  const force = k.field('actuator_force')
  for (let t = 0; t < m.ntendon; t++) {
    if (!m.tendon_actfrclimited[t]) continue
    const ofTendon = [...m.actuator_trntype.keys()].filter((i) => isOn(m, i, t))
    const total = ofTendon.reduce((sum, i) => sum.plus(force.at(i)), k.num(0))
    const range = k.numbers('tendon_actfrcrange', 2)
    const low = range.at(t, 0)
    const high = range.at(t, 1)
    const none = total.equals(0)
    const some = k.choose(none, 1, total)
    const beyond = k.choose(total.below(low), low.over(some), k.choose(high.below(total), high.over(some), 1))
    const factor = k.choose(none, 1, beyond)
    for (const i of ofTendon) force.set(i, force.at(i).times(factor))
  }
}

function isOn(m: Model, i: number, tendon: number): boolean {
  return m.actuator_trntype[i] === TrnType.tendon && m.actuator_trnid[2 * i] === tendon
}

function limitForces(k: LaneKernel, m: Model): void {
  const limited = [...m.actuator_forcelimited.keys()].filter((i) => m.actuator_forcelimited[i])
  const actuator = k.table('limited_actuator', limited)
  const range = k.numbers('actuator_forcerange', 2)
  const force = k.field('actuator_force')
  k.loop(0, limited.length, (a) => {
    const i = actuator.at(a)
    force.set(i, clamp(k, force.at(i), range.at(i, 0), range.at(i, 1)))
  })
}

/**
 * qfrc_actuator = momentᵀ·actuator_force, dof by dof, with the gravity compensation that counts as actuation, and
 * within the range of the joint.
 */
function jointForces(k: LaneKernel, m: Model): void {
  if (momentsVary(m)) k.eachLane({ name: 'varyingForces', stage: (one) => varyingForces(one, m) })
  const sumOf = momentsVary(m) ? (i: Index) => k.field('qfrc_actuator').at(i) : momentSums(k, m)
  const joint = k.table('dof_jntid', m.dof_jntid)
  const isCompensated = k.table(
    'dof_actgravcomp',
    Array.from(m.dof_jntid, (j) => m.jnt_actgravcomp[j]),
  )
  const isLimited = k.table(
    'dof_actfrclimited',
    Array.from(m.dof_jntid, (j) => (m.jnt_actfrclimited[j] && m.jnt_type[j] >= JointType.slide ? 1 : 0)),
  )
  const range = k.numbers('jnt_actfrcrange', 2)
  const mayCompensate = hasGravityCompensation(k, m)
  k.loop(0, m.nv, (i) => {
    const sum = k.cell(sumOf(i))
    if (mayCompensate) k.when(isCompensated.at(i), () => sum.add(k.field('qfrc_gravcomp').at(i)))
    const j = joint.at(i)
    k.when(isLimited.at(i), () => sum.set(clamp(k, sum.value, range.at(j, 0), range.at(j, 1))))
    k.field('qfrc_actuator').set(i, sum.value)
  })
}

/** Sums momentᵀ·actuator_force over the entries of a dof, where these are structure. */
function momentSums(k: LaneKernel, m: Model): (dof: Index) => Num {
  const { starts, columns } = momentRows(m)
  const dofs = Array.from({ length: m.nv }, (_, i) => columns.flatMap((column, e) => (column === i ? [e] : [])))
  const ends = [0]
  for (const entries of dofs) ends.push(ends[ends.length - 1] + entries.length)
  const first = k.table('dof_moments', ends)
  const entry = k.table('dof_moment', dofs.flat())
  const actuator = k.table(
    'dof_moment_actuator',
    dofs.flat().map((e) => starts.findLastIndex((start) => start <= e)),
  )
  return (i) => {
    const sum = k.cell(0)
    k.loop(first.at(i), first.at(k.sum(i, 1)), (e) =>
      sum.add(
        k
          .field('actuator_moment')
          .at(entry.at(e))
          .times(k.field('actuator_force').at(actuator.at(e))),
      ),
    )
    return sum.value
  }
}
