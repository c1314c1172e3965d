import {
  type Block,
  blocksOf,
  type Program,
  type ProgramArray,
  type Statement,
  statementsOf,
  type Value,
  type Variable,
  withBlocks,
} from './kernelProgram.ts'

/**
 * Leaves out stores that nothing reads, and what is computed for them only. A statement is live if it can make a kernel
 * give up, calls a program, or stores a number that is kept or that a live statement of some program loads; so are the
 * values it uses, and the branches and loops around it. All programs that run on the memory must be known.
 */

/** Numbers of a field that are not stored any more. */
export interface Unstored {
  readonly array: ProgramArray
  /** Which of them; undefined: all. */
  readonly entries: readonly number[] | undefined
}

type Store = Extract<Statement, { kind: 'store' | 'addMultiples' }>

/** Loads and stores of an array. */
interface Traffic {
  readonly array: ProgramArray
  /** Whether an entry is loaded that is only known when the kernel runs, and which others are. */
  anyLoaded: boolean
  readonly loaded: Set<number>
  /** Stores to entries that are known, and others. */
  readonly known: Map<number, Store[]>
  readonly others: Store[]
}

/**
 * @param isKept whether all stores to an array stay
 * @returns the programs that have changed, by name, and what they do not store
 */
export function dropDeadStores(
  programs: readonly Program[],
  isKept: (array: ProgramArray) => boolean,
): { programs: Map<string, Program>; unstored: Unstored[] } {
  const liveness = new Liveness(isKept)
  for (const { body } of programs) liveness.register(body)
  liveness.markRoots()
  const changed = new Map<string, Program>()
  for (const program of programs)
    if (liveness.drops(program.body)) changed.set(program.name, { ...program, body: liveness.keep(program.body) })
  return { programs: changed, unstored: liveness.unstored() }
}

class Liveness {
  readonly #isKept: (array: ProgramArray) => boolean
  /** The branch or loop that a block belongs to, and the block that a statement stands in. */
  readonly #owners = new Map<Block, Statement | undefined>()
  readonly #homes = new Map<Statement, Block>()
  readonly #arrays = new Map<number, Traffic>()
  /** Statements that give variables their values. */
  readonly #writers = new Map<Variable, Statement[]>()
  readonly #live = new Set<Statement>()
  readonly #roots: Statement[] = []
  readonly #waiting: Statement[] = []

  constructor(isKept: (array: ProgramArray) => boolean) {
    this.#isKept = isKept
  }

  /** Notes what the statements of a block do, and those of blocks in it. */
  register(block: Block, owner?: Statement): void {
    this.#owners.set(block, owner)
    for (const statement of block.statements) {
      this.#homes.set(statement, block)
      for (const inner of blocksOf(statement)) this.register(inner, statement)
      switch (statement.kind) {
        case 'giveUp':
        case 'call':
        case 'eachLane':
          this.#roots.push(statement)
          break
        case 'store':
          this.#addStore(statement.array, statement.index === undefined ? statement.offset : undefined, statement)
          break
        case 'addMultiples':
          this.#addStore(statement.y, undefined, statement)
          break
        case 'set':
          this.#addWriter(statement.variable, statement)
          break
        case 'dotRanges':
          for (const { variable } of statement.sums) this.#addWriter(variable, statement)
          break
      }
    }
  }

  #addStore(array: ProgramArray, entry: number | undefined, store: Store): void {
    if (this.#isKept(array)) {
      this.#roots.push(store)
      return
    }
    const { known, others } = this.#entryOf(array)
    if (entry === undefined) others.push(store)
    else known.set(entry, [...(known.get(entry) ?? []), store])
  }
  #addWriter(variable: Variable, writer: Statement): void {
    this.#writers.set(variable, [...(this.#writers.get(variable) ?? []), writer])
  }
  #entryOf(array: ProgramArray): Traffic {
    let use = this.#arrays.get(array.byteOffset)
    if (use === undefined) {
      use = { array, anyLoaded: false, loaded: new Set(), known: new Map(), others: [] }
      this.#arrays.set(array.byteOffset, use)
    }
    return use
  }

  /** Marks what is live. */
  markRoots(): void {
    for (const root of this.#roots) this.#mark(root)
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) this.#follow(next)
  }

  #mark(statement: Statement): void {
    if (this.#live.has(statement)) return
    this.#live.add(statement)
    this.#waiting.push(statement)
  }
  #markValue(value: Value | undefined): void {
    if (value !== undefined && value.op !== 'const') this.#mark(value)
  }

  /** Marks what a live statement needs. */
  #follow(statement: Statement): void {
    const home = this.#homes.get(statement)
    const owner = home && this.#owners.get(home)
    if (owner !== undefined) this.#mark(owner)
    switch (statement.kind) {
      case 'value': {
        const { op, a, b, c, array, offset, variable } = statement
        for (const operand of [a, b, c]) this.#markValue(operand)
        if (op === 'load') this.#load(array!, a === undefined ? offset : undefined)
        if (op === 'read') for (const writer of this.#writers.get(variable!) ?? []) this.#mark(writer)
        break
      }
      case 'set':
        this.#markValue(statement.value)
        break
      case 'store':
        this.#markValue(statement.index)
        this.#markValue(statement.value)
        break
      case 'giveUp':
        this.#markValue(statement.mask)
        break
      case 'for':
        this.#markValue(statement.first)
        this.#markValue(statement.end)
        break
      case 'while':
      case 'if':
        this.#markValue(statement.condition)
        break
      case 'addMultiples':
        for (const value of [statement.to, statement.count]) this.#markValue(value)
        for (const { factor, from } of statement.terms) {
          this.#markValue(factor)
          this.#markValue(from)
        }
        this.#load(statement.x, undefined)
        this.#load(statement.y, undefined)
        break
      case 'dotRanges':
        for (const value of [statement.at, statement.count, ...statement.sums.map(({ from }) => from)])
          this.#markValue(value)
        this.#load(statement.x, undefined)
        this.#load(statement.y, undefined)
        break
    }
  }

  /** Marks stores to an entry; undefined: to any. */
  #load(array: ProgramArray, entry: number | undefined): void {
    if (array.place !== 'data') return
    const use = this.#entryOf(array)
    if (entry === undefined) {
      if (use.anyLoaded) return
      use.anyLoaded = true
      for (const stores of use.known.values()) for (const store of stores) this.#mark(store)
    } else {
      if (use.loaded.has(entry)) return
      use.loaded.add(entry)
      for (const store of use.known.get(entry) ?? []) this.#mark(store)
    }
    for (const store of use.others) this.#mark(store)
  }

  /** Whether some store of a program is not live. */
  drops(body: Block): boolean {
    for (const statement of statementsOf(body))
      if ((statement.kind === 'store' || statement.kind === 'addMultiples') && !this.#live.has(statement)) return true
    return false
  }

  /** A block without what is not live. */
  keep(block: Block): Block {
    const live = block.statements.filter((statement) => this.#live.has(statement))
    return { ...block, statements: live.map((statement) => withBlocks(statement, (inner) => this.keep(inner))) }
  }

  unstored(): Unstored[] {
    return Array.from(this.#arrays.values()).flatMap(({ array, known, others }): Unstored | [] => {
      const isDropped = (store: Store): boolean => !this.#live.has(store)
      if (others.some(isDropped)) return { array, entries: undefined }
      const entries = [...known].filter(([, stores]) => stores.every(isDropped)).map(([entry]) => entry)
      return entries.length > 0 ? { array, entries } : []
    })
  }
}
