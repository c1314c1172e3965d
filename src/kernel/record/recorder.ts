import type {
  Cell,
  Counter,
  Index,
  Int,
  IntArray,
  Kernel,
  KernelStage,
  Mask,
  ModelNumbers,
  Num,
  NumArray,
  Routine,
  Table,
} from '../language/kernelLanguage.ts'
import { fold } from './fold.ts'
import type { KernelLayout } from './kernelLayout.ts'
import type { Block, Op, Program, ProgramArray, Statement, ValueType, Variable } from './kernelProgram.ts'
import { KnownNumbers } from './knownNumbers.ts'
import { RecordedInt, type RecordedMask, RecordedValue } from './recordedValue.ts'

/** How a kernel is recorded. */
export interface RecordOptions {
  /** Whether loops whose bounds are known are written out. */
  readonly unroll: boolean
  /** Whether routines keep their loops, too, whatever they say. */
  readonly keepLoops?: boolean
  /** Whether it is for one lane, also where there are several. */
  readonly ofOneLane?: boolean
}

/** Routines that kernels call, each recorded once. */
export interface Routines {
  has(name: string, ofOneLane: boolean): boolean
  add(program: Program): void
}

/** A block of a branch or loop, and the variables around it that it changes. */
interface Nested {
  readonly block: Block
  readonly changed: ReadonlySet<RecordedVariable>
}

/** Records a kernel into a program, and the routines that it calls into theirs. */
export function record(
  name: string,
  stage: KernelStage,
  layout: KernelLayout,
  options: RecordOptions,
  routines: Routines,
): Program {
  const recorder = new Recorder(layout, options, routines)
  stage(recorder)
  return { name, ofOneLane: options.ofOneLane ?? false, body: recorder.block }
}

/**
 * Records what a kernel does. Equal values are computed once, literals are folded, and a number that has been stored
 * or loaded is not loaded again while nothing can have changed it.
 */
export class Recorder implements Kernel {
  readonly layout: KernelLayout
  readonly #unroll: boolean
  readonly #ofOneLane: boolean
  readonly #keepLoops: boolean
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
  readonly #routines: Routines
  /** Variables that are alive, and those that the current branch or loop has changed. */
  #variables: RecordedVariable[] = []
  #changed: Set<RecordedVariable> | undefined

  constructor(layout: KernelLayout, options: RecordOptions, routines: Routines) {
    this.layout = layout
    this.#unroll = options.unroll
    this.#ofOneLane = options.ofOneLane ?? false
    this.#keepLoops = options.keepLoops ?? false
    this.#routines = routines
  }

  field(name: string, width = 1): NumArray {
    return new RecordedArray(this, this.layout.field(name), width)
  }
  workspace(name: string, length: number, width = 1): NumArray {
    return new RecordedArray(this, this.layout.workspace(name, length), width)
  }
  integers(name: string): IntArray {
    return new RecordedIntegers(this, this.layout.field(name))
  }
  integerWorkspace(name: string, length: number): IntArray {
    return new RecordedIntegers(this, this.layout.workspace(name, length, true))
  }
  numbers(name: string, width = 1): ModelNumbers {
    const array = this.layout.numbers(name)
    return {
      at: (index, part = 0) => {
        if (typeof index !== 'number') return this.loadFrom(array, this.place(index, width, part), 'num')
        const place = index * width + part
        const baked = this.layout.baked(array, place)
        return baked === undefined ? this.loadAt(array, place, 'num') : this.constant(baked, 'num')
      },
    }
  }
  varies(name: string, index?: number): boolean {
    return this.layout.varies(name, index)
  }
  table(name: string, values: ArrayLike<number>): Table {
    return {
      at: (index) => {
        if (typeof index === 'number') return values[index]
        return this.asInt(this.loadFrom(this.layout.structure(name, values), index, 'int'))
      },
    }
  }

  num(x: number): Num {
    return this.constant(x, 'num')
  }
  cell(x: Num | number): Cell {
    return new RecordedCell(this, this.#variable('num', this.valueOf(x)))
  }
  counter(x: Index): Counter {
    return new RecordedCounter(this, this.#variable('int', this.intOf(x)))
  }
  #variable(type: ValueType, value: RecordedValue): RecordedVariable {
    const variable = new RecordedVariable(this, { type, id: this.#ids++ }, value)
    this.#variables.push(variable)
    return variable
  }
  choose(mask: Mask, yes: Num | number, no: Num | number): Num {
    const { value } = mask as RecordedMask
    if (value.op === 'const') return this.valueOf(value.literal !== 0 ? yes : no)
    return this.pure('choose', 'num', value, this.valueOf(yes), this.valueOf(no))
  }
  any(mask: Mask): Index {
    const { value } = mask as RecordedMask
    if (value.op === 'const') return value.literal
    return this.asInt(this.pure('any', 'int', value))
  }

  sum(i: Index, j: Index): Index {
    return typeof i === 'number' && typeof j === 'number' ? i + j : this.#integer('add', i, j)
  }
  product(i: Index, j: Index): Index {
    return typeof i === 'number' && typeof j === 'number' ? i * j : this.#integer('mul', i, j)
  }
  half(i: Index): Index {
    return this.asInt(this.pure('half', 'int', this.intOf(i)))
  }
  same(i: Index, j: Index): Index {
    return this.#integer('eq', i, j)
  }
  less(i: Index, j: Index): Index {
    return this.#integer('lt', i, j)
  }
  whole(x: Num): Index {
    return this.asInt(this.pure('whole', 'int', this.valueOf(x)))
  }
  real(i: Index): Num {
    return this.pure('real', 'num', this.intOf(i))
  }
  /** index · width + part */
  place(index: Int, width: number, part: number): Int {
    const group = width === 1 ? index : this.product(index, width)
    return (part === 0 ? group : this.sum(group, part)) as Int
  }
  #integer(op: Op, i: Index, j: Index): Index {
    return this.asInt(this.pure(op, 'int', this.intOf(i), this.intOf(j)))
  }

  loop(first: Index, end: Index, body: (i: Index) => void): void {
    if (!this.#unroll || typeof first !== 'number' || typeof end !== 'number') {
      this.repeat(first, end, body)
      return
    }
    for (let i = first; i < end; i++) this.#inScope(() => body(i))
  }
  down(last: Index, first: Index, body: (i: Index) => void): void {
    if (!this.#unroll || typeof first !== 'number' || typeof last !== 'number') {
      this.#rolled(last, first, -1, body)
      return
    }
    for (let i = last; i >= first; i--) this.#inScope(() => body(i))
  }
  repeat(first: Index, end: Index, body: (i: Index) => void): void {
    if (typeof first === 'number' && typeof end === 'number' && first >= end) return
    this.#rolled(first, end, 1, body)
  }

  #rolled(first: Index, end: Index, step: 1 | -1, body: (i: Index) => void): void {
    const firstValue = this.use(this.intOf(first))
    const endValue = this.use(this.intOf(end))
    endValue.crosses = true
    const variable: Variable = { type: 'int', id: this.#ids++ }
    const block = this.#repeated(() => body(new RecordedInt(this.#indexOf(variable))))
    this.push({ kind: 'for', variable, first: firstValue, end: endValue, step, body: block })
  }

  #indexOf(variable: Variable): RecordedValue {
    const value = new RecordedValue(this, 'index', 'int', this.#ids++, this.block)
    value.variable = variable
    return value
  }

  addScaled(y: NumArray, to: Index, factor: Num, x: NumArray, from: Index, count: Index): void {
    this.addMultiples(y, to, x, [[factor, from]], count)
  }
  addMultiples(y: NumArray, to: Index, x: NumArray, terms: readonly (readonly [Num, Index])[], count: Index): void {
    if (this.#unroll && [to, count, ...terms.map(([, from]) => from)].every((i) => typeof i === 'number')) {
      for (let i = 0; i < (count as number); i++) {
        const at = (to as number) + i
        y.set(
          at,
          terms.reduce((sum, [factor, from]) => sum.plus(factor.times(x.at((from as number) + i))), y.at(at)),
        )
      }
      return
    }
    const target = (y as RecordedArray).array
    this.push({
      kind: 'addMultiples',
      y: target,
      to: this.use(this.intOf(to)),
      x: (x as RecordedArray).array,
      terms: terms.map(([factor, from]) => ({
        factor: this.use(this.valueOf(factor)),
        from: this.use(this.intOf(from)),
      })),
      count: this.use(this.intOf(count)),
    })
    this.#storedSomewhere(target)
  }

  dotRange(x: NumArray, from: Index, y: NumArray, at: Index, count: Index): Num {
    return this.dotRanges(x, [from], y, at, count)[0]
  }
  dotRanges(x: NumArray, froms: readonly Index[], y: NumArray, at: Index, count: Index): Num[] {
    const sums = froms.map((from) => ({
      variable: { type: 'num', id: this.#ids++ } as const,
      from: this.use(this.intOf(from)),
    }))
    this.push({
      kind: 'dotRanges',
      sums,
      x: (x as RecordedArray).array,
      y: (y as RecordedArray).array,
      at: this.use(this.intOf(at)),
      count: this.use(this.intOf(count)),
    })
    return sums.map(({ variable }) => this.read(variable))
  }

  while(condition: () => Index, body: () => void): void {
    let value = this.constant(0, 'int')
    let inner: Block | undefined
    const head = this.#repeated(() => {
      value = this.use(this.intOf(condition()))
      inner = this.#nested(body).block
    })
    this.push({ kind: 'while', head, condition: value, body: inner! })
  }

  /** Records a block that is repeated: what it changes, a later round sees, so variables are read anew. */
  #repeated(body: () => void): Block {
    for (const variable of this.#variables) variable.store()
    const outer = this.#variables.map(({ current }) => current)
    for (const variable of this.#variables) variable.current = undefined
    this.known.enterLoop()
    const { block, changed } = this.#nested(body)
    this.known.leave()
    this.#variables.forEach((variable, i) => {
      variable.current = changed.has(variable) ? undefined : outer[i]
    })
    return block
  }

  when(condition: Index, yes: () => void, no?: () => void): void {
    if (typeof condition === 'number') {
      if (condition !== 0) yes()
      else no?.()
      return
    }
    const value = this.use(this.intOf(condition))
    const outer = this.#variables.map(({ current }) => current)
    this.known.enterBranch()
    const first = this.#nested(yes)
    this.known.leave()
    this.#variables.forEach((variable, i) => {
      variable.current = outer[i]
    })
    let second: Nested | undefined
    if (no !== undefined) {
      this.known.enterBranch()
      second = this.#nested(no)
      this.known.leave()
    }
    this.#variables.forEach((variable, i) => {
      variable.current = first.changed.has(variable) || second?.changed.has(variable) ? undefined : outer[i]
    })
    this.push({ kind: 'if', condition: value, yes: first.block, no: second?.block })
  }

  giveUp(mask: Mask): void {
    const { value } = mask as RecordedMask
    if (value.op === 'const' && value.literal === 0) return
    this.push({ kind: 'giveUp', mask: this.use(value) })
  }

  gaveUp(): Index {
    return this.asInt(this.#perform('gaveUp', 'int'))
  }

  call(routine: Routine): void {
    this.#call(routine, this.#ofOneLane)
    this.push({ kind: 'call', program: routine.name })
  }
  eachLane(routine: Routine): void {
    this.#call(routine, true)
    this.push({ kind: 'eachLane', program: routine.name })
  }
  #call({ name, stage, unroll = false }: Routine, ofOneLane: boolean): void {
    const routines = this.#routines
    const keepLoops = this.#keepLoops
    const options = { unroll: unroll && !keepLoops, keepLoops, ofOneLane }
    if (!routines.has(name, ofOneLane)) routines.add(record(name, stage, this.layout, options, routines))
    this.known.forgetAll()
  }

  /** Records a block of its own. Its variables end with it. */
  #nested(body: () => void): Nested {
    const outerBlock = this.block
    const outerChanged = this.#changed
    const changed = new Set<RecordedVariable>()
    const block = newBlock(outerBlock)
    this.block = block
    this.#changed = changed
    this.#inScope(body)
    block.open = false
    this.block = outerBlock
    this.#changed = outerChanged
    for (const variable of changed) if (variable.home !== outerBlock) outerChanged?.add(variable)
    return { block, changed }
  }
  #inScope(body: () => void): void {
    const alive = this.#variables.length
    body()
    this.#variables.length = alive
  }

  /** Notes that the current branch or loop changes a variable of a block around it. */
  noteChange(variable: RecordedVariable): void {
    this.#changed?.add(variable)
  }

  // ── values ──

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
    const folded = fold(this, op, a, b)
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
    const value = this.#perform('load', type)
    value.array = array
    value.offset = index
    this.known.loaded(array, index, value)
    return value
  }

  /** The number at an index that the machine computes. */
  loadFrom(array: ProgramArray, index: Int, type: ValueType): RecordedValue {
    const { variable, offset } = split(array, (index as RecordedInt).value)
    const value = this.#perform('load', type, this.use(variable))
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
    this.#storedSomewhere(array)
  }

  #storedSomewhere(array: ProgramArray): void {
    this.known.storedSomewhere(array)
    array.facts?.clear()
  }

  read(variable: Variable): RecordedValue {
    const value = this.#perform('read', variable.type)
    value.variable = variable
    return value
  }

  /** A value that is not pure, computed here. */
  #perform(op: Op, type: ValueType, index?: RecordedValue): RecordedValue {
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

function newBlock(parent: Block | undefined): Block {
  return { parent, statements: [], open: true }
}

/**
 * A number that changes. It costs nothing while only its own block sets it: its current value is known. Where a branch
 * or a loop sets it, it becomes a variable of the program.
 */
class RecordedVariable {
  readonly #recorder: Recorder
  readonly #variable: Variable
  readonly home: Block
  /** What it holds, if that is known here. */
  current: RecordedValue | undefined
  /** Whether the variable of the program holds it too. */
  #stored = false

  constructor(recorder: Recorder, variable: Variable, value: RecordedValue) {
    this.#recorder = recorder
    this.#variable = variable
    this.home = recorder.block
    this.current = value
  }

  get(): RecordedValue {
    if (this.current !== undefined) return this.current
    this.current = this.#recorder.read(this.#variable)
    return this.current
  }

  set(value: RecordedValue): void {
    const r = this.#recorder
    if (r.block === this.home) {
      this.current = value
      this.#stored = false
      return
    }
    this.store()
    r.push({ kind: 'set', variable: this.#variable, value: r.use(value) })
    r.noteChange(this)
    this.current = value
  }

  /** Puts what is known into the variable, before the branch or loop that is being recorded. */
  store(): void {
    if (this.#stored) return
    this.#stored = true
    if (this.current === undefined) return
    const { current } = this
    current.uses++
    if (current.block !== this.home) current.crosses = true
    this.home.statements.push({ kind: 'set', variable: this.#variable, value: current })
  }
}

class RecordedCell implements Cell {
  readonly #recorder: Recorder
  readonly #variable: RecordedVariable
  constructor(recorder: Recorder, variable: RecordedVariable) {
    this.#recorder = recorder
    this.#variable = variable
  }
  get value(): Num {
    return this.#variable.get()
  }
  set(x: Num | number): void {
    this.#variable.set(this.#recorder.valueOf(x))
  }
  add(x: Num | number): void {
    this.set(this.value.plus(x))
  }
}

class RecordedCounter implements Counter {
  readonly #recorder: Recorder
  readonly #variable: RecordedVariable
  constructor(recorder: Recorder, variable: RecordedVariable) {
    this.#recorder = recorder
    this.#variable = variable
  }
  get value(): Index {
    return this.#recorder.asInt(this.#variable.get())
  }
  set(x: Index): void {
    this.#variable.set(this.#recorder.intOf(x))
  }
}

class RecordedIntegers implements IntArray {
  readonly #recorder: Recorder
  readonly #array: ProgramArray
  constructor(recorder: Recorder, array: ProgramArray) {
    this.#recorder = recorder
    this.#array = array
  }
  at(index: Index): Index {
    const r = this.#recorder
    if (typeof index === 'number') return r.asInt(r.loadAt(this.#array, index, 'int'))
    return r.asInt(r.loadFrom(this.#array, index, 'int'))
  }
  set(index: Index, x: Index): void {
    const r = this.#recorder
    if (typeof index === 'number') r.storeAt(this.#array, index, r.intOf(x))
    else r.storeTo(this.#array, index, r.intOf(x))
  }
}

class RecordedArray implements NumArray {
  readonly #recorder: Recorder
  readonly array: ProgramArray
  readonly #width: number
  constructor(recorder: Recorder, array: ProgramArray, width: number) {
    this.#recorder = recorder
    this.array = array
    this.#width = width
  }
  at(index: Index, part = 0): Num {
    if (typeof index === 'number') return this.#recorder.loadAt(this.array, index * this.#width + part, 'num')
    return this.#recorder.loadFrom(this.array, this.#place(index, part), 'num')
  }
  set(index: Index, x: Num | number, part = 0): void {
    const r = this.#recorder
    if (typeof index === 'number') r.storeAt(this.array, index * this.#width + part, r.valueOf(x))
    else r.storeTo(this.array, this.#place(index, part), r.valueOf(x))
  }
  #place(index: Int, part: number): Int {
    return this.#recorder.place(index, this.#width, part)
  }
}

/**
 * The part of an index that is only known when the kernel runs, and the rest: i·width + part is an address that all
 * parts of a group share, and an offset, which costs nothing. Not in structure, whose indices may be below zero before
 * the offset is added.
 */
function split(array: ProgramArray, index: RecordedValue): { variable: RecordedValue; offset: number } {
  const { op, a, b } = index
  const isOffset = op === 'add' && b?.op === 'const' && b.literal > 0 && array.place !== 'structure'
  return isOffset ? { variable: a!, offset: b.literal } : { variable: index, offset: 0 }
}
