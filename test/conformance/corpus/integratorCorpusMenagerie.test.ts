import { describe } from 'vitest'
import { sharedIsThere, sharedModels } from '../support/corpus.ts'
import { testIntegrators } from './integratorCorpus.ts'

describe.skipIf(!sharedIsThere)('skipped where ../shared/models is absent', () => {
  testIntegrators('menagerie', () => sharedModels('menagerie'))
})
