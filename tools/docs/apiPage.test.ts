import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as kinetree from '../../src/index.ts'
import { FUNCTIONS } from './apiFunctions.ts'
import { apiPage } from './apiPage.ts'
import { publicExports } from './publicExports.ts'

const all = FUNCTIONS.flatMap(({ functions }) => functions)

describe('the table of functions', () => {
  test('has every function about physics, mathematics and models that the official build has, once', () => {
    const declared = readFileSync(new URL('../../node_modules/@mujoco/mujoco/mujoco.d.ts', import.meta.url), 'utf8')
    const names = new Set([...declared.matchAll(/^ +(mj[ud]?_\w+)\(/gm)].map(([, name]) => name))
    expect(names.size).toBeGreaterThan(230)
    expect(all.map(({ name }) => name).sort()).toEqual([...names].sort())
  })

  test('names only what this package exports', () => {
    for (const { name, ours = [] } of all)
      for (const ourName of ours) expect(Object.keys(kinetree), name).toContain(ourName)
  })

  test('gives each function one counterpart, or a reason why there is none', () => {
    for (const { name, ours, language, absent } of all)
      expect([ours, language, absent].filter((x) => x !== undefined).length, name).toBe(1)
  })

  test('is what docs/api.md shows (npm run tables)', () => {
    expect(readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')).toBe(apiPage())
  })
})

test.each(['math.ts', 'stages.ts', 'threads.ts'])('%s is a part of the main entry', (entry) => {
  const main = publicExports('index.ts').map(({ name }) => name)
  const part = publicExports(entry).map(({ name }) => name)
  expect(part.length).toBeGreaterThan(5)
  expect(part.filter((name) => !main.includes(name))).toEqual([])
})

describe('the doc comment', () => {
  const main = publicExports('index.ts')

  test('is found of every value of the main entry', () => {
    expect(Object.keys(kinetree).filter((key) => !main.some(({ name }) => name === key))).toEqual([])
  })

  test.each(['index.ts', 'node.ts', 'web.ts', 'env.ts'])('is there for everything that %s exports', (entry) => {
    const bare = publicExports(entry).filter(({ doc }) => doc === '')
    expect(bare.map(({ name, file }) => `${name} of ${file}`)).toEqual([])
  })

  test('of a counterpart names the function of MuJoCo', () => {
    const docs = new Map(main.map(({ name, doc }) => [name, doc]))
    const silent = all.flatMap(({ name, ours = [] }) =>
      ours
        .filter((key) => !new RegExp(`MuJoCo: [^.]*\\b${name}\\b`).test(docs.get(key) ?? ''))
        .map((key) => `${key}: ${name}`),
    )
    expect(silent).toEqual([])
  })
})

test('functions write to the arguments right after model and state', () => {
  const output = /^(out\w*|jac[A-Zpr]\w*|target|hits?|fromto|matrices)$/
  const late = publicExports('index.ts').filter(({ parameters }) => {
    const rest = parameters.filter((parameter) => !/^_?[md]$/.test(parameter))
    const outputs = rest.filter((parameter) => output.test(parameter))
    return outputs.some((parameter, i) => rest[i] !== parameter)
  })
  expect(late.map(({ name, parameters }) => `${name}(${parameters.join(', ')})`)).toEqual([])
})
