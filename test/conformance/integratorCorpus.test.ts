import { ownModels } from './corpus.ts'
import { testIntegrators } from './integratorCorpus.ts'

testIntegrators('own', ownModels)
