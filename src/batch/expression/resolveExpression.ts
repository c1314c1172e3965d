import { EnableBit } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { suggestion } from '../../core/model/suggestion.ts'
import { AS_NUMBER, CallArguments } from './callArguments.ts'
import { DATA_FIELDS, DATA_SCALARS } from './dataFields.ts'
import { ExpressionError } from './expressionError.ts'
import { objectTypeOf, rowsOf, wholeField } from './fieldRows.ts'
import { choose, type FunctionEntry, MATH_FUNCTIONS } from './functionTable.ts'
import { OBJECT_FUNCTIONS } from './objectFunctions.ts'
import { inQuotes, oneOf, typesOf } from './objectNames.ts'
import { boolean, elementwise, join, number, part } from './operations.ts'
import type { Constant, ElementwiseName, Load, Resolved } from './resolvedTree.ts'
import { type BinaryOperator, EXPRESSION_LIMITS, type Expression, type Place, type SyntaxNode } from './syntaxTree.ts'

/** All functions of the language. */
export const FUNCTIONS: Readonly<Record<string, FunctionEntry>> = { ...MATH_FUNCTIONS, ...OBJECT_FUNCTIONS }

/** Named constants. */
export const CONSTANTS: Readonly<Record<string, Constant>> = {
  true: boolean(true),
  false: boolean(false),
  pi: number(Math.PI),
  inf: number(Infinity),
}

/** Operations of the binary operators; `swap`: with the operands the other way round. */
const OPERATIONS: Readonly<Record<BinaryOperator, { readonly op: ElementwiseName; readonly swap?: boolean }>> = {
  '+': { op: 'add' },
  '-': { op: 'subtract' },
  '*': { op: 'multiply' },
  '/': { op: 'divide' },
  '%': { op: 'remainder' },
  '^': { op: 'power' },
  '<': { op: 'less' },
  '<=': { op: 'lessEqual' },
  '>': { op: 'less', swap: true },
  '>=': { op: 'lessEqual', swap: true },
  '==': { op: 'equal' },
  '!=': { op: 'equal' },
  and: { op: 'and' },
  or: { op: 'or' },
}
const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!='])

/** Where components are in vectors of 2, 3 and 4 numbers; the latter are quaternions in MuJoCo's order. */
const COMPONENTS: Readonly<Record<number, string>> = { 2: 'xy', 3: 'xyz', 4: 'wxyz' }

/** Fields that are zeros unless an option is on. */
const OPTIONS: Readonly<Record<string, keyof typeof EnableBit>> = { energy: 'energy', solver_fwdinv: 'fwdinv' }

/** Looks up the names of an expression in a model, and checks types and sizes. Throws an `ExpressionError`. */
export function resolveExpression(m: Model, expression: Expression): Resolved {
  return new Resolver(m, expression.text).resolve(expression.root)
}

class Resolver {
  readonly #m: Model
  readonly #text: string
  #depth = 0

  constructor(m: Model, text: string) {
    this.#m = m
    this.#text = text
  }

  resolve(node: SyntaxNode): Resolved {
    // a tree that was not parsed here may be deeper
    if (++this.#depth > 2 * EXPRESSION_LIMITS.depth) throw this.#error('the expression is nested too deep', node)
    const value = this.#resolve(node)
    this.#depth--
    if (value.size > EXPRESSION_LIMITS.vector)
      throw this.#error(`a vector of ${value.size} numbers is too large`, node, `at most ${EXPRESSION_LIMITS.vector}`)
    return value
  }

  #resolve(node: SyntaxNode): Resolved {
    switch (node?.kind) {
      case 'number':
        return number(node.value)
      case 'name':
        return this.#name(node.name, node)
      case 'quoted':
      case 'object':
        throw this.#error(`the name '${node.name}' has no value`, node, `write a function of it, as in position(…)`)
      case 'unary':
        return node.op === 'not'
          ? elementwise('not', this.#condition(node.operand))
          : elementwise('negate', this.#numeric(node.operand))
      case 'binary':
        return this.#binary(node, node.op, node.left, node.right)
      case 'choice':
        return choose(this.#arguments('the choice', [node.condition, node.yes, node.no]))
      case 'vector':
        return join(node.elements.map((element) => this.resolve(element)))
      case 'index':
        return this.#index(node.of, node.index)
      case 'slice':
        return this.#slice(node.of, node.from, node.to)
      case 'member':
        return this.#member(node, node.of, node.member)
      case 'call':
        return this.#call(node, node.name, node.args)
      default:
        throw new TypeError('the syntax tree of an expression has an unknown node; make it by parseExpression')
    }
  }

  #name(name: string, place: Place): Resolved {
    if (Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name]
    const field = wholeField(this.#m, name)
    if (field) return this.#computed(field, name, place)
    if (Object.hasOwn(FUNCTIONS, name))
      throw this.#error(`'${name}' is a function`, place, `write ${name}(${FUNCTIONS[name].parameters})`)
    throw this.#error(`there is no '${name}'`, place, this.#hintForName(name))
  }

  #hintForName(name: string): string | undefined {
    const types = typesOf(this.#m, name)
    if (types.length > 0) {
      const type = types[0]
      const call = Object.hasOwn(FUNCTIONS, type) ? type : type === 'body' ? 'position' : undefined
      return `it is the name of ${oneOf(types)}${call ? `: write ${call}(${inQuotes(name)}), for example` : ''}`
    }
    if (/^(contact|efc)_/.test(name)) return 'contacts and rows vary in number; use contact(a, b) or contactforce(a, b)'
    return this.#near(name)
  }

  #near(name: string): string | undefined {
    const known = [FUNCTIONS, DATA_SCALARS, DATA_FIELDS, CONSTANTS].flatMap((table) => Object.keys(table))
    return suggestion(name, known)
  }

  #call(node: SyntaxNode, name: string, args: readonly SyntaxNode[]): Resolved {
    if (Object.hasOwn(FUNCTIONS, name)) {
      const { parameters, least, most, resolve } = FUNCTIONS[name]
      if (args.length < least || args.length > most)
        throw this.#error(`${name} of ${args.length} arguments`, node, `write ${name}(${parameters})`)
      return resolve(this.#arguments(name, args))
    }
    if (!Object.hasOwn(DATA_FIELDS, name)) {
      const isValue = Object.hasOwn(DATA_SCALARS, name) || Object.hasOwn(CONSTANTS, name)
      throw isValue
        ? this.#error(`'${name}' is not a function`, node, `write ${name}`)
        : this.#error(`there is no function '${name}'`, node, this.#near(name))
    }
    const type = objectTypeOf(name)
    if (type === undefined) throw this.#error(`the rows of ${name} have no names`, node, `write ${name}[i]`)
    if (args.length !== 1) throw this.#error(`${name} of ${args.length} arguments`, node, `write ${name}(${type})`)
    const found = this.#arguments(name, args)
    const rows = rowsOf(this.#m, name, found.object(0, [type]))
    if (typeof rows === 'string') throw found.fail(0, rows)
    return this.#computed(rows, name, node)
  }

  /** A field, unless it is never computed with the options of the model. */
  #computed(field: Load, name: string, place: Place): Resolved {
    if (Object.hasOwn(OPTIONS, name) && (this.#m.opt.enableflags & EnableBit[OPTIONS[name]]) === 0)
      throw this.#error(
        `${name} is not computed in this model`,
        place,
        `add <option><flag ${OPTIONS[name]}="enable"/></option>, or set the flag in model.opt.enableflags`,
      )
    return field
  }

  #binary(node: Place, op: BinaryOperator, left: SyntaxNode, right: SyntaxNode): Resolved {
    const { op: operation, swap } = OPERATIONS[op]
    if (op === 'and' || op === 'or') return elementwise(operation, this.#condition(left), this.#condition(right))
    const [a, b] = COMPARISONS.has(op) ? this.#compared(op, left, right) : [this.#numeric(left), this.#numeric(right)]
    if (a.type === 'vector' && b.type === 'vector' && a.size !== b.size)
      throw this.#error(`'${op}' of vectors of ${a.size} and ${b.size} numbers`, node, 'they must have one size')
    const value = swap ? elementwise(operation, b, a) : elementwise(operation, a, b)
    return op === '!=' ? elementwise('not', value) : value
  }

  /** Two numbers; for == and != also two conditions. */
  #compared(op: BinaryOperator, left: SyntaxNode, right: SyntaxNode): [Resolved, Resolved] {
    const [a, b] = [this.resolve(left), this.resolve(right)]
    if (a.type === 'boolean' && b.type === 'boolean' && (op === '==' || op === '!=')) return [a, b]
    for (const [value, place] of [
      [a, left],
      [b, right],
    ] as const) {
      if (value.type === 'vector')
        throw this.#error('vectors cannot be compared', place, 'compare norm(…), max(…), or one number, as in v[0]')
      if (value.type === 'boolean') throw this.#error('true or false cannot be compared with this', place, AS_NUMBER)
    }
    return [a, b]
  }

  #index(of: SyntaxNode, index: SyntaxNode): Resolved {
    const value = this.#vector(of)
    const width = value.kind === 'load' ? value.width : 1
    const count = value.size / width
    const i = this.#wholeNumber(index)
    if (i < -count || i >= count)
      throw this.#error(
        `there is no number ${i}`,
        index,
        count === 0 ? 'it is empty' : `they go from 0 to ${count - 1}`,
      )
    const row = i < 0 ? i + count : i
    return part(value, row * width, width, width > 1 ? 'vector' : 'number')
  }

  #slice(of: SyntaxNode, first: SyntaxNode | null, last: SyntaxNode | null): Resolved {
    const value = this.#vector(of)
    const width = value.kind === 'load' ? value.width : 1
    const count = value.size / width
    const from = first === null ? 0 : this.#bound(first, count)
    const to = last === null ? count : this.#bound(last, count)
    if (from > to) throw this.#error(`the slice ends at ${to}, before it starts at ${from}`, last ?? first!)
    return part(value, from * width, (to - from) * width, 'vector', width)
  }

  #bound(node: SyntaxNode, count: number): number {
    const i = this.#wholeNumber(node)
    if (i < -count || i > count) throw this.#error(`the slice reaches ${i}`, node, `there are ${count} numbers`)
    return i < 0 ? i + count : i
  }

  #wholeNumber(node: SyntaxNode): number {
    const value = this.#numeric(node)
    const [i] = value.kind === 'constant' && value.type === 'number' ? value.values : [Number.NaN]
    if (!Number.isSafeInteger(i)) throw this.#error('an index must be a whole number that does not change', node)
    return i
  }

  #member(node: Place, of: SyntaxNode, member: string): Resolved {
    const value = this.#vector(of)
    const names = (value.kind === 'load' && value.width > 1 ? '' : COMPONENTS[value.size]) ?? ''
    const i = names.indexOf(member)
    if (i >= 0 && member.length === 1) return part(value, i, 1, 'number')
    if (names !== '')
      throw this.#error(
        `a vector of ${value.size} numbers has no component '${member}'`,
        node,
        `it has ${[...names].join(', ')}`,
      )
    throw this.#error(
      `the value has ${value.size} numbers, which have no names`,
      node,
      'write an index, as in v[0], or a slice, as in v[0:3]',
    )
  }

  #numeric(node: SyntaxNode): Resolved {
    const value = this.resolve(node)
    if (value.type === 'boolean') throw this.#error('expected a number, found true or false', node, AS_NUMBER)
    return value
  }

  #condition(node: SyntaxNode): Resolved {
    const value = this.resolve(node)
    if (value.type !== 'boolean')
      throw this.#error('expected a condition, found a number', node, 'compare it, as in x > 0')
    return value
  }

  #vector(node: SyntaxNode): Resolved {
    const value = this.resolve(node)
    if (value.type !== 'vector') throw this.#error('this is one value, not a vector', node)
    return value
  }

  #arguments(name: string, args: readonly SyntaxNode[]): CallArguments {
    return new CallArguments(this.#m, this.#text, name, args, (node) => this.resolve(node))
  }

  #error(reason: string, place: Place, hint?: string): ExpressionError {
    return new ExpressionError(reason, this.#text, place, hint)
  }
}
