import type { Index, Int, Num } from '../language/kernelLanguage.ts'
import { fold } from './fold.ts'
import type { KernelLayout } from './kernelLayout.ts'
import type { Block, Op, ProgramArray, Statement, ValueType, Variable } from './kernelProgram.ts'
import { KnownNumbers } from './knownNumbers.ts'
import { split } from './recordedArray.ts'
import { RecordedInt, RecordedValue } from './recordedValue.ts'

/**
 * Records values, loads, and stores. Equal values are computed once, literals are folded, and a number that has been
 * stored or loaded is not loaded again while nothing can have changed it.
 */
export class ValueRecorder {
  readonly layout: KernelLayout
  /** The block that is being recorded. */
  block: Block = newBlock(undefined)
  readonly known = new KnownNumbers<RecordedValue>()
  readonly #literals: Readonly<Record<ValueType, Map<number, RecordedValue>>> = {
    num: new Map(),
    mask: new Map(),
    int: new Map(),
  }
  /** −0, which maps take for 0. */
  #negativeZero: RecordedValue | undefined
  #ids = 0

  constructor(layout: KernelLayout) {
    this.layout = layout
  }

  /** The number of a new value or variable. */
  protected newId(): number {
    return this.#ids++
  }

  constant(x: number, type: ValueType): RecordedValue {
    if (x === 0 && type === 'num' && 1 / x < 0) {
      this.#negativeZero ??= this.#literal(x, 'num')
      return this.#negativeZero
    }
    const literals = this.#literals[type]
    let value = literals.get(x)
    if (value === undefined) {
      value = this.#literal(x, type)
      literals.set(x, value)
    }
    return value
  }
  #literal(x: number, type: ValueType): RecordedValue {
    const value = new RecordedValue(this, 'const', type, -1, this.block)
    value.literal = x
    return value
  }

  valueOf(x: Num | number): RecordedValue {
    return typeof x === 'number' ? this.constant(x, 'num') : (x as RecordedValue)
  }
  intOf(i: Index): RecordedValue {
    return typeof i === 'number' ? this.constant(i, 'int') : (i as RecordedInt).value
  }
  asInt(value: RecordedValue): Index {
    return value.op === 'const' ? value.literal : new RecordedInt(value)
  }

  /** A pure value: folded, or the equal one that is there, or a new one. */
  pure(op: Op, type: ValueType, a: RecordedValue, x?: RecordedValue | number, c?: RecordedValue): RecordedValue {
    const b = typeof x === 'number' ? this.constant(x, 'num') : x
    const folded = fold<RecordedValue>(this, op, a, b)
    if (folded !== undefined) return folded
    // an equal value has the same newest operand, which seldom has many users
    let newest = a
    if (b !== undefined && b.id > newest.id) newest = b
    if (c !== undefined && c.id > newest.id) newest = c
    for (let there = newest.lastUser; there !== undefined; there = there.earlierUser)
      if (there.op === op && there.a === a && there.b === b && there.c === c && there.block.open) return there
    this.use(a)
    if (b !== undefined) this.use(b)
    if (c !== undefined) this.use(c)
    const value = new RecordedValue(this, op, type, this.#ids++, this.block, a, b, c)
    value.earlierUser = newest.lastUser
    newest.lastUser = value
    this.block.statements.push(value)
    return value
  }

  /** The number at an index that is known. */
  loadAt(array: ProgramArray, index: number, type: ValueType): RecordedValue {
    const known = this.known.get(array, index)
    if (known !== undefined) return known
    const fact = array.facts?.get(index)
    if (fact !== undefined) return this.constant(fact, 'num')
    const value = this.perform('load', type)
    value.array = array
    value.offset = index
    this.known.loaded(array, index, value)
    return value
  }

  /** The number at an index that the machine computes. */
  loadFrom(array: ProgramArray, index: Int, type: ValueType): RecordedValue {
    const { variable, offset } = split(array, (index as RecordedInt).value)
    const value = this.perform('load', type, this.use(variable))
    value.array = array
    value.offset = offset
    return value
  }

  storeAt(array: ProgramArray, index: number, value: RecordedValue): void {
    this.block.statements.push({ kind: 'store', array, index: undefined, offset: index, value: this.use(value) })
    this.known.stored(array, index, value)
    if (array.facts === undefined) return
    if (this.block.parent === undefined && value.op === 'const') array.facts.set(index, value.literal)
    else array.facts.delete(index)
  }

  storeTo(array: ProgramArray, index: Int, value: RecordedValue): void {
    const { variable, offset } = split(array, (index as RecordedInt).value)
    this.push({ kind: 'store', array, index: this.use(variable), offset, value: this.use(value) })
    this.storedSomewhere(array)
  }

  protected storedSomewhere(array: ProgramArray): void {
    this.known.storedSomewhere(array)
    array.facts?.clear()
  }

  read(variable: Variable): RecordedValue {
    const value = this.perform('read', variable.type)
    value.variable = variable
    return value
  }

  /** A value that is not pure, computed here. */
  protected perform(op: Op, type: ValueType, index?: RecordedValue): RecordedValue {
    const value = new RecordedValue(this, op, type, this.#ids++, this.block, index)
    this.block.statements.push(value)
    return value
  }

  use(value: RecordedValue): RecordedValue {
    value.uses++
    if (value.block !== this.block) value.crosses = true
    return value
  }

  push(statement: Statement): void {
    this.block.statements.push(statement)
  }
}

export function newBlock(parent: Block | undefined): Block {
  return { parent, statements: [], open: true }
}
