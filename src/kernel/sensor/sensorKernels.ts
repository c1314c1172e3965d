import { SensorDataType, SensorType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { areZero } from '../language/fixedNumbers.ts'
import type { Index, LaneKernel, LaneStage, Num } from '../language/kernelLanguage.ts'
import { isMoving, type OneSensor, VALUES, VALUES_IN_TURN } from './sensorValues.ts'
import { canTouch } from './touchValue.ts'

/**
 * Sensors of a stage, as `sensorPos`, `sensorVel` and `sensorAcc`: (results of the stage) → sensordata. Sensors that
 * are computed alike are a loop over tables.
 */
export function sensorKernel(m: Model, stage: number): LaneStage {
  return (k) =>
    groupsOf(k, m, stage).forEach((sensors, g) => {
      const name = `sensors_${stage}_${g}`
      const type = m.sensor_type[sensors[0]]
      if (type in VALUES_IN_TURN)
        k.eachLane({ name, stage: (one) => writeGroup(one, m, name, sensors, VALUES_IN_TURN[type]) })
      else writeGroup(k, m, name, sensors, VALUES[type])
    })
}

/** Why the kernel of a stage would have nothing to do. */
export function sensorsUnsupported(m: Model, stage: number): string | undefined {
  if (sensorsOf(m, stage).length > 0) return undefined
  return m.sensor_needstage.includes(stage) ? 'no sensor has a kernel' : 'there are no such sensors'
}

/** Marks the sensors of all stages that run in TypeScript; undefined: there are none. */
export function sensorsLeft(m: Model): Uint8Array | undefined {
  const left = Uint8Array.from(m.sensor_type, (_, i) => (hasKernel(m, i) ? 0 : 1))
  return left.includes(1) ? left : undefined
}

/** Sensors with histories, user sensors, and those that search for geoms have none. */
function hasKernel(m: Model, i: number): boolean {
  const type = m.sensor_type[i]
  if (m.sensor_history[2 * i] > 0) return false
  return type === SensorType.touch ? canTouch(m.site_type[m.sensor_objid[i]]) : type in VALUES || type in VALUES_IN_TURN
}

/** Whether some of the sensors look at constraint rows. */
export function readsRows(m: Model, stage: number): boolean {
  return sensorsOf(m, stage).some((i) => m.sensor_type[i] in VALUES_IN_TURN)
}

/** Whole numbers that sensors depend on. */
export const SENSOR_FLAGS = [
  'sensor_type',
  'sensor_datatype',
  'sensor_needstage',
  'sensor_objtype',
  'sensor_objid',
  'sensor_reftype',
  'sensor_refid',
  'site_type',
] as const

/** The sensors of a stage that its kernel computes. */
function sensorsOf(m: Model, stage: number): number[] {
  return [...m.sensor_type.keys()].filter((i) => m.sensor_needstage[i] === stage && hasKernel(m, i))
}

/** Sensors that differ in nothing but numbers. */
function groupsOf(k: LaneKernel, m: Model, stage: number): number[][] {
  const groups = new Map<string, number[]>()
  for (const i of sensorsOf(m, stage)) {
    const { sensor_type, sensor_dim, sensor_datatype, sensor_objtype, sensor_objid, sensor_reftype, sensor_refid } = m
    const hasReference = sensor_refid[i] >= 0
    const alike = [
      sensor_type[i],
      sensor_dim[i],
      sensor_objtype[i],
      isMoving(m, sensor_objtype[i], sensor_objid[i]),
      hasReference ? sensor_reftype[i] : -1,
      hasReference && isMoving(m, sensor_reftype[i], sensor_refid[i]),
      areZero(k, m, 'sensor_cutoff', i) ? -1 : sensor_datatype[i],
      sensor_type[i] === SensorType.touch ? m.site_type[sensor_objid[i]] : -1,
    ].join()
    groups.set(alike, [...(groups.get(alike) ?? []), i])
  }
  return [...groups.values()]
}

/** Writes the values of alike sensors, within their cutoff. */
function writeGroup<K extends LaneKernel>(
  k: K,
  m: Model,
  name: string,
  sensors: readonly number[],
  compute: (sensor: OneSensor<K>) => readonly Num[],
): void {
  const [first] = sensors
  k.loop(0, sensors.length, (s) => {
    const at = (what: string, of: (sensor: number) => number) => k.table(`${name}_${what}`, sensors.map(of)).at(s)
    const out = at('out', (i) => m.sensor_adr[i])
    const values = compute({ k, m, first, at })
    const limit = cutoffOf(k, m, first, () => at('id', (i) => i))
    values.forEach((x, part) => {
      k.field('sensordata').set(k.sum(out, part), limit(x))
    })
  })
}

/** How the cutoff of a sensor limits its values; see `cutOff`. */
function cutoffOf(k: LaneKernel, m: Model, first: number, id: () => Index): (x: Num) => Num {
  const datatype = m.sensor_datatype[first]
  const isReal = datatype === SensorDataType.real
  if (areZero(k, m, 'sensor_cutoff', first) || !(isReal || datatype === SensorDataType.positive)) return (x) => x
  const cutoff = k.numbers('sensor_cutoff').at(id())
  const some = k.num(0).below(cutoff)
  return (x) => {
    const above = k.choose(some.and(cutoff.below(x)), cutoff, x)
    return isReal ? k.choose(some.and(x.below(cutoff.negated())), cutoff.negated(), above) : above
  }
}
