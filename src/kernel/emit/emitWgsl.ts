import { type Block, isInline, type Op, type Program, type ProgramArray, type Value } from '../record/kernelProgram.ts'

/** Where an array of a state is among the numbers, or the whole numbers, of an environment; or in a table. */
export type PlaceOfArray = (array: ProgramArray) => number

const BINARY: Readonly<Partial<Record<Op, string>>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  lt: '<',
  le: '<=',
  eq: '==',
  and: '&&',
  or: '||',
}

/** The largest number of single precision, and the smallest that is not flushed to zero. */
const LARGEST = 3.4028234e38
const SMALLEST = 1.1754944e-38

/**
 * Prints a program as a WGSL function, () → 0, or 1 if it gave up, that one invocation runs for its environment.
 * Numbers have single precision. Number i of an array of the state is `numbers[at + tile · (place + i)]`: environments
 * take turns, a tile of them, so that neighbors read neighboring memory.
 * https://www.w3.org/TR/WGSL/
 * @param tile environments that take turns
 */
export function emitWgsl(program: Program, placeOf: PlaceOfArray, tile: number): string {
  const writer = new WgslWriter(placeOf, tile)
  writer.block(program.body, '  ')
  const declared = Array.from(writer.variables, ([name, type]) => `  var ${name}: ${type};`)
  return [
    `fn ${wgslName(program.name)}() -> i32 {`,
    '  var failed = 0;',
    ...declared,
    ...writer.lines,
    '  return failed;',
    '}',
  ].join('\n')
}

/** Names of stages may be words of the language. */
export function wgslName(program: string): string {
  return `run_${program}`
}

const TYPES = { num: 'f32', mask: 'bool', int: 'i32' } as const

class WgslWriter {
  readonly #tile: number
  readonly #placeOf: PlaceOfArray
  readonly lines: string[] = []
  readonly variables = new Map<string, string>()

  constructor(placeOf: PlaceOfArray, tile: number) {
    this.#placeOf = placeOf
    this.#tile = tile
  }

  block(block: Block, indent: string): void {
    const add = (line: string): void => {
      this.lines.push(`${indent}${line}`)
    }
    for (const statement of block.statements) {
      switch (statement.kind) {
        case 'value':
          if (isInline(statement) || statement.uses === 0) break
          add(`let t${statement.id} = ${this.#compute(statement)};${nameOf(statement)}`)
          break
        case 'set':
          add(`${this.#variable(statement.variable)} = ${this.#text(statement.value)};`)
          break
        case 'store':
          add(
            `${this.#place(statement.array, statement.index, statement.offset)} = ${this.#text(statement.value)};${nameOf(statement)}`,
          )
          break
        case 'giveUp':
          add(`if (${this.#text(statement.mask)}) { failed = 1; }`)
          break
        case 'if':
          add(`if (${this.#truth(statement.condition)}) {`)
          this.block(statement.yes, `${indent}  `)
          if (statement.no !== undefined) {
            add('} else {')
            this.block(statement.no, `${indent}  `)
          }
          add('}')
          break
        case 'call':
        case 'eachLane':
          add(`failed |= ${wgslName(statement.program)}();`)
          break
        case 'addMultiples': {
          const { y, to, x, terms, count } = statement
          add(`for (var i = 0; i < ${this.#text(count)}; i++) {`)
          for (const { factor, from } of terms)
            add(`  ${this.#place(y, to, 0, 'i')} += ${this.#text(factor)} * ${this.#place(x, from, 0, 'i')};`)
          add('}')
          break
        }
        case 'dotRanges': {
          const sums = statement.sums.map(({ variable, from }) => ({ name: this.#variable(variable), from }))
          for (const { name } of sums) add(`${name} = 0;`)
          add(`for (var i = 0; i < ${this.#text(statement.count)}; i++) {`)
          add(`  let y = ${this.#place(statement.y, statement.at, 0, 'i')};`)
          for (const { name, from } of sums) add(`  ${name} += ${this.#place(statement.x, from, 0, 'i')} * y;`)
          add('}')
          break
        }
        case 'while':
          add('loop {')
          this.block(statement.head, `${indent}  `)
          add(`  if (!(${this.#truth(statement.condition)})) { break; }`)
          this.block(statement.body, `${indent}  `)
          add('}')
          break
        case 'for': {
          const i = this.#variable(statement.variable)
          const up = statement.step === 1
          const goesOn = `${i} ${up ? '<' : '>='} ${this.#text(statement.end)}`
          add(`for (${i} = ${this.#text(statement.first)}; ${goesOn}; ${i}${up ? '++' : '--'}) {`)
          this.block(statement.body, `${indent}  `)
          add('}')
          break
        }
      }
    }
  }

  #text(value: Value): string {
    if (value.op === 'index') return this.#variable(value.variable!)
    return isInline(value) ? this.#compute(value) : `t${value.id}`
  }

  /** A whole number as a condition. */
  #truth(value: Value): string {
    if (isInline(value)) {
      if (value.op === 'any') return this.#text(value.a!)
      if (value.op === 'lt' || value.op === 'eq') return this.#compare(value)
    }
    return `${this.#text(value)} != 0`
  }
  #compare({ op, a, b }: Value): string {
    return `(${this.#text(a!)} ${BINARY[op]} ${this.#text(b!)})`
  }

  /**
   * |x| ≤ c and |x| < c by their bits: a shader may take for granted that numbers are finite, so that a comparison of
   * NaN may give anything.
   */
  #boundOf({ op, a, b }: Value): string | undefined {
    if (a!.op !== 'abs' || !isInline(a!) || b!.op !== 'const' || op === 'eq') return undefined
    const bits = new Uint32Array(Float32Array.of(b!.literal).buffer)[0]
    return `((bitcast<u32>(${this.#text(a!.a!)}) & 0x7fffffffu) ${BINARY[op]} ${bits}u)`
  }

  #compute(value: Value): string {
    const { op, a, b, c } = value
    const text = (operand: Value | undefined): string => this.#text(operand!)
    switch (op) {
      case 'const':
        return printLiteral(value)
      case 'load':
        return this.#place(value.array!, a, value.offset)
      case 'read':
        return this.#variable(value.variable!)
      case 'gaveUp':
        return 'failed'
      case 'choose':
        return `select(${text(c)}, ${text(b)}, ${text(a)})`
      case 'any':
        return `select(0, 1, ${text(a)})`
      case 'real':
        return `f32(${text(a)})`
      case 'whole':
        return `i32(${text(a)})`
      case 'half':
        return `(${text(a)} >> 1u)`
      case 'neg':
        return `(-${text(a)})`
      case 'not':
        return `!(${text(a)})`
      case 'nearest':
        return `round(${text(a)})`
      case 'min':
      case 'max':
        return `${op}(${text(a)}, ${text(b)})`
      case 'abs':
      case 'sqrt':
      case 'floor':
        return `${op}(${text(a)})`
      case 'lt':
      case 'le':
      case 'eq':
        return value.type === 'int'
          ? `select(0, 1, ${this.#compare(value)})`
          : (this.#boundOf(value) ?? this.#compare(value))
      default:
        return `(${text(a)} ${BINARY[op]} ${text(b)})`
    }
  }

  #place(array: ProgramArray, index: Value | undefined, offset: number, counter?: string): string {
    const known = this.#placeOf(array) + offset
    const parts = [known === 0 && index !== undefined ? '' : String(known), index && this.#text(index), counter]
    const place = parts.filter((part) => part !== undefined && part !== '').join(' + ')
    if (array.place === 'model') return `model[${place}]`
    if (array.place === 'structure') return `structure[${place}]`
    const unknown = index !== undefined || counter !== undefined
    const from = unknown ? `${this.#tile} * (${place})` : String(this.#tile * known)
    return array.integers ? `wholes[wholeAt + ${from}]` : `numbers[numberAt + ${from}]`
  }

  #variable({ id, type }: { readonly id: number; readonly type: keyof typeof TYPES }): string {
    const name = `v${id}`
    this.variables.set(name, TYPES[type])
    return name
  }
}

function printLiteral({ type, literal }: Value): string {
  if (type === 'mask') return String(literal !== 0)
  if (type === 'int') return literal < 0 ? `(${literal})` : String(literal)
  const size = Math.abs(literal)
  const inRange = size === 0 ? 0 : Math.min(LARGEST, Math.max(SMALLEST, size))
  const text = `${String(Math.fround(inRange))}f`
  return literal < 0 || Object.is(literal, -0) ? `(-${text})` : text
}

/** The array that is read or written, for the reader. */
function nameOf({ array, offset }: { readonly array: ProgramArray | undefined; readonly offset: number }): string {
  return array === undefined ? '' : ` // ${array.name}${offset === 0 ? '' : ` + ${offset}`}`
}
