import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compileExpression } from '../../src/batch/expression/compileExpression.ts'
import { FUNCTIONS } from '../../src/batch/expression/resolveExpression.ts'
import { Data } from '../../src/core/data/data.ts'
import { loadModel } from '../../src/format/load.ts'
import { forward } from '../../src/pipeline/forward.ts'
import { resetDataKeyframe } from '../../src/pipeline/reset.ts'
import { dataFieldSource } from './dataFieldTable.ts'
import { EXAMPLE_MODEL, FUNCTION_EXAMPLES, LANGUAGE_EXAMPLES } from './expressionExamples.ts'
import { expressionPage } from './expressionPage.ts'

test('the page about expressions has the tables of the language (npm run tables)', () => {
  const page = readFileSync(new URL('../../docs/expressions.md', import.meta.url), 'utf8')
  expect(expressionPage(page)).toBe(page)
})

test('the fields that expressions know are those that Data documents (npm run tables)', () => {
  const file = new URL('../../src/batch/expression/dataFields.ts', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(dataFieldSource())
})

describe('the examples of expressions', () => {
  const m = loadModel(EXAMPLE_MODEL)
  const d = new Data(m)
  resetDataKeyframe(m, d, 0)
  forward(m, d)

  test.each([...LANGUAGE_EXAMPLES, ...Object.values(FUNCTION_EXAMPLES)])('%s is %s', (text, value) => {
    const compiled = compileExpression(m, text)
    const out = new Float64Array(compiled.size)
    compiled.evaluate(d, out, 0)
    const expected: unknown = JSON.parse(value)
    expect(compiled.type).toBe(Array.isArray(expected) ? 'vector' : typeof expected)
    const numbers = [expected].flat().map(Number)
    expect(out.length).toBe(numbers.length)
    for (let k = 0; k < numbers.length; k++) expect(out[k]).toBeCloseTo(numbers[k], 12)
  })

  test('have one for each function, of that function', () => {
    expect(Object.keys(FUNCTION_EXAMPLES)).toEqual(Object.keys(FUNCTIONS))
    for (const [name, [text]] of Object.entries(FUNCTION_EXAMPLES)) expect(text).toContain(`${name}(`)
  })
})
