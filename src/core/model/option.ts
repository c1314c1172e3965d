import { Cone, Integrator, JacobianType, Solver } from './enums.ts'
import { StepError } from './errors.ts'

/** Options of the physics (`m.opt`). They may be changed between steps. */
export class Option {
  /** Time step, s. */
  timestep = 0.002
  /** Ratio of frictional to normal impedance of elliptic contacts. */
  impratio = 1
  tolerance = 1e-8
  ls_tolerance = 0.01
  noslip_tolerance = 1e-6
  ccd_tolerance = 1e-6
  sleep_tolerance = 1e-3
  /** Gravitational acceleration, m/s². */
  gravity = Float64Array.of(0, 0, -9.81)
  /** Velocity of the medium, m/s. */
  wind = new Float64Array(3)
  /** Global magnetic flux, T. */
  magnetic = Float64Array.of(0, -0.5, 0)
  /** Density of the medium, kg/m³. */
  density = 0
  /** Viscosity of the medium, kg/(m·s). */
  viscosity = 0
  o_margin = 0
  o_solref = Float64Array.of(0.02, 1)
  o_solimp = Float64Array.of(0.9, 0.95, 0.001, 0.5, 2)
  o_friction = Float64Array.of(1, 1, 0.005, 0.0001, 0.0001)
  integrator: Integrator = Integrator.Euler
  cone: Cone = Cone.pyramidal
  jacobian: JacobianType = JacobianType.auto
  solver: Solver = Solver.Newton
  iterations = 100
  ls_iterations = 50
  noslip_iterations = 0
  ccd_iterations = 35
  /** `DisableBit`s. */
  disableflags = 0
  /** `EnableBit`s. */
  enableflags = 0
  /** Bit g set: actuators of group g are off. */
  disableactuator = 0
  sdf_initpoints = 40
  sdf_iterations = 10
}

/** Whether the integrator adds springs and dampers to the inertia in which constraints are solved: M + h·D + h²·K. */
export function usesImplicitInertia(m: { readonly opt: Option }): boolean {
  const { integrator } = m.opt
  return integrator >= Integrator.discrete && integrator <= Integrator.ImplicitEuler
}

/** Throws a `StepError` where an option is none of the numbers that mean something. */
export function refuseUnknown(opt: Option): void {
  if (
    isBelow(opt.integrator, INTEGRATORS) &&
    isBelow(opt.solver, SOLVERS) &&
    isBelow(opt.cone, CONES) &&
    isBelow(opt.jacobian, JACOBIANS)
  )
    return
  refuse('integrator', opt.integrator, Integrator)
  refuse('solver', opt.solver, Solver)
  refuse('cone', opt.cone, Cone)
  refuse('jacobian', opt.jacobian, JacobianType)
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
  /** Centre of the bounding box, m. */
  center = new Float64Array(3)
}
