import { describe, expect, test } from 'vitest'
import { loadModel } from '../../src/format/load.ts'
import { FUZZ_KINDS, fuzzCase, fuzzKind } from './fuzzCases.ts'
import { ASSET_FILES, ASSET_MODEL, MESH_FILES } from './seedAssets.ts'
import { ARM, PARENT, SEED_MODELS } from './seedModels.ts'

/** Cases of the suite; `npm run fuzz` runs any number of them, with limits of time and memory for each. */
const CASES = 20_000
const KINDS = Object.keys(FUZZ_KINDS)

describe('what is damaged here loads while it is whole', () => {
  test.each(SEED_MODELS.map((xml, i) => ({ i, xml })))('model $i', ({ xml }) => {
    expect(() => loadModel(xml)).not.toThrow()
  })

  test('a model that attaches another', () => {
    expect(() => loadModel(PARENT, { files: { 'arm.xml': ARM } })).not.toThrow()
  })

  test('assets', () => {
    expect(() => loadModel(ASSET_MODEL, { files: ASSET_FILES })).not.toThrow()
  })

  test.each(Object.entries(MESH_FILES))('%s', (name, content) => {
    const xml = `<mujoco><asset><mesh name="m" file="${name}"/></asset>
      <worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>`
    expect(loadModel(xml, { files: { [name]: content } }).mesh_facenum[0]).toBe(12)
  })
})

describe('bad inputs give a model or a state that steps, or an error that says what is wrong', () => {
  test.each(KINDS.map((kind, first) => ({ kind, first })))('$kind', { timeout: 300_000 }, ({ first }) => {
    let loaded = 0
    let count = 0
    for (let number = first; number < CASES; number += KINDS.length, count++) {
      const { damage, text, run } = fuzzCase(number)
      try {
        if (run() === 'loaded') loaded++
      } catch (error) {
        throw new Error(`case ${number}, ${fuzzKind(number)}, ${damage}: ${String(error)}\n${text.slice(0, 3000)}`, {
          cause: error,
        })
      }
    }
    // neither everything nor nothing is refused
    expect(loaded).toBeGreaterThan(count / 50)
    expect(loaded).toBeLessThan(count)
  })
})
