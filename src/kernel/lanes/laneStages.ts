import type { KernelsByStage } from '../../core/data/stageKernels.ts'
import { Integrator } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { momentsVary } from '../../physics/actuation/transmission.ts'
import { isFreeBody } from '../../physics/implicit/gyroscopic.ts'
import { collideKernel, nearInLanes } from '../collision/collideKernel.ts'
import { forwardPass, refuseAdhesion } from '../forwardPass.ts'
import { KERNEL_TABLE } from '../kernelTable.ts'
import type { LaneKernel, LaneStage } from '../language/kernelLanguage.ts'
import type { KernelLayout } from '../record/kernelLayout.ts'
import { type AllConditions, allOf, LANE_STEP, STAGE_CONDITIONS } from '../run/conditions.ts'
import { solveInLanes } from '../solver/newtonInLanes.ts'
import { solverShape } from '../solver/solverArrays.ts'
import { CONSTRAINED, isNeeded, noActuation, SMOOTH, STAGES } from '../stageSequences.ts'

/**
 * A step of several states at once, one in each lane: the kernels of a step, one after the other. What differs between
 * states, collision and constraint rows among them, lanes do in turn, on the same memory.
 */

type StageName = keyof KernelsByStage

/** Stages that lanes take, by the name of their program. */
export const LANE_PROGRAMS: readonly (keyof LanePrograms)[] = ['forward', 'advanceByQacc', 'advanceImplicitly']

export interface LanePrograms {
  /** Everything up to qacc. Gives up for states that `checkPos`, `checkVel` or `checkAcc` would reset. */
  forward: LaneStage
  advanceByQacc: LaneStage
  advanceImplicitly: LaneStage
}

/** Why a model cannot be stepped in lanes; undefined: it can. */
export function lanesUnsupported(m: Model, reasons: ReadonlyMap<string, string | undefined>): string | undefined {
  if (m.ntree !== 1) return 'the model does not have one kinematic tree'
  if (m.neq > 0) return 'there are equality constraints'
  if (m.nhistory > 0) return 'there are delays or histories'
  if (m.jnt_actuatorid.some((a) => a !== -1)) return 'actuators have inertia or damping'
  if (m.tendon_actuatorid.some((a) => a !== -1) || m.tendon_armature.some((a) => a !== 0)) return 'tendons have inertia'
  if (m.flg_surfacevel) return 'surfaces move'
  if (momentsVary(m)) return 'rows of moments vary'
  if (m.opt.integrator !== Integrator.Euler && m.opt.integrator !== Integrator.implicitfast)
    return 'the integrator is neither Euler nor implicitfast'
  if (m.opt.integrator === Integrator.implicitfast && isFreeBody(m, 0)) return 'implicitfast turns a single body'
  for (const name of stagesOf(m)) {
    const reason = reasons.get(name)
    if (reason !== undefined) return `${name}: ${reason}`
  }
  return undefined
}

/** When the stages of a step in lanes do what those in TypeScript do. */
export function laneConditions(m: Model): AllConditions {
  return allOf([LANE_STEP, ...stagesOf(m).map((name) => STAGE_CONDITIONS[name])])
}

/** Stages of a step that a model needs. */
function stagesOf(m: Model): StageName[] {
  return [...new Set(Object.values(STAGES).flat())].filter((name) => isNeeded(m, name))
}

/**
 * The stages of a step in lanes.
 * @param unrolled kernels whose loops are written out
 */
export function lanePrograms(m: Model, layout: KernelLayout, unrolled: ReadonlySet<string>): LanePrograms {
  const needed = new Set(stagesOf(m))
  const run = (k: LaneKernel, name: StageName): void => {
    if (!needed.has(name)) return
    const entry = KERNEL_TABLE.find((candidate) => candidate.name === name)!
    if (name === 'collide') {
      k.call({ name: 'nearInLanes', stage: nearInLanes(m) })
      k.eachLane({ name, stage: collideKernel(m, layout.contactCapacity, true) })
    } else if (entry.inTurn) k.eachLane({ name, stage: entry.kernel(m, layout) })
    else k.call({ name, stage: entry.kernel(m, layout), unroll: unrolled.has(name) })
  }
  const inOrder = (k: LaneKernel, names: readonly StageName[]): void => {
    for (const name of names) k.when(k.same(k.gaveUp(), 0), () => run(k, name))
  }
  return {
    forward: forwardPass(m, (k) => {
      noActuation(k, m)
      inOrder(k, [...SMOOTH, ...CONSTRAINED])
      k.eachLane({ name: 'refuseAdhesion', stage: refuseAdhesion })
      k.call({ name: 'solveInLanes', stage: solveInLanes(solverShape(m, layout.rowCapacity, layout.contactCapacity)) })
    }),
    advanceByQacc: (k) => inOrder(k, STAGES.endByQacc),
    advanceImplicitly: (k) => inOrder(k, STAGES.endImplicitly),
  }
}
