/** The script of a browser's worker that makes kernels. */

import { serveKernels } from './kernel/kernelWorker.ts'

serveKernels(self)
