import { describe, expect, it } from 'vitest'
import { followSleep, type SleepVerdict } from '../../src/compare/index.ts'
import { EnableBit } from '../../src/model/enums.ts'
import { sharedIsThere, sharedModels } from './corpus.ts'
import { eachModel } from './eachModel.ts'

const TESTS = 'mujoco-tests/engine/testdata'

/** Steps of the longest comparison; models with many dofs get fewer, more so if these are awake. */
const STEPS = 2000
const AWAKE_WORK = 40_000
const WORK = 1_000_000

/** Models of others that are about sleep and islands, and can be loaded here: those without soft bodies. */
const models = sharedIsThere
  ? sharedModels('mujoco/sleep', `${TESTS}/sleep`, `${TESTS}/island`).filter(
      ({ sizes, loadsInReference }) => loadsInReference !== false && !sizes.nflex && (sizes.nv ?? 0) > 0,
    )
  : []

describe('models of others that are about sleep and islands', () => {
  it('sleep and wake in the same steps as in the reference, island by island', async () => {
    const judged = await eachModel(models, (m, reference): SleepVerdict => {
      // where a model does not ask for sleep, it is asked for here
      for (const { opt } of [m, reference.raw]) opt.enableflags |= EnableBit.sleep
      const asleep = m.tree_sleep_policy.filter((policy) => policy === 5).length
      const awake = m.nv * (1 - asleep / Math.max(1, m.ntree))
      return followSleep(m, reference, Math.ceil(Math.min(STEPS, AWAKE_WORK / (awake + 20), WORK / m.nv)))
    })
    const line = ({ name, verdict: v }: (typeof judged)[number]) =>
      `${name.padEnd(60)} ${String(v.steps).padStart(5)} steps${v.chaotic ? ', then chaos' : ''}, at most ${v.mostAsleep} asleep, ${v.changes} changes, ${v.distance.toExponential(1)} m${v.difference ? `: ${v.difference}` : ''}`
    if (judged.length > 0) console.log(judged.map(line).join('\n'))
    expect(judged.filter(({ verdict }) => verdict.difference).map(line)).toEqual([])
    expect(judged.length).toBe(models.length)
    if (models.length > 0) {
      expect(judged.length).toBeGreaterThanOrEqual(15)
      expect(judged.filter(({ verdict }) => verdict.mostAsleep > 0).length).toBeGreaterThanOrEqual(10)
    }
  }, 240_000)
})
