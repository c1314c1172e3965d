import { checkType } from '../../core/model/argumentChecks.ts'
import { ExpressionError } from './expressionError.ts'
import { type BinaryOperator, EXPRESSION_LIMITS, type Expression, type Place, type SyntaxNode } from './syntaxTree.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Operators from loosest to tightest; `not` stands between `and` and comparisons, `^` behind the sign. */
const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!='])
const SUMS: ReadonlySet<string> = new Set(['+', '-'])
const PRODUCTS: ReadonlySet<string> = new Set(['*', '/', '%'])
const OR: ReadonlySet<string> = new Set(['or'])
const AND: ReadonlySet<string> = new Set(['and'])

/** The syntax tree of an expression. Throws an `ExpressionError`. Names are looked up later, by `compileExpression`. */
export function parseExpression(text: string): Expression {
  checkType(typeof text === 'string', 'an expression', text, "a string such as 'upright(torso) > 0.8'")
  return { text, root: new Parser(text).parse() }
}

/** A node without its place. */
type Bare<Node = SyntaxNode> = Node extends SyntaxNode ? Omit<Node, keyof Place> : never

/** A parser by recursive descent. Each method reads one level of operators. */
class Parser {
  readonly #text: string
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0
  /** Number of nodes from each node down to its deepest leaf. */
  readonly #heights = new Map<SyntaxNode, number>()

  constructor(text: string) {
    this.#text = text
    this.#tokens = tokensOf(text)
  }

  parse(): SyntaxNode {
    const root = this.#choice()
    if (this.#token.kind === 'end') return root
    throw this.#unexpected('an operator, or the end')
  }

  // c ? a : b
  #choice(): SyntaxNode {
    this.#enter()
    const condition = this.#chain(OR, () => this.#chain(AND, () => this.#not()))
    let node = condition
    if (this.#accept('?')) {
      const yes = this.#choice()
      this.#expect(':', "':' and the value otherwise")
      const no = this.#choice()
      node = this.#node({ kind: 'choice', condition, yes, no }, condition.at, no.end, condition, yes, no)
    }
    this.#depth--
    return node
  }

  // operators of one level, from left to right
  #chain(operators: ReadonlySet<string>, operand: () => SyntaxNode): SyntaxNode {
    let left = operand()
    while (this.#isOperator(operators)) {
      const op = this.#take().text as BinaryOperator
      left = this.#binary(op, left, operand())
    }
    return left
  }

  #not(): SyntaxNode {
    const { at } = this.#token
    if (!this.#accept('not')) return this.#comparison()
    this.#enter()
    const operand = this.#not()
    this.#depth--
    return this.#node({ kind: 'unary', op: 'not', operand }, at, operand.end, operand)
  }

  #comparison(): SyntaxNode {
    const left = this.#sum()
    if (!this.#isOperator(COMPARISONS)) return left
    const op = this.#take().text as BinaryOperator
    const node = this.#binary(op, left, this.#sum())
    if (this.#isOperator(COMPARISONS))
      throw this.#error('comparisons cannot be chained', this.#token, 'write a < b and b < c')
    return node
  }

  #sum(): SyntaxNode {
    return this.#chain(SUMS, () => this.#chain(PRODUCTS, () => this.#sign()))
  }

  // −a^b is −(a^b)
  #sign(): SyntaxNode {
    const { at } = this.#token
    if (this.#accept('+')) return this.#nested(() => this.#sign())
    if (!this.#accept('-')) return this.#power()
    const operand = this.#nested(() => this.#sign())
    return this.#node({ kind: 'unary', op: '-', operand }, at, operand.end, operand)
  }

  // a^b^c is a^(b^c), and the exponent may have a sign
  #power(): SyntaxNode {
    const base = this.#postfix()
    if (!this.#accept('^')) return base
    return this.#binary(
      '^',
      base,
      this.#nested(() => this.#sign()),
    )
  }

  #postfix(): SyntaxNode {
    let node = this.#primary()
    for (;;) {
      if (this.#accept('[')) node = this.#subscript(node)
      else if (this.#accept('.')) {
        const { kind, text, end } = this.#token
        if (kind !== 'name') throw this.#unexpected("a component such as 'x' behind the point")
        this.#take()
        node = this.#node({ kind: 'member', of: node, member: text }, node.at, end, node)
      } else return node
    }
  }

  // behind '['
  #subscript(of: SyntaxNode): SyntaxNode {
    const from = this.#isNext(':') ? null : this.#choice()
    if (from !== null && this.#isNext(']')) {
      const { end } = this.#take()
      return this.#node({ kind: 'index', of, index: from }, of.at, end, of, from)
    }
    this.#expect(':', "']' or ':'")
    const to = this.#isNext(']') ? null : this.#choice()
    const { end } = this.#expect(']', "']'")
    return this.#node({ kind: 'slice', of, from, to }, of.at, end, of, ...(from ? [from] : []), ...(to ? [to] : []))
  }

  #primary(): SyntaxNode {
    const token = this.#token
    const { at, end, text } = token
    switch (token.kind) {
      case 'number': {
        this.#take()
        const value = Number(text)
        if (value === Infinity) throw this.#error(`the number ${text} is too large`, token, "infinity is written 'inf'")
        return this.#node({ kind: 'number', value }, at, end)
      }
      case 'quoted':
        this.#take()
        return this.#node({ kind: 'quoted', name: text }, at, end)
      case 'name':
        this.#take()
        return this.#isNext('(') ? this.#call(token) : this.#node({ kind: 'name', name: text }, at, end)
    }
    if (this.#accept('(')) {
      const inner = this.#choice()
      this.#expect(')', "')'")
      return inner
    }
    if (this.#accept('[')) {
      const elements = this.#list(']', () => this.#choice())
      return this.#node({ kind: 'vector', elements }, at, this.#end, ...elements)
    }
    throw this.#unexpected('a number, a name, or (')
  }

  #call({ text: name, at }: Token): SyntaxNode {
    this.#take()
    const args = this.#list(')', () => this.#argument())
    return this.#node({ kind: 'call', name, args }, at, this.#end, ...args)
  }

  // an expression, or an object with its type: site:tip
  #argument(): SyntaxNode {
    const [type, colon, name] = this.#tokens.slice(this.#next, this.#next + 3)
    if (
      type.kind === 'name' &&
      colon?.text === ':' &&
      name !== undefined &&
      (name.kind === 'name' || name.kind === 'quoted')
    ) {
      this.#next += 3
      return this.#node({ kind: 'object', type: type.text, name: name.text }, type.at, name.end)
    }
    return this.#choice()
  }

  // items between commas, up to the closing bracket
  #list(close: string, item: () => SyntaxNode): SyntaxNode[] {
    const items: SyntaxNode[] = []
    if (this.#accept(close)) return items
    do items.push(item())
    while (this.#accept(','))
    this.#expect(close, `',' or '${close}'`)
    return items
  }

  #binary(op: BinaryOperator, left: SyntaxNode, right: SyntaxNode): SyntaxNode {
    return this.#node({ kind: 'binary', op, left, right }, left.at, right.end, left, right)
  }

  #node(bare: Bare, at: number, end: number, ...children: SyntaxNode[]): SyntaxNode {
    const node: SyntaxNode = { ...bare, at, end }
    const height = 1 + children.reduce((most, child) => Math.max(most, this.#heights.get(child)!), 0)
    if (height > EXPRESSION_LIMITS.depth) throw this.#tooDeep(node)
    this.#heights.set(node, height)
    return node
  }

  #nested(read: () => SyntaxNode): SyntaxNode {
    this.#enter()
    const node = read()
    this.#depth--
    return node
  }

  #enter(): void {
    if (++this.#depth > EXPRESSION_LIMITS.depth) throw this.#tooDeep(this.#token)
  }

  #tooDeep(place: Place): ExpressionError {
    return this.#error(`the expression is nested more than ${EXPRESSION_LIMITS.depth} deep`, place, 'split it')
  }

  get #token(): Token {
    return this.#tokens[this.#next]
  }

  /** Where the last token that was taken ends. */
  get #end(): number {
    return this.#tokens[this.#next - 1].end
  }

  #take(): Token {
    return this.#tokens[this.#next++]
  }

  #isNext(operator: string): boolean {
    return this.#token.kind === 'operator' && this.#token.text === operator
  }

  #isOperator(operators: ReadonlySet<string>): boolean {
    return this.#token.kind === 'operator' && operators.has(this.#token.text)
  }

  #accept(operator: string): boolean {
    const isNext = this.#isNext(operator)
    if (isNext) this.#next++
    return isNext
  }

  #expect(operator: string, expected: string): Token {
    if (!this.#isNext(operator)) throw this.#unexpected(expected)
    return this.#take()
  }

  #unexpected(expected: string): ExpressionError {
    const { kind, at, end } = this.#token
    const found = kind === 'end' ? 'the end' : `'${this.#text.slice(at, end)}'`
    return this.#error(`expected ${expected}, found ${found}`, this.#token)
  }

  #error(reason: string, place: Place, suggestion?: string): ExpressionError {
    return new ExpressionError(reason, this.#text, place, suggestion)
  }
}
