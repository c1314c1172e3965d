import { describe, expect, test } from 'vitest'
import { EnableBit } from '../../../src/core/model/enums.ts'
import { followSleep, type SleepVerdict } from '../../../tools/compare/index.ts'
import { sharedIsThere, sharedModels } from '../support/corpus.ts'
import { eachModel } from '../support/eachModel.ts'

const TESTS = 'mujoco-tests/engine/testdata'

/** Steps of a comparison; a heap of a hundred things that fall, in which all is awake, gets fewer. */
const STEPS = 2000
const HEAP_STEPS = 180
const HEAP = /2humanoid100/

/** Models of others that are about sleep and islands, and can be loaded here: those without soft bodies. One is there twice. */
const models = sharedIsThere
  ? sharedModels('mujoco/sleep', `${TESTS}/sleep`, `${TESTS}/island`).filter(
      ({ name, sizes, loadsInReference }) =>
        loadsInReference !== false && !sizes.nflex && (sizes.nv ?? 0) > 0 && !name.endsWith('perf/dominos.xml'),
    )
  : []

describe('models of others that are about sleep and islands', () => {
  test('sleep and wake in the same steps as in the reference, island by island', async () => {
    const judged = await eachModel(models, (m, reference, name): SleepVerdict => {
      // where a model does not ask for sleep, it is asked for here
      for (const { opt } of [m, reference.raw]) opt.enableflags |= EnableBit.sleep
      return followSleep(m, reference, HEAP.test(name) ? HEAP_STEPS : STEPS)
    })
    const line = ({ name, verdict: v }: (typeof judged)[number]) =>
      `${name.padEnd(60)} ${String(v.steps).padStart(5)} steps, at most ${v.mostAsleep} asleep, ${v.changes} changes, ${v.distance.toExponential(1)} m, ${v.restarts} restarts, ${v.reversals} reversed normals${v.difference ? `: ${v.difference}` : ''}`
    if (judged.length > 0) console.log(judged.map(line).join('\n'))
    expect(judged.filter(({ verdict }) => verdict.difference).map(line)).toEqual([])
    expect(judged.length).toBe(models.length)
    for (const { name, verdict } of judged) {
      expect(verdict.steps, name).toBe(HEAP.test(name) ? HEAP_STEPS : STEPS)
      // what falls in heaps, and over each other, goes its own way after a while; nothing else may
      expect(verdict.restarts, name).toBeLessThanOrEqual(HEAP.test(name) ? 5 : name.includes('dominos') ? 1 : 0)
      expect(verdict.reversals > 0, name).toBe(HEAP.test(name))
    }
    if (models.length > 0) {
      expect(judged.length).toBeGreaterThanOrEqual(15)
      expect(judged.filter(({ verdict }) => verdict.mostAsleep > 0).length).toBeGreaterThanOrEqual(10)
    }
  }, 240_000)

  test('differ where a box lands flat only as long as solvers may stop early', async () => {
    // Newton stops before it turns the box. Its forces answer to tilts of 1e-16 all the same, and a step with damped joints
    // somewhere is made from forces: tilts grow 37-fold a step, in both engines, from whatever rounding has left of them
    const flat = models.filter(({ name }) => name.endsWith('sleep/equality.xml'))
    const distances = async (tolerance: number) =>
      (
        await eachModel(flat, (m, reference) => {
          for (const { opt } of [m, reference.raw]) opt.tolerance = tolerance
          return followSleep(m, reference, 300).distance
        })
      ).map(({ verdict }) => verdict)
    for (const distance of await distances(1e-8)) expect(distance).toBeGreaterThan(1e-8)
    for (const distance of await distances(0)) expect(distance).toBeLessThan(1e-12)
  })
})
