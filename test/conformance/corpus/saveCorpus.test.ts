import { expect, test } from 'vitest'
import { sharedIsThere, sharedModels } from '../support/corpus.ts'
import { report, roundTrips } from '../support/roundTrips.ts'

test.skipIf(!sharedIsThere)(
  'models that others wrote are the same after saving and loading (skipped where ../shared/models is absent)',
  () => {
    const count = roundTrips(sharedModels())
    report('models of others', count)
    expect(count.differences).toEqual([])
    expect(count.loaded).toBeGreaterThan(0)
  },
  900_000,
)
