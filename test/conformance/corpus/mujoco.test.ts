import { sharedModels } from '../support/corpus.ts'
import { testCorpus } from './walk.ts'

const TESTS = ['benchmark', 'user', 'xml', 'testdata'].map((folder) => `mujoco-tests/${folder}`)

testCorpus('mujoco', sharedModels('mujoco', ...TESTS))
