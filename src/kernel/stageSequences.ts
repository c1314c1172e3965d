import { Integrator, Stage } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { isFreeBody } from '../physics/implicit/gyroscopic.ts'
import { NEED_BODY_FORCES, NEED_SUBTREE_VELOCITY } from '../physics/sensor/sensorPrerequisites.ts'
import { kernelPairs } from './collision/kernelPairs.ts'
import { constrainedAcceleration, forwardPass, onlyIsland, refuseAdhesion } from './forwardPass.ts'
import type { LaneKernel, LaneStage } from './language/kernelLanguage.ts'
import { hasJacobianRate, jacobianRateKernel, leavesJacobianRate } from './rows/jacobianRateKernel.ts'
import type { SequenceName, StageName } from './run/kernelCode.ts'
import { sensorsLeft } from './sensor/sensorKernels.ts'

/**
 * Stages that follow each other, as one function: a step then takes a few calls from JavaScript instead of twenty, with
 * nothing to decide in between.
 */

/** From poses to the acceleration without constraints: what contacts have no part in. */
export const SMOOTH: readonly StageName[] = [
  'kinematics',
  'comPos',
  'camlight',
  'tendons',
  'massMatrix',
  'factorM',
  'transmission',
  'transmissionVelocity',
  'comVel',
  'passive',
  'bias',
  'actuation',
  'smoothSolve',
]
/** The rest of forward dynamics, up to the solver. */
export const CONSTRAINED: readonly StageName[] = ['collide', 'rows', 'islands', 'reference']
/** Sensors, and what they need. */
const SENSORS: readonly StageName[] = ['subtreeVel', 'bodyForces', 'sensorPos', 'sensorVel', 'sensorAcc']

/** Stages by the sequence that they are part of, in order. */
export const STAGES: Readonly<Record<Exclude<SequenceName, 'lean'>, readonly StageName[]>> = {
  smooth: SMOOTH,
  forward: [...SMOOTH, ...CONSTRAINED, 'solve'],
  // that which moves positions gives up before it has changed anything
  endByQacc: ['moveByQacc', 'activations'],
  endImplicitly: ['dampedSolve', 'implicitfast', 'moveImplicitly', 'activations'],
}
export const SEQUENCE_NAMES: readonly SequenceName[] = [...(Object.keys(STAGES) as (keyof typeof STAGES)[]), 'lean']
/** Those at the end of a step. */
export const END_NAMES = ['endByQacc', 'endImplicitly'] as const satisfies readonly SequenceName[]

/** Whether a model has something for a stage to do. */
export function isNeeded(m: Model, stage: StageName): boolean {
  switch (stage) {
    case 'camlight':
      return m.ncam + m.nlight > 0
    case 'tendons':
      return m.ntendon > 0
    case 'transmissionVelocity':
      return m.nactuator + m.ntendon > 0
    case 'transmission':
    case 'actuation':
      return m.nactuator > 0
    case 'collide':
      return kernelPairs(m)?.pairs.length !== 0
    case 'islands':
      return m.ntree > 1
    case 'activations':
      return m.na > 0
    case 'dampedSolve':
      return m.opt.integrator === Integrator.Euler
    case 'implicitfast':
      return m.opt.integrator === Integrator.implicitfast
    case 'subtreeVel':
      return m.sensor_type.some((type) => NEED_SUBTREE_VELOCITY.has(type))
    case 'bodyForces':
      return m.sensor_type.some((type) => NEED_BODY_FORCES.has(type))
    case 'sensorPos':
      return m.sensor_needstage.includes(Stage.pos)
    case 'sensorVel':
      return m.sensor_needstage.includes(Stage.vel)
    case 'sensorAcc':
      return m.sensor_needstage.includes(Stage.acc)
    default:
      return true
  }
}

/**
 * The stages of a sequence that a model needs; undefined: it cannot run as one function.
 * @param has whether a stage has a kernel
 */
export function sequenceOf(m: Model, name: SequenceName, has: (stage: StageName) => boolean): StageName[] | undefined {
  if (m.nv === 0) return undefined
  const isForward = name === 'forward' || name === 'lean'
  // a lean step is one without stages and sensors in TypeScript
  if (name === 'lean' && !END_NAMES.some((end) => sequenceOf(m, end, has) !== undefined)) return undefined
  if (name === 'lean' && sensorsLeft(m) !== undefined) return undefined
  if (isForward && leavesJacobianRate(m)) return undefined
  if (name === 'endImplicitly' && (!SOLVED_AT_END.has(m.opt.integrator) || turnsFreeBodies(m))) return undefined
  const all = name === 'lean' ? [...STAGES.forward, ...SENSORS] : STAGES[name]
  const stages = all.filter((stage) => isNeeded(m, stage))
  return stages.every(has) ? stages : undefined
}

/** Integrators whose acceleration kernels compute. */
const SOLVED_AT_END: ReadonlySet<number> = new Set([Integrator.Euler, Integrator.implicitfast])

/** Whether `implicitfast` treats free bodies on their own. */
function turnsFreeBodies(m: Model): boolean {
  const trees = Array.from({ length: m.ntree }, (_, tree) => tree)
  return m.opt.integrator === Integrator.implicitfast && trees.some((tree) => isFreeBody(m, tree))
}

/** A sequence, of kernels that are in the module already. */
export function sequence(m: Model, name: SequenceName, stages: readonly StageName[]): LaneStage {
  const nothing = (): void => {}
  /** What one leaves undone, those after it do not build on. */
  const run = (k: LaneKernel, all: readonly StageName[]): void => {
    for (const stage of all) k.when(k.same(k.gaveUp(), 0), () => k.call({ name: stage, stage: nothing }))
  }
  if (name === 'smooth')
    return (k) => {
      noActuation(k, m)
      run(k, stages)
    }
  if (name !== 'forward' && name !== 'lean') return (k) => run(k, stages)
  const isSensor = (stage: StageName): boolean => SENSORS.includes(stage)
  return forwardPass(m, (k) => {
    noActuation(k, m)
    run(
      k,
      stages.filter((stage) => stage !== 'solve' && !isSensor(stage)),
    )
    if (hasJacobianRate(m)) k.eachLane({ name: 'jacobianRate', stage: jacobianRateKernel(m) })
    k.eachLane({ name: 'refuseAdhesion', stage: refuseAdhesion })
    if (m.ntree === 1) k.eachLane({ name: 'onlyIsland', stage: onlyIsland(m) })
    k.when(k.same(k.gaveUp(), 0), () =>
      k.eachLane({ name: 'constrainedAcceleration', stage: constrainedAcceleration(m, nothing) }),
    )
    run(k, stages.filter(isSensor))
  })
}

/** The forces of actuators where there are none: somebody may have written some. */
export function noActuation(k: LaneKernel, { nactuator, nv }: Model): void {
  if (nactuator === 0) k.repeat(0, nv, (i) => k.field('qfrc_actuator').set(i, 0))
}
