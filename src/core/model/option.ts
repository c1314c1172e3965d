import { kindOf } from './argumentChecks.ts'
import { Cone, Integrator, JacobianType, Solver } from './enums.ts'
import { StepError } from './errors.ts'

/**
 * Options of the physics (`m.opt`). They may be changed between steps.
 * MuJoCo: mjOption, mj_defaultOption, mj_defaultSolRefImp.
 */
export class Option {
  /** Time step, s. Default: 0.002. */
  timestep = 0.002
  /** Ratio of frictional to normal impedance of elliptic contacts. Default: 1. */
  impratio = 1
  /**
   * Tolerance of the constraint solver: it stops where the improvement, scaled by the mean inertia, is smaller.
   * Default: 1e-8.
   */
  tolerance = 1e-8
  /** Tolerance of the line search of the solver. Default: 0.01. */
  ls_tolerance = 0.01
  /** Tolerance of the no-slip solver. Default: 1e-6. */
  noslip_tolerance = 1e-6
  /** Tolerance of convex collision, m. Default: 1e-6. */
  ccd_tolerance = 1e-6
  /** Velocity below which a tree counts as at rest, m/s. Default: 1e-3. */
  sleep_tolerance = 1e-3
  /** Gravitational acceleration, m/s². Default: (0, 0, -9.81). */
  gravity = Float64Array.of(0, 0, -9.81)
  /** Velocity of the fluid, m/s. Default: (0, 0, 0). */
  wind = new Float64Array(3)
  /** Global magnetic flux, T. Default: (0, -0.5, 0). */
  magnetic = Float64Array.of(0, -0.5, 0)
  /** Density of the fluid, kg/m³; 0: none. Default: 0. */
  density = 0
  /** Viscosity of the fluid, Pa·s; 0: none. Default: 0. */
  viscosity = 0
  /** Contact margin with the flag `override`, m. Default: 0. */
  o_margin = 0
  /** Contact solver reference with the flag `override`. Default: (0.02, 1). */
  o_solref = Float64Array.of(0.02, 1)
  /** Contact solver impedance with the flag `override`. Default: (0.9, 0.95, 0.001, 0.5, 2). */
  o_solimp = Float64Array.of(0.9, 0.95, 0.001, 0.5, 2)
  /** Contact friction with the flag `override`. Default: (1, 1, 0.005, 0.0001, 0.0001). */
  o_friction = Float64Array.of(1, 1, 0.005, 0.0001, 0.0001)
  /** How a step advances the state. Default: Integrator.Euler. */
  integrator: Integrator = Integrator.Euler
  /** Friction cone of contacts. Default: Cone.pyramidal. */
  cone: Cone = Cone.pyramidal
  /** Format of the constraint Jacobian that MuJoCo would use; here it is always sparse. Default: JacobianType.auto. */
  jacobian: JacobianType = JacobianType.auto
  /** How constraint forces are found. Default: Solver.Newton. */
  solver: Solver = Solver.Newton
  /** Largest number of solver iterations. Default: 100. */
  iterations = 100
  /** Largest number of line search iterations. Default: 50. */
  ls_iterations = 50
  /** Largest number of no-slip iterations; 0: no no-slip pass. Default: 0. */
  noslip_iterations = 0
  /** Largest number of iterations of convex collision. Default: 35. */
  ccd_iterations = 35
  /** What is switched off: `DisableBit`s. Default: 0. */
  disableflags = 0
  /** What is switched on: `EnableBit`s. Default: 0. */
  enableflags = 0
  /** Bit g set: actuators of group g are off. Default: 0. */
  disableactuator = 0
  /** Points from which collision of signed distances starts. Default: 40. */
  sdf_initpoints = 40
  /** Iterations of collision of signed distances from each of them. Default: 10. */
  sdf_iterations = 10
}

/** Largest number of iterations of each kind that a step makes, whatever the options say. */
export const MAX_ITERATIONS = 1_000_000

/** A number of iterations that an option allows, at most `MAX_ITERATIONS`. */
export function capped(iterations: number): number {
  // V8: Math.min would make a number on the heap
  if (iterations > MAX_ITERATIONS) return MAX_ITERATIONS
  return iterations
}

/** Constraint rows that all iterations of a solver visit in a step, at most: some seconds. */
export const MAX_ROW_VISITS = 10_000_000
/** Iterations that every solver may make, however many rows there are. */
export const LEAST_CAP = 1000

/** Most iterations of a solver over so many rows. */
export function mostIterations(rows: number): number {
  const most = (MAX_ROW_VISITS / rows) | 0
  if (most < LEAST_CAP) return LEAST_CAP
  return capped(most)
}

/** A number of iterations that an option allows a solver, at most `mostIterations`. */
export function cappedSolve(iterations: number, rows: number): number {
  const most = mostIterations(rows)
  if (iterations > most) return most
  return iterations
}

/** Whether some option allows more than `MAX_ITERATIONS`. */
export function allowsTooMany(opt: Option): boolean {
  return (
    opt.iterations > MAX_ITERATIONS ||
    opt.ls_iterations > MAX_ITERATIONS ||
    opt.noslip_iterations > MAX_ITERATIONS ||
    opt.ccd_iterations > MAX_ITERATIONS ||
    opt.sdf_iterations > MAX_ITERATIONS ||
    opt.sdf_initpoints > MAX_ITERATIONS
  )
}

/** Whether the primal problem is solved by Newton's method; else by conjugate gradients. */
export function usesNewton(m: { readonly opt: Option }): boolean {
  return m.opt.solver !== Solver.CG && m.opt.solver !== Solver.CGStrict
}

/** Whether the integrator adds springs and dampers to the inertia in which constraints are solved: M + h·D + h²·K. */
export function usesImplicitInertia(m: { readonly opt: Option }): boolean {
  const { integrator } = m.opt
  return integrator >= Integrator.discrete && integrator <= Integrator.ImplicitEuler
}

/** Throws a `StepError` where an option has a value without a meaning, or of another type than it should have. */
export function refuseUnknown(opt: Option): void {
  if (
    areNumbers(opt) &&
    areVectors(opt) &&
    isBelow(opt.integrator, INTEGRATORS) &&
    isBelow(opt.solver, SOLVERS) &&
    isBelow(opt.cone, CONES) &&
    isBelow(opt.jacobian, JACOBIANS) &&
    opt.timestep > 0 &&
    opt.timestep < Infinity
  )
    return
  refuse('integrator', opt.integrator, Integrator)
  refuse('solver', opt.solver, Solver)
  refuse('cone', opt.cone, Cone)
  refuse('jacobian', opt.jacobian, JacobianType)
  refuseTypes(opt)
  if (!(opt.timestep > 0 && opt.timestep < Infinity))
    throw new StepError(`opt.timestep is ${opt.timestep}: set it to a positive number of seconds`)
}

/** Whether all numbers are numbers. Written out: V8 knows the types of the fields, so that this costs nothing. */
function areNumbers(opt: Option): boolean {
  return (
    typeof opt.timestep === 'number' &&
    typeof opt.impratio === 'number' &&
    typeof opt.tolerance === 'number' &&
    typeof opt.ls_tolerance === 'number' &&
    typeof opt.noslip_tolerance === 'number' &&
    typeof opt.ccd_tolerance === 'number' &&
    typeof opt.sleep_tolerance === 'number' &&
    typeof opt.density === 'number' &&
    typeof opt.viscosity === 'number' &&
    typeof opt.o_margin === 'number' &&
    typeof opt.iterations === 'number' &&
    typeof opt.ls_iterations === 'number' &&
    typeof opt.noslip_iterations === 'number' &&
    typeof opt.ccd_iterations === 'number' &&
    typeof opt.disableflags === 'number' &&
    typeof opt.enableflags === 'number' &&
    typeof opt.disableactuator === 'number' &&
    typeof opt.sdf_initpoints === 'number' &&
    typeof opt.sdf_iterations === 'number'
  )
}

/** Whether all vectors have their lengths, and numbers in them. */
function areVectors(opt: Option): boolean {
  return (
    isVector(opt.gravity, 3) &&
    isVector(opt.wind, 3) &&
    isVector(opt.magnetic, 3) &&
    isVector(opt.o_solref, 2) &&
    isVector(opt.o_solimp, 5) &&
    isVector(opt.o_friction, 5)
  )
}

function isVector(value: Float64Array, length: number): boolean {
  return value?.length === length && typeof value[0] === 'number' && typeof value[length - 1] === 'number'
}

/** Names the first option that has not the type of its default. */
function refuseTypes(opt: Option): void {
  for (const [name, usual] of Object.entries(new Option())) {
    const value: unknown = opt[name as keyof Option]
    if (typeof usual === 'number' ? typeof value === 'number' : isVector(value as Float64Array, usual.length)) continue
    const expected = typeof usual === 'number' ? 'a number' : `${usual.length} numbers, as a Float64Array`
    throw new StepError(`opt.${name} is ${kindOf(value)}; expected ${expected}`)
  }
}

/** How many there are: they are counted from 0. */
const INTEGRATORS = Object.keys(Integrator).length
const SOLVERS = Object.keys(Solver).length
const CONES = Object.keys(Cone).length
const JACOBIANS = Object.keys(JacobianType).length

function isBelow(value: number, count: number): boolean {
  return value >= 0 && value < count && (value | 0) === value
}

function refuse(option: string, value: number, known: Readonly<Record<string, number>>): void {
  const names = Object.entries(known)
  if (isBelow(value, names.length)) return
  const list = names.map(([name, number]) => `${number} (${name})`).join(', ')
  throw new StepError(`there is no ${option} ${value}: opt.${option} is one of ${list}`)
}

/** Statistics of the model at qpos0 (`m.stat`), used for scaling and for the default camera. */
export class Statistic {
  /** Mean diagonal of the joint-space inertia. */
  meaninertia = 1
  /** Mean body mass, kg. */
  meanmass = 1
  /** Mean body length, m. */
  meansize = 0.2
  /** Longest side of the bounding box, m. */
  extent = 2
  /** Center of the bounding box, m. */
  center = new Float64Array(3)
}
