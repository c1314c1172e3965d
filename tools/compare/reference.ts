import type { MainModule, MjData, MjModel } from '@mujoco/mujoco'
import { ObjType, StateBit } from '../../src/core/model/enums.ts'
import { MADE_WHEN_READ } from '../../src/core/model/fields/assetFields.ts'
import { Model, ModelSizes } from '../../src/core/model/model.ts'
import { type FileLookup, withFiles } from './files.ts'

/**
 * A thin typed wrapper of the official build of MuJoCo, the reference. The caller imports `@mujoco/mujoco` and passes
 * the module in; nothing here loads it.
 */
export type ReferenceModule = MainModule

export type NumericArray = Float64Array | Float32Array | Int32Array | Uint8Array | Int8Array

/** The reference refuses the model. */
export class RefusedByReference extends Error {
  override readonly name = 'RefusedByReference'
}

export interface ModelFiles {
  /** Path of the main file among `files`. */
  readonly path: string
  readonly files: FileLookup
}

/** A model inside the reference. Its memory is outside the reach of the garbage collector: call `delete`. */
export class ReferenceModel {
  readonly mj: ReferenceModule
  readonly raw: MjModel

  /** @param source the text of a model that needs no other file; a path and a way to look files up; or a model */
  constructor(mj: ReferenceModule, source: string | ModelFiles | MjModel) {
    this.mj = mj
    try {
      this.raw = load(mj, source)
    } catch (error) {
      throw new RefusedByReference(errorText(error))
    }
  }

  /** A second model with the same numbers. */
  copy(): ReferenceModel {
    return new ReferenceModel(this.mj, new this.mj.MjModel(this.raw))
  }

  /** A size such as `nbody`. */
  size(name: string): number {
    return Number(numberOrBoolean(this.raw, name))
  }

  /** A copy of an array; undefined when the reference has none of that name. */
  array(name: string): NumericArray | undefined {
    return name in BOOLEAN_ARRAYS ? this.#booleans(name) : copyOf(this.raw, name)
  }

  /** Writes a whole array, for example `body_mass`. */
  set(name: string, values: ArrayLike<number>): void {
    write(this.raw, name, values)
  }

  /** Names of all objects of a type, by id; the empty string for those without. */
  names(type: ObjType): string[] {
    const table = NAME_TABLES.find((entry) => entry[0] === type)
    if (!table) return []
    const addresses = copyOf(this.raw, table[1]) ?? new Int32Array(0)
    return Array.from(addresses, (address) => this.#text(address))
  }

  get modelName(): string {
    return this.#text(0)
  }

  #text(address: number): string {
    const bytes = copyOf(this.raw, 'names') ?? new Int8Array(0)
    const end = bytes.indexOf(0, address)
    return new TextDecoder().decode(Uint8Array.from(bytes.subarray(address, end)))
  }

  /**
   * The binding throws when asked for an array of booleans. They stand in the model's buffer right before an array
   * that can be read, each array of the buffer starting at a multiple of 64 bytes.
   */
  #booleans(name: string): Uint8Array {
    const [sizeName, nextName, distance] = BOOLEAN_ARRAYS[name]
    const length = this.size(sizeName)
    if (length === 0) return new Uint8Array(0)
    const next = viewOf(this.raw, nextName)!
    return new Uint8Array(next.buffer, next.byteOffset - distance * align(length), length).slice()
  }

  delete(): void {
    this.raw.delete()
  }
}

function load(mj: ReferenceModule, source: string | ModelFiles | MjModel): MjModel {
  if (typeof source === 'string') return mj.MjModel.from_xml_string(source)
  if (!('path' in source)) return source
  return withFiles(mj, source.files, (folder) => mj.MjModel.from_xml_path(`${folder}/${source.path}`))
}

/** Most scratch memory of a state of the reference, bytes. */
const MAX_SCRATCH = 2 ** 28

/** A state inside the reference: call `delete` when done. */
export class ReferenceData {
  readonly mj: ReferenceModule
  readonly model: ReferenceModel
  readonly raw: MjData

  /** @param other a state to copy */
  constructor(model: ReferenceModel, other?: ReferenceData) {
    this.mj = model.mj
    this.model = model
    // some models ask for a gigabyte of scratch memory a state; several states would not fit
    model.raw.narena = Math.min(model.raw.narena, MAX_SCRATCH)
    this.raw = other ? new model.mj.MjData(model.raw, other.raw) : new model.mj.MjData(model.raw)
  }

  get time(): number {
    return this.raw.time
  }

  /** A copy of an array; undefined when the reference has none of that name. */
  array(name: string): NumericArray | undefined {
    return name === 'eq_active' ? this.state(StateBit.eq_active) : copyOf(this.raw, name)
  }

  /** Writes a whole array, for example `qpos`. */
  set(name: string, values: ArrayLike<number>): void {
    write(this.raw, name, values)
  }

  /** The parts of the state that the signature names, as one vector. */
  state(signature: number): Float64Array {
    const { mj, model, raw } = this
    return this.output(mj.mj_stateSize(model.raw, signature), (out) => mj.mj_getState(model.raw, raw, out, signature))
  }

  setState(state: Float64Array, signature: number): void {
    this.mj.mj_setState(this.model.raw, this.raw, state as unknown as number[], signature)
  }

  /** Runs a call that writes `length` numbers into a buffer of the reference, and returns a copy of them. */
  output(length: number, call: (out: unknown) => void, initial?: ArrayLike<number>): Float64Array {
    const buffer = new this.mj.DoubleBuffer(length)
    try {
      const before: Float64Array = buffer.GetView()
      if (initial) before.set(initial)
      else before.fill(0)
      call(buffer)
      const view: Float64Array = buffer.GetView()
      return view.slice(0, length)
    } finally {
      buffer.delete()
    }
  }

  /** Calls a function of the reference that takes the model and the state. */
  call(name: StageName): void {
    this.mj[name](this.model.raw, this.raw)
  }

  delete(): void {
    this.raw.delete()
  }
}

/** Functions of the reference with the signature (model, state). */
export type StageName = {
  [K in keyof MainModule]: MainModule[K] extends (m: MjModel, d: MjData) => void ? K : never
}[keyof MainModule]

/** Arrays of `Model` that the reference does not have. */
export const OWN_FIELDS: ReadonlySet<string> = new Set(['key_userdata'])

/**
 * Our `Model` with the reference's numbers: sizes, arrays, options, statistics, visual settings, and names. Dynamics
 * can thus be compared apart from the compiler.
 */
export function modelFromReference(reference: ReferenceModel): Model {
  const sizes = new ModelSizes()
  for (const key of Object.keys(sizes) as (keyof ModelSizes)[]) sizes[key] = reference.size(key)
  const model = new Model(sizes)

  for (const [key, array] of numericArrays(model)) {
    if (OWN_FIELDS.has(key)) continue
    const values = reference.array(key)
    if (values === undefined) throw new RefusedByReference(`the reference has no array '${key}'`)
    if (values.length !== array.length)
      throw new RefusedByReference(`'${key}' has ${values.length} numbers in the reference, ${array.length} in ours`)
    array.set(values)
  }
  for (const flag of ['flg_gravcomp', 'flg_adhesion', 'flg_surfacevel'] as const) model[flag] = reference.raw[flag]
  for (const part of ['opt', 'stat', 'vis'] as const) assignNumbers(model[part], reference.raw[part])
  for (const [type] of NAME_TABLES) model.names.set(type, reference.names(type))
  model.names.model = reference.modelName
  return model
}

/** All typed arrays of an object, with their names; also those of a model that are made when read. */
export function numericArrays(object: object): [string, NumericArray][] {
  const found: [string, NumericArray][] = []
  const made = MADE_WHEN_READ.filter((key) => key in object)
  for (const [key, value] of [
    ...Object.entries(object),
    ...made.map((key) => [key, Reflect.get(object, key)] as const),
  ])
    if (isNumericArray(value)) found.push([key, value])
  return found
}

export function isNumericArray(value: unknown): value is NumericArray {
  return ArrayBuffer.isView(value) && !(value instanceof DataView) && 'length' in value
}

/** Copies numbers, arrays of numbers, and objects of these, over those of the same name. */
function assignNumbers(target: object, source: object): void {
  for (const [key, current] of Object.entries(target)) {
    const value: unknown = Reflect.get(source, key)
    if (typeof value === 'number' || typeof value === 'boolean') Reflect.set(target, key, Number(value))
    else if (isNumericArray(current) && isNumericArray(value)) current.set(value)
    else if (typeof value === 'object' && value !== null) assignNumbers(current as object, value)
    else throw new RefusedByReference(`the reference has no setting '${key}'`)
  }
}

/** Where the names of each type of object are. */
export const NAME_TABLES: readonly (readonly [ObjType, string])[] = [
  [ObjType.body, 'name_bodyadr'],
  [ObjType.joint, 'name_jntadr'],
  [ObjType.geom, 'name_geomadr'],
  [ObjType.site, 'name_siteadr'],
  [ObjType.camera, 'name_camadr'],
  [ObjType.light, 'name_lightadr'],
  [ObjType.flex, 'name_flexadr'],
  [ObjType.mesh, 'name_meshadr'],
  [ObjType.skin, 'name_skinadr'],
  [ObjType.hfield, 'name_hfieldadr'],
  [ObjType.texture, 'name_texadr'],
  [ObjType.material, 'name_matadr'],
  [ObjType.pair, 'name_pairadr'],
  [ObjType.exclude, 'name_excludeadr'],
  [ObjType.equality, 'name_eqadr'],
  [ObjType.tendon, 'name_tendonadr'],
  [ObjType.actuator, 'name_actuatoradr'],
  [ObjType.sensor, 'name_sensoradr'],
  [ObjType.numeric, 'name_numericadr'],
  [ObjType.text, 'name_textadr'],
  [ObjType.tuple, 'name_tupleadr'],
  [ObjType.key, 'name_keyadr'],
  [ObjType.plugin, 'name_pluginadr'],
]

/** Arrays of booleans: their length, the readable array after them, and how many arrays before that they stand. */
const BOOLEAN_ARRAYS: Readonly<Record<string, readonly [size: string, next: string, distance: number]>> = {
  jnt_limited: ['njnt', 'jnt_solref', 3],
  jnt_actfrclimited: ['njnt', 'jnt_solref', 2],
  jnt_actgravcomp: ['njnt', 'jnt_solref', 1],
  light_castshadow: ['nlight', 'light_bulbradius', 1],
  light_active: ['nlight', 'light_pos', 1],
  mat_texuniform: ['nmat', 'mat_texrepeat', 1],
  eq_active0: ['neq', 'eq_solref', 1],
  tendon_limited: ['ntendon', 'tendon_width', 2],
  tendon_actfrclimited: ['ntendon', 'tendon_width', 1],
  actuator_actlimited: ['nactuator', 'actuator_actrange', 1],
  actuator_actearly: ['nactuator', 'actuator_history', 1],
  actuator_forcelimited: ['nactuator', 'actuator_forcerange', 1],
  actuator_ctrllimited: ['nu', 'actuator_ctrlrange', 1],
}

function align(bytes: number): number {
  return Math.ceil(bytes / 64) * 64
}

/** A view into the reference's memory: good until its memory grows. */
function viewOf(object: object, name: string): NumericArray | undefined {
  if (!(name in object)) return undefined
  const value: unknown = Reflect.get(object, name)
  return isNumericArray(value) ? value : undefined
}

function write(object: object, name: string, values: ArrayLike<number>): void {
  const view = viewOf(object, name)
  if (view?.length !== values.length) throw new RangeError(`${name} has ${view?.length} numbers, not ${values.length}`)
  view.set(values)
}

function copyOf(object: object, name: string): NumericArray | undefined {
  return viewOf(object, name)?.slice()
}

function numberOrBoolean(object: object, name: string): number | boolean {
  const value: unknown = Reflect.get(object, name)
  if (typeof value !== 'number' && typeof value !== 'boolean')
    throw new RefusedByReference(`the reference has no '${name}'`)
  return value
}

function errorText(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/^MuJoCo Error:\s*/, '').trim()
}
