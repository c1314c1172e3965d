import { DATA_FIELDS } from './dataFields.ts'
import type { ContactSide, Operation, OperationName, Resolved } from './resolvedTree.ts'
import { EXPRESSION_LIMITS } from './syntaxTree.ts'

/** Operations of the machine. Those that the tree has keep their names. */
export const Opcode: Readonly<Record<OperationName | MachineName, number>> = {
  copy: 0,
  loadF64: 1,
  loadI32: 2,
  loadU8: 3,
  touching: 4,
  normalForce: 5,
  negate: 6,
  abs: 7,
  sqrt: 8,
  exp: 9,
  log: 10,
  sin: 11,
  cos: 12,
  tan: 13,
  tanh: 14,
  sign: 15,
  floor: 16,
  not: 17,
  add: 18,
  subtract: 19,
  multiply: 20,
  divide: 21,
  remainder: 22,
  power: 23,
  min: 24,
  max: 25,
  atan2: 26,
  less: 27,
  lessEqual: 28,
  equal: 29,
  and: 30,
  or: 31,
  select: 32,
  sum: 33,
  least: 34,
  greatest: 35,
  cross: 36,
}
type MachineName = 'copy' | 'loadF64' | 'loadI32' | 'loadU8' | 'touching' | 'normalForce'

/** Numbers of an instruction: operation, first result, count; first number and stride of three operands. */
export const INSTRUCTION = 9

/** Sides of contacts in instructions. */
export const SIDE: Readonly<Record<ContactSide['type'], number>> = { geom: 0, body: 1, any: 2 }

/** A resolved expression as a list of instructions on registers. */
export interface Program {
  readonly code: Int32Array
  /** Constants are in their place, everything else is written before it is read. */
  readonly registers: Float64Array
  /** First register of the value. */
  readonly result: number
  /** Fields of `Data` by type of array, in the order in which instructions number them. */
  readonly fields: Readonly<Record<'f64' | 'i32' | 'u8', readonly string[]>>
}

/** Thrown for intermediate results that are too many; the compiler says where. */
export class TooManyRegisters extends Error {}

/** The program that evaluates a resolved expression. A node that is used twice is computed once. */
export function assemble(root: Resolved): Program {
  return new Assembler().assemble(root)
}

const LOADS = { f64: Opcode.loadF64, i32: Opcode.loadI32, u8: Opcode.loadU8 } as const

class Assembler {
  readonly #code: number[] = []
  readonly #fields: Record<'f64' | 'i32' | 'u8', string[]> = { f64: [], i32: [], u8: [] }
  readonly #constants: { readonly at: number; readonly values: readonly number[] }[] = []
  readonly #registers = new Map<Resolved, number>()
  #count = 0

  assemble(root: Resolved): Program {
    const result = this.#place(root)
    const registers = new Float64Array(this.#count)
    for (const { at, values } of this.#constants) registers.set(values, at)
    return { code: Int32Array.from(this.#code), registers, result, fields: this.#fields }
  }

  /** First register of the value of a node. */
  #place(node: Resolved): number {
    let at = this.#registers.get(node)
    if (at === undefined) {
      at = this.#compute(node)
      this.#registers.set(node, at)
    }
    return at
  }

  #compute(node: Resolved): number {
    switch (node.kind) {
      case 'part':
        return this.#place(node.of) + node.at
      case 'constant': {
        const at = this.#take(node.size)
        this.#constants.push({ at, values: node.values })
        return at
      }
      case 'load': {
        const type = node.field === 'scalar' ? 'f64' : DATA_FIELDS[node.field][0]
        return this.#emit(LOADS[type], this.#take(node.size), node.size, this.#field(type, node.field), node.at)
      }
      case 'join': {
        const at = this.#take(node.size)
        let next = at
        for (const part of node.parts) {
          this.#emit(Opcode.copy, next, part.size, this.#place(part), 1)
          next += part.size
        }
        return at
      }
      case 'contact': {
        const { asks, first, second } = node.query
        return this.#emit(Opcode[asks], this.#take(1), 1, SIDE[first.type], first.id, SIDE[second.type], second.id)
      }
      case 'operation':
        return this.#operate(node)
    }
  }

  #operate({ op, args, size }: Operation): number {
    const operands = args.flatMap((arg) => [this.#place(arg), arg.size === 1 ? 0 : 1])
    const isReduction = op === 'sum' || op === 'least' || op === 'greatest'
    return this.#emit(Opcode[op], this.#take(size), isReduction ? args[0].size : size, ...operands)
  }

  #emit(op: number, out: number, count: number, ...operands: number[]): number {
    const instruction = [op, out, count, ...operands]
    while (instruction.length < INSTRUCTION) instruction.push(0)
    this.#code.push(...instruction)
    return out
  }

  #field(type: 'f64' | 'i32' | 'u8', name: string): number {
    const names = this.#fields[type]
    if (!names.includes(name)) names.push(name)
    return names.indexOf(name)
  }

  #take(size: number): number {
    const at = this.#count
    this.#count += size
    if (this.#count > EXPRESSION_LIMITS.registers) throw new TooManyRegisters()
    return at
  }
}
