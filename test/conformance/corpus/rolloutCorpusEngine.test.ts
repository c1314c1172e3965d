import { describe } from 'vitest'
import { sharedIsThere, sharedModels } from '../support/corpus.ts'
import { testRollouts } from './rolloutCorpus.ts'

describe.skipIf(!sharedIsThere)('skipped where ../shared/models is absent', () => {
  testRollouts('engine', () => sharedModels('mujoco-tests/engine'))
})
