import { ownModels } from './corpus.ts'
import { testRollouts } from './rolloutCorpus.ts'

testRollouts('own', ownModels)
