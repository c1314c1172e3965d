import { cartpoleSwingup } from './cartpoleSwingup.ts'
import { handReorient } from './handReorient.ts'
import { humanoidRun, humanoidStand, humanoidWalk } from './humanoidMotion.ts'
import { ant, halfCheetah, hopper, walker } from './locomotion.ts'
import { pusher } from './pusherTask.ts'
import { quadrupedHeights } from './quadrupedHeights.ts'
import { reacher } from './reacherTask.ts'
import type { TaskDefinition } from './taskDefinition.ts'

/** All tasks of the package. */
export const TASKS: readonly TaskDefinition[] = [
  cartpoleSwingup,
  reacher,
  hopper,
  halfCheetah,
  walker,
  ant,
  humanoidStand,
  humanoidWalk,
  humanoidRun,
  pusher,
  quadrupedHeights,
  handReorient,
]
