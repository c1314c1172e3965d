/**
 * The syntax tree of an expression: plain data, which can be posted to workers and written as JSON. It knows nothing of
 * models. `at` and `end` are the first character of a node in the text and the one behind its last.
 */
export interface Expression {
  /** What was parsed, for messages. */
  readonly text: string
  readonly root: SyntaxNode
}

/** A node of the tree. */
export type SyntaxNode = (
  | { readonly kind: 'number'; readonly value: number }
  /** A field, a constant, or the name of an object. */
  | { readonly kind: 'name'; readonly name: string }
  /** A name in quotes. */
  | { readonly kind: 'quoted'; readonly name: string }
  /** A name with the type of its object: `site:tip`. */
  | { readonly kind: 'object'; readonly type: string; readonly name: string }
  | { readonly kind: 'unary'; readonly op: UnaryOperator; readonly operand: SyntaxNode }
  | { readonly kind: 'binary'; readonly op: BinaryOperator; readonly left: SyntaxNode; readonly right: SyntaxNode }
  | { readonly kind: 'choice'; readonly condition: SyntaxNode; readonly yes: SyntaxNode; readonly no: SyntaxNode }
  | { readonly kind: 'vector'; readonly elements: readonly SyntaxNode[] }
  | { readonly kind: 'index'; readonly of: SyntaxNode; readonly index: SyntaxNode }
  /** From `from` to before `to`; null: from the start, to the end. */
  | {
      readonly kind: 'slice'
      readonly of: SyntaxNode
      readonly from: SyntaxNode | null
      readonly to: SyntaxNode | null
    }
  /** `v.x` */
  | { readonly kind: 'member'; readonly of: SyntaxNode; readonly member: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly SyntaxNode[] }
) &
  Place

/** Where something stands in the text. */
export interface Place {
  readonly at: number
  readonly end: number
}

export type UnaryOperator = '-' | 'not'
export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '^' | '<' | '<=' | '>' | '>=' | '==' | '!=' | 'and' | 'or'

/** How large expressions may be. */
export const EXPRESSION_LIMITS = {
  /** Characters of the text. */
  characters: 10_000,
  /** Nodes below each other, and parentheses in each other. */
  depth: 200,
  /** Numbers of a vector. */
  vector: 2 ** 16,
  /** Numbers of all intermediate results. */
  registers: 2 ** 20,
} as const
