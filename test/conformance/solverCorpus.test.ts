import { ownModels } from './corpus.ts'
import { testSolvers } from './solverCorpus.ts'

testSolvers('own', ownModels)
