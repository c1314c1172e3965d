import { ownModels } from './corpus.ts'
import { testSensors } from './sensorCorpus.ts'

testSensors('own', ownModels)
