import { describe } from 'vitest'
import { sharedIsThere, sharedModels } from '../support/corpus.ts'
import { testSensors } from './sensorCorpus.ts'

describe.skipIf(!sharedIsThere)('skipped where ../shared/models is absent', () => {
  testSensors('engine', () => sharedModels('mujoco-tests/engine'))
})
