/**
 * An expression for one model, with names, types and sizes resolved: what evaluators and printers read. It has no
 * functions of objects any more but contacts, since the others are put together from loads and operations.
 */
export type Resolved =
  | Constant
  | Load
  | Part
  | Join
  | Operation
  | { readonly kind: 'contact'; readonly query: ContactQuery; readonly type: ValueType; readonly size: 1 }

/** Type of a value: one number, true or false (1 or 0), or a number of numbers. */
export type ValueType = 'number' | 'boolean' | 'vector'

export interface Constant {
  readonly kind: 'constant'
  readonly values: readonly number[]
  readonly type: ValueType
  readonly size: number
}

/** Numbers of a field of `Data` that follow each other. */
export interface Load {
  readonly kind: 'load'
  readonly field: string
  readonly at: number
  /** Numbers of a row, for indices; 1: the value is a vector, not rows of vectors. */
  readonly width: number
  readonly type: ValueType
  readonly size: number
}

/** Numbers of a value that follow each other. */
export interface Part {
  readonly kind: 'part'
  readonly of: Resolved
  readonly at: number
  readonly type: ValueType
  readonly size: number
}

/** Values one behind the other. */
export interface Join {
  readonly kind: 'join'
  readonly parts: readonly Resolved[]
  readonly type: 'vector'
  readonly size: number
}

/**
 * An operation. Elementwise ones repeat single numbers for each number of a vector. `sum`, `least` and `greatest` make
 * one number of a vector.
 */
export interface Operation {
  readonly kind: 'operation'
  readonly op: OperationName
  readonly args: readonly Resolved[]
  readonly type: ValueType
  readonly size: number
}

export type ElementwiseName =
  | 'negate'
  | 'abs'
  | 'sqrt'
  | 'exp'
  | 'log'
  | 'sin'
  | 'cos'
  | 'tan'
  | 'tanh'
  | 'sign'
  | 'floor'
  | 'not'
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide'
  | 'remainder'
  | 'power'
  | 'min'
  | 'max'
  | 'atan2'
  | 'less'
  | 'lessEqual'
  | 'equal'
  | 'and'
  | 'or'
  | 'select'
export type OperationName = ElementwiseName | 'sum' | 'least' | 'greatest' | 'cross'

/** Contacts between two things, or between one thing and anything. */
export interface ContactQuery {
  /** Whether there is one, or the sum of their normal forces, N. */
  readonly asks: 'touching' | 'normalForce'
  readonly first: ContactSide
  readonly second: ContactSide
}

/** One side of a contact. */
export interface ContactSide {
  readonly type: 'geom' | 'body' | 'any'
  readonly id: number
}
