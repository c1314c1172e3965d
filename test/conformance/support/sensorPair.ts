import { expect } from 'vitest'
import { Data, forward, type Model, type ObjType, SensorType } from '../../../src/index.ts'
import { makeConstraint } from '../../../src/physics/constraint/makeConstraint.ts'
import { sensorAcc, sensorPos } from '../../../src/physics/sensor/sensors.ts'
import { takeContacts } from '../../../tools/compare/compareConstraints.ts'
import type { Pair } from '../../../tools/compare/compareData.ts'
import {
  modelFromReference,
  ReferenceData,
  ReferenceModel,
  type ReferenceModule,
} from '../../../tools/compare/index.ts'

/** The same model in both engines, with the reference's numbers, so that sensors are judged apart from the compiler. */
export function sensorPair(mj: ReferenceModule, xml: string): Pair {
  const rm = new ReferenceModel(mj, xml)
  const m = modelFromReference(rm)
  return { m, d: new Data(m), rm, rd: new ReferenceData(rm) }
}

export function deletePair({ rm, rd }: Pair): void {
  rd.delete()
  rm.delete()
}

/** Sets the same numbers in both. */
export function setArrays({ d, rd }: Pair, arrays: Readonly<Record<string, Float64Array>>): void {
  for (const [name, values] of Object.entries(arrays)) {
    const ours: unknown = Reflect.get(d, name)
    ;(ours as Float64Array).set(values)
    rd.set(name, values)
  }
}

/**
 * Forward dynamics in both; then ours takes over what the reference has for poses of geoms, contacts and forces of
 * constraints, where searches and solvers have tolerances of their own, and runs its sensors again.
 */
export function forwardBoth({ m, d, rd }: Pair): void {
  forward(m, d)
  rd.call('mj_forward')
  for (const name of ['geom_xpos', 'geom_xmat'] as const) d[name].set(rd.array(name)!)
  sensorPos(m, d)
  takeContacts(d, rd)
  makeConstraint(m, d)
  expect(d.nefc).toBe(rd.raw.nefc)
  d.qacc.set(rd.array('qacc')!)
  if (d.nefc > 0) d.efc_force.set(rd.array('efc_force')!.slice(0, d.nefc))
  d.flg_rnepost = false
  sensorAcc(m, d)
}

const NAMES = Object.fromEntries(Object.entries(SensorType).map(([name, type]) => [type, name]))

/** A line for each sensor that is off by more than 1e-9 of its largest number, or of 1. */
export function differences({ m, d, rd }: Pair, label = '', skip: (sensor: number) => boolean = () => false): string[] {
  const theirs = rd.array('sensordata')!
  const lines: string[] = []
  for (let i = 0; i < m.nsensor; i++) {
    const adr = m.sensor_adr[i]
    const end = adr + m.sensor_dim[i]
    const scale = Math.max(1, ...Array.from(theirs.slice(adr, end), Math.abs))
    const good = Array.from(theirs.slice(adr, end)).every((x, k) => Math.abs(d.sensordata[adr + k] - x) <= 1e-9 * scale)
    if (good || skip(i)) continue
    lines.push(`${label} ${nameOf(m, i)}: ${d.sensordata.slice(adr, end)}, reference ${theirs.slice(adr, end)}`)
  }
  return lines
}

function nameOf(m: Model, sensor: number): string {
  const of = (type: number, id: number) => (id < 0 ? '' : ` ${type}:${m.names.name(type as ObjType, id) ?? id}`)
  const object = of(m.sensor_objtype[sensor], m.sensor_objid[sensor])
  const reference = of(m.sensor_reftype[sensor], m.sensor_refid[sensor])
  return `${NAMES[m.sensor_type[sensor]]} #${sensor}${object}${reference}`
}
