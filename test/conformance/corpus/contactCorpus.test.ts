import { ownModels } from '../support/corpus.ts'
import { testContacts } from './contactCorpus.ts'

testContacts('own', ownModels)
