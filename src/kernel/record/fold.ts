import { toWhole } from '../language/toWhole.ts'
import type { Op, Value, ValueType } from './kernelProgram.ts'

/** What makes new values: the recorder. */
interface Maker<V extends Value> {
  constant(x: number, type: ValueType): V
  pure(op: Op, type: ValueType, a: V, b?: V): V
}

/**
 * The value that an operation on one or two operands has without being computed, if there is one. x·0 is taken for 0,
 * also where x turns out to be NaN or infinite: such a state has fewer NaN than in TypeScript. The sign of a zero may
 * differ, too.
 */
export function fold<V extends Value>(maker: Maker<V>, op: Op, a: V, b: V | undefined): V | undefined {
  const isLiteral = a.op === 'const'
  if (b === undefined) {
    if (isLiteral) return foldLiterals(maker, op, a.type, a.literal, 0)
    return op === 'neg' && a.op === 'neg' ? (a.a as V) : undefined
  }
  if (b.op === 'const') {
    const y = b.literal
    return isLiteral ? foldLiterals(maker, op, a.type, a.literal, y) : foldRight(maker, op, a, y)
  }
  return isLiteral ? foldLeft(maker, op, a, b) : undefined
}

/** The first operand is a literal. */
function foldLeft<V extends Value>(maker: Maker<V>, op: Op, a: V, b: V): V | undefined {
  const x = a.literal
  switch (op) {
    case 'add':
      return x === 0 ? b : undefined
    case 'sub':
      return x === 0 && b.type === 'num' ? maker.pure('neg', 'num', b) : undefined
    case 'mul':
      if (x === 0) return maker.constant(0, a.type)
      if (x === 1) return b
      if (x === 2 && a.type === 'num') return maker.pure('add', 'num', b, b)
      return x === -1 && a.type === 'num' ? maker.pure('neg', 'num', b) : undefined
    case 'div':
      return x === 0 ? a : undefined
    case 'and':
      return x === 0 ? a : b
    case 'or':
      return x === 0 ? b : a
    default:
      return undefined
  }
}

/** The second operand is a literal, y. */
function foldRight<V extends Value>(maker: Maker<V>, op: Op, a: V, y: number): V | undefined {
  switch (op) {
    case 'add':
    case 'sub':
      return y === 0 ? a : undefined
    case 'mul':
      if (y === 0) return maker.constant(0, a.type)
      if (y === 1) return a
      // the same bits, without a literal
      if (y === 2 && a.type === 'num') return maker.pure('add', 'num', a, a)
      return y === -1 && a.type === 'num' ? maker.pure('neg', 'num', a) : undefined
    case 'div':
      return y === 1 ? a : undefined
    case 'and':
      return y === 0 ? maker.constant(0, 'mask') : a
    case 'or':
      return y === 0 ? a : maker.constant(1, 'mask')
    default:
      return undefined
  }
}

function foldLiterals<V extends Value>(maker: Maker<V>, op: Op, type: ValueType, x: number, y: number): V | undefined {
  switch (op) {
    case 'add':
      return maker.constant(x + y, type)
    case 'sub':
      return maker.constant(x - y, type)
    case 'mul':
      return maker.constant(x * y, type)
    case 'div':
      return maker.constant(x / y, type)
    case 'neg':
      return maker.constant(-x, type)
    case 'abs':
      return maker.constant(Math.abs(x), type)
    case 'sqrt':
      return maker.constant(Math.sqrt(x), type)
    case 'min':
      return maker.constant(y < x ? y : x, type)
    case 'max':
      return maker.constant(y > x ? y : x, type)
    case 'floor':
      return maker.constant(Math.floor(x), type)
    case 'lt':
      return maker.constant(x < y ? 1 : 0, type === 'int' ? 'int' : 'mask')
    case 'le':
      return maker.constant(x <= y ? 1 : 0, 'mask')
    case 'eq':
      return maker.constant(x === y ? 1 : 0, type === 'int' ? 'int' : 'mask')
    case 'half':
      return maker.constant(x >> 1, 'int')
    case 'whole':
      return maker.constant(toWhole(x), 'int')
    case 'real':
      return maker.constant(x, 'num')
    case 'and':
      return maker.constant(x & y, 'mask')
    case 'or':
      return maker.constant(x | y, 'mask')
    case 'not':
      return maker.constant(x === 0 ? 1 : 0, 'mask')
    default:
      return undefined
  }
}
