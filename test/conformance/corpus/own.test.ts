import { ownModels } from '../support/corpus.ts'
import { testCorpus } from './walk.ts'

testCorpus('own', ownModels())
