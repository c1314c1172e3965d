import type { Model } from '../../core/model/model.ts'
import type { FieldRule } from './fields.ts'

/**
 * Numbers of a model that are not in its arrays: options, statistics, and flags that follow from arrays. Each has a
 * place: vectors come first, number by number.
 */
const GRAVITY = 0
const WIND = 3
const MAGNETIC = 6
const OVERRIDE_SOLREF = 9
const OVERRIDE_SOLIMP = 11
const OVERRIDE_FRICTION = 16
const CENTER = 21
const VECTORS_END = 24
const TIMESTEP = 24
const IMPRATIO = 25
const TOLERANCE = 26
const LS_TOLERANCE = 27
const NOSLIP_TOLERANCE = 28
const CCD_TOLERANCE = 29
const SLEEP_TOLERANCE = 30
const DENSITY = 31
const VISCOSITY = 32
const OVERRIDE_MARGIN = 33
const MEANINERTIA = 34
const MEANMASS = 35
const MEANSIZE = 36
const EXTENT = 37
const NGRAVCOMP = 38
const ADHESION = 39
const SURFACEVEL = 40

/** Places of the statistics of the model. */
export const STATISTICS: readonly number[] = [MEANINERTIA, MEANMASS, MEANSIZE, EXTENT, CENTER, CENTER + 1, CENTER + 2]
/** Places of all that `setConst` writes. */
export const LOOSE_CONSTANTS: readonly number[] = [...STATISTICS, NGRAVCOMP, ADHESION, SURFACEVEL]

/** An option that may vary: the place of its first number, how many it has, and what they may be. */
export interface OptionField {
  readonly place: number
  readonly count: number
  readonly rule: FieldRule
}

/** Options that may vary. The others are choices and numbers of iterations. */
export const OPTIONS: Readonly<Record<string, OptionField>> = {
  timestep: { place: TIMESTEP, count: 1, rule: 'sign' },
  impratio: { place: IMPRATIO, count: 1, rule: 'sign' },
  tolerance: { place: TOLERANCE, count: 1, rule: 'nonnegative' },
  ls_tolerance: { place: LS_TOLERANCE, count: 1, rule: 'nonnegative' },
  noslip_tolerance: { place: NOSLIP_TOLERANCE, count: 1, rule: 'nonnegative' },
  ccd_tolerance: { place: CCD_TOLERANCE, count: 1, rule: 'nonnegative' },
  sleep_tolerance: { place: SLEEP_TOLERANCE, count: 1, rule: 'nonnegative' },
  density: { place: DENSITY, count: 1, rule: 'nonnegative' },
  viscosity: { place: VISCOSITY, count: 1, rule: 'nonnegative' },
  o_margin: { place: OVERRIDE_MARGIN, count: 1, rule: 'nonnegative' },
  gravity: { place: GRAVITY, count: 3, rule: 'any' },
  wind: { place: WIND, count: 3, rule: 'any' },
  magnetic: { place: MAGNETIC, count: 3, rule: 'any' },
  o_solref: { place: OVERRIDE_SOLREF, count: 2, rule: 'solref' },
  o_solimp: { place: OVERRIDE_SOLIMP, count: 5, rule: 'solimp' },
  o_friction: { place: OVERRIDE_FRICTION, count: 5, rule: 'nonnegative' },
}

/** The number at a place. */
export function looseNumber(m: Model, place: number): number {
  if (place < VECTORS_END) return vectorAt(m, place)[place - vectorStart(place)]
  const { opt, stat } = m
  switch (place) {
    case TIMESTEP:
      return opt.timestep
    case IMPRATIO:
      return opt.impratio
    case TOLERANCE:
      return opt.tolerance
    case LS_TOLERANCE:
      return opt.ls_tolerance
    case NOSLIP_TOLERANCE:
      return opt.noslip_tolerance
    case CCD_TOLERANCE:
      return opt.ccd_tolerance
    case SLEEP_TOLERANCE:
      return opt.sleep_tolerance
    case DENSITY:
      return opt.density
    case VISCOSITY:
      return opt.viscosity
    case OVERRIDE_MARGIN:
      return opt.o_margin
    case MEANINERTIA:
      return stat.meaninertia
    case MEANMASS:
      return stat.meanmass
    case MEANSIZE:
      return stat.meansize
    case EXTENT:
      return stat.extent
    case NGRAVCOMP:
      return m.ngravcomp
    case ADHESION:
      return m.flg_adhesion ? 1 : 0
    case SURFACEVEL:
      return m.flg_surfacevel ? 1 : 0
    default:
      throw new RangeError(`no number has the place ${place}`)
  }
}

/** Sets the number at a place. */
export function setLooseNumber(m: Model, place: number, x: number): void {
  if (place < VECTORS_END) {
    vectorAt(m, place)[place - vectorStart(place)] = x
    return
  }
  const { opt, stat } = m
  switch (place) {
    case TIMESTEP:
      opt.timestep = x
      break
    case IMPRATIO:
      opt.impratio = x
      break
    case TOLERANCE:
      opt.tolerance = x
      break
    case LS_TOLERANCE:
      opt.ls_tolerance = x
      break
    case NOSLIP_TOLERANCE:
      opt.noslip_tolerance = x
      break
    case CCD_TOLERANCE:
      opt.ccd_tolerance = x
      break
    case SLEEP_TOLERANCE:
      opt.sleep_tolerance = x
      break
    case DENSITY:
      opt.density = x
      break
    case VISCOSITY:
      opt.viscosity = x
      break
    case OVERRIDE_MARGIN:
      opt.o_margin = x
      break
    case MEANINERTIA:
      stat.meaninertia = x
      break
    case MEANMASS:
      stat.meanmass = x
      break
    case MEANSIZE:
      stat.meansize = x
      break
    case EXTENT:
      stat.extent = x
      break
    case NGRAVCOMP:
      m.ngravcomp = x
      m.flg_gravcomp = x > 0
      break
    case ADHESION:
      m.flg_adhesion = x !== 0
      break
    case SURFACEVEL:
      m.flg_surfacevel = x !== 0
      break
    default:
      throw new RangeError(`no number has the place ${place}`)
  }
}

/** The vector that holds a place before `VECTORS_END`. */
function vectorAt({ opt, stat }: Model, place: number): Float64Array {
  if (place < WIND) return opt.gravity
  if (place < MAGNETIC) return opt.wind
  if (place < OVERRIDE_SOLREF) return opt.magnetic
  if (place < OVERRIDE_SOLIMP) return opt.o_solref
  if (place < OVERRIDE_FRICTION) return opt.o_solimp
  return place < CENTER ? opt.o_friction : stat.center
}

/** The place of its first number. */
function vectorStart(place: number): number {
  if (place < WIND) return GRAVITY
  if (place < MAGNETIC) return WIND
  if (place < OVERRIDE_SOLREF) return MAGNETIC
  if (place < OVERRIDE_SOLIMP) return OVERRIDE_SOLREF
  if (place < OVERRIDE_FRICTION) return OVERRIDE_SOLIMP
  return place < CENTER ? OVERRIDE_FRICTION : CENTER
}
