import type { Data } from '../../core/data/data.ts'
import { checkRoom, checkType } from '../../core/model/argumentChecks.ts'
import type { Model } from '../../core/model/model.ts'
import { needBodyForces, needSubtreeVelocity } from '../../physics/sensor/sensorPrerequisites.ts'
import { ExpressionError } from './expressionError.ts'
import { fieldLength } from './fieldRows.ts'
import { parseExpression } from './parseExpression.ts'
import { assemble, type Program, TooManyRegisters } from './program.ts'
import type { Resolved, ValueType } from './resolvedTree.ts'
import { resolveExpression } from './resolveExpression.ts'
import { runProgram, type Views } from './runProgram.ts'
import type { Expression } from './syntaxTree.ts'

/**
 * Looks up the names of an expression in a model and checks its types. Throws an `ExpressionError`.
 *
 * The value is that of the fields of the state as they are: after `step`, poses and other derived fields are those of
 * the start of the step. Body forces (`cacc`, `cfrc_int`, `cfrc_ext`) and `subtree_linvel` and `subtree_angmom` are
 * computed when an expression asks for them and no sensor has.
 */
export function compileExpression(m: Model, expression: Expression | string): CompiledExpression {
  checkType(m?.opt !== undefined, 'the model of an expression', m, 'a Model, as loadModel gives it')
  const tree = typeof expression === 'string' ? parseExpression(expression) : expression
  checkType(typeof tree?.text === 'string', 'an expression', tree, 'a string, or what parseExpression gives')
  try {
    return new CompiledExpression(m, tree.text, resolveExpression(m, tree))
  } catch (error) {
    if (!(error instanceof TooManyRegisters)) throw error
    const place = { at: 0, end: tree.text.length }
    throw new ExpressionError('the expression has too many intermediate numbers', tree.text, place, 'split it')
  }
}

const BODY_FORCES: ReadonlySet<string> = new Set(['cacc', 'cfrc_int', 'cfrc_ext'])
const SUBTREE_VELOCITY: ReadonlySet<string> = new Set(['subtree_linvel', 'subtree_angmom'])

/** An expression for the states of a model. `evaluate` allocates nothing. */
export class CompiledExpression {
  readonly text: string
  readonly type: ValueType
  /** How many numbers its value has: 1 for numbers and booleans. */
  readonly size: number
  /** The expression with its names resolved, for printers of code. */
  readonly resolved: Resolved
  readonly #program: Program
  readonly #lengths: Readonly<Record<string, number>>
  readonly #needsBodyForces: boolean
  readonly #needsSubtreeVelocity: boolean
  readonly #views: Views = { f64: [], i32: [], u8: [] }
  /** The state whose arrays are in #views. */
  #bound: Data | undefined = undefined

  constructor(m: Model, text: string, resolved: Resolved) {
    this.text = text
    this.type = resolved.type
    this.size = resolved.size
    this.resolved = resolved
    this.#program = assemble(resolved)
    const { f64, i32, u8 } = this.#program.fields
    const fields = [...f64, ...i32, ...u8]
    this.#lengths = Object.fromEntries(
      fields.filter((field) => field !== 'scalar').map((field) => [field, fieldLength(m, field)]),
    )
    this.#needsBodyForces = fields.some((field) => BODY_FORCES.has(field))
    this.#needsSubtreeVelocity = fields.some((field) => SUBTREE_VELOCITY.has(field))
  }

  /**
   * Writes the value for a state, `size` numbers from out[o] on; true is 1, false is 0.
   *
   * @param d a state of the model, or of one with the same sizes
   */
  evaluate(d: Data, out: Float64Array, o: number): void {
    if (d !== this.#bound) this.#bind(d)
    checkRoom(out, o + this.size, 'out')
    if (this.#needsBodyForces) needBodyForces(d.model, d)
    if (this.#needsSubtreeVelocity) needSubtreeVelocity(d.model, d)
    const program = this.#program
    runProgram(program, this.#views, d)
    const { registers, result } = program
    const { size } = this
    for (let k = 0; k < size; k++) out[o + k] = registers[result + k]
  }

  /** Takes the arrays of a state, which keep their identity. */
  #bind(d: Data): void {
    checkType(d?.qpos !== undefined, 'the state', d, 'a Data, as in new Data(model)')
    const { f64, i32, u8 } = this.#program.fields
    this.#take(d, f64, this.#views.f64)
    this.#take(d, i32, this.#views.i32)
    this.#take(d, u8, this.#views.u8)
    this.#bound = d
  }

  #take(d: Data, fields: readonly string[], views: unknown[]): void {
    for (let k = 0; k < fields.length; k++) {
      const view = d[fields[k] as 'qpos']
      const length = this.#lengths[fields[k]]
      if (length !== undefined && view.length !== length)
        throw new RangeError(
          `the state has ${view.length} numbers in ${fields[k]}, the model of the expression has ${length}`,
        )
      views[k] = view
    }
  }
}
