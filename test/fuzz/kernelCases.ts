import {
  Cone,
  Data,
  getState,
  Integrator,
  loadModel,
  type Model,
  ModelError,
  Solver,
  StateBit,
  StepError,
  stateSize,
  step,
} from '../../src/index.ts'
import { type Accelerated, accelerate } from '../../src/kernel.ts'
import { Random, randomControls, randomPositions } from '../../tools/compare/randomState.ts'
import { Dice } from '../../tools/robots/dice.ts'
import { fileOf, makeRobot, type Robot } from '../../tools/robots/robot.ts'

/**
 * Generated robots with kernels and without: the same numbers at each step. The seed gives the robot, its solver, cone,
 * and integrator, and its motion.
 */

/** What became of a robot: `refused` by the loader, or with the same numbers in both ways. */
export type KernelOutcome = 'same' | 'refused'

const STEPS = 30

/** Kernels that docs/guide/kernels.md says differ in the last bits, and by how much states may then differ. */
const ROUNDED: readonly string[] = []
const TOLERANCE = 1e-9

/** Steps the robot of a seed in both ways. */
export function runKernelCase(seed: number): KernelOutcome {
  const dice = new Dice(seed)
  const robot = makeRobot(seed)
  const m = load(robot)
  if (m === undefined) return 'refused'
  setOptions(m, dice)
  const plain = new Data(m)
  const kernels = accelerate(m, { sameBits: true, ...dice.pick([{}, {}, { unroll: true }, { unroll: false }]) })
  try {
    checkKernels(kernels)
    compare(m, plain, new Data(m), dice, toleranceOf(kernels))
  } catch (error) {
    const { message } = error as Error
    throw new Error(`seed ${seed}, ${describeOptions(m)}: ${message}\n${textOf(robot)}`, { cause: error })
  } finally {
    kernels.stop()
  }
  return 'same'
}

function load(robot: Robot): Model | undefined {
  try {
    return loadModel(String(fileOf(robot, robot.path, 'ours')), {
      files: (path) => fileOf(robot, path, 'ours'),
      fileName: robot.path,
    })
  } catch (error) {
    if (error instanceof ModelError) return undefined
    throw error
  }
}

/** Any solver with any cone that it has, and any integrator. */
function setOptions({ opt }: Model, dice: Dice): void {
  opt.integrator = dice.pick(Object.values(Integrator))
  opt.cone = dice.pick(Object.values(Cone))
  const isElliptic = opt.cone === Cone.elliptic
  opt.solver = dice.pick(Object.values(Solver).filter((solver) => !(isElliptic && solver === Solver.ActiveSet)))
}

/** Kernels are there and agree with their stages. They may give up on a model of extreme numbers. */
function checkKernels({ reason, stages }: Accelerated): void {
  if (reason !== undefined) throw new Error(`no kernels: ${reason}`)
  const wrong = stages.filter((stage) => stage.reason?.includes('differs'))
  if (wrong.length > 0) throw new Error(wrong.map((stage) => `${stage.stage}: ${stage.reason}`).join('; '))
}

function toleranceOf({ stages }: Accelerated): number {
  return stages.some(({ stage, reason }) => reason === undefined && ROUNDED.includes(stage)) ? TOLERANCE : 0
}

/** Steps both states under the same controls, from the same start. */
function compare(m: Model, plain: Data, fast: Data, dice: Dice, tolerance: number): void {
  const random = new Random(dice.count(0, 2 ** 30))
  if (dice.chance(0.5)) {
    const [qpos, qvel] = [randomPositions(m, random), random.vector(m.nv)]
    for (const d of [plain, fast]) {
      d.qpos.set(qpos)
      d.qvel.set(qvel)
    }
  }
  for (let i = 0; i < STEPS; i++) {
    const ctrl = randomControls(m, random)
    const failures = [plain, fast].map((d) => {
      d.ctrl.set(ctrl)
      return failureOf(() => step(m, d))
    })
    if (failures[0] !== failures[1]) throw new Error(`step ${i} ends with ${failures.join(' and with ')}`)
    for (const [name, read] of Object.entries(READINGS)) {
      const k = firstDifference(read(m, plain), read(m, fast), tolerance)
      if (k >= 0)
        throw new Error(`${name}[${k}] in step ${i}: ${read(m, plain)[k]}, and ${read(m, fast)[k]} with kernels`)
    }
    if (failures[0] !== undefined) return
  }
}

/** What is compared after each step. */
const READINGS: Readonly<Record<string, (m: Model, d: Data) => Float64Array>> = {
  state: (m, d) => {
    const state = new Float64Array(stateSize(m, StateBit.integration))
    getState(m, d, state, StateBit.integration)
    return state
  },
  qacc: (_, d) => d.qacc,
  sensordata: (_, d) => d.sensordata,
  qfrc_constraint: (_, d) => d.qfrc_constraint,
  qfrc_bias: (_, d) => d.qfrc_bias,
  qLD: (_, d) => d.qLD,
  geom_xpos: (_, d) => d.geom_xpos,
  site_xmat: (_, d) => d.site_xmat,
  cvel: (_, d) => d.cvel,
}

function failureOf(run: () => void): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof StepError) return error.message
    throw error
  }
}

/** Index of the first pair of different numbers; −1: none. 0 and −0 are the same, and so are two NaN. */
function firstDifference(a: Float64Array, b: Float64Array, tolerance: number): number {
  return a.findIndex((x, i) => {
    const isSame = x === b[i] || (Number.isNaN(x) && Number.isNaN(b[i]))
    return !isSame && !(Math.abs(x - b[i]) <= tolerance * Math.max(1, Math.abs(x)))
  })
}

function describeOptions({ opt }: Model): string {
  const name = (values: object, value: number) => Object.entries(values).find(([, known]) => known === value)?.[0]
  return `${name(Solver, opt.solver)}, ${name(Cone, opt.cone)}, ${name(Integrator, opt.integrator)}`
}

function textOf(robot: Robot): string {
  return [...robot.models.keys()].map((path) => `<!-- ${path} -->\n${fileOf(robot, path, 'ours')}`).join('\n')
}
