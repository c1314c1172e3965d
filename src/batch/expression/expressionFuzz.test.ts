import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Data } from '../../core/data/data.ts'
import { loadModel } from '../../format/load.ts'
import { forward } from '../../pipeline/forward.ts'
import { compileExpression } from './compileExpression.ts'
import { DATA_FIELDS } from './dataFields.ts'
import { ExpressionError } from './expressionError.ts'
import { parseExpression } from './parseExpression.ts'
import { FUNCTIONS } from './resolveExpression.ts'

const m = loadModel(`<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/>
  <body name="torso" pos="0 0 .1"><freejoint name="root"/><geom name="torso" size=".1"/><site name="tip"/></body>
  </worldbody></mujoco>`)
const d = new Data(m)
forward(m, d)

const WORDS = [
  ...Object.keys(FUNCTIONS),
  ...Object.keys(DATA_FIELDS).slice(0, 30),
  ...['torso', 'tip', 'root', 'floor', 'time', 'pi', 'inf', 'true', 'gaussian', 'linear', 'x', 'w', 'site', 'body'],
  ...['constructor', '__proto__', 'hasOwnProperty', 'valueOf', 'null', 'undefined', 'NaN'],
]
const OPERATORS = '+ - * / ^ % < <= > >= == != and or not && || ! ? : , . ( ) [ ] "'.split(' ')
const NUMBERS = ['0', '1', '2', '0.5', '1e308', '.1', '3.', '99999999999']

const token = fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom(...OPERATORS), fc.constantFrom(...NUMBERS))
const anyTokens = fc.array(token, { maxLength: 40 }).map((tokens) => tokens.join(' '))

/** Expressions with the right syntax, whatever their types. */
const { tree: wellFormed } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.constantFrom(
      'time',
      'qpos',
      'qvel',
      'xpos',
      'torso',
      'root',
      'position(site:tip)',
      'true',
      'pi',
      'qpos[2:5]',
      'xpos[1]',
    ),
    fc.constantFrom(...NUMBERS),
    fc
      .tuple(fc.constantFrom(...Object.keys(FUNCTIONS)), fc.array(tie('tree'), { maxLength: 4 }))
      .map(([name, args]) => `${name}(${args.join(', ')})`),
    fc
      .tuple(tie('tree'), fc.constantFrom('+', '-', '*', '/', '^', '%', '<', '>=', '==', 'and', 'or'), tie('tree'))
      .map((parts) => `(${parts.join(' ')})`),
    fc.array(tie('tree'), { maxLength: 4 }).map((parts) => `[${parts.join(', ')}]`),
    tie('tree').map((tree) => `-${tree}`),
    tie('tree').map((tree) => `(${tree})[1]`),
    tie('tree').map((tree) => `(${tree}).x`),
    fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
  ),
}))

/** Whether the text compiles. Otherwise only an `ExpressionError` is allowed, and one that shows a place of the text. */
function compiles(text: string): boolean {
  try {
    const compiled = compileExpression(m, text)
    const out = new Float64Array(compiled.size)
    compiled.evaluate(d, out, 0)
    if (compiled.type === 'boolean') expect([0, 1]).toContain(out[0])
    expect(compiled.type === 'vector' || compiled.size === 1).toBe(true)
    return true
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    expect(error.at).toBeGreaterThanOrEqual(0)
    expect(error.at).toBeLessThanOrEqual(error.end)
    expect(error.end).toBeLessThanOrEqual(Math.max(text.length, 1))
    return false
  }
}

describe('whatever is written, there is a value or an ExpressionError', () => {
  test('random characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => void compiles(text)),
      { numRuns: 3000, seed: 1 },
    )
  })

  test('random tokens', () => {
    fc.assert(
      fc.property(anyTokens, (text) => void compiles(text)),
      { numRuns: 10_000, seed: 2 },
    )
  })

  test('random trees, of which many compile', () => {
    let count = 0
    fc.assert(
      fc.property(wellFormed, (text) => {
        if (compiles(text)) count++
      }),
      { numRuns: 10_000, seed: 3 },
    )
    expect(count).toBeGreaterThan(1000)
  })

  test('pieces of a long expression', () => {
    const text =
      "-0.1 * norm(ctrl)^2 + tolerance(height(torso), 1, inf, 0.5, 'linear') > 3 ? [qpos[2:7], xpos[1].x] : 0"
    for (let i = 0; i <= text.length; i++) for (let j = i; j <= text.length; j += 3) compiles(text.slice(i, j))
  })
})

test('trees are plain data', () => {
  fc.assert(
    fc.property(wellFormed, (text) => {
      const tree = parseExpression(text)
      expect(JSON.parse(JSON.stringify(tree))).toEqual(tree)
      expect(structuredClone(tree)).toEqual(tree)
    }),
    { numRuns: 1000, seed: 4 },
  )
})

test('powers agree with the language, for negative numbers too', () => {
  const state = new Data(loadModel('<mujoco><size nuserdata="2"/><worldbody><geom size="1"/></worldbody></mujoco>'))
  const power = compileExpression(state.model, 'userdata[0]^userdata[1]')
  const out = new Float64Array(1)
  const check = (x: number, y: number) => {
    state.userdata.set([x, y])
    power.evaluate(state, out, 0)
    // 1 to an infinite power is 1 here; the sign of zero does not count
    if (Math.abs(x) === 1 && !Number.isFinite(y)) return
    const expected = x ** y
    if (Number.isFinite(expected) && expected !== 0)
      expect(Math.abs(out[0] - expected), `${x}^${y}`).toBeLessThanOrEqual(2 ** -51 * Math.abs(expected))
    else if (x === 0) expect(Math.abs(out[0]), `${x}^${y}`).toBe(Math.abs(expected))
    else expect(out[0] + 0, `${x}^${y}`).toBe(expected + 0)
  }
  const odd = [0, -0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1e300, -1e300, 1e-300, Infinity, -Infinity, Number.NaN]
  for (const x of odd) for (const y of odd) check(x, y)
  fc.assert(fc.property(fc.double({ min: -100, max: 100 }), fc.integer({ min: -40, max: 40 }), check), {
    numRuns: 2000,
    seed: 5,
  })
})
