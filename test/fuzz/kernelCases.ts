import {
  Cone,
  copyData,
  Data,
  forward,
  getState,
  Integrator,
  loadModel,
  type Model,
  ModelError,
  type Option,
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
 * Generated robots with kernels and without. The seed gives the robot, its solver, cone, and integrator, and its motion.
 * Even seeds leave out the solver's kernel: numbers are the same at each step. Odd seeds have all kernels, and most of
 * them Newton's method or conjugate gradients: each step is from the same state, and ends with the same rows, nearly the
 * same acceleration, and with Newton's method after as many iterations.
 */

/** What became of a robot: `refused` by the loader, or with the same numbers in both ways. */
export type KernelOutcome = 'same' | 'refused'

const STEPS = 30

/** How much accelerations may differ, relative to the largest of them and of those without constraints. */
const TOLERANCE = 1e-8

/**
 * Rows of this D, with next to no regularization, leave the kernel of the solver fewer digits than they leave
 * TypeScript: it may then take another number of iterations, and ends within a wider tolerance.
 */
const STIFF = 1e12
const STIFF_TOLERANCE = 1e-6

/**
 * Conjugate gradients enlarge the last bits of their start with each iteration: here they take few. Where they converge
 * within these, their last bits decide on the iteration. Costs of stiff rows hide all others, so that last bits decide on
 * where they start.
 */
const MOST_CONJUGATE = 3

/** How many times as much as TypeScript they may differ, where that starts from states of other last bits; how many. */
const LAST_BITS = 100
const TWINS = 8

/** A robot of such accelerations has flown apart. The solver stops anywhere then, and has no digits to compare. */
const DIVERGED = 1e10

/** Steps the robot of a seed in both ways. */
export function runKernelCase(seed: number): KernelOutcome {
  const dice = new Dice(seed)
  const robot = makeRobot(seed)
  const m = load(robot)
  if (m === undefined) return 'refused'
  const sameBits = seed % 2 === 0
  setOptions(m, dice, sameBits)
  const plain = new Data(m)
  const start = new Data(m)
  const twin = new Data(m)
  const kernels = accelerate(m, { ...dice.pick([{}, {}, { unroll: true }, { unroll: false }]), sameBits })
  try {
    checkKernels(kernels)
    compare(m, plain, new Data(m), start, twin, dice, sameBits)
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

/** Any solver with any cone that it has, and any integrator; more often those solvers that have a kernel, if it is used. */
function setOptions({ opt }: Model, dice: Dice, sameBits: boolean): void {
  opt.integrator = dice.pick(Object.values(Integrator))
  opt.cone = dice.pick(Object.values(Cone))
  const isElliptic = opt.cone === Cone.elliptic
  opt.solver = dice.pick(Object.values(Solver).filter((solver) => !(isElliptic && solver === Solver.ActiveSet)))
  if (sameBits) return
  if (dice.chance(0.8)) opt.solver = dice.chance(0.8) ? Solver.Newton : Solver.CG
  if (isConjugate(opt)) opt.iterations = MOST_CONJUGATE
}

function isConjugate({ solver }: Option): boolean {
  return solver === Solver.CG || solver === Solver.CGStrict
}

/** Kernels are there and agree with their stages. They may give up on a model of extreme numbers. */
function checkKernels({ reason, stages }: Accelerated): void {
  if (reason !== undefined) throw new Error(`no kernels: ${reason}`)
  const wrong = stages.filter((stage) => /differs/.test(stage.reason ?? ''))
  if (wrong.length > 0) throw new Error(wrong.map((stage) => `${stage.stage}: ${stage.reason}`).join('; '))
}

/**
 * Steps both states under the same controls, from the same start; with all kernels, each step from the same state.
 * @param start keeps where a step starts from
 * @param twin runs in TypeScript, too, with other last bits
 */
function compare(m: Model, plain: Data, fast: Data, start: Data, twin: Data, dice: Dice, sameBits: boolean): void {
  const random = new Random(dice.count(0, 2 ** 30))
  if (dice.chance(0.5)) {
    const [qpos, qvel] = [randomPositions(m, random), random.vector(m.nv)]
    for (const d of [plain, fast]) {
      d.qpos.set(qpos)
      d.qvel.set(qvel)
    }
  }
  const readings = sameBits ? READINGS : ROW_READINGS
  // RK4 solves four times in a step, later ones from states that differ in their last bits
  const run = !sameBits && m.opt.integrator === Integrator.RK4 ? forward : step
  for (let i = 0; i < STEPS; i++) {
    if (!sameBits) copyData(fast, plain)
    if (isConjugate(m.opt)) copyData(start, plain)
    const ctrl = randomControls(m, random)
    const failures = [plain, fast].map((d) => {
      d.ctrl.set(ctrl)
      return failureOf(() => run(m, d))
    })
    if (failures[0] !== failures[1]) throw new Error(`step ${i} ends with ${failures.join(' and with ')}`)
    if (!sameBits && plain.qacc.some((x) => !(Math.abs(x) < DIVERGED))) return
    const isStiff = !sameBits && plain.efc_D.subarray(0, plain.nefc).some((D) => D >= STIFF)
    for (const [name, read] of Object.entries(readings)) {
      if ((isStiff || isConjugate(m.opt)) && name === 'solver_niter') continue
      const k = firstDifference(read(m, plain), read(m, fast))
      if (k >= 0)
        throw new Error(`${name}[${k}] in step ${i}: ${read(m, plain)[k]}, and ${read(m, fast)[k]} with kernels`)
    }
    if (!sameBits) {
      const difference = accelerationDifference(plain, fast)
      const isWithinLastBits = () => {
        for (let t = 0; t < TWINS; t++) {
          copyData(twin, start)
          changeLastBits(twin, plain, new Random(t))
          twin.ctrl.set(ctrl)
          failureOf(() => run(m, twin))
          if (difference <= LAST_BITS * accelerationDifference(plain, twin)) return true
        }
        return false
      }
      const isSame = difference <= (isStiff ? STIFF_TOLERANCE : TOLERANCE)
      if (!isSame && !(isConjugate(m.opt) && (isStiff || isWithinLastBits())))
        throw new Error(`qacc in step ${i} differs by ${difference.toExponential(1)}`)
    }
    if (failures[0] !== undefined || (run === forward && failureOf(() => step(m, plain)) !== undefined)) return
  }
}

type Readings = Readonly<Record<string, (m: Model, d: Data) => ArrayLike<number>>>

/** What is the same after each step where kernels have the bits of their stages. */
const READINGS: Readings = {
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

/** What is the same after a step from the same state with all kernels. */
const ROW_READINGS: Readings = {
  efc_J: (_, d) => d.efc_J.subarray(0, d.nJ),
  efc_J_colind: (_, d) => d.efc_J_colind.subarray(0, d.nJ),
  efc_KBIP: (_, d) => d.efc_KBIP.subarray(0, 4 * d.nefc),
  efc_D: (_, d) => d.efc_D.subarray(0, d.nefc),
  efc_R: (_, d) => d.efc_R.subarray(0, d.nefc),
  efc_vel: (_, d) => d.efc_vel.subarray(0, d.nefc),
  efc_aref: (_, d) => d.efc_aref.subarray(0, d.nefc),
  qacc_smooth: (_, d) => d.qacc_smooth,
  solver_niter: (_, d) => d.solver_niter,
}

/** Changes where the solver starts, and the forces of a state by as much as the last bits of those of another one. */
function changeLastBits(d: Data, { qfrc_smooth }: Data, random: Random): void {
  for (let i = 0; i < qfrc_smooth.length; i++) {
    const bit = random.uniform(0, 1) < 0.5 ? Number.EPSILON : -Number.EPSILON
    d.qacc_warmstart[i] *= 1 + bit
    d.qfrc_applied[i] += bit * qfrc_smooth[i]
  }
}

/** Largest difference of accelerations, relative to the largest acceleration with or without constraints. */
function accelerationDifference(plain: Data, fast: Data): number {
  let difference = 0
  let size = 0
  for (let i = 0; i < plain.qacc.length; i++) {
    const x = plain.qacc[i]
    if (!Number.isFinite(x) && Object.is(x, fast.qacc[i])) continue
    difference = Math.max(difference, Math.abs(x - fast.qacc[i]))
    size = Math.max(size, Math.abs(x), Math.abs(plain.qacc_smooth[i]))
  }
  return difference === 0 ? 0 : difference / size
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
function firstDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++)
    if (a[i] !== b[i] && !(Number.isNaN(a[i]) && Number.isNaN(b[i]))) return i
  return -1
}

function describeOptions({ opt }: Model): string {
  const name = (values: object, value: number) => Object.entries(values).find(([, known]) => known === value)?.[0]
  return `${name(Solver, opt.solver)}, ${name(Cone, opt.cone)}, ${name(Integrator, opt.integrator)}`
}

function textOf(robot: Robot): string {
  return [...robot.models.keys()].map((path) => `<!-- ${path} -->\n${fileOf(robot, path, 'ours')}`).join('\n')
}
