import { Data } from '../../src/core/data/data.ts'
import { EnableBit, ObjType, SensorType } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import { actuation } from '../../src/physics/actuation/actuation.ts'
import { findIslands } from '../../src/physics/constraint/findIslands.ts'
import { makeConstraint } from '../../src/physics/constraint/makeConstraint.ts'
import { sensorAcc, sensorPos, sensorVel } from '../../src/physics/sensor/sensors.ts'
import { forwardPosition, forwardVelocity } from '../../src/pipeline/forwardStages.ts'
import { takeContacts } from './compareConstraints.ts'
import { type Pair, perturb, setState } from './compareData.ts'
import { contactStates } from './contactStates.ts'
import { Random, type TrialState } from './randomState.ts'
import { ReferenceData, type ReferenceModel } from './reference.ts'
import { ROUNDING } from './rounding.ts'

/**
 * Compares sensors apart from their inputs: our engine gets the poses, contacts, forces, and accelerations of the
 * reference, in states with contacts and motion.
 */
export interface SensorVerdict {
  readonly states: number
  /** Sensors that were compared, and numbers, over all states. */
  readonly sensors: number
  readonly numbers: number
  /** Sensors that differ by rounding that the reference amplifies. */
  readonly rounding: number
  /** Worst error of the others. */
  readonly worst: number
  /** A line for each sensor that differs. */
  readonly differences: readonly string[]
}

/** Errors are relative to the largest number of a sensor, or to 1. */
const TOLERANCE = 1e-9
/** Number of rounding probes of the reference, and the factor allowed above their effect. */
const ROUNDING_DRAWS = 10
const ROUNDING_MARGIN = 10
const VELOCITY = 0.5

const SENSOR_NAMES = Object.fromEntries(Object.entries(SensorType).map(([name, type]) => [type, name]))

/** Compares every sensor of a model in every state. */
export function compareSensors(
  m: Model,
  reference: ReferenceModel,
  states: readonly TrialState[] = contactStates(m, 1, 1),
): SensorVerdict {
  const random = new Random(7)
  const tally = new SensorTally(m)
  const pair: Pair = { m, d: new Data(m), rm: reference, rd: new ReferenceData(reference) }
  const both = [m.opt, reference.raw.opt]
  const before = both.map(({ enableflags }) => enableflags)
  for (const opt of both) opt.enableflags &= ~(EnableBit.sleep | EnableBit.energy)
  let count = 0
  try {
    for (const still of states) {
      const moving = { qvel: random.vector(m.nv, VELOCITY), ctrl: random.vector(m.nu), act: random.vector(m.na) }
      const state = { ...still, time: random.uniform(0, 1), arrays: { ...still.arrays, ...moving } }
      setState(pair, state)
      if (!sense(pair)) continue
      count++
      tally.add(pair, state)
    }
  } finally {
    pair.rd.delete()
    both.forEach((opt, i) => {
      opt.enableflags = before[i]
    })
  }
  const { sensors, numbers, rounding, worst, differences } = tally
  return { states: count, sensors, numbers, rounding, worst, differences }
}

/** Fields that sensors read, copied from the reference. */
const POSES = [
  ...(['xpos', 'xquat', 'xmat', 'xipos', 'ximat', 'geom_xpos', 'geom_xmat'] as const),
  ...(['site_xpos', 'site_xmat', 'cam_xpos', 'cam_xmat'] as const),
]

/** Runs all sensors in both engines. False if the constraint rows differ, which is tested elsewhere. */
function sense({ m, d, rd }: Pair): boolean {
  rd.call('mj_forward')
  forwardPosition(m, d)
  takeContacts(d, rd)
  makeConstraint(m, d)
  findIslands(m, d)
  if (d.nefc !== rd.raw.nefc) return false
  for (const name of POSES) d[name].set(rd.array(name)!)
  sensorPos(m, d)
  forwardVelocity(m, d)
  sensorVel(m, d)
  actuation(m, d)
  d.qacc.set(rd.array('qacc')!)
  if (d.nefc > 0) d.efc_force.set(rd.array('efc_force')!.slice(0, d.nefc))
  d.flg_rnepost = false
  sensorAcc(m, d)
  return true
}

class SensorTally {
  sensors = 0
  numbers = 0
  rounding = 0
  worst = 0
  readonly differences: string[] = []
  readonly #m: Model

  constructor(m: Model) {
    this.#m = m
  }

  add(pair: Pair, state: TrialState): void {
    const m = this.#m
    const theirs = pair.rd.array('sensordata') as Float64Array
    const errors = errorsOf(m, pair.d.sensordata, theirs)
    this.sensors += m.nsensor
    this.numbers += m.nsensordata
    const allowed = errors.some((error) => !(error <= TOLERANCE)) ? roundingOf(pair, state, theirs) : undefined
    errors.forEach((error, i) => {
      if (error <= TOLERANCE) this.worst = Math.max(this.worst, error)
      else if (error <= ROUNDING_MARGIN * allowed![i]) this.rounding++
      else this.differences.push(`state '${state.label}', ${nameOf(m, i)}: off by ${error.toExponential(1)}`)
    })
  }
}

/** For each sensor the largest error of its numbers. */
function errorsOf(m: Model, ours: Float64Array, theirs: Float64Array): number[] {
  return Array.from(m.sensor_adr, (adr, i) => {
    let scale = 1
    let error = 0
    for (let k = adr; k < adr + m.sensor_dim[i]; k++) {
      scale = Math.max(scale, Math.abs(theirs[k]))
      const off = Math.abs(ours[k] - theirs[k])
      error = Number.isNaN(off) ? Number.POSITIVE_INFINITY : Math.max(error, off)
    }
    return error / scale
  })
}

/** How much the numbers of each sensor of the reference change when positions and velocities are off by rounding. */
function roundingOf({ m, d, rm, rd }: Pair, state: TrialState, before: Float64Array): number[] {
  const most = new Array<number>(m.nsensor).fill(0)
  for (let draw = 1; draw <= ROUNDING_DRAWS; draw++) {
    setState({ m, d, rm, rd }, state)
    perturb({ m, rm, rd }, ROUNDING, new Random(draw))
    rd.call('mj_forward')
    errorsOf(m, rd.array('sensordata') as Float64Array, before).forEach((error, i) => {
      most[i] = Math.max(most[i], error)
    })
  }
  return most
}

function nameOf(m: Model, sensor: number): string {
  const type = SENSOR_NAMES[m.sensor_type[sensor]]
  return `${type} '${m.names.name(ObjType.sensor, sensor) ?? `#${sensor}`}'`
}
