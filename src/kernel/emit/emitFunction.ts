import {
  type Block,
  isInline,
  type Op,
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
/** Aligned to four bytes. */
const INT_LOAD = [INT.load, 2]
const INT_STORE = [INT.store, 2]
const SPECIAL: ReadonlySet<Op> = new Set<Op>([
  'index',
  'read',
  'gaveUp',
  'choose',
  'min',
  'max',
  'half',
  'whole',
  'real',
])
/** Between a number and a whole one; for one lane. */
const TRUNCATE = 0xaa
const CONVERT = 0xb7
const F64_CONST = 0x44
const V128_CONST = [0xfd, 0x0c]
const F64X2_SPLAT = [0xfd, 0x14]
const F64X2_LANE = [0xfd, 0x21]

/** What functions are made for. */
export interface WasmTarget {
  readonly lanes: LaneType
  /** Address of the tables. */
  readonly tables: number
}

/**
 * Prints a program as the body of a WebAssembly function: (address of the state) → 0, or 1 if it gave up.
 * @param places number of each function of the module
 */
export function emitFunction(
  program: Program,
  { lanes, tables }: WasmTarget,
  places: ReadonlyMap<string, number>,
): ByteWriter {
  return new FunctionWriter(LANES[lanes], tables, places).write(program)
}

/** Writes one function: locals are given out as they are needed, in the order of the program. */
class FunctionWriter {
  readonly #lanes: Lanes
  readonly #tables: number
  readonly #code = new ByteWriter()
  /** Locals after the parameter, in runs of one type. */
  readonly #runs: { readonly type: number; count: number }[] = []
  /** The last local; 0 is the parameter. */
  #last = 0
  /** Locals of values and variables, by id. */
  readonly #localOf: (number | undefined)[] = []
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
    this.#code.local(LOCAL.get, this.#gaveUp)
    this.#code.byte(CONTROL.end)
    const body = new ByteWriter()
    body.unsigned(this.#runs.length)
    for (const { type, count } of this.#runs) {
      body.unsigned(count)
      body.byte(type)
    }
    body.append(this.#code)
    return body
  }

  #block(block: Block): void {
    const code = this.#code
    for (const statement of block.statements) {
      switch (statement.kind) {
        case 'value':
          if (isInline(statement) || statement.uses === 0) break
          if (statement.op === 'load') this.#load(statement)
          else this.#compute(statement)
          code.local(LOCAL.set, this.#localFor(statement.id, statement.type))
          break
        case 'set':
          this.#push(statement.value)
          this.#code.local(LOCAL.set, this.#variable(statement.variable))
          break
        case 'store':
          this.#address(statement.array, statement.index)
          this.#push(statement.value)
          if (statement.array.integers) code.all(INT_STORE)
          else code.all(this.#lanes.ops.store)
          code.unsigned(this.#offset(statement.array, statement.offset))
          break
        case 'giveUp':
          this.#code.local(LOCAL.get, this.#gaveUp)
          this.#push(statement.mask)
          code.all(this.#lanes.ops.any)
          code.byte(INT.or)
          this.#code.local(LOCAL.set, this.#gaveUp)
          break
        case 'call':
          this.#code.local(LOCAL.get, this.#gaveUp)
          this.#code.local(LOCAL.get, 0)
          code.byte(CONTROL.call)
          code.unsigned(this.#places.get(statement.program)!)
          code.byte(INT.or)
          this.#code.local(LOCAL.set, this.#gaveUp)
          break
        case 'addScaled':
          this.#addScaled(statement)
          break
        case 'dotRange':
          this.#dotRange(statement)
          break
        case 'while':
          code.all([CONTROL.block, EMPTY_BLOCK, CONTROL.loop, EMPTY_BLOCK])
          this.#block(statement.head)
          this.#push(statement.condition)
          code.all([INT.eqz, CONTROL.branchIf, 1])
          this.#block(statement.body)
          code.all([CONTROL.branch, 0, CONTROL.end, CONTROL.end])
          break
        case 'if':
          this.#push(statement.condition)
          code.all([CONTROL.if, EMPTY_BLOCK])
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
          this.#code.local(LOCAL.set, i)
          this.#code.local(LOCAL.get, i)
          this.#push(end)
          code.all([goesOn, CONTROL.if, EMPTY_BLOCK, CONTROL.loop, EMPTY_BLOCK])
          this.#block(body)
          this.#code.local(LOCAL.get, i)
          code.byte(INT.const)
          code.signed(step)
          code.byte(INT.add)
          this.#code.local(LOCAL.set, i)
          this.#code.local(LOCAL.get, i)
          this.#push(end)
          code.all([goesOn, CONTROL.branchIf, 0, CONTROL.end, CONTROL.end])
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
      this.#code.local(LOCAL.get, local)
      code.all([INT.const, 16, INT.add])
      this.#code.local(LOCAL.set, local)
    }
    this.#address(first, from)
    this.#code.local(LOCAL.set, left)
    this.#address(second, at)
    this.#code.local(LOCAL.set, right)
    this.#push(count)
    if (one) code.all([INT.const, 1, INT.shiftRight])
    code.all([INT.const, 16, INT.mul])
    this.#code.local(LOCAL.get, left)
    code.byte(INT.add)
    this.#code.local(LOCAL.set, end)
    this.#code.local(LOCAL.get, left)
    this.#code.local(LOCAL.get, end)
    code.all([INT.lt, CONTROL.if, EMPTY_BLOCK, CONTROL.loop, EMPTY_BLOCK])
    body(one ? LANES.f64x2 : lanes, left, right)
    step(left)
    step(right)
    this.#code.local(LOCAL.get, left)
    this.#code.local(LOCAL.get, end)
    code.all([INT.lt, CONTROL.branchIf, 0, CONTROL.end, CONTROL.end])
    between?.()
    if (!one) return
    this.#push(count)
    code.all([INT.const, 1, INT.and, CONTROL.if, EMPTY_BLOCK])
    body(lanes, left, right)
    code.byte(CONTROL.end)
  }

  #loadAt(lanes: Lanes, array: ProgramArray, local: number): void {
    this.#code.local(LOCAL.get, local)
    this.#code.all(lanes.ops.load)
    this.#code.unsigned(this.#offset(array, 0))
  }

  #addScaled({ y, to, factor, x, from, count }: Extract<Statement, { kind: 'addScaled' }>): void {
    const code = this.#code
    const one = this.#lanes.count === 1
    const pair = this.#newLocal(one ? LANES.f64x2.valueType : this.#lanes.valueType)
    this.#push(factor)
    if (one) code.all(F64X2_SPLAT)
    this.#code.local(LOCAL.set, pair)
    this.#walk([y, to], [x, from], count, (lanes, target, source) => {
      this.#code.local(LOCAL.get, target)
      this.#loadAt(lanes, y, target)
      if (lanes.count === 1) this.#push(factor)
      else this.#code.local(LOCAL.get, pair)
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
    this.#code.local(LOCAL.set, pair)
    const half = (lane: number): void => {
      this.#code.local(LOCAL.get, pair)
      code.all(F64X2_LANE)
      code.byte(lane)
    }
    this.#walk(
      [x, from],
      [y, at],
      count,
      (lanes, left, right) => {
        const local = lanes.count === 1 ? sum : pair
        this.#code.local(LOCAL.get, local)
        this.#loadAt(lanes, x, left)
        this.#loadAt(lanes, y, right)
        code.all(lanes.ops.mul)
        code.all(lanes.ops.add)
        this.#code.local(LOCAL.set, local)
      },
      () => {
        half(0)
        half(1)
        code.all(this.#lanes.ops.add)
        this.#code.local(LOCAL.set, sum)
      },
    )
  }

  /** Puts a value on the stack: from its local, or computed here. */
  #push(value: Value): void {
    if (value.op === 'const') {
      this.#constant(value)
      return
    }
    const local = this.#localOf[value.id]
    if (local === undefined) this.#compute(value)
    else this.#code.local(LOCAL.get, local)
  }

  #compute(value: Value): void {
    const { op, a, b } = value
    if (SPECIAL.has(op)) this.#computeSpecial(value)
    else {
      this.#push(a!)
      if (b !== undefined) this.#push(b)
      if (a!.type === 'int') this.#code.byte(INT[op as 'add' | 'mul' | 'eq' | 'lt'])
      else this.#code.all(this.#lanes.ops[op])
    }
  }

  /** Operations that are more than an instruction after their operands. */
  #computeSpecial(value: Value): void {
    const code = this.#code
    const { op, a, b, c } = value
    switch (op) {
      case 'index':
      case 'read':
        this.#code.local(LOCAL.get, this.#variable(value.variable!))
        return
      case 'gaveUp':
        this.#code.local(LOCAL.get, this.#gaveUp)
        return
      case 'choose':
        this.#push(b!)
        this.#push(c!)
        this.#push(a!)
        code.all(this.#lanes.ops.choose)
        return
      case 'min':
      case 'max':
        for (const operand of [a!, b!]) {
          this.#push(operand)
          if (this.#lanes.count === 1) code.all(F64X2_SPLAT)
        }
        code.all(this.#lanes.ops[op])
        if (this.#lanes.count === 1) code.all([...F64X2_LANE, 0])
        return
      case 'half':
        this.#push(a!)
        code.all([INT.const, 1, INT.shiftRight])
        return
      case 'whole':
      case 'real':
        this.#push(a!)
        code.byte(op === 'whole' ? TRUNCATE : CONVERT)
    }
  }

  #load({ a, type, array, offset }: Value): void {
    this.#address(array!, a)
    if (type === 'int') this.#code.all(INT_LOAD)
    else this.#code.all(this.#lanes.ops[array!.place === 'model' ? 'splat' : 'load'])
    this.#code.unsigned(this.#offset(array!, offset))
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
    if (inState) this.#code.local(LOCAL.get, 0)
    if (index === undefined) {
      if (!inState) code.all([INT.const, 0])
      return
    }
    this.#push(index)
    code.byte(INT.const)
    code.signed(this.#stride(array))
    code.byte(INT.mul)
    if (inState) code.byte(INT.add)
  }

  /** The part of an address that is known. */
  #offset({ place, byteOffset, integers }: ProgramArray, index: number): number {
    const lanes = this.#lanes
    if (integers) return (place === 'data' ? 0 : this.#tables) + byteOffset + 4 * index
    return place === 'data' ? (byteOffset / 8 + index) * lanes.stride : this.#tables + byteOffset + index * lanes.bytes
  }

  /** Bytes from one entry of an array to the next. */
  #stride({ place, integers }: ProgramArray): number {
    return integers ? 4 : place === 'data' ? this.#lanes.stride : this.#lanes.bytes
  }

  #variable(variable: Variable): number {
    return this.#localFor(variable.id, variable.type)
  }

  #localFor(id: number, type: ValueType): number {
    let local = this.#localOf[id]
    if (local === undefined) {
      local = this.#newLocal(type === 'int' ? I32 : type === 'mask' ? this.#lanes.maskType : this.#lanes.valueType)
      this.#localOf[id] = local
    }
    return local
  }

  #newLocal(type: number): number {
    const run = this.#runs.at(-1)
    if (run?.type === type) run.count++
    else this.#runs.push({ type, count: 1 })
    this.#last++
    return this.#last
  }
}
