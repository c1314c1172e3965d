import { ownModels } from '../support/corpus.ts'
import { testRollouts } from './rolloutCorpus.ts'

testRollouts('own', ownModels)
