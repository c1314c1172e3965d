import { ownModels } from '../support/corpus.ts'
import { testSolvers } from './solverCorpus.ts'

testSolvers('own', ownModels)
