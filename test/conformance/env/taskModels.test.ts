import { readdirSync, readFileSync, statSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { TASKS } from '../../../src/env.ts'
import { loadModelFile } from '../../../src/node.ts'
import { matches } from '../../../tools/compare/fields.ts'
import { judge, type ReferenceModule } from '../../../tools/compare/index.ts'
import { quietReference } from '../support/quietReference.ts'

/** The models of tasks load in both engines to the same numbers. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

const folder = 'models'
/** A file below `models`; undefined where there is none. */
function read(name: string): Uint8Array | undefined {
  const file = `${folder}/${name}`
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : undefined
}

const files = readdirSync(`${folder}/tasks`)

test('there is a task for each of them', () => {
  expect(files.toSorted()).toEqual([...new Set(TASKS.map(({ model }) => model))].sort())
})

describe.each(files)('%s', (file) => {
  test('has the numbers of the reference: model, states, contacts, and a second with all constraints', () => {
    const path = `tasks/${file}`
    const verdict = judge(
      mj,
      {
        name: file,
        load: () => loadModelFile(`${folder}/${path}`),
        source: { path, files: read },
      },
      { contacts: true, constraints: { steps: 200 } },
    )
    expect(verdict.message).toBeUndefined()
    expect([...verdict.model, ...verdict.data].filter((field) => !matches(field))).toEqual([])
    expect(verdict.contacts?.differences).toEqual([])
    expect(verdict.constraints?.solver.differences).toEqual([])
    expect(verdict.constraints?.rollout.strayedAt).toBeUndefined()
  })
})
