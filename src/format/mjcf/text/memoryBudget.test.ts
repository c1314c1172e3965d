import { describe, expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { loadModel } from '../../load.ts'
import { MemoryBudget } from './memoryBudget.ts'

/** Models of a few hundred characters, at most, that ask for more than 1 GiB. */
const greedy: Readonly<Record<string, readonly [xml: string, what: string]>> = {
  'copies of copies': [
    `<worldbody><replicate count="1000"><replicate count="300"><geom size=".1"/></replicate></replicate></worldbody>`,
    '601605 elements, copies included',
  ],
  'keyframes that each copy repeats': [
    `<worldbody><replicate count="8000"><body><joint/><geom size=".1"/></body></replicate></worldbody>
     <keyframe><key qpos="1"/></keyframe>`,
    'copied keyframes',
  ],
  'painted textures': [
    `<asset>${[1, 2, 3, 4, 5].map((i) => `<texture name="${i}" type="2d" builtin="flat" width="9000" height="9000"/>`)}</asset>`,
    'pixels of textures',
  ],
  'a camera with a rangefinder for each pixel': [
    '<worldbody><camera name="c" resolution="20000 20000"/></worldbody><sensor><rangefinder camera="c"/></sensor>',
    'arrays of the model and of a state',
  ],
  'sensors of contacts': [
    '<worldbody><geom name="g" size="1"/></worldbody><sensor><contact geom1="g" num="100000000"/></sensor>',
    'a state of the model',
  ],
}

describe('loading refuses, before the memory is taken,', () => {
  test.each(Object.entries(greedy))('%s', (_, [content, what]) => {
    const error = modelError(() => loadModel(`<mujoco>${content}</mujoco>`))
    expect(error.reason).toBe(`loading the model takes too much memory: ${what}`)
    expect(error.expected).toBe('at most 1024 MiB at the peak')
    expect(error.found).toMatch(/^about \d+ MiB$/)
    expect(error.suggestion).toContain("'maxBytes'")
  })
})

test('octrees of signed distances are counted', () => {
  const xml = `<mujoco><asset><mesh name="m" builtin="sphere" params="1"/></asset>
    <worldbody><geom type="sdf" mesh="m"/></worldbody></mujoco>`
  expect(modelError(() => loadModel(xml, { maxBytes: 2 ** 21 })).reason).toContain('octrees of signed distances')
  expect(loadModel(xml, { maxBytes: 2 ** 26 }).noct).toBeGreaterThan(7000)
})

test('a model that needs little loads with little', () => {
  const xml = '<mujoco><worldbody><geom size="1"/></worldbody></mujoco>'
  expect(loadModel(xml, { maxBytes: 2 ** 17 }).ngeom).toBe(1)
  expect(modelError(() => loadModel(xml, { maxBytes: 2 ** 12 })).expected).toBe('at most 0.01 MiB at the peak')
})

test('memory that is held leaves less for what comes', () => {
  const memory = new MemoryBudget(2 ** 30)
  memory.hold(2 ** 29, 'a half')
  memory.check(2 ** 29, 'the other half')
  memory.hold(2 ** 29, 'the other half')
  expect(modelError(() => memory.check(1, 'one byte more')).found).toBe('about 1025 MiB')
})
