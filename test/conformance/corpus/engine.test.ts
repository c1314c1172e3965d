import { sharedModels } from '../support/corpus.ts'
import { testCorpus } from './walk.ts'

testCorpus('engine', sharedModels('mujoco-tests/engine'))
