/** Environments for learning, in the shape of Gymnasium. */

export type { BatchTask, Episode } from './batch/batchTask.ts'
export { Random } from './core/random/philox.ts'
export { Box, type BoxOptions, type NumberArray } from './env/box.ts'
export { type CheckOptions, checkClose, checkEnvironment } from './env/checkEnvironment.ts'
export type { Environment, Info, ResetOptions, ResetResult, StepResult } from './env/environment.ts'
export type { EnvironmentTask } from './env/environmentTask.ts'
export {
  GYMNASIUM_DEFAULTS,
  type GymnasiumName,
  type GymnasiumOptions,
  type GymnasiumTask,
  type GymnasiumTaskOptions,
  gymnasiumEnvironment,
  gymnasiumTask,
} from './env/gymnasium/gymnasiumTask.ts'
export type { InfoTerm } from './env/infoTerms.ts'
export { TaskEnvironment, type TaskEnvironmentOptions } from './env/taskEnvironment.ts'
export { TASKS } from './env/tasks/definitions.ts'
export { type MakeOptions, makeEnvironment, taskDefinition, taskModel } from './env/tasks/makeEnvironment.ts'
export {
  type BatchClass,
  type BatchTaskOptions,
  batchTask,
  type MakeVectorOptions,
  makeVectorEnvironment,
} from './env/tasks/makeVectorEnvironment.ts'
export { gaussianTolerance, linearTolerance, quadraticTolerance } from './env/tasks/rewardTolerance.ts'
export type { ObservationPart, TaskDefinition } from './env/tasks/taskDefinition.ts'
export {
  type ActionUse,
  VectorEnvironment,
  type VectorEnvironmentOptions,
  type VectorInfos,
  type VectorResetOptions,
  type VectorResetResult,
  type VectorStepResult,
} from './env/vectorEnvironment.ts'
export { ClipAction, RescaleAction } from './env/wrappers/actionRange.ts'
export { ActionRepeat } from './env/wrappers/actionRepeat.ts'
export { FrameStack } from './env/wrappers/frameStack.ts'
export { NormalizeObservation, NormalizeReward } from './env/wrappers/normalize.ts'
export {
  RecordEpisode,
  type Trajectory,
  trajectoryFromJson,
  trajectoryToJson,
} from './env/wrappers/recordEpisode.ts'
export { RecordVideo, type RecordVideoOptions } from './env/wrappers/recordVideo.ts'
export { RunningMoments } from './env/wrappers/runningMoments.ts'
export { TimeLimit } from './env/wrappers/timeLimit.ts'
export { Wrapper } from './env/wrappers/wrapper.ts'
