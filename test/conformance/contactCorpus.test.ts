import { testContacts } from './contactCorpus.ts'
import { ownModels } from './corpus.ts'

testContacts('own', ownModels)
