import { objectTypeOf } from '../../src/batch/expression/fieldRows.ts'
import { type FunctionEntry, MATH_FUNCTIONS } from '../../src/batch/expression/functionTable.ts'
import { OBJECT_FUNCTIONS } from '../../src/batch/expression/objectFunctions.ts'
import { EXPRESSION_LIMITS } from '../../src/batch/expression/syntaxTree.ts'
import { SIGMOIDS } from '../../src/batch/expression/tolerance.ts'
import { between } from './between.ts'
import { dataFields, dataScalars } from './dataFieldTable.ts'
import { EXAMPLE_MODEL, FUNCTION_EXAMPLES, LANGUAGE_EXAMPLES } from './expressionExamples.ts'

/** The page docs/expressions.md with its examples and the reference of functions and fields. */
export function expressionPage(page: string): string {
  return between(between(page, 'examples', examples()), 'reference', reference())
}

function examples(): string {
  const rows = LANGUAGE_EXAMPLES.map(([text, value]) => [code(text), code(value)])
  return ['```xml', EXAMPLE_MODEL, '```', '', ...table(['expression', 'value'], rows)].join('\n')
}

function reference(): string {
  const { characters, depth, vector, registers } = EXPRESSION_LIMITS
  return [
    '## Functions of numbers and vectors',
    '',
    'Functions of one number apply to each number of a vector. Results have the same bits on every JavaScript engine.',
    '',
    ...functions(MATH_FUNCTIONS),
    '',
    '### Curves of tolerance',
    '',
    'x is the distance to the bounds over the margin. s is such that the curve has the value `valueAtMargin` at x = 1.',
    '',
    ...table(
      ['sigmoid', 'curve'],
      Object.entries(SIGMOIDS).map(([name, { formula }]) => [code(name), formula]),
    ),
    '',
    '## Functions of objects',
    '',
    'A frame is a body, geom, site, or camera. Vectors are in world axes.',
    '',
    ...functions(OBJECT_FUNCTIONS),
    '',
    '## Fields',
    '',
    'Single numbers:',
    '',
    ...table(
      ['field', 'is'],
      dataScalars().map(({ name, about }) => [code(name), about]),
    ),
    '',
    'Arrays. `field(name)` gives the numbers of an object of the type in the third column:',
    '',
    ...table(
      ['field', 'shape', 'of', 'is'],
      dataFields().map(({ name, rows, columns, about }) => [
        code(name),
        columns === 1 ? `${rows}` : `${rows} × ${columns}`,
        objectTypeOf(name) ?? '',
        about,
      ]),
    ),
    '',
    '## Limits',
    '',
    `A text has at most ${characters} characters and ${depth} levels of nesting. A vector has at most ${vector} numbers,`,
    `and all intermediate results together at most ${registers}.`,
  ].join('\n')
}

function functions(entries: Readonly<Record<string, FunctionEntry>>): string[] {
  const rows = Object.entries(entries).map(([name, { parameters, about }]) => {
    const [text, value] = FUNCTION_EXAMPLES[name]
    return [code(`${name}(${parameters})`), about, `${code(text)} is ${code(value)}`]
  })
  return table(['function', 'gives', 'example'], rows)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |'))
}

function code(text: string): string {
  return `\`${text}\``
}
