import { describe } from 'vitest'
import { sharedIsThere, sharedModels } from '../support/corpus.ts'
import { testContacts } from './contactCorpus.ts'

describe.skipIf(!sharedIsThere)('skipped where ../shared/models is absent', () => {
  testContacts('engine', () => sharedModels('mujoco-tests/engine'))
})
