import { describe } from 'vitest'
import { testContacts } from './contactCorpus.ts'
import { sharedIsThere, sharedModels } from './corpus.ts'

describe.skipIf(!sharedIsThere)('skipped where ../shared/models is absent', () => {
  testContacts('menagerie', () => sharedModels('menagerie'))
})
