import { describe, expect, test } from 'vitest'
import { Random } from './fuzzRandom.ts'
import { fuzzRuns } from './runs.ts'
import { snapshotCase } from './stateCases.ts'
import { STATE_SCENES } from './stateScenes.ts'

const CASES = fuzzRuns(2000)

describe('a damaged snapshot is refused, or stepped to an end, with', () => {
  test.each(STATE_SCENES.map(([has], scene) => ({ has, scene })))('$has', ({ scene }) => {
    const random = new Random(1)
    let refused = 0
    for (let i = 0; i < CASES; i++) {
      const { damage, run } = snapshotCase(scene, random)
      try {
        if (run() === 'refused') refused++
      } catch (cause) {
        throw new Error(`${damage}: ${String(cause)}`, { cause })
      }
    }
    expect(refused).toBeGreaterThan(CASES / 20)
  })
})
