import { expect, test } from 'vitest'
import { Data } from '../../../src/core/data/data.ts'
import { copyData } from '../../../src/core/data/snapshot.ts'
import { Integrator } from '../../../src/core/model/enums.ts'
import type { Model } from '../../../src/core/model/model.ts'
import { accelerate } from '../../../src/kernel/accelerate.ts'
import type { Accelerated } from '../../../src/kernel/run/modelKernels.ts'
import { forward } from '../../../src/pipeline/forward.ts'
import { step } from '../../../src/pipeline/step.ts'
import type { Check } from './check.ts'

/** Steps of each model; large ones make fewer: about this many steps times dofs. */
const STEPS = 50
const WORK = 5_000

/** How far accelerations may be apart with the solver's kernel, relative to the largest with or without constraints. */
const TOLERANCE = 1e-8

/** Fields that are the same after each step: the results of kernels, and what follows from them. */
const FIELDS = [
  'qpos',
  'qvel',
  'qacc',
  'act',
  'sensordata',
  'xpos',
  'geom_xmat',
  'cdof',
  'ten_J',
  'ten_velocity',
  'M',
  'qLD',
  'cvel',
  'qfrc_bias',
  'qfrc_passive',
  'actuator_length',
  'actuator_moment',
  'actuator_velocity',
  'actuator_force',
  'qfrc_actuator',
  'qfrc_smooth',
  'qacc_smooth',
  'qDeriv',
] as const

/** Fields of rows that are the same with the solver's kernel, and their numbers in a row; 0: in an entry of J. */
const ROW_FIELDS = [
  ['efc_J', 0],
  ['efc_J_colind', 0],
  ['efc_KBIP', 4],
  ['efc_D', 1],
  ['efc_R', 1],
  ['efc_vel', 1],
  ['efc_aref', 1],
] as const

/**
 * Kernels on against off. Without the solver's kernel: the same numbers in all steps, but for the signs of zeros. With
 * all kernels, each step from the same state: the same rows and iterations, and nearly the same acceleration.
 */
export function kernelCheck(): Check {
  const different: string[] = []
  const solvedOtherwise: string[] = []
  const withoutKernels: string[] = []
  let models = 0
  let worst = 0
  let solves = 0

  /** Runs with the kernels of a model, which are gone afterwards. */
  function withKernels(m: Model, name: string, sameBits: boolean, run: (plain: Data, fast: Data) => void): void {
    const plain = new Data(m)
    const accelerated = accelerate(m, { sameBits })
    try {
      withoutKernels.push(...left(accelerated).map((stage) => `${name}, ${stage}`))
      run(plain, new Data(m))
    } finally {
      accelerated.stop()
    }
  }

  return {
    name: 'kernels',
    visit(m, _reference, { name }) {
      models++
      withKernels(m, name, true, (plain, fast) => {
        const found = firstDifference(m, plain, fast)
        if (found !== undefined) different.push(`${name}: ${found}`)
      })
      withKernels(m, name, false, (plain, fast) => {
        const found = solveTogether(m, plain, fast)
        worst = Math.max(worst, found.difference)
        solves += found.solves
        if (found.wrong !== undefined) solvedOtherwise.push(`${name}: ${found.wrong}`)
      })
    },
    report: () =>
      `kernels: ${models} models, ${solves} steps with constraints, accelerations differ by ${worst.toExponential(1)}`,
    test() {
      test('with kernels of the same bits every model has the states that it has without', () =>
        expect(different).toEqual([]))
      test('with all kernels every step has the rows, the iterations, and nearly the acceleration of TypeScript', () =>
        expect(solvedOtherwise).toEqual([]))
      test('no kernel differs from its stage', () => expect(withoutKernels).toEqual([]))
    },
  }
}

/** Stages whose kernels were found wrong. */
function left({ stages }: Accelerated): string[] {
  return stages.filter(({ reason }) => /differs/.test(reason ?? '')).map(({ stage, reason }) => `${stage}: ${reason}`)
}

function stepsOf({ nv }: Model): number {
  return Math.max(3, Math.min(STEPS, Math.floor(WORK / Math.max(1, nv))))
}

function setControls(m: Model, plain: Data, fast: Data, i: number): void {
  for (let u = 0; u < m.nu; u++) plain.ctrl[u] = fast.ctrl[u] = Math.sin(0.1 * i + u)
}

function firstDifference(m: Model, plain: Data, fast: Data): string | undefined {
  for (let i = 0; i < stepsOf(m); i++) {
    setControls(m, plain, fast, i)
    step(m, plain)
    step(m, fast)
    for (const field of FIELDS) {
      const k = firstOther(plain[field], fast[field], plain[field].length)
      if (k >= 0) return `${field}[${k}] in step ${i}: ${plain[field][k]} and ${fast[field][k]}`
    }
  }
  return undefined
}

/** Index of the first pair of different numbers; −1: none. Two NaN are the same. */
function firstOther(a: ArrayLike<number>, b: ArrayLike<number>, length: number): number {
  for (let k = 0; k < length; k++) if (a[k] !== b[k] && !(Number.isNaN(a[k]) && Number.isNaN(b[k]))) return k
  return -1
}

/** Steps from the same states. RK4 solves four times in a step, later from other states: there `forward` is compared. */
function solveTogether(m: Model, plain: Data, fast: Data) {
  const isWhole = m.opt.integrator !== Integrator.RK4
  let difference = 0
  let solves = 0
  for (let i = 0; i < stepsOf(m); i++) {
    copyData(fast, plain)
    setControls(m, plain, fast, i)
    for (const d of [plain, fast]) isWhole ? step(m, d) : forward(m, d)
    if (plain.nefc > 0) solves++
    const found = accelerationDifference(plain, fast)
    difference = Math.max(difference, found)
    const wrong =
      otherRows(plain, fast) ?? (found <= TOLERANCE ? undefined : `qacc differs by ${found.toExponential(1)}`)
    if (wrong !== undefined) return { difference, solves, wrong: `step ${i}: ${wrong}` }
    if (!isWhole) step(m, plain)
  }
  return { difference, solves, wrong: undefined }
}

function otherRows(plain: Data, fast: Data): string | undefined {
  const { nefc, nJ } = plain
  if (nefc !== fast.nefc || nJ !== fast.nJ) return `${nefc} and ${fast.nefc} rows, ${nJ} and ${fast.nJ} entries`
  for (const [field, width] of ROW_FIELDS) {
    const k = firstOther(plain[field], fast[field], width === 0 ? nJ : width * nefc)
    if (k >= 0) return `${field}[${k}] is ${plain[field][k]} and ${fast[field][k]}`
  }
  const island = firstOther(plain.solver_niter, fast.solver_niter, plain.solver_niter.length)
  if (island < 0) return undefined
  return `${plain.solver_niter[island]} and ${fast.solver_niter[island]} iterations in island ${island}`
}

/** Largest difference of accelerations, relative to the largest acceleration with or without constraints. */
function accelerationDifference(plain: Data, fast: Data): number {
  let difference = 0
  // accelerations that are far below this are zero
  let size = 1e-4
  for (let k = 0; k < plain.qacc.length; k++) {
    difference = Math.max(difference, Math.abs(plain.qacc[k] - fast.qacc[k]))
    size = Math.max(size, Math.abs(plain.qacc[k]), Math.abs(plain.qacc_smooth[k]))
  }
  return difference === 0 ? 0 : difference / size
}
