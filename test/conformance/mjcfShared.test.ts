import { existsSync, readFileSync } from 'node:fs'
import loadReference from '@mujoco/mujoco'
import { describe, expect, it } from 'vitest'
import { compareModel, fieldLine, matches, ReferenceModel, RefusedByReference } from '../../src/compare/index.ts'
import { type ElementName, GRAMMAR, ruleOf } from '../../src/mjcf/grammar.ts'
import { parseWithIncludes } from '../../src/mjcf/include.ts'
import { loadModel } from '../../src/mjcf/load.ts'
import { readModel } from '../../src/mjcf/read.ts'
import type { XmlElement } from '../../src/mjcf/xml.ts'
import { ModelError } from '../../src/model/errors.ts'

/** Every model that others wrote, with and without the parts that are not supported yet. */

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
  element.children = element.children.filter((child) => !rule.refused?.includes(child.name))
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

/** A model without what is not supported yet, as text for both engines. */
function pruned(file: string): string {
  const root = parse(file)
  prune(root)
  // keys and tuples count and name what may be gone now
  root.children = root.children.filter(({ name }) => name !== 'keyframe' && name !== 'custom')
  return written(root)
}

function written(element: XmlElement): string {
  const attributes = [...element.attributes].map(([name, { value }]) => ` ${name}="${escaped(value)}"`)
  // a shape that was a mesh has no size of its own
  if (element.name === 'geom' && !element.attributes.has('size')) attributes.push(' size=".05 .06 .07"')
  return `<${element.name}${attributes.join('')}>\n${element.children.map(written).join('')}</${element.name}>\n`
}

function escaped(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
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

  it('have the numbers of the reference once what is not supported yet is taken away', async () => {
    const differences: string[] = []
    let mj = await loadReference({ print: () => {}, printErr: () => {} })
    let compared = 0
    for (const [i, file] of files.entries()) {
      // the reference keeps the memory of models that it refuses
      if (i % 60 === 59) mj = await loadReference({ print: () => {}, printErr: () => {} })
      const xml = pruned(file)
      let reference: ReferenceModel | undefined
      try {
        reference = new ReferenceModel(mj, xml)
        const results = compareModel(loadModel(xml), reference)
        for (const result of results) if (!matches(result)) differences.push(`${file}: ${fieldLine(result)}`)
        compared++
      } catch (error) {
        const both = error instanceof RefusedByReference && refused(xml)
        if (!both) differences.push(`${file}: ${error}`)
      } finally {
        reference?.delete()
      }
    }
    expect(differences).toEqual([])
    expect(compared).toBeGreaterThan(0.95 * files.length)
  }, 180_000)
})

function refused(xml: string): boolean {
  try {
    loadModel(xml)
    return false
  } catch (error) {
    return error instanceof ModelError
  }
}
