import type { Data } from '../src/core/data/data.ts'
import type { KernelsByStage } from '../src/core/data/stageKernels.ts'
import { Timer } from '../src/core/model/enums.ts'
import type { KernelReport } from '../src/kernel/run/kernelCode.ts'

/** Time of a stage of a step. */
export interface StageTime {
  readonly stage: string
  /** Depth in the tree of stages; 0 is the whole step. */
  readonly depth: number
  /** Of one step. */
  readonly seconds: number
  /** Kernels in the stage; none: it runs in TypeScript. */
  readonly kernels: readonly string[]
}

/** Stages in the order of a step, with their timers. What has no timer is the rest of its step. */
const STAGES: readonly (readonly [stage: string, depth: number, timer: Timer | 'rest'])[] = [
  ['step', 0, Timer.step],
  ['positions', 1, Timer.position],
  ['kinematics', 2, Timer.pos_kinematics],
  ['inertia', 2, Timer.pos_inertia],
  ['collision', 2, Timer.pos_collision],
  ['broad phase', 3, Timer.col_broadphase],
  ['narrow phase', 3, Timer.col_narrowphase],
  ['constraint rows', 2, Timer.pos_make],
  ['islands', 2, Timer.pos_project],
  ['velocities', 1, Timer.velocity],
  ['actuation', 1, Timer.actuation],
  ['constraint solver', 1, Timer.constraint],
  ['integration', 1, Timer.advance],
  ['rest', 1, 'rest'],
]

/** Where each kernel works. */
const KERNEL_STAGES: Readonly<Record<keyof KernelsByStage, string>> = {
  kinematics: 'kinematics',
  comPos: 'kinematics',
  camlight: 'kinematics',
  tendons: 'kinematics',
  massMatrix: 'inertia',
  factorM: 'inertia',
  collide: 'collision',
  rows: 'constraint rows',
  islands: 'islands',
  transmission: 'kinematics',
  transmissionVelocity: 'velocities',
  comVel: 'velocities',
  passive: 'velocities',
  passiveInMedium: 'velocities',
  reference: 'velocities',
  bias: 'velocities',
  actuation: 'actuation',
  smoothSolve: 'rest',
  solve: 'constraint solver',
  bodyForces: 'rest',
  subtreeVel: 'rest',
  sensorPos: 'rest',
  sensorVel: 'rest',
  sensorAcc: 'rest',
  dampedSolve: 'integration',
  implicitfast: 'integration',
  activations: 'integration',
  moveByQacc: 'integration',
  moveImplicitly: 'integration',
}

/** Lets a state time its stages, from now on. */
export function timeStages(d: Data, now: () => number): void {
  d.timer_duration.fill(0)
  d.timer_number.fill(0)
  d.callbacks.time = now
}

/**
 * The times of stages since `timeStages`.
 * @param kernels those that the state uses
 */
export function stageTimes(d: Data, kernels: readonly KernelReport[] = []): StageTime[] {
  const steps = Math.max(1, d.timer_number[Timer.step])
  const of = (timer: Timer) => d.timer_duration[timer] / steps
  const parts = STAGES.filter(([, depth, timer]) => depth === 1 && timer !== 'rest')
  const rest = of(Timer.step) - parts.reduce((sum, [, , timer]) => sum + of(timer as Timer), 0)
  return STAGES.map(([stage, depth, timer]) => ({
    stage,
    depth,
    seconds: timer === 'rest' ? Math.max(0, rest) : of(timer),
    kernels: kernels
      .filter(
        ({ reason, stage: name }) => reason === undefined && KERNEL_STAGES[name as keyof KernelsByStage] === stage,
      )
      .map(({ stage: name }) => name),
  }))
}

/** Where a stage runs: `kernels comVel, bias`, or `TypeScript`; nothing for stages that only consist of others. */
export function whereRun({ stage, kernels }: StageTime): string {
  if (kernels.length > 0) return `${kernels.length > 1 ? 'kernels' : 'kernel'} ${kernels.join(', ')}`
  return stage === 'step' || stage === 'positions' ? '' : 'TypeScript'
}
