/** Several states of a model stepped at once; loaded by batches that ask for kernels. */
export { recordLanes } from './laneCode.ts'
export { lanesUnsupported } from './laneStages.ts'
export { LaneStepper } from './laneStepper.ts'
