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
import type { Block, Op, Program, ProgramArray, Statement, Value, ValueType, Variable } from './kernelProgram.ts'
import { KnownNumbers } from './knownNumbers.ts'

/** How a kernel is recorded. */
export interface RecordOptions {
  /** Whether loops whose bounds are known are written out. */
  readonly unroll: boolean
}

/** Routines by name: those that kernels call, each recorded once. */
export type Routines = Map<string, Program>

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
  routines: Routines = new Map(),
): Program {
  const recorder = new Recorder(layout, options, routines)
  stage(recorder)
  return { name, body: recorder.block }
}

/**
 * Records what a kernel does. Equal values are computed once, literals are folded, and a number that has been stored
 * or loaded is not loaded again while nothing can have changed it.
 */
export class Recorder implements Kernel {
  readonly layout: KernelLayout
  readonly #unroll: boolean
  /** The block that is being recorded. */
  block: Block = newBlock(undefined)
  readonly known = new KnownNumbers()
  #ids = 0
  readonly #routines: Routines
  /** Variables that are alive, and those that the current branch or loop has changed. */
  #variables: RecordedVariable[] = []
  #changed: Set<RecordedVariable> | undefined

  constructor(layout: KernelLayout, options: RecordOptions, routines: Routines) {
    this.layout = layout
    this.#unroll = options.unroll
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
        const place = this.sum(this.product(index, width), part)
        const baked = typeof place === 'number' ? this.layout.baked(array, place) : undefined
        return this.wrap(baked === undefined ? this.load(array, place, 'num') : this.constant(baked, 'num'))
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
        return this.asInt(this.load(this.layout.structure(name, values), index, 'int'))
      },
    }
  }

  num(x: number): Num {
    return this.wrap(this.constant(x, 'num'))
  }
  cell(x: Num | number): Cell {
    return new RecordedCell(this, this.#variable('num', this.valueOf(x)))
  }
  counter(x: Index): Counter {
    return new RecordedCounter(this, this.#variable('int', this.intOf(x)))
  }
  #variable(type: ValueType, value: Value): RecordedVariable {
    const variable = new RecordedVariable(this, { type, id: this.#ids++ }, value)
    this.#variables.push(variable)
    return variable
  }
  choose(mask: Mask, yes: Num | number, no: Num | number): Num {
    const { value } = mask as RecordedMask
    if (value.op === 'const') return this.wrap(this.valueOf(value.literal !== 0 ? yes : no))
    return this.wrap(this.pure('choose', 'num', [value, this.valueOf(yes), this.valueOf(no)]))
  }
  any(mask: Mask): Index {
    const { value } = mask as RecordedMask
    if (value.op === 'const') return value.literal
    return this.asInt(this.pure('any', 'int', [value]))
  }

  sum(i: Index, j: Index): Index {
    return this.#integer('add', i, j)
  }
  product(i: Index, j: Index): Index {
    return this.#integer('mul', i, j)
  }
  same(i: Index, j: Index): Index {
    return this.#integer('eq', i, j)
  }
  less(i: Index, j: Index): Index {
    return this.#integer('lt', i, j)
  }
  whole(x: Num): Index {
    return this.asInt(this.pure('whole', 'int', [this.valueOf(x)]))
  }
  real(i: Index): Num {
    return this.wrap(this.pure('real', 'num', [this.intOf(i)]))
  }
  #integer(op: Op, i: Index, j: Index): Index {
    return this.asInt(this.pure(op, 'int', [this.intOf(i), this.intOf(j)]))
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
    const block = this.#repeated(() => body(this.asInt(this.node('index', 'int', [], { variable, literal: 0 }))))
    this.push({ kind: 'for', variable, first: firstValue, end: endValue, step, body: block })
  }

  addScaled(y: NumArray, to: Index, factor: Num, x: NumArray, from: Index, count: Index): void {
    if (this.#unroll && typeof to === 'number' && typeof from === 'number' && typeof count === 'number') {
      for (let i = 0; i < count; i++) y.set(to + i, y.at(to + i).plus(factor.times(x.at(from + i))))
      return
    }
    const target = (y as RecordedArray).array
    this.push({
      kind: 'addScaled',
      y: target,
      to: this.use(this.intOf(to)),
      factor: this.use(this.valueOf(factor)),
      x: (x as RecordedArray).array,
      from: this.use(this.intOf(from)),
      count: this.use(this.intOf(count)),
    })
    this.known.storedSomewhere(target)
    this.layout.noteStore(target, undefined, undefined)
  }

  dotRange(x: NumArray, from: Index, y: NumArray, at: Index, count: Index): Num {
    const variable: Variable = { type: 'num', id: this.#ids++ }
    this.push({
      kind: 'dotRange',
      variable,
      x: (x as RecordedArray).array,
      from: this.use(this.intOf(from)),
      y: (y as RecordedArray).array,
      at: this.use(this.intOf(at)),
      count: this.use(this.intOf(count)),
    })
    const value = this.node('read', 'num', [], { variable })
    this.push({ kind: 'let', value })
    return this.wrap(value)
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
    const value = this.node('gaveUp', 'int', [], {})
    this.push({ kind: 'let', value })
    return this.asInt(value)
  }

  call(routine: Routine): void {
    const { name, stage, unroll = false } = routine
    if (!this.#routines.has(name)) {
      const program = record(name, stage, this.layout, { unroll }, this.#routines)
      this.#routines.set(name, program)
    }
    this.push({ kind: 'call', program: name })
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

  constant(x: number, type: ValueType): Value {
    return this.pure('const', type, [], x)
  }

  valueOf(x: Num | number): Value {
    return typeof x === 'number' ? this.constant(x, 'num') : (x as RecordedNum).value
  }
  intOf(i: Index): Value {
    return typeof i === 'number' ? this.constant(i, 'int') : (i as RecordedInt).value
  }
  wrap(value: Value): Num {
    return new RecordedNum(this, value)
  }
  asInt(value: Value): Index {
    return value.op === 'const' ? value.literal : new RecordedInt(value)
  }

  /** A pure value: folded, or the equal one that is there, or a new one. */
  pure(op: Op, type: ValueType, args: readonly Value[], literal = 0): Value {
    const folded = op === 'const' ? undefined : fold(this, op, args)
    if (folded !== undefined) return folded
    // −0 is not 0
    let key = `${op}${type}${Object.is(literal, -0) ? '-0' : literal}`
    for (let i = 0; i < args.length; i++) key += `,${args[i].id}`
    for (let block: Block | undefined = this.block; block !== undefined; block = block.parent) {
      const there = block.values.get(key)
      if (there !== undefined) return there
    }
    const value = this.node(op, type, args, { literal })
    this.block.values.set(key, value)
    if (op !== 'const') this.push({ kind: 'let', value })
    return value
  }

  load(array: ProgramArray, index: Index, type: ValueType): Value {
    if (typeof index === 'number') {
      const known = this.known.get(array, index)
      if (known !== undefined) return known
      const fact = this.layout.fact(array, index)
      if (fact !== undefined) return this.constant(fact, 'num')
    }
    const value =
      typeof index === 'number'
        ? this.node('load', type, [], { array, offset: index })
        : this.node('load', type, [this.intOf(index)], { array })
    this.push({ kind: 'let', value })
    if (typeof index === 'number') this.known.loaded(array, index, value)
    return value
  }

  store(array: ProgramArray, index: Index, value: Value): void {
    if (typeof index === 'number') {
      this.push({ kind: 'store', array, index: undefined, offset: index, value: this.use(value) })
      this.known.stored(array, index, value)
      this.layout.noteStore(
        array,
        index,
        this.block.parent === undefined && value.op === 'const' ? value.literal : undefined,
      )
      return
    }
    this.push({ kind: 'store', array, index: this.use(this.intOf(index)), offset: 0, value: this.use(value) })
    this.known.storedSomewhere(array)
    this.layout.noteStore(array, undefined, undefined)
  }

  node(
    op: Op,
    type: ValueType,
    args: readonly Value[],
    rest: { literal?: number; array?: ProgramArray; offset?: number; variable?: Variable },
  ): Value {
    for (const arg of args) this.use(arg)
    return {
      op,
      type,
      args,
      id: this.#ids++,
      block: this.block,
      literal: rest.literal ?? 0,
      array: rest.array,
      offset: rest.offset ?? 0,
      variable: rest.variable,
      uses: 0,
      crosses: false,
    }
  }

  use(value: Value): Value {
    value.uses++
    if (value.block !== this.block) value.crosses = true
    return value
  }

  push(statement: Statement): void {
    this.block.statements.push(statement)
  }
}

function newBlock(parent: Block | undefined): Block {
  return { parent, statements: [], values: new Map() }
}

class RecordedNum implements Num {
  readonly #recorder: Recorder
  readonly value: Value
  constructor(recorder: Recorder, value: Value) {
    this.#recorder = recorder
    this.value = value
  }
  #num(op: Op, ...args: (Num | number)[]): Num {
    const r = this.#recorder
    return r.wrap(r.pure(op, 'num', [this.value, ...args.map((x) => r.valueOf(x))]))
  }
  #mask(op: Op, x: Num | number): Mask {
    const r = this.#recorder
    return new RecordedMask(r, r.pure(op, 'mask', [this.value, r.valueOf(x)]))
  }
  plus(x: Num | number): Num {
    return this.#num('add', x)
  }
  minus(x: Num | number): Num {
    return this.#num('sub', x)
  }
  times(x: Num | number): Num {
    return this.#num('mul', x)
  }
  over(x: Num | number): Num {
    return this.#num('div', x)
  }
  negated(): Num {
    return this.#num('neg')
  }
  abs(): Num {
    return this.#num('abs')
  }
  sqrt(): Num {
    return this.#num('sqrt')
  }
  min(x: Num | number): Num {
    return this.#num('min', x)
  }
  max(x: Num | number): Num {
    return this.#num('max', x)
  }
  floor(): Num {
    return this.#num('floor')
  }
  nearest(): Num {
    return this.#num('nearest')
  }
  below(x: Num | number): Mask {
    return this.#mask('lt', x)
  }
  atMost(x: Num | number): Mask {
    return this.#mask('le', x)
  }
  equals(x: Num | number): Mask {
    return this.#mask('eq', x)
  }
}

class RecordedMask implements Mask {
  readonly #recorder: Recorder
  readonly value: Value
  constructor(recorder: Recorder, value: Value) {
    this.#recorder = recorder
    this.value = value
  }
  and(x: Mask): Mask {
    return this.#with('and', [this.value, (x as RecordedMask).value])
  }
  or(x: Mask): Mask {
    return this.#with('or', [this.value, (x as RecordedMask).value])
  }
  not(): Mask {
    return this.#with('not', [this.value])
  }
  #with(op: Op, args: Value[]): Mask {
    return new RecordedMask(this.#recorder, this.#recorder.pure(op, 'mask', args))
  }
}

class RecordedInt implements Int {
  readonly kind = 'int'
  readonly value: Value
  constructor(value: Value) {
    this.value = value
  }
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
  current: Value | undefined
  /** Whether the variable of the program holds it too. */
  #stored = false

  constructor(recorder: Recorder, variable: Variable, value: Value) {
    this.#recorder = recorder
    this.#variable = variable
    this.home = recorder.block
    this.current = value
  }

  get(): Value {
    if (this.current !== undefined) return this.current
    const r = this.#recorder
    const value = r.node('read', this.#variable.type, [], { variable: this.#variable })
    r.push({ kind: 'let', value })
    this.current = value
    return value
  }

  set(value: Value): void {
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
    return this.#recorder.wrap(this.#variable.get())
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
    return this.#recorder.asInt(this.#recorder.load(this.#array, index, 'int'))
  }
  set(index: Index, x: Index): void {
    this.#recorder.store(this.#array, index, this.#recorder.intOf(x))
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
  #place(index: Index, part: number): Index {
    const r = this.#recorder
    return r.sum(r.product(index, this.#width), part)
  }
  at(index: Index, part = 0): Num {
    const r = this.#recorder
    return r.wrap(r.load(this.array, this.#place(index, part), 'num'))
  }
  set(index: Index, x: Num | number, part = 0): void {
    const r = this.#recorder
    r.store(this.array, this.#place(index, part), r.valueOf(x))
  }
}
