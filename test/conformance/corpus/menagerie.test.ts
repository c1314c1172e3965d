import { sharedModels } from '../support/corpus.ts'
import { testCorpus } from './walk.ts'

testCorpus('menagerie', sharedModels('menagerie'))
