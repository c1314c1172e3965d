/**
 * Unrolls short loops over axes, for kernels where straight-line code on local variables is measured to be faster than
 * loops over arrays. The short form is a TypeScript file `*.loops.ts`; the result is written beside it, without
 * `.loops`. In the short form
 *
 *     // unroll
 *     for (let i = 0; i < 3; i++) {
 *
 * repeats the body with i = 0, 1, 2, also in nested loops; `NEXT[i]` and `AFTER[i]` are the axes behind axis i; and
 * arrays that are declared as `const a = locals(3)` become variables a0, a1, a2.
 *
 *     npx tsx scripts/unroll.ts            writes the results
 *     npx tsx scripts/unroll.ts --check    fails where one is not up to date
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SOURCES = ['src/physics/collision/pair/boxAxes.loops.ts']

const NEXT = [1, 2, 0]
const AFTER = [2, 0, 1]
const LOOP = /^( *)for \(let (\w+) = 0; \2 < (\d+); \2\+\+\) \{$/

/** Straight-line text of a short form. */
export function unroll(source: string): string {
  const arrays = [...source.matchAll(/const (\w+) = locals\((\d+)\)/g)].map(([, name, size]) => ({ name, size: +size }))
  const declared = source
    .split('\n')
    .filter((line) => !line.includes('= locals('))
    .join('\n')
  let text = expand(declared.split('\n')).join('\n')
  for (const { name } of arrays)
    text = text.replace(new RegExp(`(?<![\\w.])${name}\\[([^\\]]+)\\]`, 'g'), (_, index: string) => {
      return `${name}${evaluate(index)}`
    })
  // what only the short form needs
  text = text.replace(/ \+ 0\]/g, ']').replace(/\b(AFTER|NEXT), /g, '')
  text = text.slice(0, text.indexOf('\n/** Numbers that become local variables'))
  // the first assignment of a variable declares it
  for (const { name, size } of arrays)
    for (let i = 0; i < size; i++) text = text.replace(new RegExp(`^( *)${name}${i} = `, 'm'), `$1const ${name}${i} = `)
  return text
}

/** Repeats the bodies of marked loops. */
function expand(lines: readonly string[]): string[] {
  const out: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const loop = lines[at].trim() === '// unroll' ? LOOP.exec(lines[at + 1]) : null
    if (!loop) {
      out.push(lines[at])
      continue
    }
    const [, indent, variable, count] = loop
    const end = lines.findIndex((line, k) => k > at + 1 && line === `${indent}}`)
    const body = lines.slice(at + 2, end).map((line) => line.replace(/^ {2}/, ''))
    for (let value = 0; value < +count; value++) out.push(...expand(substitute(body, variable, value)))
    at = end
  }
  return out
}

/** Puts a number in place of a loop variable, and of the axes that are named after it. */
function substitute(body: readonly string[], variable: string, value: number): string[] {
  let text = body.join('\n').replace(new RegExp(`\\b${variable}\\b`, 'g'), String(value))
  text = text.replace(/\bNEXT\[(\d)\]/g, (_, i: string) => String(NEXT[+i]))
  text = text.replace(/\bAFTER\[(\d)\]/g, (_, i: string) => String(AFTER[+i]))
  for (const [line, name, axis] of [...text.matchAll(/^ *const (\w+) = (\d)\n/gm)])
    text = text.replace(line, '').replace(new RegExp(`\\b${name}\\b`, 'g'), axis)
  return text.split('\n')
}

/** The value of an index such as `3 * 2 + 1`. */
function evaluate(index: string): number {
  return index.split('+').reduce((sum, term) => {
    const factors = term.split('*').map(Number)
    if (factors.some(Number.isNaN)) throw new Error(`'${index}' is not constant`)
    return sum + factors.reduce((product, factor) => product * factor, 1)
  }, 0)
}

/** Text as the formatter, with its fixes, leaves it. */
function formatted(path: string, text: string): string {
  const args = ['--no-install', 'biome', 'check', '--write', '--stdin-file-path', path]
  return execFileSync('npx', args, { input: text, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] })
}

function main(check: boolean): void {
  for (const path of SOURCES) {
    const target = path.replace('.loops.ts', '.ts')
    const header = `// Generated from ${path.replace(/^.*\//, '')} by scripts/unroll.ts: change that, then run the script.`
    const text = formatted(target, unroll(readFileSync(path, 'utf8')).replace('// short form', header))
    if (!check) writeFileSync(target, text)
    else if (readFileSync(target, 'utf8') !== text)
      throw new Error(`${target} is not up to date: run scripts/unroll.ts`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.includes('--check'))
