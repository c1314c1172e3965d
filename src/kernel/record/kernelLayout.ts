import { reserveConstraints } from '../../core/data/constraintArrays.ts'
import { reserveContacts } from '../../core/data/contactArrays.ts'
import { type Data, dataByteLength } from '../../core/data/data.ts'
import { DisableBit } from '../../core/model/enums.ts'
import { ModelError } from '../../core/model/errors.ts'
import type { Model } from '../../core/model/model.ts'
import { capped } from '../../core/model/option.ts'
import { mostFixedRows } from '../../physics/constraint/makeConstraint.ts'
import type { ProgramArray } from './kernelProgram.ts'
import { plainState } from './plainState.ts'
import { VaryingNumbers } from './varyingNumbers.ts'

/** Numbers of the model that kernels read, and where they are in the table. */
export interface NumberTable {
  readonly name: string
  readonly values: Float64Array | Uint8Array
  /** From the start of the tables. */
  readonly byteOffset: number
  /** Entries that are part of the code, with their values: 0 and ±1. They must not change. */
  readonly baked: Map<number, number>
}

/** Where arrays are that kernels have asked for: plain data that a message can carry. */
export interface LayoutMessage {
  /** Bytes of a state without workspace. */
  readonly dataBytes: number
  readonly stateBytes: number
  readonly tableBytes: number
  /** Fields of the state, and the workspace behind them. */
  readonly fields: readonly ProgramArray[]
  readonly workspace: readonly ProgramArray[]
  readonly numbers: readonly { readonly array: ProgramArray; readonly baked: ReadonlyMap<number, number> }[]
  readonly structure: readonly StructureTable[]
}

/** Whole numbers of the model in the table. */
interface StructureTable {
  readonly array: ProgramArray
  readonly values: ArrayLike<number>
}

/** Fields that one kernel writes and nothing else: an entry that is constant for one state is so for all. */
const WRITTEN_ONCE = new Set(
  'xpos xquat xmat xipos ximat xanchor xaxis subtree_com cinert cdof crb cvel cdof_dot rne_cacc rne_cfrc'.split(' '),
)

/** Numbers that users change often. */
const NEVER_BAKED = new Set(
  `options qpos0 dof_damping jnt_actfrcrange actuator_gear actuator_gainprm actuator_biasprm actuator_dynprm
  actuator_ctrlrange actuator_forcerange actuator_actrange actuator_lengthrange actuator_acc0`.split(/\s+/),
)

/** These kernels were made where fields had other names or places. */
function refuseOtherVersion(name: string): never {
  throw new ModelError(`these kernels were made by another version of Kinetree: '${name}' is elsewhere`)
}

/** A part of the memory of a state: bytes from its start, and their number. */
export interface StatePart {
  readonly byteOffset: number
  readonly byteLength: number
}

/** These kernels do not belong to this model. */
export function refuseOtherModel(): never {
  throw new ModelError('these kernels were made for another model')
}

/** Most contacts and entries in a row of the Jacobian that room is made for. */
const MOST_CONTACTS = 4096
const MOST_COLUMNS = 24

/**
 * Where the arrays of a model's kernels are. A state is its `Data`, as the engine lays it out, its contacts and
 * constraint rows, with room for a number of them that the model suggests, and the workspace of the kernels. The tables
 * of the model, its numbers and its structure, are shared by all states.
 */
export class KernelLayout {
  readonly #m: Model
  readonly #d: Data
  readonly #fields = new Map<string, ProgramArray>()
  readonly #workspace = new Map<string, ProgramArray>()
  readonly #numbers = new Map<string, { array: ProgramArray; table: NumberTable }>()
  readonly #structure = new Map<string, StructureTable>()
  readonly #vary: VaryingNumbers
  readonly #dataBytes: number
  /** Contacts, constraint rows, and entries of their Jacobian. */
  readonly contacts: StatePart
  readonly constraints: StatePart
  readonly jacobian: StatePart
  /** Bytes of a state. */
  stateBytes: number
  /** Bytes of all tables. */
  tableBytes = 0

  constructor(m: Model, vary: VaryingNumbers = new VaryingNumbers()) {
    this.#m = m
    this.#vary = vary
    const d = plainState(m)
    this.#d = d
    const contacts = Math.min(6 * m.ngeom, MOST_CONTACTS)
    reserveContacts(d, contacts)
    const fixed = mostFixedRows(m)
    const inContact = 4 * contacts
    reserveConstraints(d, fixed.rows + inContact, fixed.entries + inContact * Math.min(m.nv, MOST_COLUMNS))
    this.stateBytes = dataByteLength(m)
    this.contacts = this.#part(d.contactArena.byteLength)
    this.constraints = this.#part(d.efcArena.byteLength)
    this.jacobian = this.#part(d.jacobianArena.byteLength)
    this.#dataBytes = this.stateBytes
  }

  /** The layout of kernels that were recorded for an equal model, such as by another thread. */
  static from(m: Model, message: LayoutMessage): KernelLayout {
    const { stateBytes, tableBytes, workspace, numbers, structure } = message
    const layout = new KernelLayout(m)
    if (layout.#dataBytes !== message.dataBytes) refuseOtherModel()
    for (const { name, byteOffset, length } of message.fields) {
      const field = findField(layout.#d, name)
      if (field === undefined || layout.#place(field) !== byteOffset || field.length !== length)
        refuseOtherVersion(name)
      layout.field(name)
    }
    for (const array of workspace) layout.#workspace.set(array.name, array)
    for (const { array, baked } of numbers) {
      const values = findNumbers(m, array.name)
      if (values?.length !== array.length) refuseOtherVersion(array.name)
      const table = { name: array.name, values, byteOffset: array.byteOffset, baked: new Map(baked) }
      layout.#numbers.set(array.name, { array, table })
    }
    for (const table of structure) layout.#structure.set(table.array.name, table)
    layout.stateBytes = stateBytes
    layout.tableBytes = tableBytes
    return layout
  }

  get message(): LayoutMessage {
    return {
      dataBytes: this.#dataBytes,
      stateBytes: this.stateBytes,
      tableBytes: this.tableBytes,
      fields: Array.from(this.#fields.values(), (array) => ({ ...array, facts: undefined })),
      workspace: [...this.#workspace.values()],
      numbers: Array.from(this.#numbers.values(), ({ array, table }) => ({ array, baked: table.baked })),
      structure: Array.from(this.#structure.values(), ({ array, values }) => ({
        array,
        values: Int32Array.from(values),
      })),
    }
  }

  #part(byteLength: number): StatePart {
    const byteOffset = this.stateBytes
    this.stateBytes += byteLength
    return { byteOffset, byteLength }
  }

  /** Number of contacts and constraint rows that there is room for. */
  get contactCapacity(): number {
    return this.#d.contactCapacity
  }
  get rowCapacity(): number {
    return this.#d.efcCapacity
  }
  get entryCapacity(): number {
    return this.#d.jacobianCapacity
  }

  /** A field of `Data`, or of its scratch memory. */
  field(name: string): ProgramArray {
    let array = this.#fields.get(name)
    if (array === undefined) {
      const values = fieldOf(this.#d, name)
      array = {
        name,
        place: 'data',
        byteOffset: this.#place(values),
        length: values.length,
        integers: values instanceof Int32Array,
        facts: WRITTEN_ONCE.has(name) ? new Map() : undefined,
      }
      this.#fields.set(name, array)
    }
    return array
  }

  /** Whether kernels have asked for a field of `Data` of this name. */
  isField(name: string): boolean {
    return this.#fields.has(name) && Reflect.has(this.#d, name)
  }

  #place({ buffer, byteOffset }: Float64Array | Int32Array): number {
    const { contactArena, efcArena, jacobianArena } = this.#d
    if (buffer === contactArena.buffer) return this.contacts.byteOffset + byteOffset
    if (buffer === efcArena.buffer) return this.constraints.byteOffset + byteOffset
    if (buffer === jacobianArena.buffer) return this.jacobian.byteOffset + byteOffset
    return byteOffset - this.#d.arena.byteOffset
  }

  workspace(name: string, length: number, integers = false): ProgramArray {
    let array = this.#workspace.get(name)
    if (array === undefined) {
      array = { name, place: 'data', byteOffset: this.stateBytes, length, integers, facts: undefined }
      this.#workspace.set(name, array)
      this.stateBytes += 8 * Math.ceil((integers ? 0.5 : 1) * length)
    }
    return array
  }

  /** Workspace that kernels have asked for. */
  findWorkspace(name: string): ProgramArray | undefined {
    return this.#workspace.get(name)
  }

  numbers(name: string): ProgramArray {
    let entry = this.#numbers.get(name)
    if (entry === undefined) {
      const values = numbersOf(this.#m, name)
      const byteOffset = this.#takeTable(8 * values.length)
      const array: ProgramArray = {
        name,
        place: 'model',
        byteOffset,
        length: values.length,
        integers: false,
        facts: undefined,
      }
      entry = { array, table: { name, values, byteOffset, baked: new Map() } }
      this.#numbers.set(name, entry)
    }
    return entry.array
  }

  /** The value of an entry that becomes part of the code. */
  baked(array: ProgramArray, index: number): number | undefined {
    if (this.varies(array.name, index)) return undefined
    const { table } = this.#numbers.get(array.name)!
    const value = table.values[index]
    if (value !== 0 && Math.abs(value) !== 1) return undefined
    table.baked.set(index, value)
    return value
  }

  /**
   * Whether a number of the model, or one of a field, may change and is therefore no part of the code: the user has said
   * so, or changes such numbers often.
   */
  varies(name: string, index?: number): boolean {
    return NEVER_BAKED.has(name) || this.#vary.has(name, index)
  }

  structure(name: string, values: ArrayLike<number>): ProgramArray {
    let entry = this.#structure.get(name)
    if (entry === undefined) {
      const byteOffset = this.#takeTable(4 * values.length)
      entry = {
        array: { name, place: 'structure', byteOffset, length: values.length, integers: true, facts: undefined },
        values,
      }
      this.#structure.set(name, entry)
    }
    return entry.array
  }

  /** Whole numbers of the model that kernels have asked for. */
  structureOf(name: string): ArrayLike<number> {
    return this.#structure.get(name)!.values
  }

  get numberTables(): readonly NumberTable[] {
    return [...this.#numbers.values()].map(({ table }) => table)
  }

  /** Writes structure and numbers, which may be of single precision, into memory that starts with the tables. */
  writeTables(memory: ArrayBufferLike, byteOffset: number, single = false): void {
    for (const { array, values } of this.#structure.values())
      new Int32Array(memory, byteOffset + array.byteOffset, array.length).set(values)
    for (const { values, byteOffset: at } of this.numberTables)
      numbersAt(memory, byteOffset + at, values.length, single).set(values)
  }

  #takeTable(bytes: number): number {
    const at = this.tableBytes
    this.tableBytes += 8 * Math.ceil(bytes / 8)
    return at
  }
}

/** Numbers in memory, of double or of single precision. */
export function numbersAt(
  memory: ArrayBufferLike,
  byteOffset: number,
  length: number,
  single: boolean,
): Float64Array | Float32Array {
  return single ? new Float32Array(memory, byteOffset, length) : new Float64Array(memory, byteOffset, length)
}

/** Places of the options that kernels read. */
export const Option = {
  gravity: 0,
  timestep: 3,
  tolerance: 4,
  ls_tolerance: 5,
  iterations: 6,
  ls_iterations: 7,
  /** 1: the solver starts from the last acceleration. */
  warmstart: 8,
  /** Time constants of rows are at least this long, s. */
  leastTimeConstant: 9,
  impratio: 10,
  magnetic: 11,
  wind: 14,
  density: 17,
  viscosity: 18,
  ccd_tolerance: 19,
  /** A slope this much smaller than the first one is zero for the line search, too: for numbers of single precision. */
  ls_relative: 20,
  /** 1: some body has gravity compensation. */
  gravcomp: 21,
  COUNT: 22,
} as const

const nextOptions = new Float64Array(Option.COUNT)

/** Writes the options that kernels read. Returns whether some of them have changed. */
export function readOptions({ opt, ngravcomp }: Model, out: Float64Array): boolean {
  const { disableflags, gravity, magnetic, wind } = opt
  const weight = disableflags & DisableBit.gravity ? 0 : 1
  const next = nextOptions
  for (let i = 0; i < 3; i++) {
    next[Option.gravity + i] = weight * gravity[i]
    next[Option.magnetic + i] = magnetic[i]
    next[Option.wind + i] = wind[i]
  }
  next[Option.timestep] = opt.timestep
  next[Option.tolerance] = opt.tolerance
  next[Option.ls_tolerance] = opt.ls_tolerance
  next[Option.iterations] = capped(opt.iterations)
  next[Option.ls_iterations] = capped(opt.ls_iterations)
  next[Option.warmstart] = disableflags & DisableBit.warmstart ? 0 : 1
  next[Option.leastTimeConstant] = disableflags & DisableBit.refsafe ? 0 : 2 * opt.timestep
  next[Option.impratio] = opt.impratio
  next[Option.ccd_tolerance] = opt.ccd_tolerance
  next[Option.density] = Math.max(0, opt.density)
  next[Option.viscosity] = Math.max(0, opt.viscosity)
  next[Option.ls_relative] = 0
  next[Option.gravcomp] = ngravcomp > 0 ? 1 : 0
  return takeOver(next, out)
}

/**
 * Copies numbers. Returns whether some were others. V8: numbers that are arguments of a function may be boxed, those in
 * arrays are not.
 */
export function takeOver(from: Float64Array, to: Float64Array): boolean {
  let changed = false
  for (let i = 0; i < to.length; i++) {
    if (from[i] === to[i] || (Number.isNaN(from[i]) && Number.isNaN(to[i]))) continue
    to[i] = from[i]
    changed = true
  }
  return changed
}

/** A field of a state by name: of `Data`, or of its scratch memory. */
export function fieldOf(d: Data, name: string): Float64Array | Int32Array {
  return findField(d, name) ?? refuseName('a state', name)
}

function findField(d: Data, name: string): Float64Array | Int32Array | undefined {
  const values: unknown = Reflect.get(d, name) ?? Reflect.get(d.scratch, name)
  return values instanceof Float64Array || values instanceof Int32Array ? values : undefined
}

/** Numbers of a model by name; `options` are those of `readOptions`. */
export function numbersOf(m: Model, name: string): Float64Array | Uint8Array {
  return findNumbers(m, name) ?? refuseName('a model', name)
}

function findNumbers(m: Model, name: string): Float64Array | Uint8Array | undefined {
  const values: unknown = name === 'options' ? new Float64Array(Option.COUNT) : Reflect.get(m, name)
  return values instanceof Float64Array || values instanceof Uint8Array ? values : undefined
}

function refuseName(where: string, name: string): never {
  throw new RangeError(`${where} has no numbers '${name}'`)
}
