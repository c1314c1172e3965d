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
import type { KernelLayout } from './kernelLayout.ts'
import type { Block, Op, Program, ValueType, Variable } from './kernelProgram.ts'
import { RecordedArray, RecordedIntegers } from './recordedArray.ts'
import { RecordedInt, type RecordedMask, RecordedValue } from './recordedValue.ts'
import { RecordedCell, RecordedCounter, RecordedVariable } from './recordedVariable.ts'
import { newBlock, ValueRecorder } from './valueRecorder.ts'

/** How a kernel is recorded. */
export interface RecordOptions {
  /** Whether loops whose bounds are known are written out. */
  readonly unroll: boolean
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

/** Records what a kernel does: its loops, branches, and calls. Its values are recorded by `ValueRecorder`. */
class Recorder extends ValueRecorder implements Kernel {
  readonly #unroll: boolean
  readonly #ofOneLane: boolean
  readonly #routines: Routines
  /** Variables that are alive, and those that the current branch or loop has changed. */
  #variables: RecordedVariable[] = []
  #changed: Set<RecordedVariable> | undefined

  constructor(layout: KernelLayout, options: RecordOptions, routines: Routines) {
    super(layout)
    this.#unroll = options.unroll
    this.#ofOneLane = options.ofOneLane ?? false
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
    const variable = new RecordedVariable(this, { type, id: this.newId() }, value)
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
    const variable: Variable = { type: 'int', id: this.newId() }
    const block = this.#repeated(() => body(new RecordedInt(this.#indexOf(variable))))
    this.push({ kind: 'for', variable, first: firstValue, end: endValue, step, body: block })
  }

  #indexOf(variable: Variable): RecordedValue {
    const value = new RecordedValue(this, 'index', 'int', this.newId(), this.block)
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
    this.storedSomewhere(target)
  }

  dotRange(x: NumArray, from: Index, y: NumArray, at: Index, count: Index): Num {
    return this.dotRanges(x, [from], y, at, count)[0]
  }
  dotRanges(x: NumArray, froms: readonly Index[], y: NumArray, at: Index, count: Index): Num[] {
    const sums = froms.map((from) => ({
      variable: { type: 'num', id: this.newId() } as const,
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
    return this.asInt(this.perform('gaveUp', 'int'))
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
    if (!routines.has(name, ofOneLane)) routines.add(record(name, stage, this.layout, { unroll, ofOneLane }, routines))
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
}
