/** What `kinetree/batch` has everywhere, beside `BatchSim`. */

export { Random } from '../core/random/philox.ts'
export type { ResetOptions } from './batchCore.ts'
export type { BatchOptions } from './batchOptions.ts'
export { BatchError, type BatchResult } from './batchResult.ts'
export type { BatchTask, Episode } from './batchTask.ts'
export { serveBatch } from './batchWorker.ts'
export type { AutoReset, ResetNoise } from './environmentStepper.ts'
export {
  type CompiledExpression,
  compileExpression,
} from './expression/compileExpression.ts'
export { ExpressionError } from './expression/expressionError.ts'
export { parseExpression } from './expression/parseExpression.ts'
export type { Expression } from './expression/syntaxTree.ts'
export type { Distribution } from './randomize/distribution.ts'
export { ModelRandomizer, type Randomization } from './randomize/modelRandomizer.ts'
export type { RolloutOptions, RolloutResult } from './rollout.ts'
export type { RolloutCall } from './rolloutAlone.ts'
export type { TaskExpressions, TaskModule } from './taskSource.ts'
export type { BatchKernels } from './threadKernels.ts'
