/**
 * A small language for describing XML attributes. A schema is a record of attribute descriptions; from it
 * come the reader, the type of what is read (`Attributes<typeof schema>`) and the table in the documentation.
 */

/** What becomes of an attribute. `kept` ones are stored in the model but have no effect on the physics. */
export type AttributeState = 'simulated' | 'kept' | 'refused'

export interface Attribute<T> {
  readonly kind: 'text' | 'real' | 'reals' | 'int' | 'ints' | 'keyword' | 'texts'
  /** Least and greatest count of numbers. */
  readonly min: number
  readonly max: number
  /** Keywords and what they stand for. */
  readonly keywords?: Readonly<Record<string, number>>
  /** Bounds of each number, both allowed. */
  readonly least: number
  readonly most: number
  /** Each number must be greater than zero. */
  readonly positive: boolean
  readonly required: boolean
  /** Allowed in a `default` class. */
  readonly defaultable: boolean
  readonly state: AttributeState
  /** The kind of object whose name this is, for example `body`. */
  readonly refers?: string
  /** Our own: MuJoCo does not read it. */
  readonly ours?: true
  /** Keywords of our own, each with the keyword of MuJoCo that comes closest. */
  readonly nearest?: Readonly<Record<string, string>>
  /** Value where neither the element nor its class gives one. */
  readonly fallback: T
}

type Any = Attribute<unknown>
export type Schema = Readonly<Record<string, Any>>

/** The record that reading an element by a schema gives. Elements share the arrays that they do not give. */
export type Attributes<S extends Schema> = { -readonly [K in keyof S]: S[K] extends Attribute<infer T> ? T : never }

function attribute<T>(kind: Any['kind'], min: number, max: number, fallback: T): Attribute<T> {
  return {
    kind,
    min,
    max,
    least: -Infinity,
    most: Infinity,
    positive: false,
    required: false,
    defaultable: true,
    state: 'simulated',
    fallback,
  }
}

/** A string. */
export const text = (fallback = ''): Attribute<string> => attribute('text', 0, Infinity, fallback)
/** One word out of a set, kept as a word. */
export const word = (keywords: Readonly<Record<string, number>>): Attribute<string> => ({ ...text(), keywords })
/** A list of different words out of a set. */
export const texts = (keywords: Readonly<Record<string, number>>): Attribute<readonly string[]> => ({
  ...attribute<readonly string[]>('texts', 0, Infinity, []),
  keywords,
})
/** One number. */
export const real = (fallback: number): Attribute<number> => attribute('real', 1, 1, fallback)
/** One number that may be absent. */
export const optionalReal = (): Attribute<number | undefined> => attribute<number | undefined>('real', 1, 1, undefined)
/** Exactly as many numbers as the fallback has. */
export const reals = (...fallback: number[]): Attribute<readonly number[]> =>
  attribute('reals', fallback.length, fallback.length, fallback)
/** At least `min` numbers; those not given keep the value of the class, or the fallback. */
export const upTo = (min: number, ...fallback: number[]): Attribute<readonly number[]> =>
  attribute('reals', min, fallback.length, fallback)
/** Exactly `count` numbers, or nothing. */
export const optionalReals = (count: number): Attribute<readonly number[] | undefined> =>
  attribute<readonly number[] | undefined>('reals', count, count, undefined)
/** Any count of numbers, or nothing. */
export const anyReals = (): Attribute<readonly number[] | undefined> =>
  attribute<readonly number[] | undefined>('reals', 0, Infinity, undefined)
/** One whole number. */
export const int = (fallback: number): Attribute<number> => attribute('int', 1, 1, fallback)
/** One whole number that may be absent. */
export const optionalInt = (): Attribute<number | undefined> => attribute<number | undefined>('int', 1, 1, undefined)
/** Exactly as many whole numbers as the fallback has. */
export const ints = (...fallback: number[]): Attribute<readonly number[]> =>
  attribute('ints', fallback.length, fallback.length, fallback)
/** Any count of whole numbers, or nothing. */
export const anyInts = (): Attribute<readonly number[] | undefined> =>
  attribute<readonly number[] | undefined>('ints', 0, Infinity, undefined)

/** One word out of a set, read as its number. */
export function keyword<K extends string, V extends number>(
  keywords: Readonly<Record<K, V>>,
  fallback: NoInfer<K>,
): Attribute<V> {
  return { ...attribute<V>('keyword', 1, 1, keywords[fallback]), keywords }
}
/** One word out of a set, or nothing. */
export function optionalKeyword<V extends number>(keywords: Readonly<Record<string, V>>): Attribute<V | undefined> {
  return { ...attribute<V | undefined>('keyword', 1, 1, undefined), keywords }
}

/** `true` (1) or `false` (0). */
export const flag = (fallback: boolean): Attribute<number> =>
  keyword({ false: 0, true: 1 }, fallback ? 'true' : 'false')
/** `false` (0), `true` (1) or `auto` (2). */
export const TRISTATE = { false: 0, true: 1, auto: 2 } as const
export const tristate = (fallback: keyof typeof TRISTATE = 'auto'): Attribute<number> => keyword(TRISTATE, fallback)

/** Has no effect on the physics; the viewer and others may read it. */
export const kept = <T>(a: Attribute<T>): Attribute<T> => ({ ...a, state: 'kept' })
/** Valid MJCF, but not supported yet: an element that gives it is rejected. */
export const refused = <T>(a: Attribute<T>): Attribute<T> => ({ ...a, state: 'refused' })
/** Every number from `least` to `most`. */
export const within = <T>(least: number, most: number, a: Attribute<T>): Attribute<T> => ({ ...a, least, most })
/** Stored in single precision, which must be able to hold it. */
export const single = <T>(a: Attribute<T>): Attribute<T> => within(-MAX_SINGLE, MAX_SINGLE, a)
/** The largest single, as its shortest text reads. That is a little more, and is rounded to it. */
const MAX_SINGLE = 3.4028235e38
/** A direction: made a unit vector later, so that its square must be finite. */
export const direction = <T>(a: Attribute<T>): Attribute<T> => within(-1e100, 1e100, a)
/** Every number greater than zero. */
export const positive = <T>(a: Attribute<T>): Attribute<T> => ({ ...a, positive: true })
/** Must be given. */
export const required = <T>(a: Attribute<T>): Attribute<T> => ({ ...a, required: true })
/** Not allowed in a `default` class. */
export const individual = <T>(a: Attribute<T>): Attribute<T> => ({ ...a, defaultable: false })
/** Our own: MuJoCo does not read it. */
export const ours = <T>(a: Attribute<T>): Attribute<T> => ({ ...a, ours: true })
/** Some keywords are our own; each is named with the keyword of MuJoCo that comes closest. */
export const withOurs = <T>(nearest: Readonly<Record<string, string>>, a: Attribute<T>): Attribute<T> => ({
  ...a,
  nearest,
})
/** The name of an object of another kind: `reference('body')`. */
export const reference = (kind: string, a: Attribute<string> = text()): Attribute<string> => ({ ...a, refers: kind })
