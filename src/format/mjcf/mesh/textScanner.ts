const NEWLINE = 10
const SPACE = 32
const MINUS = 45
const PLUS = 43
const POINT = 46
const ZERO = 48
const NINE = 57
/** Numbers of at most this many digits are exact before they are scaled by a power of ten. */
const EXACT_DIGITS = 15
const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`))

/** Walks over words and numbers of a text file without making strings of the numbers. */
export class TextScanner {
  readonly #bytes: Uint8Array
  #at = 0
  line = 1

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Whether nothing but space is left. */
  get done(): boolean {
    this.#skip(true)
    return this.#at >= this.#bytes.length
  }

  /** Whether nothing but space is left on this line. */
  get lineDone(): boolean {
    this.#skip(false)
    return this.#at >= this.#bytes.length || this.#bytes[this.#at] === NEWLINE
  }

  /** Skips what is left of the line. */
  nextLine(): void {
    const bytes = this.#bytes
    while (this.#at < bytes.length && bytes[this.#at] !== NEWLINE) this.#at++
    if (this.#at < bytes.length) {
      this.#at++
      this.line++
    }
  }

  /** The next word, on whatever line. */
  word(): string {
    this.#skip(true)
    const start = this.#at
    while (this.#at < this.#bytes.length && this.#bytes[this.#at] > SPACE) this.#at++
    return String.fromCharCode(...this.#bytes.subarray(start, Math.min(this.#at, start + 64)))
  }

  /** Reads one of these words if it stands here on its own, and nothing else; words have one or two letters. */
  oneOf(words: readonly string[]): string | undefined {
    this.#skip(true)
    const bytes = this.#bytes
    for (let i = 0; i < words.length; i++) {
      const word = words[i]
      const end = this.#at + word.length
      if (bytes[this.#at] !== word.charCodeAt(0) || (end < bytes.length && bytes[end] > SPACE)) continue
      if (word.length === 2 && bytes[this.#at + 1] !== word.charCodeAt(1)) continue
      this.#at = end
      return word
    }
    return undefined
  }

  /** The byte that is next; -1 at the end. */
  get next(): number {
    return this.#at < this.#bytes.length ? this.#bytes[this.#at] : -1
  }

  skipByte(): void {
    this.#at++
  }

  /** The number that is next on whatever line; undefined, and nothing read, when there is none. */
  number(): number | undefined {
    this.#skip(true)
    return this.#scanNumber()
  }

  /** The number that is next on this line. */
  numberOnLine(): number | undefined {
    this.#skip(false)
    return this.#scanNumber()
  }

  /** A whole number right here, without space before it. */
  integerHere(): number | undefined {
    const bytes = this.#bytes
    const start = this.#at
    const negative = bytes[this.#at] === MINUS
    if (negative || bytes[this.#at] === PLUS) this.#at++
    let value = 0
    const digits = this.#at
    while (this.#at < bytes.length && bytes[this.#at] >= ZERO && bytes[this.#at] <= NINE)
      value = 10 * value + bytes[this.#at++] - ZERO
    if (this.#at === digits) {
      this.#at = start
      return undefined
    }
    return negative ? -value : value
  }

  #skip(lines: boolean): void {
    const bytes = this.#bytes
    while (this.#at < bytes.length && bytes[this.#at] <= SPACE) {
      if (bytes[this.#at] === NEWLINE) {
        if (!lines) return
        this.line++
      }
      this.#at++
    }
  }

  #scanNumber(): number | undefined {
    const bytes = this.#bytes
    const start = this.#at
    let at = start
    const negative = bytes[at] === MINUS
    if (negative || bytes[at] === PLUS) at++
    let mantissa = 0
    let digits = 0
    let scale = 0
    let c = bytes[at]
    for (; c >= ZERO && c <= NINE; c = bytes[++at]) {
      mantissa = 10 * mantissa + c - ZERO
      digits++
    }
    if (c === POINT) {
      for (c = bytes[++at]; c >= ZERO && c <= NINE; c = bytes[++at]) {
        mantissa = 10 * mantissa + c - ZERO
        digits++
        scale--
      }
    }
    if (digits === 0) return undefined
    // e or E with at least one digit after it
    if ((c | SPACE) === 101) {
      let exponentAt = at + 1
      const below = bytes[exponentAt] === MINUS
      if (below || bytes[exponentAt] === PLUS) exponentAt++
      let exponent = 0
      const first = exponentAt
      for (c = bytes[exponentAt]; c >= ZERO && c <= NINE; c = bytes[++exponentAt])
        exponent = Math.min(10 * exponent + c - ZERO, 9999)
      if (exponentAt > first) {
        at = exponentAt
        scale += below ? -exponent : exponent
      }
    }
    this.#at = at
    if (digits > EXACT_DIGITS || scale < -22 || scale > 22)
      return Number(String.fromCharCode(...bytes.subarray(start, Math.min(at, start + 400))))
    const value = scale < 0 ? mantissa / POWERS[-scale] : mantissa * POWERS[scale]
    return negative ? -value : value
  }
}
