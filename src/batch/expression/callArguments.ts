import type { Model } from '../../core/model/model.ts'
import { suggestion } from '../../core/model/suggestion.ts'
import { ExpressionError } from './expressionError.ts'
import { findObject, type NamedObject, type ObjectType, oneOf } from './objectNames.ts'
import type { Resolved } from './resolvedTree.ts'
import type { SyntaxNode } from './syntaxTree.ts'

/** A node of the syntax tree with the value that it has been resolved to. */
export interface ResolvedArgument {
  readonly node: SyntaxNode
  readonly value: Resolved
}

/** The arguments of a call, each of which is asked for by its type; the wrong type is an error with the place. */
export class CallArguments {
  readonly m: Model
  readonly count: number
  readonly #text: string
  readonly #name: string
  readonly #nodes: readonly SyntaxNode[]
  readonly #resolve: (node: SyntaxNode) => Resolved

  constructor(
    m: Model,
    text: string,
    name: string,
    nodes: readonly SyntaxNode[],
    resolve: (node: SyntaxNode) => Resolved,
  ) {
    this.m = m
    this.count = nodes.length
    this.#text = text
    this.#name = name
    this.#nodes = nodes
    this.#resolve = resolve
  }

  /** A number or a vector. */
  numeric(i: number): Resolved {
    const value = this.#resolve(this.#nodes[i])
    if (value.type === 'boolean') throw this.fail(i, `${this.#name} takes numbers, this is true or false`, AS_NUMBER)
    return value
  }

  /** Numbers and vectors, all vectors of the same size. */
  alike(): Resolved[] {
    const values = this.#nodes.map((_, i) => this.numeric(i))
    const size = values.find(({ type }) => type === 'vector')?.size
    values.forEach((value, i) => {
      if (value.type === 'vector' && value.size !== size)
        throw this.fail(i, `${this.#name} of vectors of ${size} and ${value.size} numbers`, 'they must have one size')
    })
    return values
  }

  /** A vector with at least one number. */
  vector(i: number, size?: number): Resolved {
    const value = this.numeric(i)
    if (size !== undefined && value.size !== size)
      throw this.fail(i, `${this.#name} takes a vector of ${size} numbers, this has ${value.size}`)
    if (value.size === 0) throw this.fail(i, `${this.#name} of no numbers`, 'the model has none of these')
    return value
  }

  /** A number that does not depend on the state. */
  constant(i: number, isRight: (value: number) => boolean, expected: string): number {
    const value = this.numeric(i)
    if (value.kind !== 'constant' || value.type !== 'number')
      throw this.fail(i, `expected ${expected}, found what depends on the state`, 'write a number here')
    if (!isRight(value.values[0])) throw this.fail(i, `expected ${expected}, found ${value.values[0]}`)
    return value.values[0]
  }

  /** True or false. */
  condition(i: number): Resolved {
    const value = this.#resolve(this.#nodes[i])
    if (value.type !== 'boolean') throw this.fail(i, 'expected a condition, found a number', 'compare it, as in x > 0')
    return value
  }

  /** Any value, for `if`. */
  any(i: number): ResolvedArgument {
    return { node: this.#nodes[i], value: this.#resolve(this.#nodes[i]) }
  }

  /** An object by its name. */
  object(i: number, types: readonly ObjectType[]): NamedObject {
    const node = this.#nodes[i]
    const name = nameIn(node)
    if (name === undefined) throw this.fail(i, `${this.#name} takes the name of ${oneOf(types)}`)
    const found = findObject(this.m, types, name, node.kind === 'object' ? node.type : undefined)
    if ('reason' in found) throw this.fail(i, found.reason, found.hint)
    return found
  }

  /** One of some words. */
  word<Word extends string>(i: number, words: readonly Word[]): Word {
    const node = this.#nodes[i]
    const name = node.kind === 'object' ? undefined : nameIn(node)
    if (name !== undefined && (words as readonly string[]).includes(name)) return name as Word
    const near = name === undefined ? undefined : suggestion(name, words)
    throw this.fail(i, `expected one of ${words.join(', ')}`, near)
  }

  /** An error at an argument. */
  fail(i: number, reason: string, hint?: string): ExpressionError {
    return new ExpressionError(reason, this.#text, this.#nodes[i], hint)
  }
}

/** How to count a condition. */
export const AS_NUMBER = 'write if(…, 1, 0) to count it'

function nameIn(node: SyntaxNode): string | undefined {
  return node.kind === 'name' || node.kind === 'quoted' || node.kind === 'object' ? node.name : undefined
}
