/** The script of a browser's worker that serves a `BatchSim`. */

import { serveBatch } from './batch/batchWorker.ts'

serveBatch(self)
