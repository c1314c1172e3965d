import { SCALAR_NCON, SCALAR_NE, SCALAR_NEFC, SCALAR_NF, SCALAR_NJ, SCALAR_NL } from '../../core/data/dataScalars.ts'
import type { KernelsByStage } from '../../core/data/stageKernels.ts'
import { MAXVAL } from '../../core/math/constants.ts'
import { Integrator } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { isFreeBody } from '../../physics/implicit/gyroscopic.ts'
import { collideKernel, nearInLanes } from '../collision/collideKernel.ts'
import { kernelPairs } from '../collision/kernelPairs.ts'
import { KERNEL_TABLE } from '../kernelTable.ts'
import type { Kernel, LaneKernel, LaneStage } from '../language/kernelLanguage.ts'
import type { KernelLayout } from '../record/kernelLayout.ts'
import { solveInLanes } from '../solver/newtonInLanes.ts'
import { solverShape } from '../solver/solverArrays.ts'

/**
 * A step of several states at once, one in each lane: the kernels of a step, one after the other. What differs between
 * states, collision and constraint rows among them, lanes do in turn, on the same memory.
 */

type StageName = keyof KernelsByStage

/** Forward dynamics, in the order of `forwardStages`. */
const FORWARD: readonly StageName[] = [
  'kinematics',
  'comPos',
  'camlight',
  'fixedTendons',
  'massMatrix',
  'factorM',
  'collide',
  'rows',
  'pairEntries',
  'transmission',
  'transmissionVelocity',
  'comVel',
  'passive',
  'reference',
  'bias',
  'actuation',
  'smoothSolve',
]

/** The end of a step: with the acceleration of the constraint solver, or with that of an implicit integrator. */
const END_OF_STEP = {
  advanceByQacc: ['activations', 'moveByQacc'],
  advanceImplicitly: ['dampedSolve', 'implicitfast', 'activations', 'moveImplicitly'],
} as const satisfies Record<string, readonly StageName[]>

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
  if (m.opt.integrator !== Integrator.Euler && m.opt.integrator !== Integrator.implicitfast)
    return 'the integrator is neither Euler nor implicitfast'
  if (m.opt.integrator === Integrator.implicitfast && isFreeBody(m, 0)) return 'implicitfast turns a single body'
  for (const name of stagesOf(m)) {
    const reason = reasons.get(name)
    if (reason !== undefined) return `${name}: ${reason}`
  }
  return undefined
}

/** Stages of a step that a model needs. */
function stagesOf(m: Model): StageName[] {
  const implicit = m.opt.integrator === Integrator.implicitfast ? 'implicitfast' : 'dampedSolve'
  const needed: Partial<Record<StageName, boolean>> = {
    camlight: m.ncam + m.nlight > 0,
    fixedTendons: m.ntendon > 0,
    collide: kernelPairs(m)?.pairs.length !== 0,
    transmission: m.nactuator > 0,
    transmissionVelocity: m.nactuator > 0,
    actuation: m.nactuator > 0,
    activations: m.na > 0,
    dampedSolve: implicit === 'dampedSolve',
    implicitfast: implicit === 'implicitfast',
  }
  const all: StageName[] = [...FORWARD, 'solve', ...END_OF_STEP.advanceByQacc, ...END_OF_STEP.advanceImplicitly]
  return all.filter((name) => needed[name] ?? true)
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
  const end =
    (names: readonly StageName[]): LaneStage =>
    (k) => {
      for (const name of names) run(k, name)
    }
  return {
    forward: (k) => {
      clearCounts(k)
      refuseBad(k, 'qpos', m.nq)
      refuseBad(k, 'qvel', m.nv)
      if (m.ntendon > 0) k.eachLane({ name: 'clearTendonRows', stage: (one) => clearTendonRows(one, m) })
      for (const name of FORWARD) run(k, name)
      k.eachLane({ name: 'refuseAdhesion', stage: refuseAdhesion })
      k.call({ name: 'solveInLanes', stage: solveInLanes(solverShape(m, layout.rowCapacity, layout.contactCapacity)) })
      refuseBad(k, 'qacc', m.nv)
    },
    advanceByQacc: end(END_OF_STEP.advanceByQacc),
    advanceImplicitly: end(END_OF_STEP.advanceImplicitly),
  }
}

/** No contacts and no rows so far. */
function clearCounts(k: LaneKernel): void {
  for (const at of [SCALAR_NCON, SCALAR_NE, SCALAR_NF, SCALAR_NL, SCALAR_NEFC, SCALAR_NJ]) k.field('scalar').set(at, 0)
}

function clearTendonRows(k: Kernel, m: Model): void {
  k.repeat(0, m.ntendon, (t) => k.integers('tendon_efcadr').set(t, -1))
}

/** Gives up if surfaces pull at each other. */
function refuseAdhesion(k: Kernel): void {
  k.repeat(0, k.whole(k.field('scalar').at(SCALAR_NCON)), (contact) =>
    k.giveUp(k.field('contact_adhesion').at(contact).equals(0).not()),
  )
}

/** Gives up if a number is not finite, or too large. */
function refuseBad(k: LaneKernel, name: 'qpos' | 'qvel' | 'qacc', count: number): void {
  const bad = k.cell(0)
  k.repeat(0, count, (i) => {
    const isGood = k.field(name).at(i).abs().atMost(MAXVAL)
    bad.set(k.choose(isGood, bad.value, 1))
  })
  k.giveUp(k.num(0).below(bad.value))
}
