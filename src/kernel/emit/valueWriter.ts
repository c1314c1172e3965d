import type { Op, ProgramArray, Value, ValueType, Variable } from '../record/kernelProgram.ts'
import { ByteWriter } from './byteWriter.ts'
import type { Lanes } from './laneType.ts'
import type { LiteralPool } from './literalPool.ts'
import { I32, INT, INT_LOAD, LOCAL, V128_CONST } from './opcodes.ts'

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

/** Writes values of a function, addresses, and locals, which are given out as they are needed. */
export class ValueWriter {
  readonly lanes: Lanes
  readonly code = new ByteWriter()
  /** The local that says whether the function has given up. */
  readonly gaveUp: number
  readonly #tables: number
  readonly #literals: LiteralPool | undefined
  /** Locals after the parameter, in runs of one type. */
  readonly #runs: { readonly type: number; count: number }[] = []
  /** The last local; 0 is the parameter. */
  #last = 0
  /** Locals of values and variables, by id. */
  readonly #localOf: (number | undefined)[] = []

  /** @param tables address of the tables */
  constructor(lanes: Lanes, tables: number, literals?: LiteralPool) {
    this.lanes = lanes
    this.#tables = tables
    this.#literals = literals
    this.gaveUp = this.newLocal(I32)
  }

  /** The body of a function: its locals, then the code that has been written. */
  body(): ByteWriter {
    const body = new ByteWriter()
    body.unsigned(this.#runs.length)
    for (const { type, count } of this.#runs) {
      body.unsigned(count)
      body.byte(type)
    }
    body.append(this.code)
    return body
  }

  /** Puts a value on the stack: from its local, or computed here. */
  push(value: Value): void {
    if (value.op === 'const') {
      this.#constant(value)
      return
    }
    const local = this.#localOf[value.id]
    if (local === undefined) this.compute(value)
    else this.code.local(LOCAL.get, local)
  }

  /** Computes a value on the stack, if it is no load. */
  compute(value: Value): void {
    const { op, a, b } = value
    if (SPECIAL.has(op)) this.#computeSpecial(value)
    else {
      this.push(a!)
      if (b !== undefined) this.push(b)
      if (a!.type === 'int') this.code.byte(INT[op as 'add' | 'mul' | 'eq' | 'lt'])
      else this.code.all(this.lanes.ops[op])
    }
  }

  /** Operations that are more than an instruction after their operands. */
  #computeSpecial(value: Value): void {
    const { code } = this
    const { op, a, b, c } = value
    switch (op) {
      case 'index':
      case 'read':
        this.code.local(LOCAL.get, this.variable(value.variable!))
        return
      case 'gaveUp':
        this.code.local(LOCAL.get, this.gaveUp)
        return
      case 'choose':
        this.push(b!)
        this.push(c!)
        this.push(a!)
        code.all(this.lanes.ops.choose)
        return
      case 'min':
      case 'max':
        for (const operand of [a!, b!]) {
          this.push(operand)
          if (this.lanes.count === 1) code.all(this.lanes.ops['spread'])
        }
        code.all(this.lanes.ops[op])
        if (this.lanes.count === 1) code.all(this.lanes.ops['first'])
        return
      case 'half':
        this.push(a!)
        code.all([INT.const, 1, INT.shiftRight])
        return
      case 'whole':
      case 'real':
        this.push(a!)
        code.all(this.lanes.ops[op])
    }
  }

  /** Loads a value on the stack. */
  load({ a, type, array, offset }: Value): void {
    this.address(array!, a)
    if (type === 'int') this.code.all(INT_LOAD)
    else this.code.all(this.lanes.ops[array!.place === 'model' ? 'splat' : 'load'])
    this.code.unsigned(this.offset(array!, offset))
  }

  #constant({ type, literal }: Value): void {
    const code = this.code
    if (type === 'int' || (type === 'mask' && this.lanes.count === 1)) {
      code.byte(INT.const)
      code.signed(literal)
    } else if (type === 'mask') {
      code.all(V128_CONST)
      for (let i = 0; i < 16; i++) code.byte(literal === 0 ? 0 : 0xff)
    } else this.number(literal)
  }

  /** A number in all lanes. */
  number(literal: number): void {
    const code = this.code
    const { count, bytes, ops } = this.lanes
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
  address(array: ProgramArray, index: Value | undefined): void {
    const code = this.code
    const inState = array.place === 'data'
    if (inState) this.code.local(LOCAL.get, 0)
    if (index === undefined) {
      if (!inState) code.all([INT.const, 0])
      return
    }
    this.push(index)
    code.byte(INT.const)
    code.signed(this.#stride(array))
    code.byte(INT.mul)
    if (inState) code.byte(INT.add)
  }

  /** The part of an address that is known. */
  offset({ place, byteOffset, integers }: ProgramArray, index: number): number {
    const { scale, stride, integerStride, bytes } = this.lanes
    if (place !== 'data') return this.#tables + byteOffset + index * (integers ? 4 : bytes)
    return scale * byteOffset + index * (integers ? integerStride : stride)
  }

  /** Bytes from one entry of an array to the next. */
  #stride({ place, integers }: ProgramArray): number {
    const { stride, integerStride, bytes } = this.lanes
    if (place !== 'data') return integers ? 4 : bytes
    return integers ? integerStride : stride
  }

  variable(variable: Variable): number {
    return this.localFor(variable.id, variable.type)
  }

  localFor(id: number, type: ValueType): number {
    let local = this.#localOf[id]
    if (local === undefined) {
      local = this.newLocal(type === 'int' ? I32 : type === 'mask' ? this.lanes.maskType : this.lanes.valueType)
      this.#localOf[id] = local
    }
    return local
  }

  newLocal(type: number): number {
    const run = this.#runs.at(-1)
    if (run?.type === type) run.count++
    else this.#runs.push({ type, count: 1 })
    this.#last++
    return this.#last
  }
}
