import type { Op, Value, ValueType } from './kernelProgram.ts'

/** What makes new values: the recorder. */
interface Maker {
  constant(x: number, type: ValueType): Value
  pure(op: Op, type: ValueType, args: readonly Value[], literal?: number): Value
}

/**
 * The value that an operation on these arguments has without being computed, if there is one. Numbers are finite
 * where kernels run, so x·0 is 0; only the sign of a zero may differ from what would be computed.
 */
export function fold(maker: Maker, op: Op, args: readonly Value[]): Value | undefined {
  const [a, b] = args
  if (args.every((x) => x.op === 'const')) return foldLiterals(maker, op, args)
  const x = a?.op === 'const' ? a.literal : Number.NaN
  const y = b?.op === 'const' ? b.literal : Number.NaN
  switch (op) {
    case 'add':
      return x === 0 ? b : y === 0 ? a : undefined
    case 'sub':
      return y === 0 ? a : x === 0 && b.type === 'num' ? maker.pure('neg', 'num', [b]) : undefined
    case 'mul':
      if (x === 0 || y === 0) return maker.constant(0, a.type)
      if (x === 1) return b
      if (y === 1) return a
      if (a.type !== 'num') return undefined
      return x === -1 ? maker.pure('neg', 'num', [b]) : y === -1 ? maker.pure('neg', 'num', [a]) : undefined
    case 'div':
      return x === 0 ? a : y === 1 ? a : undefined
    case 'neg':
      return a.op === 'neg' ? a.args[0] : undefined
    case 'and':
      return x === 0 || y === 0 ? maker.constant(0, 'mask') : x === 1 ? b : y === 1 ? a : undefined
    case 'or':
      return x === 1 || y === 1 ? maker.constant(1, 'mask') : x === 0 ? b : y === 0 ? a : undefined
    default:
      return undefined
  }
}

function foldLiterals(maker: Maker, op: Op, args: readonly Value[]): Value | undefined {
  if (args.length === 0) return undefined
  const { type } = args[0]
  const [a, b] = args.map((x) => x.literal)
  switch (op) {
    case 'add':
      return maker.constant(a + b, type)
    case 'sub':
      return maker.constant(a - b, type)
    case 'mul':
      return maker.constant(a * b, type)
    case 'div':
      return maker.constant(a / b, type)
    case 'neg':
      return maker.constant(-a, type)
    case 'abs':
      return maker.constant(Math.abs(a), type)
    case 'sqrt':
      return maker.constant(Math.sqrt(a), type)
    case 'min':
      return maker.constant(b < a ? b : a, type)
    case 'max':
      return maker.constant(b > a ? b : a, type)
    case 'floor':
      return maker.constant(Math.floor(a), type)
    case 'lt':
      return maker.constant(a < b ? 1 : 0, type === 'int' ? 'int' : 'mask')
    case 'le':
      return maker.constant(a <= b ? 1 : 0, 'mask')
    case 'eq':
      return maker.constant(a === b ? 1 : 0, type === 'int' ? 'int' : 'mask')
    case 'half':
      return maker.constant(a >> 1, 'int')
    case 'whole':
      return maker.constant(Math.trunc(a), 'int')
    case 'real':
      return maker.constant(a, 'num')
    case 'and':
      return maker.constant(a & b, 'mask')
    case 'or':
      return maker.constant(a | b, 'mask')
    case 'not':
      return maker.constant(a === 0 ? 1 : 0, 'mask')
    default:
      return undefined
  }
}
