import { type Data, type Model, ObjType } from '../../../src/index.ts'

/** Numbers of a model or state by name: for the inspector, and for plots of anything. */

type Numbers = Float64Array | Float32Array | Int32Array | Uint8Array

/** A row of numbers: what it is called, and how to read it now. */
export interface Field {
  readonly name: string
  readonly values: ArrayLike<number>
}

/** Things that can be inspected. */
export type Inspected = 'body' | 'joint' | 'geom' | 'site' | 'tendon' | 'actuator' | 'sensor' | 'camera' | 'light'

interface Kind {
  readonly type: ObjType
  /** How fields of the model and of the state that belong to it begin. */
  readonly prefix: string
  readonly count: (m: Model) => number
  /** Other fields of the state with a row for each. */
  readonly state?: readonly string[]
}

export const KINDS: Readonly<Record<Inspected, Kind>> = {
  body: {
    type: ObjType.body,
    prefix: 'body_',
    count: (m) => m.nbody,
    state: [
      ...['xpos', 'xquat', 'xmat', 'xipos', 'ximat', 'xfrc_applied', 'cvel', 'cacc', 'cfrc_int', 'cfrc_ext'],
      ...['subtree_com', 'subtree_linvel', 'subtree_angmom', 'cinert', 'crb'],
    ],
  },
  joint: { type: ObjType.joint, prefix: 'jnt_', count: (m) => m.njnt, state: ['xanchor', 'xaxis'] },
  geom: { type: ObjType.geom, prefix: 'geom_', count: (m) => m.ngeom },
  site: { type: ObjType.site, prefix: 'site_', count: (m) => m.nsite },
  tendon: {
    type: ObjType.tendon,
    prefix: 'tendon_',
    count: (m) => m.ntendon,
    state: ['ten_length', 'ten_velocity'],
  },
  actuator: { type: ObjType.actuator, prefix: 'actuator_', count: (m) => m.nactuator },
  sensor: { type: ObjType.sensor, prefix: 'sensor_', count: (m) => m.nsensor },
  camera: { type: ObjType.camera, prefix: 'cam_', count: (m) => m.ncam },
  light: { type: ObjType.light, prefix: 'light_', count: (m) => m.nlight },
}

/** What a thing is called. */
export function nameOf(m: Model, kind: Inspected, id: number): string {
  return m.names.name(KINDS[kind].type, id) ?? `${kind} ${id}`
}

/** All fields of a thing, those that change first. */
export function fieldsOf(m: Model, d: Data, kind: Inspected, id: number): Field[] {
  const { prefix, count, state = [] } = KINDS[kind]
  const rows = count(m)
  const isOurs = (name: string) => name.startsWith(prefix) || state.includes(name)
  return [
    ...motionOf(m, d, kind, id),
    ...arraysOf(d)
      .filter(([name]) => isOurs(name))
      .flatMap(([name, array]) => rowOf(name, array, rows, id)),
    ...arraysOf(m)
      .filter(([name]) => name.startsWith(prefix))
      .flatMap(([name, array]) => rowOf(name, array, rows, id)),
  ]
}

/** Parts of the vectors of motion that belong to a joint, and the numbers of a sensor. */
function motionOf(m: Model, d: Data, kind: Inspected, id: number): Field[] {
  if (kind === 'sensor') {
    const first = m.sensor_adr[id]
    return [{ name: 'sensordata', values: d.sensordata.subarray(first, first + m.sensor_dim[id]) }]
  }
  if (kind !== 'joint') return []
  const [nq, nv] = [
    [7, 6],
    [4, 3],
    [1, 1],
    [1, 1],
  ][m.jnt_type[id]]!
  const q = m.jnt_qposadr[id]
  const v = m.jnt_dofadr[id]
  const dofs = [
    'qvel',
    'qacc',
    'qfrc_applied',
    'qfrc_actuator',
    'qfrc_passive',
    'qfrc_bias',
    'qfrc_constraint',
  ] as const
  return [
    { name: 'qpos', values: d.qpos.subarray(q, q + nq!) },
    ...dofs.map((name) => ({ name, values: d[name].subarray(v, v + nv!) })),
  ]
}

function rowOf(name: string, array: Numbers, rows: number, id: number): Field[] {
  const width = array.length / rows
  if (!Number.isInteger(width) || width === 0) return []
  return [{ name, values: array.subarray(id * width, (id + 1) * width) }]
}

/** All arrays of a model or state. */
export function arraysOf(of: Model | Data): [name: string, array: Numbers][] {
  return Object.entries(of).filter((entry): entry is [string, Numbers] => ArrayBuffer.isView(entry[1]))
}

/**
 * A number of the state by its name: `time`, `energy[0]`, `qpos[3]`, or a sensor, `sensor.height` or `sensor.gyro[1]`.
 * Undefined where there is none.
 */
export function reader(m: Model, d: Data, path: string): (() => number) | undefined {
  const match = /^(?:(sensor)\.)?([^[\]]+?)(?:\[(\d+)\])?$/.exec(path.trim())
  if (!match) return undefined
  const [, isSensor, name = '', digits] = match
  const index = Number(digits ?? 0)
  if (isSensor) {
    const id = m.names.id(ObjType.sensor, name)
    return id >= 0 && index < m.sensor_dim[id] ? () => d.sensordata[m.sensor_adr[id] + index] : undefined
  }
  const found: unknown = Reflect.get(d, name)
  if (typeof found === 'number' && digits === undefined) return () => Reflect.get(d, name) as number
  if (!ArrayBuffer.isView(found) || index >= (found as Numbers).length) return undefined
  return () => (found as Numbers)[index]!
}
