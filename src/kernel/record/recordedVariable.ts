import type { Cell, Counter, Index, Num } from '../language/kernelLanguage.ts'
import type { Block, Statement, Variable } from './kernelProgram.ts'
import type { RecordedValue } from './recordedValue.ts'

/** What records the uses of variables: the recorder. */
interface VariableMaker {
  /** The block that is being recorded. */
  readonly block: Block
  read(variable: Variable): RecordedValue
  use(value: RecordedValue): RecordedValue
  push(statement: Statement): void
  /** Notes that the current branch or loop changes a variable of a block around it. */
  noteChange(variable: RecordedVariable): void
  valueOf(x: Num | number): RecordedValue
  intOf(i: Index): RecordedValue
  asInt(value: RecordedValue): Index
}

/**
 * A number that changes. It costs nothing while only its own block sets it: its current value is known. Where a branch
 * or a loop sets it, it becomes a variable of the program.
 */
export class RecordedVariable {
  readonly #maker: VariableMaker
  readonly #variable: Variable
  readonly home: Block
  /** What it holds, if that is known here. */
  current: RecordedValue | undefined
  /** Whether the variable of the program holds it too. */
  #stored = false

  constructor(maker: VariableMaker, variable: Variable, value: RecordedValue) {
    this.#maker = maker
    this.#variable = variable
    this.home = maker.block
    this.current = value
  }

  get(): RecordedValue {
    if (this.current !== undefined) return this.current
    this.current = this.#maker.read(this.#variable)
    return this.current
  }

  set(value: RecordedValue): void {
    const r = this.#maker
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

export class RecordedCell implements Cell {
  readonly #maker: VariableMaker
  readonly #variable: RecordedVariable
  constructor(maker: VariableMaker, variable: RecordedVariable) {
    this.#maker = maker
    this.#variable = variable
  }
  get value(): Num {
    return this.#variable.get()
  }
  set(x: Num | number): void {
    this.#variable.set(this.#maker.valueOf(x))
  }
  add(x: Num | number): void {
    this.set(this.value.plus(x))
  }
}

export class RecordedCounter implements Counter {
  readonly #maker: VariableMaker
  readonly #variable: RecordedVariable
  constructor(maker: VariableMaker, variable: RecordedVariable) {
    this.#maker = maker
    this.#variable = variable
  }
  get value(): Index {
    return this.#maker.asInt(this.#variable.get())
  }
  set(x: Index): void {
    this.#variable.set(this.#maker.intOf(x))
  }
}
