import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../bin/testIo.ts'
import { Consumer, root } from './support.ts'

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'examples/README.md'].map((name) =>
    join(root, name),
  ),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(root, 'docs', name)),
]

interface Snippet {
  readonly name: string
  readonly code: string
}

/** The fenced blocks of one language in all pages. */
function snippets(language: string): Snippet[] {
  return pages.flatMap((page) => {
    const blocks = readFileSync(page, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))
    return [...blocks].map(([, code], i) => ({ name: `${relative(root, page)}, ${i + 1}`, code }))
  })
}

describe('the documentation', () => {
  let consumer: Consumer
  beforeAll(() => {
    consumer = new Consumer()
  })
  afterAll(() => consumer.remove())

  test('has only examples that the compiler accepts', () => {
    consumer.link('react', '@types/react', '@types/react-dom', 'csstype')
    const files = ['ts', 'tsx'].flatMap((language) =>
      snippets(language).map(({ name, code }) => {
        const file = `${name.replaceAll(/\W+/g, '_')}.${language}`
        consumer.write(file, code)
        return file
      }),
    )
    const compilerOptions = { strict: true, noEmit: true, target: 'es2023', lib: ['es2023', 'dom'], types: [] }
    const modules = { module: 'esnext', moduleResolution: 'bundler', moduleDetection: 'force', jsx: 'react-jsx' }
    consumer.write('tsconfig.json', JSON.stringify({ compilerOptions: { ...compilerOptions, ...modules }, files }))
    expect(files.length).toBeGreaterThan(5)
    expect(consumer.run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'])).toBe('')
  })

  // what needs a network or files that are not here is only compiled; what needs a page runs in embed.test.ts
  const runnable = snippets('ts').filter(({ code }) => !/fetchModel|robots\/|kinetree\/viewer/.test(code))
  test.each(runnable)('has an example that runs: $name', ({ code }) => {
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, stdio: 'pipe' })
  })

  const commands = snippets('sh')
    .flatMap(({ code }) => code.split('\n'))
    .filter((line) => /^(kinetree|npx tsx bin\/kinetree\.ts) (info|sim)/.test(line) && !line.includes('--out'))
    .map((line) => line.replace(/^(kinetree|npx tsx bin\/kinetree\.ts) /, '').trim())
  test.each(commands)('has a command that works: kinetree %s', async (line) => {
    const { code, err } = await runCommand(line.split(/\s+/))
    expect(code, err).toBe(0)
  })

  // other projects' files in examples, and files that a build or a model makes
  const NOT_HERE = /^(worker|islandWorker|robot|swing|config)\b|^dist\//
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const tails = new Set(
    files.flatMap((file) => {
      const parts = file.split('/')
      return parts.map((_, i) => parts.slice(i).join('/'))
    }),
  )

  test('names only files that exist', () => {
    const names = pages.flatMap((page) => [...prose(page).matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|json|css|html))`/g)])
    expect(names.length).toBeGreaterThan(100)
    const missing = names.map(([, name]) => name).filter((name) => !tails.has(name) && !NOT_HERE.test(name))
    expect(missing).toEqual([])
  })

  test('links only to what exists, headings included', () => {
    const broken = pages.flatMap((page) =>
      [...prose(page).matchAll(/\]\(([^)\s#]*)(?:#([^)]*))?\)/g)]
        .filter(([, target, heading]) => {
          if (/^https?:/.test(target)) return false
          const file = target === '' ? page : join(dirname(page), target)
          return !existsSync(file) || (heading !== undefined && !headings(file).includes(heading))
        })
        .map(([link]) => `${relative(root, page)}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  test('spells as the documentation of MuJoCo does', () => {
    const british =
      /\w*(colour|centre|neighbour|behaviour|(minim|normal|factor|regular|linear|optim|initial)is)\w*|\b(metres?|grey)\b/gi
    const found = pages.flatMap((page) =>
      [...prose(page).matchAll(british)].map(([word]) => `${relative(root, page)}: ${word}`),
    )
    expect(found).toEqual([])
  })

  test('has paragraphs of at most 120 columns', () => {
    const long = pages.flatMap((page) =>
      readFileSync(page, 'utf8')
        .split('\n')
        .filter((line) => line.length > 120 && !/^\s*(\||<|!\[)/.test(line) && /\s/.test(line.slice(0, 120).trim()))
        .map((line) => `${relative(root, page)}: ${line}`),
    )
    expect(long).toEqual([])
  })
})

/** A page without its fenced blocks. */
function prose(page: string): string {
  return readFileSync(page, 'utf8').replaceAll(/^```.*?^```/gms, '')
}

/** The headings of a page, as links name them. */
function headings(page: string): string[] {
  return [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}
