import { type Data, JOINT_NQ, JOINT_NV, type Model, ObjType } from '../../../src/index.ts'

/** Fields of models and states by name, for the inspector and for plots. */

type Numbers = Float64Array | Float32Array | Int32Array | Uint8Array

/** Kinds of objects that can be inspected. */
export type Inspected =
  | 'body'
  | 'joint'
  | 'geom'
  | 'site'
  | 'tendon'
  | 'actuator'
  | 'sensor'
  | 'equality'
  | 'camera'
  | 'light'

/** Arrays with one or more rows per object. */
interface Layout {
  readonly arrays: RegExp
  /** Total number of rows. */
  readonly rows: (m: Model) => number
  /** First row and number of rows of an object; by default one row, in the order of ids. */
  readonly of?: (m: Model, id: number) => readonly [first: number, count: number]
}

interface Kind {
  readonly type: ObjType
  readonly count: (m: Model) => number
  readonly layouts: readonly Layout[]
}

export const KINDS: Readonly<Record<Inspected, Kind>> = {
  body: {
    type: ObjType.body,
    count: (m) => m.nbody,
    layouts: [
      {
        arrays:
          /^(body_(?!awake_ind)\w+|x(pos|quat|mat|ipos|frc_applied)|ximat|subtree_\w+|cinert|crb|cvel|cacc|cfrc_\w+)$/,
        rows: (m) => m.nbody,
      },
      {
        arrays: /^mocap_/,
        rows: (m) => m.nmocap,
        of: (m, id) => [m.body_mocapid[id], m.body_mocapid[id] < 0 ? 0 : 1],
      },
    ],
  },
  joint: {
    type: ObjType.joint,
    count: (m) => m.njnt,
    layouts: [
      { arrays: /^(qpos\w*)$/, rows: (m) => m.nq, of: (m, id) => [m.jnt_qposadr[id], JOINT_NQ[m.jnt_type[id]]] },
      {
        arrays: /^(qvel|qacc\w*|qfrc_\w+|dof_(?!awake_ind)\w+|cdof\w*)$/,
        rows: (m) => m.nv,
        of: (m, id) => [m.jnt_dofadr[id], JOINT_NV[m.jnt_type[id]]],
      },
      { arrays: /^(jnt_\w+|xanchor|xaxis)$/, rows: (m) => m.njnt },
    ],
  },
  geom: { type: ObjType.geom, count: (m) => m.ngeom, layouts: [{ arrays: /^geom_/, rows: (m) => m.ngeom }] },
  site: { type: ObjType.site, count: (m) => m.nsite, layouts: [{ arrays: /^site_/, rows: (m) => m.nsite }] },
  tendon: {
    type: ObjType.tendon,
    count: (m) => m.ntendon,
    layouts: [{ arrays: /^(tendon_\w+|ten_(length|velocity|wrap\w+|J_row\w+))$/, rows: (m) => m.ntendon }],
  },
  actuator: {
    type: ObjType.actuator,
    count: (m) => m.nactuator,
    layouts: [
      {
        arrays: /^(ctrl|actuator_(ctrllimited|ctrlrange|input))$/,
        rows: (m) => m.nu,
        of: (m, id) => [m.actuator_ctrladr[id], m.actuator_ctrlnum[id]],
      },
      {
        arrays: /^(act|act_dot)$/,
        rows: (m) => m.na,
        of: (m, id) => [Math.max(0, m.actuator_actadr[id]), m.actuator_actnum[id]],
      },
      {
        arrays: /^actuator_(length|velocity|force|gear|acc0|length0|lengthrange)$/,
        rows: (m) => m.nout,
        of: (m, id) => [m.actuator_outadr[id], m.actuator_outnum[id]],
      },
      { arrays: /^actuator_(?!moment)/, rows: (m) => m.nactuator },
    ],
  },
  sensor: {
    type: ObjType.sensor,
    count: (m) => m.nsensor,
    layouts: [
      {
        arrays: /^sensordata$/,
        rows: (m) => m.nsensordata,
        of: (m, id) => [m.sensor_adr[id], m.sensor_dim[id]],
      },
      { arrays: /^sensor_/, rows: (m) => m.nsensor },
    ],
  },
  equality: { type: ObjType.equality, count: (m) => m.neq, layouts: [{ arrays: /^eq_/, rows: (m) => m.neq }] },
  camera: { type: ObjType.camera, count: (m) => m.ncam, layouts: [{ arrays: /^cam_/, rows: (m) => m.ncam }] },
  light: { type: ObjType.light, count: (m) => m.nlight, layouts: [{ arrays: /^light_/, rows: (m) => m.nlight }] },
}

export const ALL_KINDS = Object.keys(KINDS) as Inspected[]

/** The name of an object, or its kind and id. */
export function nameOf(m: Model, kind: Inspected, id: number): string {
  return m.names.name(KINDS[kind].type, id) ?? `${kind} ${id}`
}

/** A field of an object: its name and values. */
export interface Field {
  readonly name: string
  readonly values: ArrayLike<number>
  /** Whether it belongs to the state and changes while the simulation runs. */
  readonly isState: boolean
  /** The path by which `numbersAt` finds it. */
  readonly path: string
}

/** All fields of an object, those of the state first. */
export function fieldsOf(m: Model, d: Data, kind: Inspected, id: number): Field[] {
  const label = m.names.name(KINDS[kind].type, id)
  return [...arraysOf(d), ...arraysOf(m)].flatMap(([name, array]) => {
    const part = partOf(m, name, array.length, kind, id)
    if (!part) return []
    const [first, count] = part
    const path = label === undefined ? `${name}[${first}]` : `${name}.${label}`
    return [{ name, values: array.subarray(first, first + count), isState: name in d, path }]
  })
}

/** The part of an array that belongs to an object; undefined: none. */
function partOf(
  m: Model,
  array: string,
  length: number,
  kind: Inspected,
  id: number,
): readonly [first: number, count: number] | undefined {
  const layout = KINDS[kind].layouts.find(({ arrays }) => arrays.test(array))
  if (!layout) return undefined
  const width = length / layout.rows(m)
  const [first, count] = layout.of?.(m, id) ?? [id, 1]
  return Number.isInteger(width) && width * count > 0 ? [width * first, width * count] : undefined
}

/** All arrays of a model or state, without scratch memory. */
export function arraysOf(of: Model | Data): [name: string, array: Numbers][] {
  return Object.entries(of).filter(
    (entry): entry is [string, Numbers] => ArrayBuffer.isView(entry[1]) && !HIDDEN.test(entry[0]),
  )
}

const HIDDEN = /^(sleep_|span_|timer_|scalar$)/

/** A number that was found by its path: its label, and how to read it. */
export interface Found {
  readonly label: string
  readonly read: () => number
}

/** Largest number of values of one path. */
const MOST = 12

const ENERGY: Readonly<Record<string, (d: Data) => number>> = {
  potential: (d) => d.energy[0],
  kinetic: (d) => d.energy[1],
  total: (d) => d.energy[0] + d.energy[1],
}

/**
 * Numbers of the state by path: `ncon`, `energy` or `energy.total`, `qpos[3]`, `qpos.knee`, `xpos.pelvis[2]`, or a
 * sensor, `sensor.gyro` or `sensor.gyro[1]`. A path without an index stands for all its numbers. Empty where there are
 * none.
 */
export function numbersAt(m: Model, d: Data, path: string): Found[] {
  const text = path.trim()
  const [array = ''] = /^\w+/.exec(text) ?? []
  const rest = text.slice(array.length)
  if (array === 'energy' && !rest.startsWith('[')) {
    const names = rest === '' ? Object.keys(ENERGY) : [rest.slice(1)]
    return names.flatMap((name) => {
      const read = ENERGY[name]
      return read ? [{ label: `energy.${name}`, read: () => read(d) }] : []
    })
  }
  if (rest === '' && typeof Reflect.get(d, array) === 'number')
    return [{ label: text, read: () => Reflect.get(d, array) as number }]
  const field = array === 'sensor' ? 'sensordata' : array
  const length = (Reflect.get(d, field) as Numbers | undefined)?.length
  if (length === undefined) return []

  const part = rest.startsWith('.') ? namedPart(m, field, length, rest.slice(1)) : plainPart(rest, length)
  if (!part) return []
  const [first, count, index] = part
  const numbers = index === undefined ? Array.from({ length: Math.min(MOST, count) }, (_, k) => k) : [index]
  return numbers.map((k) => ({
    label: index === undefined && count > 1 ? `${text}[${k}]` : text,
    // contact arrays are replaced when they grow
    read: () => (Reflect.get(d, field) as Numbers)[first + k],
  }))
}

type Part = readonly [first: number, count: number, index?: number]

/** Parses `[3]`, or nothing. */
function plainPart(rest: string, length: number): Part | undefined {
  if (rest === '') return [0, length]
  const index = /^\[(\d+)\]$/.exec(rest)?.[1]
  return index !== undefined && Number(index) < length ? [0, length, Number(index)] : undefined
}

/** Parses `name` or `name[3]`; names may contain brackets. */
function namedPart(m: Model, array: string, length: number, rest: string): Part | undefined {
  const kind = ALL_KINDS.find((each) => KINDS[each].layouts.some(({ arrays }) => arrays.test(array)))
  if (!kind) return undefined
  const whole = m.names.id(KINDS[kind].type, rest)
  if (whole >= 0) return partOf(m, array, length, kind, whole)
  const [, name, digits] = /^(.+)\[(\d+)\]$/s.exec(rest) ?? []
  if (name === undefined) return undefined
  const id = m.names.id(KINDS[kind].type, name)
  const part = id >= 0 ? partOf(m, array, length, kind, id) : undefined
  return part && Number(digits) < part[1] ? [...part, Number(digits)] : undefined
}

/** The most common fields of named objects. */
const COMMON: readonly (readonly [Inspected, readonly string[]])[] = [
  ['joint', ['qpos', 'qvel', 'qacc', 'qfrc_actuator', 'qfrc_constraint', 'qfrc_passive']],
  ['actuator', ['ctrl', 'actuator_force', 'actuator_length', 'actuator_velocity', 'act']],
  ['tendon', ['ten_length', 'ten_velocity']],
  ['body', ['xpos', 'xquat', 'cvel', 'subtree_com', 'subtree_linvel', 'cfrc_ext']],
  ['site', ['site_xpos']],
  ['geom', ['geom_xpos']],
]

/** Paths that `numbersAt` understands: sensors and energy first, then named objects, then whole arrays. */
export function knownPaths(m: Model, d: Data): string[] {
  const names = (kind: Inspected) =>
    Array.from({ length: KINDS[kind].count(m) }, (_, id) => m.names.name(KINDS[kind].type, id)).filter(
      (name) => name !== undefined,
    )
  return [
    'energy',
    'energy.kinetic',
    'energy.potential',
    'energy.total',
    ...names('sensor').map((name) => `sensor.${name}`),
    ...['ncon', 'nefc', 'nisland', 'solver_niter[0]'],
    ...COMMON.flatMap(([kind, arrays]) => {
      const objects = names(kind)
      return arrays
        .filter((array) => (Reflect.get(d, array) as Numbers).length > 0)
        .flatMap((array) => objects.map((name) => `${array}.${name}`))
    }),
    ...arraysOf(d)
      .filter(([, array]) => array.length > 0)
      .map(([name, { length }]) => (length > MOST ? `${name}[0]` : name)),
  ]
}
