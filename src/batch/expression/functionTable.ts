import type { CallArguments } from './callArguments.ts'
import { cross, dot, elementwise, number, reduce } from './operations.ts'
import type { ElementwiseName, Resolved } from './resolvedTree.ts'
import { SIGMOIDS, type SigmoidName, tolerance } from './tolerance.ts'

/** A function of the language. */
export interface FunctionEntry {
  /** Its parameters, for messages and the reference; those that may be left out end with `?`, lists with `…`. */
  readonly parameters: string
  /** What it gives, for the reference. */
  readonly about: string
  /** Smallest and largest number of arguments. */
  readonly least: number
  readonly most: number
  readonly resolve: (args: CallArguments) => Resolved
}

/** Functions of numbers and vectors. */
export const MATH_FUNCTIONS: Readonly<Record<string, FunctionEntry>> = {
  abs: unary('abs', 'Absolute value.'),
  sign: unary('sign', '1, −1, or 0.'),
  floor: unary('floor', 'Largest whole number that is not larger.'),
  sqrt: unary('sqrt', 'Square root.'),
  exp: unary('exp', 'e to the power x.'),
  log: unary('log', 'Natural logarithm.'),
  sin: unary('sin', 'Sine of an angle in rad.'),
  cos: unary('cos', 'Cosine of an angle in rad.'),
  tan: unary('tan', 'Tangent of an angle in rad.'),
  tanh: unary('tanh', 'Hyperbolic tangent.'),
  asin: entry('x', 'Angle with the sine x, rad.', 1, 1, (args) => {
    const x = args.numeric(0)
    return elementwise('atan2', x, legOf(x))
  }),
  acos: entry('x', 'Angle with the cosine x, rad.', 1, 1, (args) => {
    const x = args.numeric(0)
    return elementwise('atan2', legOf(x), x)
  }),
  atan2: entry('y, x', 'Angle of the point (x, y), rad.', 2, 2, (args) => {
    const [y, x] = args.alike()
    return elementwise('atan2', y, x)
  }),
  min: entry(
    'a, b, …',
    'Smallest of some values, number by number; of one vector, its smallest number.',
    1,
    64,
    (args) => extreme(args, 'min', 'least'),
  ),
  max: entry('a, b, …', 'Largest of some values, number by number; of one vector, its largest number.', 1, 64, (args) =>
    extreme(args, 'max', 'greatest'),
  ),
  clamp: entry('x, lower, upper', 'x, but at least the lower and at most the upper bound.', 3, 3, (args) => {
    const [x, lower, upper] = args.alike()
    return elementwise('min', elementwise('max', x, lower), upper)
  }),
  sum: entry('v', 'Sum of all numbers.', 1, 1, (args) => reduce('sum', args.numeric(0))),
  mean: entry('v', 'Mean of all numbers.', 1, 1, (args) => {
    const v = args.vector(0)
    return elementwise('divide', reduce('sum', v), number(v.size))
  }),
  norm: entry('v', 'Euclidean length.', 1, 1, (args) => {
    const v = args.numeric(0)
    return elementwise('sqrt', dot(v, v))
  }),
  dot: entry('a, b', 'Scalar product.', 2, 2, (args) => {
    const [a, b] = args.alike()
    return dot(a, b)
  }),
  cross: entry('a, b', 'Vector product of two vectors of 3 numbers.', 2, 2, (args) =>
    cross(args.vector(0, 3), args.vector(1, 3)),
  ),
  finite: entry('v', 'Whether all numbers are finite: neither infinite nor NaN.', 1, 1, (args) =>
    // 0·x is NaN for other numbers
    elementwise('equal', reduce('sum', elementwise('multiply', args.numeric(0), number(0))), number(0)),
  ),
  if: entry(
    'condition, a, b',
    'a where the condition holds, otherwise b; the same as `condition ? a : b`.',
    3,
    3,
    choose,
  ),
  tolerance: entry(
    'x, lower, upper, margin?, sigmoid?, valueAtMargin?',
    '1 for x within the bounds. Beyond them it falls to `valueAtMargin` (0.1) at the distance `margin` (0), along a ' +
      '[curve](#curves-of-tolerance) (`gaussian`). As `rewards.tolerance` of dm_control.',
    3,
    6,
    toleranceOf,
  ),
}

/** `c ? a : b`: both are numbers or vectors of one size, or both are conditions. */
export function choose(args: CallArguments): Resolved {
  const condition = args.condition(0)
  const { value: a } = args.any(1)
  const { value: b } = args.any(2)
  if ((a.type === 'boolean') !== (b.type === 'boolean'))
    throw args.fail(2, 'one value is a number, the other is true or false')
  if (a.type === 'vector' && b.type === 'vector' && a.size !== b.size)
    throw args.fail(2, `one value has ${a.size} numbers, the other ${b.size}`, 'they must have one size')
  return elementwise('select', condition, a, b)
}

function entry(
  parameters: string,
  about: string,
  least: number,
  most: number,
  resolve: FunctionEntry['resolve'],
): FunctionEntry {
  return { parameters, about, least, most, resolve }
}

function unary(op: ElementwiseName, about: string): FunctionEntry {
  return entry('x', about, 1, 1, (args) => elementwise(op, args.numeric(0)))
}

/** √(1 − x²): the other leg of a right triangle with the hypotenuse 1. */
function legOf(x: Resolved): Resolved {
  const one = number(1)
  return elementwise('sqrt', elementwise('multiply', elementwise('subtract', one, x), elementwise('add', one, x)))
}

function extreme(args: CallArguments, op: 'min' | 'max', reduction: 'least' | 'greatest'): Resolved {
  if (args.count === 1) return reduce(reduction, args.vector(0))
  return args.alike().reduce((a, b) => elementwise(op, a, b))
}

function toleranceOf(args: CallArguments): Resolved {
  const x = args.numeric(0)
  const notNaN = (value: number) => !Number.isNaN(value)
  const lower = args.constant(1, notNaN, 'the lower bound')
  const upper = args.constant(2, (value) => value >= lower, `an upper bound of at least ${lower}`)
  const margin =
    args.count > 3 ? args.constant(3, (value) => value >= 0 && value < Infinity, 'a margin of at least 0') : 0
  const names = Object.keys(SIGMOIDS) as SigmoidName[]
  const sigmoid = args.count > 4 ? args.word(4, names) : 'gaussian'
  const canBeZero = 'canBeZero' in SIGMOIDS[sigmoid]
  const isRight = (value: number) => (value > 0 || (canBeZero && value === 0)) && value < 1
  const range = canBeZero ? 'from 0 to below 1' : 'between 0 and 1'
  const atMargin = args.count > 5 ? args.constant(5, isRight, `a value at the margin ${range}`) : 0.1
  return tolerance(x, lower, upper, margin, sigmoid, atMargin)
}
