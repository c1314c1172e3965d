import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../bin/testIo.ts'
import { Consumer, root } from './support.ts'

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((name) => join(root, name)),
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

  test('names only tests that exist', () => {
    const names = pages.flatMap((page) => [
      ...readFileSync(page, 'utf8').matchAll(/`((?:src|bin|test)\/[\w/.-]+\.test\.ts)`/g),
    ])
    expect(names.length).toBeGreaterThan(5)
    for (const [, name] of names) expect(existsSync(join(root, name)), name).toBe(true)
  })

  test('links only to what exists', () => {
    for (const page of pages) {
      for (const [, target] of readFileSync(page, 'utf8').matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)) {
        if (!/^https?:/.test(target)) expect(existsSync(join(dirname(page), target)), `${page}: ${target}`).toBe(true)
      }
    }
  })
})
