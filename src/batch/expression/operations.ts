import { assemble } from './program.ts'
import type { Constant, ElementwiseName, Load, OperationName, Resolved, ValueType } from './resolvedTree.ts'
import { runProgram } from './runProgram.ts'

/** Nodes of resolved trees. Operations on constants give constants. Types and sizes have been checked. */

const NO_VIEWS = { f64: [], i32: [], u8: [] }
const BOOLEANS: ReadonlySet<OperationName> = new Set(['not', 'less', 'lessEqual', 'equal', 'and', 'or'])

export function number(value: number): Constant {
  return { kind: 'constant', values: [value], type: 'number', size: 1 }
}

export function boolean(value: boolean): Constant {
  return { kind: 'constant', values: [value ? 1 : 0], type: 'boolean', size: 1 }
}

/** Numbers `at` to `at + size` of a field; one number is not a vector, unless `isVector`. */
export function load(field: string, at: number, size: number, width = 1, isVector = size !== 1): Load {
  return { kind: 'load', field, at, width, type: isVector ? 'vector' : 'number', size }
}

/**
 * An operation on each number, in which single numbers stand for all numbers of a vector. Only here comparisons give
 * several booleans, for `select`.
 */
export function elementwise(op: ElementwiseName, ...args: readonly Resolved[]): Resolved {
  const size = args.find((arg) => arg.size !== 1)?.size ?? 1
  const isVector = args.some(({ type }) => type === 'vector')
  const plain: ValueType = op === 'select' ? args[1].type : 'number'
  return operation(op, args, BOOLEANS.has(op) ? 'boolean' : isVector ? 'vector' : plain, size)
}

/** Sum, smallest or largest number of a value. */
export function reduce(op: 'sum' | 'least' | 'greatest', value: Resolved): Resolved {
  return value.type === 'vector' ? operation(op, [value], 'number', 1) : value
}

export function dot(a: Resolved, b: Resolved): Resolved {
  return reduce('sum', elementwise('multiply', a, b))
}

export function cross(a: Resolved, b: Resolved): Resolved {
  return operation('cross', [a, b], 'vector', 3)
}

/** Numbers `at` to `at + size` of a value: a vector, or one number. */
export function part(of: Resolved, at: number, size: number, type: 'number' | 'vector', width = 1): Resolved {
  switch (of.kind) {
    case 'constant':
      return { kind: 'constant', values: of.values.slice(at, at + size), type, size }
    case 'load':
      return { ...of, at: of.at + at, width, type, size }
    default:
      return { kind: 'part', of, at, type, size }
  }
}

/** Values one behind the other. */
export function join(parts: readonly Resolved[]): Resolved {
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  const node: Resolved = { kind: 'join', parts, type: 'vector', size }
  return parts.every(isConstant) ? folded(node) : node
}

function operation(op: OperationName, args: readonly Resolved[], type: ValueType, size: number): Resolved {
  const node: Resolved = { kind: 'operation', op, args, type, size }
  return args.every(isConstant) ? folded(node) : node
}

function isConstant(node: Resolved): boolean {
  return node.kind === 'constant'
}

/** The value of a node that depends on constants only. */
function folded(node: Resolved): Constant {
  const program = assemble(node)
  runProgram(program, NO_VIEWS, undefined)
  const values = Array.from(program.registers.subarray(program.result, program.result + node.size))
  return { kind: 'constant', values, type: node.type, size: node.size }
}
