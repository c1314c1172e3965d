import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { architecturePage } from '../../tools/layers/drawing.ts'
import { allImports, codeOf, sourceFiles } from '../../tools/layers/imports.ts'
import { ENTRY_POINTS, FOLDERS, LIBRARIES, NODE_FILES } from '../../tools/layers/table.ts'

const imports = allImports()
const isFile = (path: string) => path.endsWith('.ts')

describe('the folders of src', () => {
  test('are those of the table, each with at most 25 files', () => {
    const counts = new Map<string, number>()
    for (const file of sourceFiles()) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    const known = ['.', ...FOLDERS.map(({ path }) => path)]
    expect([...counts.keys()].sort()).toEqual(known.sort())
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(25)
  })

  test('use only folders that stand before them in the table, so that there is no cycle', () => {
    const before = new Set(['core'])
    for (const { path, uses } of FOLDERS) {
      expect(
        uses.filter((used) => !before.has(used)),
        path,
      ).toEqual([])
      before.add(path)
    }
  })

  test('import only from where the table lets them', () => {
    const uses = new Map(FOLDERS.map((folder) => [folder.path, folder.uses]))
    const allowed = (from: string, to: string) =>
      from === to || (uses.get(from) ?? []).some((used) => used === to || (used === 'core' && to.startsWith('core/')))
    const wrong = imports.filter(
      ({ from, to }) => isFile(to) && !(from in ENTRY_POINTS) && !allowed(dirname(from), dirname(to)),
    )
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  test('name each of their files once', () => {
    const names = sourceFiles().map((file) => file.slice(file.lastIndexOf('/') + 1))
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })
})

describe('source files', () => {
  test('import no library and nothing of Node, but for the files that the table names', () => {
    const wrong = imports.filter(
      ({ from, to }) => !isFile(to) && LIBRARIES[to] !== from && !(to.startsWith('node:') && NODE_FILES.includes(from)),
    )
    expect(wrong).toEqual([])
  })

  test('take elementary functions from core/math/functions.ts, which has the same bits on every engine', () => {
    const inexact = /Math\.(?!abs|ceil|clz32|floor|fround|imul|max|min|round|sign|sqrt|trunc|PI\b|E\b|LN|LOG|SQRT)\w+/g
    // powers of two are exact
    const power = /(?<!\b2 )\*\*/g
    const wrong = sourceFiles().flatMap((file) =>
      [inexact, power].flatMap((rule) => (codeOf(file).match(rule) ?? []).map((found) => `${file}: ${found}`)),
    )
    expect(wrong).toEqual([])
  })

  test('print nothing', () => {
    expect(sourceFiles().filter((file) => /\bconsole\./.test(codeOf(file)))).toEqual([])
  })
})

test('the architecture page shows the layers and the folders of the table', () => {
  const page = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')
  expect(architecturePage(page)).toBe(page)
})
