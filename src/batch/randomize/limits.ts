import type { Model } from '../../core/model/model.ts'
import { type CheckedDistribution, DrawMode } from './distribution.ts'
import { refusal, type TargetNumber } from './targets.ts'

/** A number that varies. */
export interface Varying extends TargetNumber {
  readonly key: string
  readonly distribution: CheckedDistribution
  /** Which draw of a sample decides it. */
  readonly draw: number
}

/** What a draw makes of a number of the model. */
export function outcome(mode: DrawMode, value: number, draw: number): number {
  if (mode === DrawMode.set) return draw
  if (mode === DrawMode.add) return value + draw
  // 0·∞ is not a number
  return value === 0 ? 0 : value * draw
}

/** The smallest and the largest value that a number can get. */
function spanOf({ value, distribution: { mode, low, high } }: Varying): readonly [number, number] {
  const a = outcome(mode, value, low)
  const b = outcome(mode, value, high)
  return [Math.min(a, b), Math.max(a, b)]
}

/** The smallest positive number: a bound for what must not be zero. */
const TINY = Number.MIN_VALUE

/** Bounds of a number by the rule of its field, and by its value in the model. */
export function limitsOf({ rule, column, value }: TargetNumber): readonly [least: number, most: number] {
  switch (rule) {
    case 'any':
    case 'ordered':
    case 'unit':
      return [-Infinity, Infinity]
    case 'sign':
      return value > 0 ? [TINY, Infinity] : [-Infinity, -TINY]
    case 'inertia':
      return [value > 0 ? TINY : 0, Infinity]
    case 'nonnegative':
      return value < 0 ? [-Infinity, Infinity] : [0, Infinity]
    case 'fraction':
      return [0, 1]
    case 'solref':
      return value > 0 ? [TINY, Infinity] : [-Infinity, 0]
    case 'solimp':
      return SOLIMP[column % SOLIMP.length]
    default:
      return rule satisfies never
  }
}

/** Impedance at 0 and at `width`, width, midpoint, power. */
const SOLIMP = [
  [0, 1],
  [0, 1],
  [0, Infinity],
  [0, 1],
  [1, Infinity],
] as const

/** Throws where a distribution can give a number that the model cannot have. */
export function checkLimits(m: Model, numbers: readonly Varying[]): void {
  for (const number of numbers) {
    const [least, most] = limitsOf(number)
    const [low, high] = spanOf(number)
    if (low >= least && high <= most) continue
    const hint = Number.isFinite(low) && Number.isFinite(high) ? 'change the bounds' : "add 'clip'"
    throw refusal(
      number.key,
      `${number.name} can be ${low < least ? low : high}, but ${expectation(least, most)}`,
      `it is ${number.value} in the model; ${hint}`,
    )
  }
  const byPlace = new Map(numbers.map((number) => [`${number.places[0].array}[${number.places[0].index}]`, number]))
  const at = (array: 'body_inertia' | string, index: number): Part => {
    const varying = byPlace.get(`${array}[${index}]`)
    return varying ?? (m[array as keyof Model] as unknown as Float64Array)[index]
  }
  for (const number of numbers) {
    const { array, index } = number.places[0]
    if (number.rule === 'ordered')
      checkOrder(number, at(array, index - (index % 2)), at(array, index - (index % 2) + 1))
    if (number.rule === 'inertia') {
      const row = index - (index % 3)
      checkInertia(number, [at(array, row), at(array, row + 1), at(array, row + 2)])
    }
  }
}

function expectation(least: number, most: number): string {
  if (least === TINY) return 'it must be positive'
  if (most === -TINY) return 'it must be negative'
  if (most === 0) return 'it must not be positive'
  return most === Infinity ? `it must be at least ${least}` : `it must be from ${least} to ${most}`
}

/** A number of a row: one that varies, or the number of the model. */
type Part = Varying | number

/** The largest value of Σ sign·part that the draws allow. It is linear in each draw, so their bounds decide. */
function greatest(parts: readonly Part[], signs: readonly number[]): number {
  const draws = [...new Set(parts.flatMap((part) => (typeof part === 'number' ? [] : [part.draw])))]
  let most = -Infinity
  for (let corner = 0; corner < 2 ** draws.length; corner++) {
    let sum = 0
    parts.forEach((part, i) => {
      if (typeof part === 'number') {
        sum += signs[i] * part
        return
      }
      const { distribution, value } = part
      const isHigh = (corner >> draws.indexOf(part.draw)) & 1
      sum += signs[i] * outcome(distribution.mode, value, isHigh ? distribution.high : distribution.low)
    })
    most = Math.max(most, Number.isNaN(sum) ? Infinity : sum)
  }
  return most
}

const inModel = (part: Part): number => (typeof part === 'number' ? part : part.value)

/** A range that the model uses keeps its lower end below its upper end. */
function checkOrder(number: Varying, low: Part, high: Part): void {
  if (!(inModel(low) < inModel(high)) || greatest([low, high], [1, -1]) < 0) return
  throw refusal(
    number.key,
    `the range of ${number.name} can become empty`,
    'change the bounds, or let the ends share a draw',
  )
}

/** No principal moment of inertia is larger than the sum of the other two. */
function checkInertia(number: Varying, moments: readonly Part[]): void {
  // rounding of moments that are equal to the sum of the others
  const slack = 1e-9 * Math.max(...moments.map(inModel))
  for (let k = 0; k < 3; k++) {
    const signs = [-1, -1, -1]
    signs[k] = 1
    if (greatest(moments, signs) <= slack) continue
    throw refusal(
      number.key,
      `${number.name} can become larger than the sum of the other two moments of the body, which no body has`,
      "add shared: 'object', so that all three vary together",
    )
  }
}
