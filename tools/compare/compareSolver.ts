import { Data } from '../../src/core/data/data.ts'
import {
  Cone,
  ContactExclude,
  DisableBit,
  EnableBit,
  Integrator,
  JacobianType,
  Solver,
  Stage,
} from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import { findIslands } from '../../src/physics/constraint/findIslands.ts'
import { makeConstraint } from '../../src/physics/constraint/makeConstraint.ts'
import { compareFwdInv } from '../../src/pipeline/compareFwdInv.ts'
import { forwardAcceleration, forwardPosition, forwardVelocity } from '../../src/pipeline/forwardStages.ts'
import { compareConstraints, takeContacts } from './compareConstraints.ts'
import { type Pair, perturb, setState, withIntegrator } from './compareData.ts'
import { contactStates } from './contactStates.ts'
import type { Metric } from './errorNorm.ts'
import { compareField, type FieldResult, fieldLine, layoutOf, matches } from './fields.ts'
import { Random, type TrialState } from './randomState.ts'
import { type NumericArray, ReferenceData, type ReferenceModel } from './reference.ts'
import { ROUNDING, ROUNDING_MARGIN, withRoundedModel } from './rounding.ts'

/**
 * Constraint rows, islands and solvers against the reference, apart from collision: our engine is given the contacts of
 * the reference. Every solver runs from the state as it is and from a warm start, with both cones, and once more with
 * the rows and the effective inertia of the integrator `discrete`; to the others constraints are the same. Actuators
 * and sleep are off in both engines.
 */

/** A way to solve, and what options make it. */
interface Way {
  readonly name: string
  readonly solver: Solver
  readonly noslip: number
  /** Of the solver; undefined: that of the model. */
  readonly tolerance?: number
}

/** Integrators that differ in how constraints are posed. */
const POSED = ['Euler', 'discrete'] as const

/**
 * By integrator. With `discrete` the tolerance is tighter: it is also that of smooth accelerations, which the reference
 * finds by iteration where tendons tie dofs together.
 */
const WAYS: Readonly<Record<(typeof POSED)[number], readonly Way[]>> = {
  Euler: [
    { name: 'Newton', solver: Solver.Newton, noslip: 0 },
    { name: 'Newton, tight', solver: Solver.Newton, noslip: 0, tolerance: 1e-14 },
    { name: 'Newton, no slip', solver: Solver.Newton, noslip: 10 },
    { name: 'CG', solver: Solver.CG, noslip: 0 },
    { name: 'PGS', solver: Solver.PGS, noslip: 0 },
  ],
  discrete: [
    { name: 'Newton, discrete', solver: Solver.Newton, noslip: 0, tolerance: 1e-10 },
    { name: 'CG, discrete', solver: Solver.CG, noslip: 0, tolerance: 1e-10 },
    { name: 'PGS, discrete', solver: Solver.PGS, noslip: 0, tolerance: 1e-10 },
  ],
}

/** What came out for one way to solve, over all states. */
export interface SolverTally {
  solves: number
  /** All numbers are within the tolerance. */
  matched: number
  /** Numbers are further apart, but not further than those of the reference when its input is off by rounding. */
  rounding: number
  /** Every island took as many iterations as in the reference. */
  sameIterations: number
  /** Some took another number, but one that they also take in the reference when its input is off by rounding. */
  roundedIterations: number
  iterations: number
  referenceIterations: number
  /** Worst error of what matched. */
  worst: number
  /** Of what matched: inverse dynamics finds the same errors of the solution (`solver_fwdinv`). */
  sameResiduals: number
}

export interface SolverVerdict {
  readonly states: number
  readonly rows: number
  /** By name of the way to solve. */
  readonly tallies: Readonly<Record<string, SolverTally>>
  /** A line for each field of rows, islands and solutions that differs. */
  readonly differences: readonly string[]
}

/** Accelerations and forces, relative to the largest, may be apart by this. */
const TOLERANCE = 1e-8
/**
 * Errors that inverse dynamics finds in a solution may be apart by this: there, accelerations are multiplied by 1/R.
 */
const RESIDUAL_TOLERANCE = 1e-7
const SOLUTION: Readonly<Record<string, Metric>> = {
  qacc: { share: 1, floor: 1 },
  qfrc_constraint: { share: 1, floor: 1e-3 },
  efc_force: { share: 1, floor: 1e-3 },
}

const EXACT: Metric = { share: 0, floor: 1 }
const ISLAND_COUNTS = ['nisland', 'nidof'] as const
/** Arrays of islands, and what they have a number for. */
const ISLAND_FIELDS = [
  ...words('island_ntree island_itreeadr island_nv island_idofadr island_dofadr island_ne island_nf island_nefc'),
  ...words('island_iefcadr tree_island map_itree2tree dof_island map_dof2idof map_idof2dof'),
  ...words('efc_island map_efc2iefc map_iefc2efc'),
]

/**
 * How often the reference is asked whether rounding makes it take our number of iterations: in conjugate gradients it
 * may do so in one solve of thirty.
 */
const ITERATION_DRAWS = 100
/** The same for solutions. Forces without slip may jump by 1e-8 in one solve of twenty. */
const SOLUTION_DRAWS = 30

/** Random velocities have this size, m/s and rad/s; warm starts are off by this share. */
const VELOCITY = 0.3
const STALENESS = 0.01

/** Compares rows, islands and all ways to solve in every state. */
export function compareSolver(
  m: Model,
  reference: ReferenceModel,
  states: readonly TrialState[] = contactStates(m, 1, 1),
): SolverVerdict {
  const tallies: Record<string, SolverTally> = Object.fromEntries(
    POSED.flatMap((posed) => WAYS[posed]).map(({ name }) => [name, emptyTally()]),
  )
  const differences: string[] = []
  const random = new Random(5)
  let rows = 0
  const { jacobian } = m.opt
  const run = () => {
    const pair: Pair = { m, d: new Data(m), rm: reference, rd: new ReferenceData(reference) }
    try {
      for (const still of states) {
        const state = { ...still, arrays: { ...still.arrays, qvel: random.vector(m.nv, VELOCITY) } }
        for (const [cone, value] of Object.entries(Cone)) {
          setBoth(pair, 'cone', value)
          for (const posed of POSED) {
            const label = `${state.label}, ${cone}, ${posed}`
            withIntegrator(m, reference, posed, () => {
              differences.push(...rowsOf(pair, state, jacobian).map((line) => `${label}: ${line}`))
              rows += pair.d.nefc
              for (const way of pair.d.nefc > 0 ? WAYS[posed] : []) {
                const lines = compareWay(pair, state, way, random, tallies[way.name])
                differences.push(...lines.map((line) => `${label}, ${way.name}, ${line}`))
              }
            })
          }
        }
      }
    } finally {
      pair.rd.delete()
    }
  }
  withSettingsOf(m, reference, run)
  return { states: states.length, rows, tallies, differences }
}

/** Options that are changed on the way; they are as before afterward. */
const CHANGED = ['disableflags', 'enableflags', 'solver', 'cone', 'noslip_iterations', 'tolerance', 'jacobian'] as const

function withSettingsOf(m: Model, reference: ReferenceModel, use: () => void): void {
  const both = [m.opt, reference.raw.opt]
  const before = both.map((opt) => CHANGED.map((key) => [key, Reflect.get(opt, key)] as const))
  for (const opt of both) {
    opt.disableflags |= DisableBit.actuation
    opt.enableflags &= ~EnableBit.sleep
  }
  try {
    use()
  } finally {
    both.forEach((opt, i) => {
      for (const [key, value] of before[i]) Reflect.set(opt, key, value)
    })
  }
}

function setBoth({ m, rm }: Pick<Pair, 'm' | 'rm'>, key: (typeof CHANGED)[number], value: number): void {
  for (const opt of [m.opt, rm.raw.opt]) Reflect.set(opt, key, value)
}

/** Makes the rows of a state in both engines, from the same contacts. A line for each field that differs. */
function rowsOf(pair: Pair, state: TrialState, jacobian: JacobianType): string[] {
  const { m, d, rd } = pair
  setBoth(pair, 'jacobian', jacobian)
  setBoth(pair, 'solver', Solver.Newton)
  setBoth(pair, 'noslip_iterations', 0)
  makeRows(pair, state)
  // in a full matrix the reference has rows for contacts that nothing moves; in a sparse one it has none, like ours
  if (d.nefc < rd.raw.nefc && d.contact_exclude.subarray(0, d.ncon).includes(ContactExclude.noDofs)) {
    setBoth(pair, 'jacobian', JacobianType.sparse)
    makeRows(pair, state)
  }
  const results = [...compareConstraints(m, d, rd), ...compareIslands(pair)].filter((field) => !matches(field))
  return results.map(fieldLine)
}

function makeRows(pair: Pair, state: TrialState): void {
  const { m, d, rd } = pair
  setState(pair, state)
  rd.call('mj_forward')
  forwardPosition(m, d)
  takeContacts(d, rd)
  makeConstraint(m, d)
  findIslands(m, d)
  forwardVelocity(m, d)
  // the regularization of rows depends on the effective inertia
  if (m.opt.integrator === Integrator.discrete) forwardAcceleration(m, d)
}

function compareIslands({ d, rd }: Pair): FieldResult[] {
  const rule = { tolerance: 0, metric: EXACT, rows: 1, object: (row: number) => `${row}` }
  const results = ISLAND_COUNTS.map((name) =>
    compareField(name, Float64Array.of(d[name]), Float64Array.of(rd.raw[name]), rule),
  )
  if (d.nisland === 0 || d.nisland !== rd.raw.nisland) return results
  for (const name of ISLAND_FIELDS) {
    const theirs = rd.array(name)!
    const ours = Reflect.get(d, name) as NumericArray
    const length = name.startsWith('island_') ? d.nisland : theirs.length
    results.push(compareField(name, ours.slice(0, length), theirs.slice(0, length), rule))
  }
  return results
}

/** Solves the rows that are there in one way, from the state as it is and then from a stale solution. */
function compareWay(pair: Pair, state: TrialState, way: Way, random: Random, tally: SolverTally): string[] {
  const { m, d, rm, rd } = pair
  const { tolerance } = m.opt
  setBoth(pair, 'solver', way.solver)
  setBoth(pair, 'noslip_iterations', way.noslip)
  if (way.tolerance !== undefined) setBoth(pair, 'tolerance', way.tolerance)
  // with `discrete`, trees that springs tie together are one island to the primal solvers only
  findIslands(m, d)

  const lines: string[] = []
  let start: Float64Array = new Float64Array(m.nv)
  for (const label of ['cold', 'warm']) {
    d.qacc_warmstart.set(start)
    rd.set('qacc_warmstart', start)
    forwardAcceleration(m, d)
    // the first pass also makes what the dual solvers need
    rd.mj.mj_forwardSkip(rm.raw, rd.raw, label === 'cold' ? Stage.none : Stage.vel, 1)
    // the dual solvers of the reference want a full matrix, and drop all rows where there is no memory for it
    if (rd.raw.nefc === 0) break
    lines.push(...judgeSolve(pair, state, start, tally).map((line) => `${label}: ${line}`))
    start = (rd.array('qacc') as Float64Array).map((a) => a * (1 + STALENESS * random.normal()))
  }
  setBoth(pair, 'tolerance', tolerance)
  return lines
}

function judgeSolve(pair: Pair, state: TrialState, start: Float64Array, tally: SolverTally): string[] {
  const { m, d, rd } = pair
  const ours = Array.from(d.solver_niter)
  const theirs = Array.from(rd.array('solver_niter')!.subarray(0, ours.length))
  tally.solves++
  let draws = SOLUTION_DRAWS
  if (ours.join() === theirs.join()) {
    tally.sameIterations++
  } else {
    const asked = askIterations(pair, state, start, ours, theirs)
    if (asked > 0) tally.roundedIterations++
    draws = Math.max(draws, asked)
  }
  tally.iterations += sum(ours)
  tally.referenceIterations += sum(theirs)

  const results = Object.keys(SOLUTION).map((field) =>
    compareSolution(m, field, (Reflect.get(d, field) as Float64Array).slice(0, sizeOf(pair, field)), rd),
  )
  if (results.every(matches)) {
    tally.matched++
    tally.worst = Math.max(tally.worst, ...results.map(({ error }) => error))
    if (residualError(pair) <= RESIDUAL_TOLERANCE) tally.sameResiduals++
    return []
  }
  const allowed: Record<string, number> = {}
  let different = results.filter((result) => !matches(result))
  for (let seed = 1; seed <= draws && different.length > 0; seed++) {
    addRounding(allowed, pair, state, start, seed)
    different = different.filter(({ field, error }) => !(error <= allowed[field]))
  }
  if (different.length === 0) tally.rounding++
  const iterations = `iterations ${sum(ours)}, reference ${sum(theirs)}`
  return different.map((result) => {
    const rounding = (allowed[result.field] ?? 0).toExponential(0)
    return `${fieldLine(result)}, rounding allows ${rounding}; ${iterations}`
  })
}

/** How far the errors that inverse dynamics finds in both solutions are apart, as a share of the largest force. */
function residualError({ m, d, rd }: Pair): number {
  compareFwdInv(m, d)
  rd.call('mj_compareFwdInv')
  const theirs = rd.array('solver_fwdinv')!
  let scale = SOLUTION['qfrc_constraint'].floor
  for (let i = 0; i < m.nv; i++) scale = Math.max(scale, Math.abs(d.qfrc_constraint[i]), Math.abs(d.qfrc_inverse[i]))
  const [forces, external] = d.solver_fwdinv.map((error, i) => Math.abs(error - theirs[i]))
  return Math.max(forces, external) / scale
}

/**
 * How often the reference is asked, with input that is off by rounding, until each island has taken our number of
 * iterations there too; 0: however often, one of them never does. What ends just above the tolerance or just below it
 * may do either.
 */
function askIterations(
  pair: Pair,
  state: TrialState,
  start: Float64Array,
  ours: readonly number[],
  theirs: readonly number[],
): number {
  let open = ours.map((_, island) => island).filter((island) => ours[island] !== theirs[island])
  for (let seed = 1; seed <= ITERATION_DRAWS; seed++) {
    solveRounded(pair, state, start, seed, (rd) => {
      const moved = rd.array('solver_niter')!
      open = open.filter((island) => moved[island] !== ours[island])
    })
    if (open.length === 0) return seed
  }
  return 0
}

/**
 * Raises what each field of the solution may be apart by to how far it moves when the input of the reference is off by
 * rounding, with a margin.
 */
function addRounding(
  allowed: Record<string, number>,
  pair: Pair,
  state: TrialState,
  start: Float64Array,
  seed: number,
): void {
  solveRounded(pair, state, start, seed, (rd) => {
    for (const field of Object.keys(SOLUTION)) {
      const moved = (rd.array(field) as Float64Array).slice(0, sizeOf(pair, field))
      const { error } = compareSolution(pair.m, field, moved, pair.rd)
      allowed[field] = Math.max(allowed[field] ?? 0, ROUNDING_MARGIN * error)
    }
  })
}

/** Solves with the reference once more, with masses, state and the acceleration to start from off by rounding. */
function solveRounded(
  { m, rm }: Pair,
  state: TrialState,
  start: Float64Array,
  seed: number,
  use: (rd: ReferenceData) => void,
): void {
  withRoundedModel(rm, seed, (shifted) => {
    const other = { m, d: new Data(m), rm: shifted, rd: new ReferenceData(shifted) }
    const random = new Random(seed)
    try {
      setState(other, state)
      perturb(other, ROUNDING, random)
      const near = start.map((a) => a * (1 + ROUNDING * random.uniform(-1, 1)))
      other.rd.set('qacc_warmstart', near)
      other.rd.call('mj_forward')
      use(other.rd)
    } finally {
      other.rd.delete()
    }
  })
}

function compareSolution(m: Model, field: string, ours: Float64Array, rd: ReferenceData): FieldResult {
  const theirs = rd.array(field)!
  const rule = { tolerance: TOLERANCE, metric: SOLUTION[field], ...layoutOf(m, field, ours.length) }
  return compareField(field, ours, theirs, rule)
}

function sizeOf({ m, d }: Pick<Pair, 'm' | 'd'>, field: string): number {
  return field === 'efc_force' ? d.nefc : m.nv
}

function emptyTally(): SolverTally {
  return {
    solves: 0,
    matched: 0,
    rounding: 0,
    sameIterations: 0,
    roundedIterations: 0,
    iterations: 0,
    referenceIterations: 0,
    worst: 0,
    sameResiduals: 0,
  }
}

/** The tallies of several models as one, by name of the way to solve. */
export function solverTotals(verdicts: readonly SolverVerdict[]): Record<string, SolverTally> {
  const totals: Record<string, SolverTally> = {}
  for (const { tallies } of verdicts) {
    for (const [name, tally] of Object.entries(tallies)) {
      totals[name] ??= emptyTally()
      const total = totals[name]
      for (const key of Object.keys(tally) as (keyof SolverTally)[])
        total[key] = key === 'worst' ? Math.max(total.worst, tally.worst) : total[key] + tally[key]
    }
  }
  return totals
}

/** A line for each way to solve: how many solves, how many agree, and with how many iterations. */
export function solverReport(verdicts: readonly SolverVerdict[]): string {
  const lines = Object.entries(solverTotals(verdicts)).map(([name, t]) => {
    const agree = `${t.matched} within ${TOLERANCE.toExponential(0)} (worst ${t.worst.toExponential(1)})`
    const rounding = t.rounding > 0 ? `, ${t.rounding} more within rounding` : ''
    const asMany = t.roundedIterations > 0 ? `, ${t.roundedIterations} more within rounding` : ''
    const iterations = `${t.sameIterations} with the same iterations${asMany} (${t.iterations}, reference ${t.referenceIterations})`
    const residuals = `${t.sameResiduals} with the same errors by inverse dynamics`
    return `${name.padEnd(16)} ${t.solves} solves: ${agree}${rounding}; ${iterations}; ${residuals}`
  })
  const [states, rows] = (['states', 'rows'] as const).map((key) => sum(verdicts.map((v) => v[key])))
  return [`${verdicts.length} models, ${states} states, ${rows} rows`, ...lines].join('\n')
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function words(text: string): string[] {
  return text.split(' ')
}
