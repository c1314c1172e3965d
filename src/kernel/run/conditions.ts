import { CallbackBit } from '../../core/data/callbacks.ts'
import type { ModelKernelSet } from '../../core/data/stageKernels.ts'
import { DisableBit, EnableBit, Integrator, Solver } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { LEAST_CAP, usesImplicitInertia, usesNewton } from '../../core/model/option.ts'
import { isSparse } from '../../physics/constraint/jacobianRows.ts'
import { tiesDofs } from '../../physics/implicit/implicitCoupling.ts'
import { usesKernelSolver } from '../../physics/solver/solve.ts'
import { hasTendonBias } from '../../physics/tendon/tendonPath.ts'
import { takeOver } from '../record/kernelLayout.ts'
import type { SequenceName, StageName } from './kernelCode.ts'

/**
 * When a kernel does what its stage does: under which options, with which callbacks, and for what the model has at
 * present. What differs from state to state is with the stages (`pipeline/acceleratedStages.ts`).
 */

/** What kernels depend on besides the structure and the numbers of a model: places in an array of terms. */
export const Term = {
  disableflags: 0,
  enableflags: 1,
  integrator: 2,
  cone: 3,
  /** Of `disableflags`: which pairs of geoms there are, and their order. */
  pairFlags: 4,
  /** Whether zeros of the Jacobian are no entries. */
  sparse: 5,
  /** Whether the solver is Newton's method, and whether it is one that kernels know. */
  newton: 6,
  kernelSolver: 7,
  /** Whether it must not end before it has converged. */
  strict: 8,
  /** Whether springs and dampers are part of the inertia of the solver, and whether they join trees. */
  implicitInertia: 9,
  tiesDofs: 10,
  discrete: 11,
  /** Whether groups of actuators are off. */
  offGroups: 12,
  medium: 13,
  movingSurfaces: 14,
  tendonBias: 15,
  /** Whether the solver may make more iterations than all solvers may make. */
  manyIterations: 16,
  COUNT: 17,
} as const

type TermPlace = Exclude<(typeof Term)[keyof typeof Term], 17>

const PAIR_FLAGS = DisableBit.filterparent | DisableBit.midphase

const nextTerms = new Float64Array(Term.COUNT)

/** Writes the terms of a model. Returns whether some of them have changed. */
export function readTerms(m: Model, out: Float64Array): boolean {
  const { opt } = m
  const { integrator, disableflags } = opt
  const next = nextTerms
  next[Term.disableflags] = disableflags
  next[Term.enableflags] = opt.enableflags
  next[Term.integrator] = integrator
  next[Term.cone] = opt.cone
  next[Term.pairFlags] = disableflags & PAIR_FLAGS
  next[Term.sparse] = isSparse(m) ? 1 : 0
  next[Term.newton] = usesNewton(m) ? 1 : 0
  next[Term.kernelSolver] = usesKernelSolver(m) ? 1 : 0
  next[Term.strict] = opt.solver === Solver.CGStrict ? 1 : 0
  next[Term.implicitInertia] = usesImplicitInertia(m) ? 1 : 0
  next[Term.tiesDofs] = tiesDofs(m) ? 1 : 0
  next[Term.discrete] = integrator === Integrator.discrete ? 1 : 0
  next[Term.offGroups] = opt.disableactuator !== 0 ? 1 : 0
  next[Term.medium] = opt.density !== 0 || opt.viscosity !== 0 ? 1 : 0
  next[Term.movingSurfaces] = m.flg_surfacevel ? 1 : 0
  next[Term.tendonBias] = hasTendonBias(m) ? 1 : 0
  next[Term.manyIterations] = opt.iterations > LEAST_CAP ? 1 : 0
  return takeOver(next, out)
}

/** The terms of a model as they were last seen. What they follow from is compared first, since it seldom changes. */
export class TermWatch {
  readonly terms: Float64Array = new Float64Array(Term.COUNT).fill(Number.NaN)
  #disableflags = -1
  #enableflags = -1
  #integrator = -1
  #cone = -1
  #jacobian = -1
  #solver = -1
  #iterations = -1
  #noslip = -1
  #offGroups = -1
  #isInMedium = false
  #movingSurfaces = false

  /** Looks at the model. Returns whether terms have changed. */
  look(m: Model): boolean {
    const { opt } = m
    const isInMedium = opt.density !== 0 || opt.viscosity !== 0
    if (
      opt.disableflags === this.#disableflags &&
      opt.enableflags === this.#enableflags &&
      opt.integrator === this.#integrator &&
      opt.cone === this.#cone &&
      opt.jacobian === this.#jacobian &&
      opt.solver === this.#solver &&
      opt.iterations === this.#iterations &&
      opt.noslip_iterations === this.#noslip &&
      opt.disableactuator === this.#offGroups &&
      isInMedium === this.#isInMedium &&
      m.flg_surfacevel === this.#movingSurfaces &&
      m.ntendon === 0
    )
      return false
    this.#disableflags = opt.disableflags
    this.#enableflags = opt.enableflags
    this.#integrator = opt.integrator
    this.#cone = opt.cone
    this.#jacobian = opt.jacobian
    this.#solver = opt.solver
    this.#iterations = opt.iterations
    this.#noslip = opt.noslip_iterations
    this.#offGroups = opt.disableactuator
    this.#isInMedium = isInMedium
    this.#movingSurfaces = m.flg_surfacevel
    return readTerms(m, this.terms)
  }
}

/** The terms of a model. */
export function termsOf(m: Model): Float64Array {
  const terms = new Float64Array(Term.COUNT)
  readTerms(m, terms)
  return terms
}

/** What must be so for a kernel to run. */
export interface Conditions {
  /** Bits of `disableflags`, of `enableflags`, and `CallbackBit`s that must not be set. */
  readonly disabled?: number
  readonly enabled?: number
  readonly callbacks?: number
  /** Terms that must be zero, and not zero. */
  readonly without?: readonly TermPlace[]
  readonly having?: readonly TermPlace[]
  /** Terms that are part of the code: as they were when the kernel was made. */
  readonly same?: readonly TermPlace[]
  /** Whether contacts and rows must be where kernels find them. */
  readonly placed?: boolean
}

const { actuation, clampctrl, spring, damper, eulerdamp, contact, limit, frictionloss } = DisableBit

/** Those of the kernels of stages; the others may always run. */
export const STAGE_CONDITIONS: Readonly<Partial<Record<StageName, Conditions>>> = {
  collide: {
    enabled: EnableBit.override,
    callbacks: CallbackBit.contactFilter,
    same: [Term.pairFlags],
    placed: true,
  },
  rows: {
    disabled: contact | limit | frictionloss,
    enabled: EnableBit.diagexact,
    without: [Term.discrete],
    same: [Term.cone, Term.sparse],
    placed: true,
  },
  islands: { disabled: DisableBit.island, without: [Term.tiesDofs], placed: true },
  transmissionVelocity: { disabled: actuation },
  passive: { disabled: spring | damper, without: [Term.medium] },
  passiveInMedium: { disabled: spring | damper, having: [Term.medium] },
  reference: { without: [Term.movingSurfaces], same: [Term.cone], placed: true },
  actuation: { disabled: actuation | clampctrl, without: [Term.offGroups] },
  smoothSolve: { without: [Term.implicitInertia] },
  solve: {
    having: [Term.kernelSolver],
    without: [Term.implicitInertia],
    same: [Term.cone, Term.newton],
    placed: true,
  },
  bodyForces: { same: [Term.cone], placed: true },
  // some read constraint rows
  sensorPos: { disabled: DisableBit.sensor, same: [Term.cone], placed: true },
  sensorVel: { disabled: DisableBit.sensor, same: [Term.cone], placed: true },
  sensorAcc: { disabled: DisableBit.sensor, same: [Term.cone], placed: true },
  dampedSolve: { disabled: eulerdamp | damper },
  implicitfast: { disabled: actuation | spring | damper, without: [Term.offGroups, Term.medium] },
  activations: { disabled: actuation, without: [Term.offGroups] },
}

/** All callbacks, and the clock. */
const OBSERVERS = Object.values(CallbackBit).reduce((all, bit) => all | bit, 0)

/** A sequence leaves out what comes between its stages in TypeScript. */
const SMOOTH: Conditions = { callbacks: OBSERVERS, without: [Term.tendonBias] }
const CONSTRAINED: Conditions = {
  disabled: DisableBit.constraint | DisableBit.island,
  // a strict solver may refuse the state after the sensors of motion
  without: [Term.strict],
}
const END: Conditions = { enabled: EnableBit.sleep, callbacks: CallbackBit.time }

/** Those of sequences, besides those of their stages. */
export const SEQUENCE_CONDITIONS: Readonly<Record<SequenceName, readonly Conditions[]>> = {
  smooth: [SMOOTH],
  forward: [SMOOTH, CONSTRAINED],
  lean: [SMOOTH, CONSTRAINED, { enabled: EnableBit.energy | EnableBit.fwdinv, disabled: DisableBit.sensor }],
  endByQacc: [END],
  endImplicitly: [END, { same: [Term.integrator] }],
}

/** A step of lanes leaves out what comes between its stages, too, but sensors. Its solver is Newton's method. */
export const LANE_STEP: Conditions = {
  disabled: DisableBit.constraint | DisableBit.island | DisableBit.equality,
  enabled: EnableBit.energy | EnableBit.fwdinv | EnableBit.sleep,
  callbacks: OBSERVERS & ~(CallbackBit.sensor | CallbackBit.time),
  having: [Term.newton],
  without: [Term.tendonBias, Term.manyIterations],
  same: [Term.integrator],
}

/** Conditions that hold together. */
export type AllConditions = Readonly<Required<Conditions>>

export function allOf(conditions: readonly (Conditions | undefined)[]): AllConditions {
  const bits = (of: 'disabled' | 'enabled' | 'callbacks'): number =>
    conditions.reduce((all, c) => all | (c?.[of] ?? 0), 0)
  const terms = (of: 'without' | 'having' | 'same'): TermPlace[] => [
    ...new Set(conditions.flatMap((c) => c?.[of] ?? [])),
  ]
  return {
    disabled: bits('disabled'),
    enabled: bits('enabled'),
    callbacks: bits('callbacks'),
    without: terms('without'),
    having: terms('having'),
    same: terms('same'),
    placed: conditions.some((c) => c?.placed),
  }
}

/** Those of a stage, or of a sequence of stages. */
export function conditionsOf(name: keyof ModelKernelSet, stages: readonly StageName[] = []): AllConditions {
  const own = name in SEQUENCE_CONDITIONS ? SEQUENCE_CONDITIONS[name as SequenceName] : []
  return allOf([...own, STAGE_CONDITIONS[name as StageName], ...stages.map((stage) => STAGE_CONDITIONS[stage])])
}

/**
 * Whether a kernel may run.
 * @param terms of the model, now and when the kernel was made
 * @param callbacks `CallbackBit`s of those that there are
 */
export function areMet(c: AllConditions, terms: Float64Array, made: ArrayLike<number>, callbacks: number): boolean {
  if ((terms[Term.disableflags] & c.disabled) !== 0 || (terms[Term.enableflags] & c.enabled) !== 0) return false
  if ((callbacks & c.callbacks) !== 0) return false
  for (let i = 0; i < c.without.length; i++) if (terms[c.without[i]] !== 0) return false
  for (let i = 0; i < c.having.length; i++) if (terms[c.having[i]] === 0) return false
  for (let i = 0; i < c.same.length; i++) if (terms[c.same[i]] !== made[c.same[i]]) return false
  return true
}
