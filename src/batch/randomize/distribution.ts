import { exp, log } from '../../core/math/functions.ts'
import { kindOf } from '../../core/model/argumentChecks.ts'
import type { Random } from '../../core/random/philox.ts'
import { suggestion } from '../../format/mjcf/text/messageText.ts'

/** How a draw becomes a number of the model; by default it is the number. */
export interface DrawUse {
  /** The draw multiplies the number of the model. */
  readonly scale?: true | undefined
  /** The draw is added to the number of the model. */
  readonly add?: true | undefined
  /**
   * `true`: one draw for all numbers of the target. `'object'`: one draw for all numbers of an object, such as the
   * three sizes of a box. By default each number has its own.
   */
  readonly shared?: true | 'object' | undefined
}

/** Uniform between two bounds. */
export interface Uniform extends DrawUse {
  readonly uniform: readonly [low: number, high: number]
}

/** Its logarithm is uniform between those of two positive bounds: for numbers that may be ten times more or less. */
export interface LogUniform extends DrawUse {
  readonly logUniform: readonly [low: number, high: number]
}

/** Normal. A draw outside of `clip` is moved to the nearer bound. */
export interface Normal extends DrawUse {
  readonly normal: readonly [mean: number, deviation: number]
  readonly clip?: readonly [low: number, high: number] | undefined
}

/** One of some values, each as likely as the others. */
export interface Choice extends DrawUse {
  readonly choice: readonly number[]
}

/** How a number varies between environments. */
export type Distribution = Uniform | LogUniform | Normal | Choice

/** What a draw does to the number of the model. */
export const DrawMode = { set: 0, add: 1, scale: 2 } as const
export type DrawMode = (typeof DrawMode)[keyof typeof DrawMode]

/** A distribution whose numbers have been checked. */
export class CheckedDistribution {
  /** Bounds of all draws. */
  readonly low: number
  readonly high: number
  readonly mode: DrawMode
  readonly shared: DrawUse['shared']
  readonly #given: Distribution

  /** @param key of the randomization, for messages */
  constructor(key: string, given: Distribution) {
    checkOptions(key, given)
    this.#given = given
    this.mode = given.scale ? DrawMode.scale : given.add ? DrawMode.add : DrawMode.set
    this.shared = given.shared
    const [low, high] = boundsOf(key, given)
    this.low = low
    this.high = high
  }

  /** Draws one number. */
  draw(random: Random): number {
    const given = this.#given
    if ('uniform' in given) return random.uniform(given.uniform[0], given.uniform[1])
    if ('choice' in given) return given.choice[random.below(given.choice.length)]
    const x =
      'normal' in given
        ? given.normal[0] + given.normal[1] * random.normal()
        : exp(random.uniform(log(given.logUniform[0]), log(given.logUniform[1])))
    return Math.min(Math.max(x, this.low), this.high)
  }
}

const KINDS = ['uniform', 'logUniform', 'normal', 'choice'] as const
const OPTIONS = ['scale', 'add', 'shared', 'clip'] as const
const EXAMPLE = '{ uniform: [0.8, 1.2], scale: true }'

function checkOptions(key: string, given: Distribution): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new TypeError(`randomization of '${key}' is ${kindOf(given)}; expected a distribution such as ${EXAMPLE}`)
  const known: readonly string[] = [...KINDS, ...OPTIONS]
  for (const name of Object.keys(given))
    if (!known.includes(name)) {
      const hint = suggestion(name, known) ?? `expected ${known.join(', ')}`
      throw new TypeError(`randomization of '${key}': there is no option '${name}'; ${hint}`)
    }
  if (KINDS.filter((kind) => kind in given).length !== 1)
    throw new TypeError(`randomization of '${key}': expected exactly one of ${KINDS.join(', ')}`)
  if (given.scale && given.add) throw new TypeError(`randomization of '${key}': expected 'scale' or 'add', not both`)
  if (![undefined, true, 'object'].includes(given.shared))
    throw new TypeError(`randomization of '${key}': shared is ${kindOf(given.shared)}; expected true or 'object'`)
  if ('clip' in given && !('normal' in given))
    throw new TypeError(`randomization of '${key}': only normal distributions have a 'clip'`)
}

/** The smallest and the largest draw. */
function boundsOf(key: string, given: Distribution): readonly [number, number] {
  if ('uniform' in given) return pair(key, 'uniform', given.uniform)
  if ('choice' in given) {
    const { choice } = given
    if (!Array.isArray(choice) || choice.length === 0 || !choice.every(Number.isFinite))
      throw new RangeError(`randomization of '${key}': choice is ${choice}; expected a list of finite numbers`)
    return [choice.reduce((a, b) => Math.min(a, b)), choice.reduce((a, b) => Math.max(a, b))]
  }
  if ('logUniform' in given) {
    const bounds = pair(key, 'logUniform', given.logUniform)
    if (!(bounds[0] > 0))
      throw new RangeError(`randomization of '${key}': the bounds of logUniform must be positive; found ${bounds[0]}`)
    return bounds
  }
  const { normal, clip } = given
  if (!isPair(normal) || !(normal[1] >= 0))
    throw new RangeError(
      `randomization of '${key}': normal is ${normal}; expected a mean and a deviation that is not negative`,
    )
  if (clip !== undefined) return pair(key, 'clip', clip)
  return normal[1] === 0 ? [normal[0], normal[0]] : [-Infinity, Infinity]
}

function pair(key: string, kind: string, bounds: readonly [number, number]): readonly [number, number] {
  if (isPair(bounds) && bounds[0] <= bounds[1]) return bounds
  throw new RangeError(`randomization of '${key}': ${kind} is ${bounds}; expected two numbers, the lower one first`)
}

function isPair(values: unknown): boolean {
  return Array.isArray(values) && values.length === 2 && values.every(Number.isFinite)
}
