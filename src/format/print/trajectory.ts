import { JOINT_NQ, JOINT_NV, ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/** The course of a simulation as text: a row of numbers for each moment. */

/** How a course is written. Numbers are written so that reading them gives the same bits. */
export interface TrajectoryFormat {
  readonly mediaType: string
  head(m: Model, columns: readonly string[]): string
  row(numbers: readonly number[], first: boolean): string
  readonly tail: string
}

const csv: TrajectoryFormat = {
  mediaType: 'text/csv',
  head: (_, columns) => `${columns.map(csvCell).join(',')}\n`,
  row: (numbers) => `${numbers.join(',')}\n`,
  tail: '',
}

/** One object: what the columns are, then the rows, one on each line. */
const json: TrajectoryFormat = {
  mediaType: 'application/json',
  head: (m, columns) => {
    const about = { model: m.names.model, timestep: m.opt.timestep, columns }
    return `${JSON.stringify(about).slice(0, -1)},"rows":[`
  },
  row: (numbers, first) => `${first ? '' : ','}\n${JSON.stringify(numbers)}`,
  tail: '\n]}\n',
}

export const TRAJECTORY_FORMATS = { csv, json } as const

/** `qpos.knee` for a hinge or slide named knee, `qpos.root[2]` for one of many numbers, `qpos[7]` without a name. */
export function jointColumns(m: Model, array: 'qpos' | 'qvel'): string[] {
  const lengths = array === 'qpos' ? JOINT_NQ : JOINT_NV
  const columns: string[] = []
  for (let joint = 0; joint < m.njnt; joint++) {
    const name = m.names.name(ObjType.joint, joint)
    const length = lengths[m.jnt_type[joint]]
    for (let i = 0; i < length; i++) {
      if (name === undefined) columns.push(`${array}[${columns.length}]`)
      else columns.push(length === 1 ? `${array}.${name}` : `${array}.${name}[${i}]`)
    }
  }
  return columns
}

/** `ctrl.shoulder` for the control of an actuator, `ctrl.shoulder[1]` for one of several, `ctrl[7]` without a name. */
export function controlColumns(m: Model): string[] {
  return partColumns(m, 'ctrl', ObjType.actuator, m.actuator_ctrladr, m.actuator_ctrlnum, m.nu)
}

/** `sensor.height` for a sensor of one number, `sensor.gyro[1]` for one of several, `sensordata[7]` without a name. */
export function sensorColumns(m: Model): string[] {
  const columns = partColumns(m, 'sensor', ObjType.sensor, m.sensor_adr, m.sensor_dim, m.nsensordata)
  return columns.map((column, i) => (column.startsWith('sensor[') ? `sensordata[${i}]` : column))
}

function partColumns(
  m: Model,
  array: string,
  type: ObjType,
  first: Int32Array,
  count: Int32Array,
  length: number,
): string[] {
  const columns = Array.from({ length }, (_, i) => `${array}[${i}]`)
  for (let id = 0; id < first.length; id++) {
    const name = m.names.name(type, id)
    if (name === undefined) continue
    for (let i = 0; i < count[id]; i++)
      columns[first[id] + i] = count[id] === 1 ? `${array}.${name}` : `${array}.${name}[${i}]`
  }
  return columns
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
