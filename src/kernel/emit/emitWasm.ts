import {
  type Block,
  isInline,
  type Program,
  type ProgramArray,
  type Statement,
  type Value,
  type ValueType,
  type Variable,
} from '../record/kernelProgram.ts'
import { ByteWriter } from './byteWriter.ts'
import { LANES, type Lanes, type LaneType } from './laneType.ts'

const I32 = 0x7f
const EMPTY_BLOCK = 0x40

/** Opcodes of integers and control flow. */
const CONTROL = {
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  branch: 0x0c,
  branchIf: 0x0d,
  call: 0x10,
} as const
const LOCAL = { get: 0x20, set: 0x21 } as const
const INT = {
  const: 0x41,
  load: 0x28,
  store: 0x36,
  eqz: 0x45,
  add: 0x6a,
  sub: 0x6b,
  mul: 0x6c,
  eq: 0x46,
  lt: 0x48,
  ge: 0x4e,
  and: 0x71,
  or: 0x72,
  shiftRight: 0x75,
} as const
/** Between a number and a whole one; for one lane. */
const TRUNCATE = 0xaa
const CONVERT = 0xb7
const F64_CONST = 0x44
const V128_CONST = [0xfd, 0x0c]
const F64X2_SPLAT = [0xfd, 0x14]
const F64X2_LANE = [0xfd, 0x21]

/** What a memory can have at most: 4 GiB. */
const MOST_PAGES = 65536

/** What a module is made for. */
export interface WasmTarget {
  readonly lanes: LaneType
  /** Address of the tables. */
  readonly tables: number
}

/** A module and the bytes of each of its functions. */
export interface WasmModule {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly sizes: Readonly<Record<string, number>>
}

/**
 * Prints programs as a WebAssembly module: one exported function for each, (address of the state) → 0, or 1 if it gave
 * up. The module imports its memory as `kinetree.memory`.
 */
export function emitWasm(programs: readonly Program[], target: WasmTarget): WasmModule {
  const module = new ByteWriter()
  module.byte(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00)

  const types = new ByteWriter()
  types.byte(1, 0x60, 1, I32, 1, I32)
  section(module, 1, types)

  const imports = new ByteWriter()
  imports.unsigned(1)
  imports.text('kinetree')
  imports.text('memory')
  // memory of any size, with a maximum
  imports.byte(2, 1)
  imports.unsigned(1)
  imports.unsigned(MOST_PAGES)
  section(module, 2, imports)

  const functions = new ByteWriter()
  functions.unsigned(programs.length)
  for (let i = 0; i < programs.length; i++) functions.unsigned(0)
  section(module, 3, functions)

  const exports = new ByteWriter()
  exports.unsigned(programs.length)
  programs.forEach((program, i) => {
    exports.text(program.name)
    exports.byte(0)
    exports.unsigned(i)
  })
  section(module, 7, exports)

  const code = new ByteWriter()
  const sizes: Record<string, number> = {}
  code.unsigned(programs.length)
  const places = new Map(programs.map(({ name }, i) => [name, i]))
  for (const program of programs) {
    const body = new FunctionWriter(LANES[target.lanes], target.tables, places).write(program)
    sizes[program.name] = body.length
    code.sized(body)
  }
  section(module, 10, code)
  section(module, 0, functionNames(programs))
  return { bytes: module.bytes(), sizes }
}

function section(module: ByteWriter, id: number, content: ByteWriter): void {
  module.byte(id)
  module.sized(content)
}

/** The section that gives debuggers the names of the functions. */
function functionNames(programs: readonly Program[]): ByteWriter {
  const names = new ByteWriter()
  names.unsigned(programs.length)
  programs.forEach((program, i) => {
    names.unsigned(i)
    names.text(program.name)
  })
  const content = new ByteWriter()
  content.text('name')
  content.byte(1)
  content.sized(names)
  return content
}

/** Writes one function: locals are given out as they are needed, in the order of the program. */
class FunctionWriter {
  readonly #lanes: Lanes
  readonly #tables: number
  readonly #code = new ByteWriter()
  /** Types of the locals after the parameter. */
  readonly #locals: number[] = []
  readonly #localOf = new Map<number, number>()
  readonly #gaveUp: number
  /** Number of each function of the module. */
  readonly #places: ReadonlyMap<string, number>

  constructor(lanes: Lanes, tables: number, places: ReadonlyMap<string, number>) {
    this.#lanes = lanes
    this.#tables = tables
    this.#places = places
    this.#gaveUp = this.#newLocal(I32)
  }

  write(program: Program): ByteWriter {
    this.#block(program.body)
    this.#local(LOCAL.get, this.#gaveUp)
    this.#code.byte(CONTROL.end)
    const body = new ByteWriter()
    this.#declareLocals(body)
    body.append(this.#code)
    return body
  }

  /** Locals are declared in runs of one type. */
  #declareLocals(body: ByteWriter): void {
    const runs: { type: number; count: number }[] = []
    for (const type of this.#locals) {
      const last = runs.at(-1)
      if (last?.type === type) last.count++
      else runs.push({ type, count: 1 })
    }
    body.unsigned(runs.length)
    for (const { type, count } of runs) {
      body.unsigned(count)
      body.byte(type)
    }
  }

  #block(block: Block): void {
    const code = this.#code
    for (const statement of block.statements) {
      switch (statement.kind) {
        case 'let':
          if (isInline(statement.value) || statement.value.uses === 0) break
          this.#compute(statement.value)
          this.#local(LOCAL.set, this.#localFor(statement.value.id, statement.value.type))
          break
        case 'set':
          this.#push(statement.value)
          this.#local(LOCAL.set, this.#variable(statement.variable))
          break
        case 'store':
          this.#address(statement.array, statement.index)
          this.#push(statement.value)
          if (statement.array.integers) code.byte(INT.store, 2)
          else code.all(this.#lanes.ops.store)
          code.unsigned(this.#offset(statement.array, statement.offset))
          break
        case 'giveUp':
          this.#local(LOCAL.get, this.#gaveUp)
          this.#push(statement.mask)
          code.all(this.#lanes.ops.any)
          code.byte(INT.or)
          this.#local(LOCAL.set, this.#gaveUp)
          break
        case 'call':
          this.#local(LOCAL.get, this.#gaveUp)
          this.#local(LOCAL.get, 0)
          code.byte(CONTROL.call)
          code.unsigned(this.#places.get(statement.program)!)
          code.byte(INT.or)
          this.#local(LOCAL.set, this.#gaveUp)
          break
        case 'addScaled':
          this.#addScaled(statement)
          break
        case 'dotRange':
          this.#dotRange(statement)
          break
        case 'while':
          code.byte(CONTROL.block, EMPTY_BLOCK, CONTROL.loop, EMPTY_BLOCK)
          this.#block(statement.head)
          this.#push(statement.condition)
          code.byte(INT.eqz, CONTROL.branchIf, 1)
          this.#block(statement.body)
          code.byte(CONTROL.branch, 0, CONTROL.end, CONTROL.end)
          break
        case 'if':
          this.#push(statement.condition)
          code.byte(CONTROL.if, EMPTY_BLOCK)
          this.#block(statement.yes)
          if (statement.no !== undefined) {
            code.byte(CONTROL.else)
            this.#block(statement.no)
          }
          code.byte(CONTROL.end)
          break
        case 'for': {
          const { variable, first, end, step, body } = statement
          const i = this.#variable(variable)
          const goesOn = step === 1 ? INT.lt : INT.ge
          this.#push(first)
          this.#local(LOCAL.set, i)
          this.#local(LOCAL.get, i)
          this.#push(end)
          code.byte(goesOn, CONTROL.if, EMPTY_BLOCK, CONTROL.loop, EMPTY_BLOCK)
          this.#block(body)
          this.#local(LOCAL.get, i)
          code.byte(INT.const)
          code.signed(step)
          code.byte(INT.add)
          this.#local(LOCAL.set, i)
          this.#local(LOCAL.get, i)
          this.#push(end)
          code.byte(goesOn, CONTROL.branchIf, 0, CONTROL.end, CONTROL.end)
          break
        }
      }
    }
  }

  /**
   * Walks over `count` numbers of two arrays. One lane takes two numbers at a time, and the last of an odd number on its
   * own; more lanes take one number of each.
   * @param body code for the numbers at the two places, in the lanes that it is given
   * @param between code before the last number
   */
  #walk(
    [first, from]: readonly [ProgramArray, Value],
    [second, at]: readonly [ProgramArray, Value],
    count: Value,
    body: (lanes: Lanes, first: number, second: number) => void,
    between?: () => void,
  ): void {
    const code = this.#code
    const lanes = this.#lanes
    const one = lanes.count === 1
    const [left, right, end] = [this.#newLocal(I32), this.#newLocal(I32), this.#newLocal(I32)]
    const step = (local: number): void => {
      this.#local(LOCAL.get, local)
      code.byte(INT.const, 16, INT.add)
      this.#local(LOCAL.set, local)
    }
    this.#address(first, from)
    this.#local(LOCAL.set, left)
    this.#address(second, at)
    this.#local(LOCAL.set, right)
    this.#push(count)
    if (one) code.byte(INT.const, 1, INT.shiftRight)
    code.byte(INT.const, 16, INT.mul)
    this.#local(LOCAL.get, left)
    code.byte(INT.add)
    this.#local(LOCAL.set, end)
    this.#local(LOCAL.get, left)
    this.#local(LOCAL.get, end)
    code.byte(INT.lt, CONTROL.if, EMPTY_BLOCK, CONTROL.loop, EMPTY_BLOCK)
    body(one ? LANES.f64x2 : lanes, left, right)
    step(left)
    step(right)
    this.#local(LOCAL.get, left)
    this.#local(LOCAL.get, end)
    code.byte(INT.lt, CONTROL.branchIf, 0, CONTROL.end, CONTROL.end)
    between?.()
    if (!one) return
    this.#push(count)
    code.byte(INT.const, 1, INT.and, CONTROL.if, EMPTY_BLOCK)
    body(lanes, left, right)
    code.byte(CONTROL.end)
  }

  #loadAt(lanes: Lanes, array: ProgramArray, local: number): void {
    this.#local(LOCAL.get, local)
    this.#code.all(lanes.ops.load)
    this.#code.unsigned(this.#offset(array, 0))
  }

  #addScaled({ y, to, factor, x, from, count }: Extract<Statement, { kind: 'addScaled' }>): void {
    const code = this.#code
    const one = this.#lanes.count === 1
    const pair = this.#newLocal(one ? LANES.f64x2.valueType : this.#lanes.valueType)
    this.#push(factor)
    if (one) code.all(F64X2_SPLAT)
    this.#local(LOCAL.set, pair)
    this.#walk([y, to], [x, from], count, (lanes, target, source) => {
      this.#local(LOCAL.get, target)
      this.#loadAt(lanes, y, target)
      if (lanes.count === 1) this.#push(factor)
      else this.#local(LOCAL.get, pair)
      this.#loadAt(lanes, x, source)
      code.all(lanes.ops.mul)
      code.all(lanes.ops.add)
      code.all(lanes.ops.store)
      code.unsigned(this.#offset(y, 0))
    })
  }

  /** One lane sums pairs, and adds the two halves; more lanes would need other sums, and have none. */
  #dotRange({ variable, x, from, y, at, count }: Extract<Statement, { kind: 'dotRange' }>): void {
    if (this.#lanes.count !== 1) throw new RangeError('sums over a range are for kernels of one lane')
    const code = this.#code
    const sum = this.#variable(variable)
    const pair = this.#newLocal(LANES.f64x2.valueType)
    code.all(V128_CONST)
    for (let i = 0; i < 16; i++) code.byte(0)
    this.#local(LOCAL.set, pair)
    const half = (lane: number): void => {
      this.#local(LOCAL.get, pair)
      code.all(F64X2_LANE)
      code.byte(lane)
    }
    this.#walk(
      [x, from],
      [y, at],
      count,
      (lanes, left, right) => {
        const local = lanes.count === 1 ? sum : pair
        this.#local(LOCAL.get, local)
        this.#loadAt(lanes, x, left)
        this.#loadAt(lanes, y, right)
        code.all(lanes.ops.mul)
        code.all(lanes.ops.add)
        this.#local(LOCAL.set, local)
      },
      () => {
        half(0)
        half(1)
        code.all(this.#lanes.ops.add)
        this.#local(LOCAL.set, sum)
      },
    )
  }

  /** Puts a value on the stack: computed here, or from its local. */
  #push(value: Value): void {
    if (value.op === 'index') this.#local(LOCAL.get, this.#variable(value.variable!))
    else if (isInline(value)) this.#compute(value)
    else this.#local(LOCAL.get, this.#localFor(value.id, value.type))
  }

  #compute(value: Value): void {
    const code = this.#code
    const { op, args } = value
    switch (op) {
      case 'const':
        this.#constant(value)
        return
      case 'load':
        this.#address(value.array!, args[0])
        if (value.type === 'int') code.byte(INT.load, 2)
        else code.all(this.#lanes.ops[value.array!.place === 'model' ? 'splat' : 'load'])
        code.unsigned(this.#offset(value.array!, value.offset))
        return
      case 'read':
        this.#local(LOCAL.get, this.#variable(value.variable!))
        return
      case 'gaveUp':
        this.#local(LOCAL.get, this.#gaveUp)
        return
      case 'choose':
        this.#push(args[1])
        this.#push(args[2])
        this.#push(args[0])
        code.all(this.#lanes.ops.choose)
        return
      case 'min':
      case 'max':
        for (const arg of args) {
          this.#push(arg)
          if (this.#lanes.count === 1) code.all(F64X2_SPLAT)
        }
        code.all(this.#lanes.ops[op])
        if (this.#lanes.count === 1) code.all([...F64X2_LANE, 0])
        return
      case 'half':
        this.#push(args[0])
        code.byte(INT.const, 1, INT.shiftRight)
        return
      case 'whole':
      case 'real':
        this.#push(args[0])
        code.byte(op === 'whole' ? TRUNCATE : CONVERT)
        return
      default:
        for (const arg of args) this.#push(arg)
        if (args[0].type === 'int') code.byte(INT[op as 'add' | 'mul' | 'eq' | 'lt'])
        else code.all(this.#lanes.ops[op])
    }
  }

  #constant({ type, literal }: Value): void {
    const code = this.#code
    if (type === 'int' || (type === 'mask' && this.#lanes.count === 1)) {
      code.byte(INT.const)
      code.signed(literal)
    } else if (type === 'mask') {
      code.all(V128_CONST)
      for (let i = 0; i < 16; i++) code.byte(literal === 0 ? 0 : 0xff)
    } else if (this.#lanes.count === 1) {
      code.byte(F64_CONST)
      code.f64(literal)
    } else {
      code.all(V128_CONST)
      for (let i = 0; i < this.#lanes.count; i++) {
        if (this.#lanes.bytes === 8) code.f64(literal)
        else code.f32(literal)
      }
    }
  }

  /** The part of an address that is not known: the state, and the index. */
  #address(array: ProgramArray, index: Value | undefined): void {
    const code = this.#code
    const inState = array.place === 'data'
    if (inState) this.#local(LOCAL.get, 0)
    if (index === undefined) {
      if (!inState) code.byte(INT.const, 0)
      return
    }
    this.#push(index)
    code.byte(INT.const)
    code.signed(this.#stride(array))
    code.byte(INT.mul)
    if (inState) code.byte(INT.add)
  }

  /** The part of an address that is known. */
  #offset(array: ProgramArray, index: number): number {
    const { place, byteOffset, integers } = array
    if (place !== 'data') return this.#tables + byteOffset + index * this.#stride(array)
    // whole numbers of states are for one lane
    return (integers ? byteOffset : (byteOffset / 8) * this.#lanes.stride) + index * this.#stride(array)
  }

  /** Bytes from one entry of an array to the next. */
  #stride({ place, integers }: ProgramArray): number {
    if (place === 'structure' || integers) return 4
    return place === 'data' ? this.#lanes.stride : this.#lanes.bytes
  }

  #local(op: number, local: number): void {
    this.#code.byte(op)
    this.#code.unsigned(local)
  }

  #variable(variable: Variable): number {
    return this.#localFor(variable.id, variable.type)
  }

  #localFor(id: number, type: ValueType): number {
    let local = this.#localOf.get(id)
    if (local === undefined) {
      local = this.#newLocal(type === 'int' ? I32 : type === 'mask' ? this.#lanes.maskType : this.#lanes.valueType)
      this.#localOf.set(id, local)
    }
    return local
  }

  #newLocal(type: number): number {
    this.#locals.push(type)
    return this.#locals.length
  }
}
