import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../models')

/** Models that those of tasks include. */
const INCLUDED = ['cartpole.xml', 'humanoid.xml', 'quadruped.xml']

/**
 * The module src/env/tasks/modelTexts.ts: models of tasks as text, so that they are there without files, in browsers
 * too. Models stay the source.
 */
export function modelTextModule(): string {
  const tasks = readdirSync(join(folder, 'tasks')).filter((name) => name.endsWith('.xml'))
  const entries = [...INCLUDED, ...tasks.sort().map((name) => `tasks/${name}`)].map((name) => {
    const text = withoutComments(readFileSync(join(folder, name), 'utf8'))
    if (/[`\\]|\$\{/.test(text)) throw new Error(`${name} has a character that a template may not have`)
    return `  '${name}': \`${text}\`,\n`
  })
  return [
    '/** Models of tasks, by their names in `models`. `npm run tables` makes this file. */\n',
    'export const MODEL_TEXTS: Readonly<Record<string, string>> = {\n',
    ...entries,
    '}\n',
  ].join('')
}

/** A model without comments and without indentation. */
function withoutComments(text: string): string {
  return text
    .replaceAll(/<!--.*?-->\n?/gs, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}
