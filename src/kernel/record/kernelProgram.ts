/**
 * A recorded kernel: structured statements over values. Values are pure and computed once, except loads and reads of
 * variables, which happen where they stand. Back ends print values with a single use in place, all others as locals.
 */

export type ValueType = 'num' | 'mask' | 'int'

export type Op =
  | 'const'
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'neg'
  | 'abs'
  | 'sqrt'
  | 'min'
  | 'max'
  | 'floor'
  | 'nearest'
  | 'lt'
  | 'le'
  | 'eq'
  | 'and'
  | 'or'
  | 'not'
  | 'choose'
  | 'any'
  | 'load'
  | 'read'
  | 'index'
  | 'whole'
  | 'half'
  | 'real'
  | 'gaveUp'

/** Numbers in memory. `data`: one for each lane, relative to the state; `model` and `structure`: shared, absolute. */
export interface ProgramArray {
  readonly name: string
  readonly place: 'data' | 'model' | 'structure'
  /** Data: from the start of the state; otherwise from the start of the tables. Bytes, as f64 or i32 without lanes. */
  readonly byteOffset: number
  readonly length: number
  /** Whether it holds whole numbers. */
  readonly integers: boolean
  /** Numbers that entries have in every state, of fields that one kernel writes and nothing else. */
  readonly facts: Map<number, number> | undefined
}

/** A local variable of the program. */
export interface Variable {
  readonly type: ValueType
  readonly id: number
}

/** A value is a statement: it is computed where it stands, or where it is used. */
export interface Value {
  readonly kind: 'value'
  readonly op: Op
  readonly type: ValueType
  /** Operands; of a load, the index, if that is not known. */
  readonly a: Value | undefined
  readonly b: Value | undefined
  readonly c: Value | undefined
  /** Literals have none: -1. */
  readonly id: number
  /** The block in which it is computed. */
  readonly block: Block
  readonly literal: number
  readonly array: ProgramArray | undefined
  /** Load: added to the index. */
  readonly offset: number
  readonly variable: Variable | undefined
  uses: number
  /** Used in another block than its own. */
  crosses: boolean
}

export type Statement =
  | Value
  | { readonly kind: 'set'; readonly variable: Variable; readonly value: Value }
  | {
      readonly kind: 'store'
      readonly array: ProgramArray
      readonly index: Value | undefined
      readonly offset: number
      readonly value: Value
    }
  | {
      readonly kind: 'for'
      readonly variable: Variable
      readonly first: Value
      /** Up: the index stays below; down: at or above. */
      readonly end: Value
      readonly step: 1 | -1
      readonly body: Block
    }
  /** The condition is computed by `head` before each round. */
  | { readonly kind: 'while'; readonly head: Block; readonly condition: Value; readonly body: Block }
  | { readonly kind: 'call'; readonly program: string }
  /** Calls a program of one lane for each lane. */
  | { readonly kind: 'eachLane'; readonly program: string }
  /** y[to + i] += factor · x[from + i] for i below `count`, for one term after the other. */
  | {
      readonly kind: 'addMultiples'
      readonly y: ProgramArray
      readonly to: Value
      readonly x: ProgramArray
      readonly terms: readonly { readonly factor: Value; readonly from: Value }[]
      readonly count: Value
    }
  /** variable = Σ x[from + i] · y[at + i] for i below `count`, for each sum. */
  | {
      readonly kind: 'dotRanges'
      readonly sums: readonly { readonly variable: Variable; readonly from: Value }[]
      readonly x: ProgramArray
      readonly y: ProgramArray
      readonly at: Value
      readonly count: Value
    }
  | { readonly kind: 'if'; readonly condition: Value; readonly yes: Block; readonly no: Block | undefined }
  /** The stage in TypeScript must take over where the mask holds in some lane. */
  | { readonly kind: 'giveUp'; readonly mask: Value }

export interface Block {
  readonly parent: Block | undefined
  readonly statements: Statement[]
  /** Whether it, or a block in it, is being recorded. */
  open: boolean
}

/** One function: (address of the state) → 0, or 1 if it gave up. */
export interface Program {
  readonly name: string
  /** Whether it is made for one lane, also where there are several. */
  readonly ofOneLane: boolean
  readonly body: Block
}

/** Whether back ends print a value where it is used, instead of giving it a local. */
export function isInline({ op, uses, crosses }: Value): boolean {
  if (op === 'const' || op === 'index') return true
  return uses === 1 && !crosses && op !== 'load' && op !== 'read' && op !== 'gaveUp'
}

/** The blocks of a branch or loop. */
export function blocksOf(statement: Statement): readonly Block[] {
  switch (statement.kind) {
    case 'for':
      return [statement.body]
    case 'while':
      return [statement.head, statement.body]
    case 'if':
      return statement.no === undefined ? [statement.yes] : [statement.yes, statement.no]
    default:
      return []
  }
}

/** A statement with its blocks replaced. */
export function withBlocks(statement: Statement, replace: (block: Block) => Block): Statement {
  switch (statement.kind) {
    case 'for':
      return { ...statement, body: replace(statement.body) }
    case 'while':
      return { ...statement, head: replace(statement.head), body: replace(statement.body) }
    case 'if':
      return { ...statement, yes: replace(statement.yes), no: statement.no && replace(statement.no) }
    default:
      return statement
  }
}

/** All statements of a block, and those of blocks in it. */
export function* statementsOf(block: Block): Generator<Statement> {
  for (const statement of block.statements) {
    yield statement
    for (const inner of blocksOf(statement)) yield* statementsOf(inner)
  }
}
