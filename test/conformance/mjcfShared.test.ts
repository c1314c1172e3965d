import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type ElementName, GRAMMAR, ruleOf } from '../../src/mjcf/grammar.ts'
import { parseWithIncludes } from '../../src/mjcf/include.ts'
import { readModel } from '../../src/mjcf/read.ts'
import type { XmlElement } from '../../src/mjcf/xml.ts'
import { ModelError } from '../../src/model/errors.ts'

/** The reader on every model that others wrote: what it refuses is only what is not supported yet. */

const folder = new URL('../../../shared/models/', import.meta.url)
const manifest = new URL('manifest.jsonl', folder)

function parse(file: string): XmlElement {
  const url = new URL(file, folder)
  const files = (path: string) => {
    const included = new URL(path, url)
    return existsSync(included) ? readFileSync(included) : undefined
  }
  return parseWithIncludes(readFileSync(url, 'utf8'), files, file)
}

/** Takes away, in place, what is refused for now, so that the rest can be read. */
function prune(element: XmlElement): void {
  const rule = ruleOf(element.name as ElementName)
  const kept = element.children.filter((child) => !rule.refused?.includes(child.name))
  element.children.splice(0, Infinity, ...kept)
  const attributes = element.attributes as Map<string, unknown>
  for (const [name, { state }] of Object.entries(rule.attributes)) if (state === 'refused') attributes.delete(name)
  if (/mesh|sdf|hfield/.test(element.attributes.get('type')?.value ?? '')) attributes.delete('type')
  for (const child of element.children) if (child.name in GRAMMAR && !rule.inert?.includes(child.name)) prune(child)
}

function outcome(file: string, change: (root: XmlElement) => void): string {
  try {
    const root = parse(file)
    change(root)
    readModel(root)
    return 'read'
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return error.unsupported ? 'not supported yet' : error.message
  }
}

describe.skipIf(!existsSync(manifest))('models that others wrote (skipped where ../shared/models is absent)', () => {
  const lines = existsSync(manifest) ? readFileSync(manifest, 'utf8').trim().split('\n') : []
  const files = lines.map((line) => (JSON.parse(line) as { file: string }).file)

  it('are read, or have something that is not supported yet', () => {
    const outcomes = files.map((file) => [file, outcome(file, () => {})] as const)
    expect(outcomes.filter(([, result]) => result !== 'read' && result !== 'not supported yet')).toEqual([])
  })

  it('are all read once what is not supported yet is taken away', () => {
    const outcomes = files.map((file) => [file, outcome(file, prune)] as const)
    expect(outcomes.filter(([, result]) => result !== 'read')).toEqual([])
  })
})
