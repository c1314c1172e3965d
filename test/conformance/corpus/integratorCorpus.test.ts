import { ownModels } from '../support/corpus.ts'
import { testIntegrators } from './integratorCorpus.ts'

testIntegrators('own', ownModels)
