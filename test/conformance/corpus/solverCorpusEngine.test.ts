import { describe } from 'vitest'
import { sharedIsThere, sharedModels } from '../support/corpus.ts'
import { testSolvers } from './solverCorpus.ts'

describe.skipIf(!sharedIsThere)('skipped where ../shared/models is absent', () => {
  testSolvers('engine', () => sharedModels('mujoco-tests/engine'))
})
