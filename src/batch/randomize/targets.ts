import { JOINT_NQ, JOINT_NV } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { listed, suggestion } from '../../format/mjcf/text/messageText.ts'
import { FIELDS, type Field, type FieldRule, OBJECT_OF, type Owner, whyFixed } from './fields.ts'
import { whyObjectFixed } from './fixedObjects.ts'
import { looseNumber, OPTIONS } from './looseNumbers.ts'
import { SERVO_GAINS, servoPlaces, whyNoServo } from './servoGains.ts'

/** Where a number stands: the array ('loose': an option), its index there, and the factor with which it stands there. */
export interface Place {
  readonly array: string
  readonly index: number
  readonly factor: 1 | -1
}

/** A number of a model that a target names. */
export interface TargetNumber {
  /** `geom_size(head)[0]` */
  readonly name: string
  /** Object that it belongs to; 0 for options. */
  readonly object: number
  /** Its place among the numbers of the object. */
  readonly column: number
  readonly rule: FieldRule
  /** The value in the model. */
  readonly value: number
  /** Where it stands; most numbers have one place. */
  readonly places: readonly Place[]
}

/** What a key of a randomization names. */
export interface Target {
  readonly key: string
  /** Name of the field; of options with `opt.` before it. */
  readonly field: string
  readonly consequence: Field['consequence']
  readonly numbers: readonly TargetNumber[]
}

const SYNTAX = /^([\w.]+)(?:\((.*)\))?(?:\[(\d+)(?::(\d+))?\])?$/

/** Finds the numbers that a key names: `field`, `field(object)`, `field[index]`, `field(object)[first:end]`. */
export function findTarget(m: Model, key: string): Target {
  const parts = SYNTAX.exec(key)
  if (parts === null) throw refusal(key, "expected a field, an object, and an index, such as 'geom_friction(floor)[0]'")
  const [, field, object, first, end] = parts as unknown as [string, string, ...(string | undefined)[]]
  const range = first === undefined ? undefined : indexRange(key, first, end)
  return field.startsWith('opt.')
    ? optionTarget(m, key, field, object, range)
    : fieldTarget(m, key, field, object, range)
}

type Range = readonly [first: number, end: number]

/** `[2]` is one number, `[0:2]` the numbers 0 and 1. */
function indexRange(key: string, first: string, end: string | undefined): Range {
  const range: Range = [Number(first), end === undefined ? Number(first) + 1 : Number(end)]
  if (range[0] >= range[1]) throw refusal(key, `[${first}:${end}] has no numbers; [0:2] has the numbers 0 and 1`)
  return range
}

function optionTarget(
  m: Model,
  key: string,
  name: string,
  object: string | undefined,
  range: Range | undefined,
): Target {
  const option = name.slice('opt.'.length)
  if (!Object.hasOwn(OPTIONS, option)) {
    const isOption = Object.hasOwn(m.opt, option)
    const reason = isOption ? `opt.${option} is a choice, not a physical number` : `there is no option '${option}'`
    throw refusal(key, reason, isOption ? undefined : (suggestion(option, Object.keys(OPTIONS)) ?? listOf(OPTIONS)))
  }
  if (object !== undefined) throw refusal(key, 'options belong to no object', `write '${name}'`)
  const { place, count, rule } = OPTIONS[option]
  const [first, end] = inside(key, range, count)
  const numbers = Array.from({ length: end - first }, (_, i): TargetNumber => {
    const index = place + first + i
    const places: Place[] = [{ array: 'loose', index, factor: 1 }]
    const label = count === 1 ? name : `${name}[${first + i}]`
    return { name: label, object: 0, column: first + i, rule, value: looseNumber(m, index), places }
  })
  return { key, field: name, consequence: 'nothing', numbers }
}

function fieldTarget(
  m: Model,
  key: string,
  name: string,
  object: string | undefined,
  range: Range | undefined,
): Target {
  const field = FIELDS.get(name) ?? SERVO_GAINS.get(name)
  if (field === undefined) {
    const why = whyFixed(m, name)
    if (why !== undefined) throw refusal(key, `${name} cannot vary: ${why}`)
    const known = [...FIELDS.keys(), ...SERVO_GAINS.keys()]
    throw refusal(key, `there is no field '${name}'`, suggestion(name, known))
  }
  const numbers: TargetNumber[] = []
  let reason: string | undefined
  let inRange = false
  let widest = 0
  for (const id of objectsOf(m, key, field.owner, object)) {
    const [start, count] = SERVO_GAINS.has(name) ? [id, 1] : rowOf(m, name, field.owner, id)
    widest = Math.max(widest, count)
    const [first, end] = range ?? [0, count]
    for (let column = first; column < Math.min(end, count); column++) {
      inRange = true
      const value = numberOf(m, name, field, id, start, column, count)
      if (typeof value === 'string') reason ??= value
      else numbers.push(value)
    }
  }
  if (!inRange && widest > 0) inside(key, range, widest)
  if (numbers.length === 0) throw refusal(key, reason ?? 'the model has none')
  return { key, field: name, consequence: field.consequence, numbers }
}

/** A number of an object, or why it cannot vary. */
function numberOf(
  m: Model,
  name: string,
  field: Field,
  id: number,
  start: number,
  column: number,
  count: number,
): TargetNumber | string {
  const object = objectName(m, field.owner, id)
  const label = count === 1 ? `${name}(${object})` : `${name}(${object})[${column}]`
  const isServo = SERVO_GAINS.has(name)
  const why = isServo ? whyNoServo(m, name, id) : whyObjectFixed(m, name, field.owner, id, column)
  if (why !== undefined) return `${label} cannot vary: ${why}`
  const places: readonly Place[] = isServo
    ? servoPlaces(m, name, id)
    : [{ array: name, index: start + column, factor: 1 }]
  const [place] = places
  const value = place.factor * (m[place.array as keyof Model] as unknown as Float64Array)[place.index]
  if (field.rule === 'sign' && value === 0) return `${label} cannot vary: it is 0, and the model depends on that`
  return { name: label, object: id, column, rule: field.rule, value, places }
}

/** The indices of a range, which must exist. */
function inside(key: string, range: Range | undefined, count: number): Range {
  if (range === undefined) return [0, count]
  if (range[1] > count) throw refusal(key, `there are ${count} numbers`, `indices go from 0 to ${count - 1}`)
  return range
}

/** Objects by name, by a pattern with `*`, or by id; all when none is named. */
function objectsOf(m: Model, key: string, owner: Owner, name: string | undefined): number[] {
  const type = OBJECT_OF[owner]
  const count = countOf(m, owner)
  const all = Array.from({ length: count }, (_, id) => id)
  if (name === undefined) {
    if (count === 0) throw refusal(key, `the model has no ${kindName(owner)}`)
    return all
  }
  const id = m.names.id(type, name)
  if (id >= 0) return [id]
  if (name.includes('*')) {
    const parts = name.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
    const pattern = new RegExp(`^${parts.join('.*')}$`)
    const found = all.filter((i) => pattern.test(m.names.name(type, i) ?? ''))
    if (found.length > 0) return found
  }
  if (/^\d+$/.test(name) && Number(name) < count) return [Number(name)]
  const names = m.names.all(type).filter((known) => known !== '')
  const known = listed(names)
  const hint = suggestion(name, names) ?? (known === undefined ? undefined : `there are ${known}`)
  throw refusal(key, `there is no ${kindName(owner)} '${name}'`, hint)
}

/** What the numbers of an object are called by users. */
function kindName(owner: Owner): string {
  if (owner === 'dof' || owner === 'qpos') return 'joint'
  if (owner === 'control' || owner === 'output') return 'actuator'
  return owner === 'hfield data' ? 'hfield' : owner
}

function objectName(m: Model, owner: Owner, id: number): string {
  return m.names.name(OBJECT_OF[owner], id) ?? `${id}`
}

const COUNTS = {
  body: 'nbody',
  joint: 'njnt',
  dof: 'njnt',
  qpos: 'njnt',
  geom: 'ngeom',
  site: 'nsite',
  camera: 'ncam',
  light: 'nlight',
  material: 'nmat',
  hfield: 'nhfield',
  'hfield data': 'nhfield',
  pair: 'npair',
  equality: 'neq',
  tendon: 'ntendon',
  actuator: 'nactuator',
  control: 'nactuator',
  output: 'nactuator',
  sensor: 'nsensor',
  numeric: 'nnumeric',
} as const satisfies Record<Owner, keyof Model>

function countOf(m: Model, owner: Owner): number {
  return m[COUNTS[owner]]
}

/** First number of an object in an array, and how many it has. */
function rowOf(m: Model, name: string, owner: Owner, id: number): readonly [start: number, count: number] {
  const { length } = m[name as keyof Model] as unknown as Float64Array
  const [first, rows, all] = rowsOf(m, owner, id)
  const width = all === 0 ? 0 : length / all
  return [first * width, rows * width]
}

/** First row of an object, its rows, and the rows of all objects. */
function rowsOf(m: Model, owner: Owner, id: number): readonly [first: number, rows: number, all: number] {
  switch (owner) {
    case 'dof':
      return [m.jnt_dofadr[id], JOINT_NV[m.jnt_type[id]], m.nv]
    case 'qpos':
      return [m.jnt_qposadr[id], JOINT_NQ[m.jnt_type[id]], m.nq]
    case 'control':
      return [m.actuator_ctrladr[id], m.actuator_ctrlnum[id], m.nu]
    case 'output':
      return [m.actuator_outadr[id], m.actuator_outnum[id], m.nout]
    case 'hfield data':
      return [m.hfield_adr[id], m.hfield_nrow[id] * m.hfield_ncol[id], m.nhfielddata]
    case 'numeric':
      return [m.numeric_adr[id], m.numeric_size[id], m.nnumericdata]
    default:
      return [id, 1, countOf(m, owner)]
  }
}

function listOf(names: object): string {
  return `there are ${Object.keys(names).join(', ')}`
}

/** The error of a key: what is wrong, and what to do. */
export function refusal(key: string, reason: string, hint?: string): RangeError {
  return new RangeError(`randomization of '${key}': ${reason}${hint === undefined ? '' : `; ${hint}`}`)
}
