import { acos, log } from '../../core/math/functions.ts'
import { elementwise, number } from './operations.ts'
import type { Resolved } from './resolvedTree.ts'

/**
 * The reward for a value within bounds, as dm_control's `rewards.tolerance`: 1 within, and beyond falling with the
 * distance. At the distance `margin` it has the value v. With x = distance/margin, each curve is 1 at x = 0, and its
 * scale s makes it v at x = 1.
 */
export const SIGMOIDS = {
  gaussian: {
    formula: 'exp(−(s·x)²/2)',
    scale: (v) => Math.sqrt(-2 * log(v)),
    curve: (x) => unary('exp', times(square(x), -0.5)),
  },
  hyperbolic: {
    formula: '1/cosh(s·x)',
    scale: (v) => log(1 / v + Math.sqrt((1 / v) * (1 / v) - 1)),
    curve: (x) => over(2, elementwise('add', unary('exp', x), unary('exp', unary('negate', x)))),
  },
  long_tail: {
    formula: '1/((s·x)² + 1)',
    scale: (v) => Math.sqrt(1 / v - 1),
    curve: (x) => over(1, elementwise('add', square(x), number(1))),
  },
  reciprocal: {
    formula: '1/(s·x + 1)',
    scale: (v) => 1 / v - 1,
    curve: (x) => over(1, elementwise('add', x, number(1))),
  },
  cosine: {
    formula: '(1 + cos(π·s·x))/2, and 0 for s·x ≥ 1',
    canBeZero: true,
    scale: (v) => acos(2 * v - 1) / Math.PI,
    curve: (x) => withinOne(x, times(elementwise('add', unary('cos', times(x, Math.PI)), number(1)), 0.5)),
  },
  linear: {
    formula: '1 − s·x, and 0 for s·x ≥ 1',
    canBeZero: true,
    scale: (v) => 1 - v,
    curve: (x) => withinOne(x, oneMinus(x)),
  },
  quadratic: {
    formula: '1 − (s·x)², and 0 for s·x ≥ 1',
    canBeZero: true,
    scale: (v) => Math.sqrt(1 - v),
    curve: (x) => withinOne(x, oneMinus(square(x))),
  },
  tanh_squared: {
    formula: '1 − tanh(s·x)²',
    scale: (v) => 0.5 * log((1 + Math.sqrt(1 - v)) / (1 - Math.sqrt(1 - v))),
    curve: (x) => oneMinus(square(unary('tanh', x))),
  },
} as const satisfies Readonly<Record<string, Sigmoid>>

export type SigmoidName = keyof typeof SIGMOIDS

/** A curve that falls from 1. */
export interface Sigmoid {
  readonly formula: string
  /** Whether it can have the value 0 at the margin. */
  readonly canBeZero?: boolean
  /** s for the value v at the margin. */
  readonly scale: (v: number) => number
  /** The curve at s·x ≥ 0. */
  readonly curve: (scaled: Resolved) => Resolved
}

/** Reward of x for the bounds; without a margin it is 1 within them and 0 beyond. */
export function tolerance(
  x: Resolved,
  lower: number,
  upper: number,
  margin: number,
  sigmoid: SigmoidName,
  valueAtMargin: number,
): Resolved {
  // an infinite bound has no distance: ∞ − ∞ would not be a number
  let distance: Resolved = times(x, 0)
  if (lower > -Infinity) distance = elementwise('max', number(0), elementwise('subtract', number(lower), x))
  if (upper < Infinity) distance = elementwise('max', distance, elementwise('subtract', x, number(upper)))
  if (margin === 0) return oneMinus(unary('sign', distance))
  const { scale, curve } = SIGMOIDS[sigmoid]
  return curve(times(distance, scale(valueAtMargin) / margin))
}

function unary(op: 'exp' | 'cos' | 'tanh' | 'negate' | 'sign', x: Resolved): Resolved {
  return elementwise(op, x)
}

function times(x: Resolved, factor: number): Resolved {
  return elementwise('multiply', x, number(factor))
}

function square(x: Resolved): Resolved {
  return elementwise('multiply', x, x)
}

function oneMinus(x: Resolved): Resolved {
  return elementwise('subtract', number(1), x)
}

function over(numerator: number, x: Resolved): Resolved {
  return elementwise('divide', number(numerator), x)
}

/** The curve for x < 1, and 0 from there on. */
function withinOne(x: Resolved, curve: Resolved): Resolved {
  return elementwise('select', elementwise('less', x, number(1)), curve, number(0))
}
