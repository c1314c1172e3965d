import { describe } from 'vitest'
import { sharedIsThere, sharedModels } from '../support/corpus.ts'
import { testRollouts } from './rolloutCorpus.ts'

const FOLDERS = ['mujoco', 'mujoco-tests/benchmark', 'mujoco-tests/user', 'mujoco-tests/xml', 'mujoco-tests/testdata']

describe.skipIf(!sharedIsThere)('skipped where ../shared/models is absent', () => {
  testRollouts('mujoco', () => sharedModels(...FOLDERS))
})
