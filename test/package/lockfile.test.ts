import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './support.ts'

interface Entry {
  readonly integrity?: string
  readonly resolved?: string
}

describe('the lockfile', () => {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, Entry> }
  const entries = Object.entries(packages).filter(([path]) => path !== '')

  test('has the hash of every package', () => {
    expect(entries.length).toBeGreaterThan(100)
    const without = entries.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
    expect(without.map(([path]) => path)).toEqual([])
  })

  test('names no registry', () => {
    expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
    expect(text).not.toMatch(/registry|\.tgz/)
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toContain('omit-lockfile-registry-resolved=true')
  })

  test('is of the packages that package.json asks for', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(packages['']).toMatchObject({ devDependencies })
  })
})
