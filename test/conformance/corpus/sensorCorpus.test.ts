import { ownModels } from '../support/corpus.ts'
import { testSensors } from './sensorCorpus.ts'

testSensors('own', ownModels)
