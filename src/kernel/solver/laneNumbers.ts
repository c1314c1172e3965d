import type { LaneKernel, Mask, Num, NumArray } from '../language/kernelLanguage.ts'

/**
 * Numbers of each lane in the workspace `lane_solver`: by them, parts of the solver that lanes do together and parts for
 * which they take turns tell each other what is to be done. Truths are 1 and 0.
 */
export const Lane = {
  /** Whether there is something left to do. */
  going: 0,
  iterations: 1,
  /** The cost of the acceleration without constraints. */
  smoothCost: 2,
  /** Along the line of search s: s·(M a − qfrc_smooth), s·M s, −s·g. */
  slope: 3,
  bend: 4,
  descent: 5,
  /** A point of the line: α, and cost, slope and curvature there. */
  at: 6,
  costAt: 7,
  slopeAt: 8,
  bendAt: 9,
  /** The step that the line search has found; 0: none. How far the cost falls. */
  alpha: 10,
  fall: 11,
  /** Whether rows have changed their state. */
  changed: 12,
  /** Whether the Hessian is to be made and factored; whether rows join branches, and have changed since. */
  refactor: 13,
  joins: 14,
  rejoins: 15,
  COUNT: 16,
} as const

export function laneNumbers(k: LaneKernel): NumArray {
  return k.workspace('lane_solver', Lane.COUNT)
}

/** Where one of these numbers is not 0. */
export function isSet(k: LaneKernel, at: number): Mask {
  return laneNumbers(k).at(at).equals(0).not()
}

export function truth(k: LaneKernel, mask: Mask): Num {
  return k.choose(mask, 1, 0)
}
