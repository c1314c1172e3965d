import {
  Cone,
  DisableBit,
  EnableBit,
  Integrator,
  JacobianType,
  LengthRangeMode,
  Solver,
} from '../../../core/model/enums.ts'
import { Option } from '../../../core/model/option.ts'
import { Visual } from '../../../core/model/visual.ts'
import {
  type Attributes,
  anyInts,
  flag,
  int,
  kept,
  keyword,
  optionalReal,
  optionalReals,
  positive,
  real,
  reals,
  type Schema,
  single,
  text,
  upTo,
  within,
  withOurs,
} from './attributes.ts'

/** Attributes of the elements that set options: physics, memory, statistics, the picture. */

const physics = new Option()

export const option = {
  timestep: positive(real(physics.timestep)),
  impratio: real(physics.impratio),
  tolerance: real(physics.tolerance),
  ls_tolerance: real(physics.ls_tolerance),
  noslip_tolerance: real(physics.noslip_tolerance),
  ccd_tolerance: real(physics.ccd_tolerance),
  sleep_tolerance: real(physics.sleep_tolerance),
  gravity: reals(...physics.gravity),
  wind: reals(...physics.wind),
  magnetic: reals(...physics.magnetic),
  density: real(physics.density),
  viscosity: real(physics.viscosity),
  o_margin: real(physics.o_margin),
  o_solref: upTo(1, ...physics.o_solref),
  o_solimp: upTo(1, ...physics.o_solimp),
  o_friction: upTo(1, ...physics.o_friction),
  integrator: withOurs(
    { ImplicitSpringDamper: 'implicitfast', ImplicitEuler: 'implicit' },
    keyword(Integrator, 'Euler'),
  ),
  cone: keyword(Cone, 'pyramidal'),
  jacobian: keyword(JacobianType, 'auto'),
  solver: withOurs({ CGStrict: 'CG', ActiveSet: 'Newton', DualCG: 'Newton' }, keyword(Solver, 'Newton')),
  iterations: int(physics.iterations),
  ls_iterations: int(physics.ls_iterations),
  noslip_iterations: int(physics.noslip_iterations),
  ccd_iterations: int(physics.ccd_iterations),
  sdf_iterations: int(physics.sdf_iterations),
  sdf_initpoints: int(physics.sdf_initpoints),
  actuatorgroupdisable: within(0, 30, anyInts()),
}

/** One `enable`/`disable` attribute for each bit of `opt.disableflags` and `opt.enableflags`. */
export const optionFlag = {
  ...switches(DisableBit, 'enable'),
  ...switches(EnableBit, 'disable'),
}

/** Larger counts are errors: they would only allocate absurd amounts of memory. */
const nuser = within(-1, 10_000, int(-1))
const legacy = kept(within(-1, 2 ** 31 - 1, int(-1)))

export const size = {
  /** Bytes with a suffix, for engines that reserve their memory; ours grows as needed. */
  memory: kept(text()),
  njmax: legacy,
  nconmax: legacy,
  nstack: legacy,
  nuserdata: within(0, 10_000_000, int(0)),
  nkey: within(-1, 100_000, int(-1)),
  nuser_body: nuser,
  nuser_jnt: nuser,
  nuser_geom: nuser,
  nuser_site: nuser,
  nuser_cam: nuser,
  nuser_tendon: nuser,
  nuser_actuator: nuser,
  nuser_sensor: nuser,
}

export const statistic = {
  meaninertia: optionalReal(),
  meanmass: optionalReal(),
  meansize: optionalReal(),
  extent: positive(optionalReal()),
  center: optionalReals(3),
}

/** How the length range of muscles is found. */
export const lengthrange = {
  mode: keyword(LengthRangeMode, 'muscle'),
  useexisting: flag(true),
  uselimit: flag(false),
  accel: real(20),
  maxforce: real(0),
  timeconst: real(1),
  timestep: real(0.01),
  inttotal: real(10),
  interval: real(2),
  tolrange: real(0.05),
}
export type LengthRangeAttributes = Attributes<typeof lengthrange>

const picture = new Visual()

/** The children of `visual`. Names and defaults are those of the class `Visual`. */
export const visual = {
  global: picked(picture.global, {
    ints: ['cameraid', 'offwidth', 'offheight'],
    flags: ['orthographic', 'ellipsoidinertia', 'bvactive'],
  }),
  quality: picked(picture.quality, { ints: Object.keys(picture.quality) }),
  headlight: picked(picture.headlight, { ints: ['active'] }),
  map: { ...picked(picture.map), znear: kept(positive(single(real(picture.map.znear)))) },
  scale: picked(picture.scale),
  rgba: picked(picture.rgba),
} satisfies { [K in keyof Visual]: Schema }

function switches(bits: Readonly<Record<string, number>>, fallback: 'enable' | 'disable'): Schema {
  return Object.fromEntries(Object.keys(bits).map((name) => [name, keyword({ disable: 0, enable: 1 }, fallback)]))
}

/** Schema of a group of settings, from their default values. */
function picked(
  defaults: Readonly<Record<string, number | Float32Array>>,
  { ints = [], flags = [] }: { ints?: readonly string[]; flags?: readonly string[] } = {},
): Schema {
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => {
      if (typeof value !== 'number') return [name, kept(single(reals(...Array.from(value, shortest))))]
      if (flags.includes(name)) return [name, kept(flag(value !== 0))]
      return [name, kept(ints.includes(name) ? int(value) : single(real(value)))]
    }),
  )
}

/** The shortest decimal number that a single-precision value stands for: 0.1, not 0.10000000149. */
function shortest(value: number): number {
  return Number(value.toPrecision(7))
}
