import { type Block, isInline, type Program, type ProgramArray, type Value } from '../record/kernelProgram.ts'

const BINARY: Readonly<Record<string, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  lt: '<',
  le: '<=',
  and: '&&',
  or: '||',
}

/** Adding and subtracting this rounds a small number to a whole one. */
const ROUND = 1.5 * 2 ** 52

/**
 * Prints a program as a JavaScript function, to be read and to be stepped through: (state) → 0, or 1 if it gave up.
 * `state` is the index of the state in `numbers`, the memory as doubles; `integers` is the memory as 32-bit integers.
 * Results have the bits of WebAssembly.
 * @param tables address of the tables, bytes
 */
export function emitJavaScript(program: Program, tables: number): string {
  const writer = new TextWriter(tables)
  writer.block(program.body, '  ')
  const declared = writer.variables.size > 0 ? [`  let ${[...writer.variables].join(', ')}`] : []
  return [
    `function ${program.name}(state) {`,
    '  let gaveUp = 0',
    ...declared,
    ...writer.lines,
    '  return gaveUp',
    '}',
  ].join('\n')
}

class TextWriter {
  readonly #tables: number
  readonly lines: string[] = []
  readonly variables = new Set<string>()
  readonly #names = new Map<number, string>()

  constructor(tables: number) {
    this.#tables = tables
  }

  block(block: Block, indent: string): void {
    for (const statement of block.statements) {
      switch (statement.kind) {
        case 'value':
          if (isInline(statement) || statement.uses === 0) break
          this.lines.push(`${indent}const ${this.#nameOf(statement)} = ${this.#compute(statement)}`)
          break
        case 'set':
          this.lines.push(`${indent}${this.#variable(statement.variable.id)} = ${this.#text(statement.value)}`)
          break
        case 'store': {
          const place = this.#place(statement.array, statement.index, statement.offset)
          this.lines.push(
            `${indent}${place} = ${this.#text(statement.value)}${comment(statement.array, statement.index, statement.offset)}`,
          )
          break
        }
        case 'giveUp':
          this.lines.push(`${indent}if (${this.#text(statement.mask)}) gaveUp = 1`)
          break
        case 'if':
          this.lines.push(`${indent}if (${this.#text(statement.condition)}) {`)
          this.block(statement.yes, `${indent}  `)
          if (statement.no !== undefined) {
            this.lines.push(`${indent}} else {`)
            this.block(statement.no, `${indent}  `)
          }
          this.lines.push(`${indent}}`)
          break
        case 'call':
        case 'eachLane':
          this.lines.push(`${indent}if (${statement.program}(state)) gaveUp = 1`)
          break
        case 'addMultiples': {
          const { y, to, x, terms, count } = statement
          const place = (array: ProgramArray, index: Value): string => this.#place(array, index, 0).slice(0, -1)
          this.lines.push(`${indent}for (let i = 0; i < ${this.#text(count)}; i++) {`)
          for (const { factor, from } of terms)
            this.lines.push(
              `${indent}  ${place(y, to)} + i] += ${this.#text(factor)} * ${place(x, from)} + i]${comment(y, to, 0)}`,
            )
          this.lines.push(`${indent}}`)
          break
        }
        case 'dotRanges': {
          const place = (array: ProgramArray, index: Value): string => this.#place(array, index, 0).slice(0, -1)
          const y = place(statement.y, statement.at)
          const count = this.#text(statement.count)
          for (const { variable, from } of statement.sums) {
            const sum = this.#variable(variable.id)
            const x = place(statement.x, from)
            this.lines.push(
              `${indent}{`,
              `${indent}  let even = 0, odd = 0, i = 0`,
              `${indent}  for (; i + 1 < ${count}; i += 2) {`,
              `${indent}    even += ${x} + i] * ${y} + i]`,
              `${indent}    odd += ${x} + i + 1] * ${y} + i + 1]`,
              `${indent}  }`,
              `${indent}  ${sum} = even + odd`,
              `${indent}  if (i < ${count}) ${sum} += ${x} + i] * ${y} + i]`,
              `${indent}}`,
            )
          }
          break
        }
        case 'while':
          this.lines.push(`${indent}for (;;) {`)
          this.block(statement.head, `${indent}  `)
          this.lines.push(`${indent}  if (!${this.#text(statement.condition)}) break`)
          this.block(statement.body, `${indent}  `)
          this.lines.push(`${indent}}`)
          break
        case 'for': {
          const i = this.#variable(statement.variable.id)
          const up = statement.step === 1
          const end = this.#text(statement.end)
          const head = `${i} = ${this.#text(statement.first)}; ${i} ${up ? '<' : '>='} ${end}; ${i}${up ? '++' : '--'}`
          this.lines.push(`${indent}for (${head}) {`)
          this.block(statement.body, `${indent}  `)
          this.lines.push(`${indent}}`)
          break
        }
      }
    }
  }

  #text(value: Value): string {
    if (value.op === 'index') return this.#variable(value.variable!.id)
    return isInline(value) ? this.#compute(value) : this.#nameOf(value)
  }

  #compute(value: Value): string {
    const { op, a, b, c } = value
    const text = (operand: Value | undefined): string => this.#text(operand!)
    switch (op) {
      case 'const':
        return value.type === 'mask' ? String(value.literal !== 0) : printNumber(value.literal)
      case 'load':
        return this.#place(value.array!, a, value.offset)
      case 'read':
        return this.#variable(value.variable!.id)
      case 'gaveUp':
        return 'gaveUp'
      case 'choose':
        return `(${text(a)} ? ${text(b)} : ${text(c)})`
      case 'any':
      case 'real':
        return text(a)
      case 'neg':
        return `(-${text(a)})`
      case 'half':
        return `(${text(a)} >> 1)`
      case 'whole':
        // saturating, and 0 for NaN
        return `(Math.max(Math.min(${text(a)}, ${2 ** 31 - 1}), ${-(2 ** 31)}) | 0)`
      case 'nearest':
        return `(${text(a)} + ${ROUND} - ${ROUND})`
      case 'not':
        return `!(${text(a)})`
      case 'min':
      case 'max':
        return `(${text(b)} ${op === 'min' ? '<' : '>'} ${text(a)} ? ${text(b)} : ${text(a)})`
      case 'abs':
      case 'sqrt':
      case 'floor':
        return `Math.${op}(${text(a)})`
      case 'eq':
        // whole numbers may be truths, and true equals 1
        return `(${text(a)} ${a!.type === 'int' ? '==' : '==='} ${text(b)})`
      default:
        return `(${text(a)} ${BINARY[op]} ${text(b)})`
    }
  }

  #place({ place, byteOffset, integers }: ProgramArray, index: Value | undefined, offset: number): string {
    const size = integers ? 4 : 8
    const known = (place === 'data' ? byteOffset : this.#tables + byteOffset) / size + offset
    const unknown = index === undefined ? '' : ` + ${this.#text(index)}`
    if (place === 'structure') return `integers[${known}${unknown}]`
    if (integers) return `integers[2 * state + ${known}${unknown}]`
    return `numbers[${place === 'data' ? `state + ${known}` : known}${unknown}]`
  }

  /** Values are named after the entry they are loaded from. */
  #nameOf(value: Value): string {
    let name = this.#names.get(value.id)
    if (name === undefined) {
      name =
        value.op === 'load' && value.a === undefined
          ? `${value.array!.name}${value.offset}_${value.id}`
          : `t${value.id}`
      this.#names.set(value.id, name)
    }
    return name
  }

  #variable(id: number): string {
    const name = `v${id}`
    this.variables.add(name)
    return name
  }
}

function printNumber(x: number): string {
  return Object.is(x, -0) ? '-0' : x < 0 ? `(${x})` : String(x)
}

/** The entry that a store writes, for the reader. */
function comment(array: ProgramArray, index: Value | undefined, offset: number): string {
  return ` // ${array.name}[${index === undefined ? offset : 'i'}]`
}
