import { describe } from 'vitest'
import { testContacts } from './contactCorpus.ts'
import { sharedIsThere, sharedModels } from './corpus.ts'

const FOLDERS = ['mujoco', 'mujoco-tests/benchmark', 'mujoco-tests/user', 'mujoco-tests/xml', 'mujoco-tests/testdata']

describe.skipIf(!sharedIsThere)('skipped where ../shared/models is absent', () => {
  testContacts('mujoco', () => sharedModels(...FOLDERS))
})
