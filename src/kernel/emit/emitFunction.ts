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
import type { LiteralPool } from './literalPool.ts'

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
/** Ranges of this many numbers are walked over without a loop. */
const MOST_WRITTEN_OUT = 32
const V128_CONST = [0xfd, 0x0c]
const F64X2_LANE = [0xfd, 0x21]

/** What functions are made for. */
export interface WasmTarget {
  readonly lanes: LaneType
  /** Address of the tables. */
  readonly tables: number
  /** Literals of several lanes in memory; by default they are instructions. */
  readonly literals?: LiteralPool | undefined
}

/** Number of a function of the module: of all lanes together, or of one lane. */
export type PlaceOf = (program: string, ofOneLane: boolean) => number

/** Prints a program as the body of a WebAssembly function: (address of the state) → 0, or 1 if it gave up. */
export function emitFunction(program: Program, target: WasmTarget, placeOf: PlaceOf): ByteWriter {
  return new FunctionWriter(target, (name, ofOneLane) => placeOf(name, ofOneLane || program.ofOneLane)).write(program)
}

/** Writes one function: locals are given out as they are needed, in the order of the program. */
class FunctionWriter {
  readonly #lanes: Lanes
  readonly #tables: number
  readonly #literals: LiteralPool | undefined
  readonly #code = new ByteWriter()
  /** Locals after the parameter, in runs of one type. */
  readonly #runs: { readonly type: number; count: number }[] = []
  /** The last local; 0 is the parameter. */
  #last = 0
  /** Locals of values and variables, by id. */
  readonly #localOf: (number | undefined)[] = []
  readonly #gaveUp: number
  readonly #placeOf: PlaceOf
  /** Whether numbers of an array are neighbors, so that two of them can be loaded at once. */
  readonly #dense: boolean

  constructor({ lanes: type, tables, literals }: WasmTarget, placeOf: PlaceOf) {
    const lanes = LANES[type]
    this.#lanes = lanes
    this.#tables = tables
    this.#literals = literals
    this.#placeOf = placeOf
    this.#dense = lanes.stride === lanes.bytes
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
          this.#call(this.#placeOf(statement.program, false), 0)
          break
        case 'eachLane':
          for (let lane = 0; lane < this.#lanes.count; lane++)
            this.#call(this.#placeOf(statement.program, true), lane * this.#lanes.bytes)
          break
        case 'addMultiples':
          this.#addMultiples(statement)
          break
        case 'dotRanges':
          this.#dotRanges(statement)
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

  /** Calls a function on the state, or on a lane of it, and notes whether that has given up. */
  #call(place: number, offset: number): void {
    const code = this.#code
    code.local(LOCAL.get, this.#gaveUp)
    code.local(LOCAL.get, 0)
    if (offset > 0) {
      code.byte(INT.const)
      code.signed(offset)
      code.byte(INT.add)
    }
    code.byte(CONTROL.call)
    code.unsigned(place)
    code.byte(INT.or)
    code.local(LOCAL.set, this.#gaveUp)
  }

  /**
   * Walks over `count` numbers from several places on, one or two at a time; the last of an odd number stands alone.
   * @param pairs whether it takes two at a time
   * @param body code for the numbers at the places, whose addresses are in locals, or that many numbers further
   * @param between code before the last number
   */
  #walk(
    places: readonly (readonly [ProgramArray, Value])[],
    count: Value,
    pairs: boolean,
    body: (isPair: boolean, locals: readonly number[], further: number) => void,
    between?: () => void,
  ): void {
    const code = this.#code
    const known = count.op === 'const' && count.literal <= MOST_WRITTEN_OUT ? count.literal : undefined
    const bytes = (pairs ? 2 : 1) * this.#lanes.stride
    const locals = places.map(() => this.#newLocal(I32))
    places.forEach(([array, index], i) => {
      this.#address(array, index)
      code.local(LOCAL.set, locals[i])
    })
    if (known !== undefined) {
      const step = pairs ? 2 : 1
      let i = 0
      for (; i + step <= known; i += step) body(pairs, locals, i)
      between?.()
      if (i < known) body(false, locals, i)
      return
    }
    const end = this.#newLocal(I32)
    const [first] = locals
    this.#push(count)
    if (pairs) code.all([INT.const, 1, INT.shiftRight])
    code.all([INT.const, bytes, INT.mul])
    code.local(LOCAL.get, first)
    code.byte(INT.add)
    code.local(LOCAL.set, end)
    code.local(LOCAL.get, first)
    code.local(LOCAL.get, end)
    code.all([INT.lt, CONTROL.if, EMPTY_BLOCK, CONTROL.loop, EMPTY_BLOCK])
    body(pairs, locals, 0)
    for (const local of locals) {
      code.local(LOCAL.get, local)
      code.all([INT.const, bytes, INT.add])
      code.local(LOCAL.set, local)
    }
    code.local(LOCAL.get, first)
    code.local(LOCAL.get, end)
    code.all([INT.lt, CONTROL.branchIf, 0, CONTROL.end, CONTROL.end])
    between?.()
    if (!pairs) return
    this.#push(count)
    code.all([INT.const, 1, INT.and, CONTROL.if, EMPTY_BLOCK])
    body(false, locals, 0)
    code.byte(CONTROL.end)
  }

  #loadAt(lanes: Lanes, array: ProgramArray, local: number, index = 0): void {
    this.#code.local(LOCAL.get, local)
    this.#code.all(lanes.ops['load'])
    this.#code.unsigned(this.#offset(array, index))
  }

  /** Takes two neighbors at a time, where numbers have some. */
  #addMultiples({ y, to, x, terms, count }: Extract<Statement, { kind: 'addMultiples' }>): void {
    const code = this.#code
    const pairs = (this.#dense ? terms : []).map(({ factor }) => {
      const pair = this.#newLocal(LANES.f64x2.valueType)
      this.#push(factor)
      code.all(this.#lanes.ops['spread'])
      code.local(LOCAL.set, pair)
      return pair
    })
    const places = [[y, to] as const, ...terms.map(({ from }) => [x, from] as const)]
    this.#walk(places, count, this.#dense, (isPair, [target, ...sources], further) => {
      const lanes = isPair ? LANES.f64x2 : this.#lanes
      code.local(LOCAL.get, target)
      this.#loadAt(lanes, y, target, further)
      terms.forEach(({ factor }, i) => {
        if (isPair) code.local(LOCAL.get, pairs[i])
        else this.#push(factor)
        this.#loadAt(lanes, x, sources[i], further)
        code.all(lanes.ops['mul'])
        code.all(lanes.ops['add'])
      })
      code.all(lanes.ops['store'])
      code.unsigned(this.#offset(y, further))
    })
  }

  /** Sums even and odd products, adds the two, and then the last one. Neighbors are summed as two lanes. */
  #dotRanges({ sums, x, y, at, count }: Extract<Statement, { kind: 'dotRanges' }>): void {
    const code = this.#code
    const { ops, valueType } = this.#lanes
    // even and odd products as a pair, or apart
    const parts = sums.map(() =>
      this.#dense ? [this.#newLocal(LANES.f64x2.valueType)] : [this.#newLocal(valueType), this.#newLocal(valueType)],
    )
    for (const part of parts.flat()) {
      if (this.#dense) code.all([...V128_CONST, ...new Uint8Array(16)])
      else this.#number(0)
      code.local(LOCAL.set, part)
    }
    const addProduct = (lanes: Lanes, to: number, left: number, right: number, index: number): void => {
      code.local(LOCAL.get, to)
      this.#loadAt(lanes, x, left, index)
      this.#loadAt(lanes, y, right, index)
      code.all(lanes.ops['mul'])
      code.all(lanes.ops['add'])
      code.local(LOCAL.set, to)
    }
    this.#walk(
      [...sums.map(({ from }) => [x, from] as const), [y, at]],
      count,
      true,
      (isPair, locals, further) =>
        sums.forEach(({ variable }, s) => {
          const [left, right] = [locals[s], locals[sums.length]]
          if (!isPair) addProduct(this.#lanes, this.#variable(variable), left, right, further)
          else
            parts[s].forEach((part, i) => {
              addProduct(this.#dense ? LANES.f64x2 : this.#lanes, part, left, right, further + i)
            })
        }),
      () =>
        sums.forEach(({ variable }, s) => {
          for (const i of [0, 1]) {
            code.local(LOCAL.get, parts[s][this.#dense ? 0 : i])
            if (this.#dense) code.all([...F64X2_LANE, i])
          }
          code.all(ops['add'])
          code.local(LOCAL.set, this.#variable(variable))
        }),
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
          if (this.#lanes.count === 1) code.all(this.#lanes.ops['spread'])
        }
        code.all(this.#lanes.ops[op])
        if (this.#lanes.count === 1) code.all(this.#lanes.ops['first'])
        return
      case 'half':
        this.#push(a!)
        code.all([INT.const, 1, INT.shiftRight])
        return
      case 'whole':
      case 'real':
        this.#push(a!)
        code.all(this.#lanes.ops[op])
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
    } else this.#number(literal)
  }

  /** A number in all lanes. */
  #number(literal: number): void {
    const code = this.#code
    const { count, bytes, ops } = this.#lanes
    // all zeros are one instruction
    const address = Object.is(literal, 0) ? undefined : this.#literals?.addressOf(literal)
    if (address !== undefined) {
      code.all([INT.const, 0, ...ops['splat']])
      code.unsigned(address)
      return
    }
    code.all(count === 1 ? ops['const'] : V128_CONST)
    for (let i = 0; i < count; i++) {
      if (bytes === 8) code.f64(literal)
      else code.f32(literal)
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
    const { scale, stride, integerStride, bytes } = this.#lanes
    if (place !== 'data') return this.#tables + byteOffset + index * (integers ? 4 : bytes)
    return scale * byteOffset + index * (integers ? integerStride : stride)
  }

  /** Bytes from one entry of an array to the next. */
  #stride({ place, integers }: ProgramArray): number {
    const { stride, integerStride, bytes } = this.#lanes
    if (place !== 'data') return integers ? 4 : bytes
    return integers ? integerStride : stride
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
