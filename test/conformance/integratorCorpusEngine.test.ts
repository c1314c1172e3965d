import { describe } from 'vitest'
import { sharedIsThere, sharedModels } from './corpus.ts'
import { testIntegrators } from './integratorCorpus.ts'

describe.skipIf(!sharedIsThere)('skipped where ../shared/models is absent', () => {
  testIntegrators('engine', () => sharedModels('mujoco-tests/engine'))
})
