import { wakeAll } from '../core/data/awakeSets.ts'
import type { Data } from '../core/data/data.ts'
import { DisableBit, JointType, Solver } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { usesNewton } from '../core/model/option.ts'
import { RandomNumbers } from '../core/random/random.ts'
import { KERNEL_TABLE, type KernelEntry } from './kernelTable.ts'
import { fieldOf } from './record/kernelLayout.ts'
import { plainState } from './record/plainState.ts'
import { areMet, conditionsOf, termsOf } from './run/conditions.ts'
import type { SequenceName, StageName } from './run/kernelCode.ts'
import type { Check, Trial } from './run/modelKernels.ts'
import { compute, sequenceChecks } from './sequenceChecks.ts'

/** How many states kernels are compared on. */
const STATES = 4
/** Kernels have the order of operations of their stages, so the difference is nearly always 0. */
const TOLERANCE = 1e-12
/** The solver ends within its own tolerance of the solution. */
const ROUNDED = 1e-8
/** Iterations of conjugate gradients, which enlarge last bits more and more. */
const MOST_CONJUGATE = 3

/** A stage, or several that follow each other, and how its kernel is compared. */
export type Verified = Pick<KernelEntry, 'stage' | 'run' | 'before' | 'outputs' | 'rounds' | 'applies'> & {
  readonly name: StageName | SequenceName
  /** The stages of a sequence. */
  readonly stages?: readonly StageName[]
  /** Whether it need not have been tried: all that it consists of has been. */
  readonly mayGiveUp?: boolean
}

/**
 * Runs stages and their kernels on seeded states. Returns what is wrong with a kernel, by its name: by how much it
 * differs, and in which field. A kernel may give up; not in all states.
 */
export const verify: Check = (m, names, sequences, trial) => {
  const { passes, ends } = sequenceChecks(sequences)
  const stages: Verified[] = [...KERNEL_TABLE.filter(({ name }) => names.has(name)), ...ends]
  const wrong = new Map<string, string>()
  const done = new Set<string>()
  const random = new RandomNumbers(1)
  const d = plainState(m)
  const compareOne = (check: Verified): void => {
    const { name, stages: parts } = check
    const conditions = conditionsOf(name, parts)
    const terms = termsOf(m)
    if (!areMet(conditions, terms, terms, 0) || check.applies?.(d) === false) {
      done.add(name)
      return
    }
    check.before?.(m, d)
    const result = runOn(m, d, check, trial)
    check.stage(m, d)
    if (result === undefined) return
    done.add(name)
    const tolerance = check.rounds ? ROUNDED : TOLERANCE
    for (const field of check.outputs) {
      const difference = compare(usedPart(result, field), usedPart(d, field), scaleOf(d, field))
      if (!(difference <= tolerance)) wrong.set(name, `${field} differs by ${difference.toExponential(1)}`)
    }
  }
  // kernels are for what users have not disabled; gravity that is disabled is zero, and what pairs of geoms follow from
  // is part of the code
  const { disableflags, disableactuator, solver, iterations } = m.opt
  m.opt.disableflags &= DisableBit.gravity | DisableBit.filterparent | DisableBit.midphase
  m.opt.disableactuator = 0
  if (!usesNewton(m)) Object.assign(m.opt, { solver: Solver.CG, iterations: Math.min(MOST_CONJUGATE, iterations) })
  try {
    for (let s = 0; s < STATES; s++) {
      // results are those of the state before, which a pass must replace
      if (s > 0)
        for (const pass of passes) {
          disturb(m, d, random)
          compareOne(pass)
        }
      if (s > 0) disturb(m, d, random)
      compute(m, d)
      // and for states without sleeping trees
      wakeAll(m, d)
      for (const stage of stages) {
        compareOne(stage)
        // contacts lose their rows where no stage after it makes them again
        if (stage.name === 'collide' && !makesRows(m, names)) {
          compute(m, d)
          wakeAll(m, d)
        }
      }
    }
  } finally {
    Object.assign(m.opt, { disableflags, disableactuator, solver, iterations })
  }
  for (const { name, mayGiveUp } of [...stages, ...passes])
    if (!mayGiveUp && !done.has(name) && !wrong.has(name)) wrong.set(name, 'it gave up in all states it was tried on')
  return wrong
}

/** Whether rows are made again, since their kernel is compared under the present options. */
function makesRows(m: Model, names: ReadonlySet<string>): boolean {
  const terms = termsOf(m)
  return names.has('rows') && areMet(conditionsOf('rows'), terms, terms, 0)
}

/** Runs a kernel on a copy of a state. Returns the copy; undefined: the kernel has given up. */
function runOn(m: Model, from: Data, check: Verified, { d, address, left, kernel, copy }: Trial): Data | undefined {
  if (!copy(from)) return undefined
  const code = kernel(check.name)
  const ran = check.run?.(m, d, code, address, left) ?? code(address) === 0
  return ran ? d : undefined
}

/** Positions near those of the model, and velocities of any direction. */
function disturb(m: Model, d: Data, random: RandomNumbers): void {
  d.qpos.set(m.qpos0)
  for (let j = 0; j < m.njnt; j++) {
    const first = m.jnt_qposadr[j]
    const type = m.jnt_type[j]
    const count = type === JointType.free ? 7 : type === JointType.ball ? 4 : 1
    for (let i = first; i < first + count; i++) d.qpos[i] += 0.5 * random.normal()
  }
  for (let i = 0; i < m.nv; i++) {
    d.qvel[i] = random.normal()
  }
  for (let i = 0; i < m.nu; i++) d.ctrl[i] = random.normal()
  for (let i = 0; i < m.na; i++) d.act[i] = random.uniform()
}

/** A field, of rows and contacts only the part in use. */
function usedPart(d: Data, name: string): Float64Array | Int32Array {
  const values = fieldOf(d, name)
  if (name.startsWith('contact_')) return values.subarray(0, (d.ncon * values.length) / d.contactCapacity)
  if (name === 'efc_J' || name === 'efc_J_colind') return values.subarray(0, d.nJ)
  if (/^(efc_|map_i?efc)/.test(name)) return values.subarray(0, (d.nefc * values.length) / d.efcCapacity)
  return values
}

/** Accelerations that are far below this are zero, m/s² or rad/s². */
const NO_ACCELERATION = 1e-4

/** What results are small against: the acceleration without constraints. */
function scaleOf(d: Data, name: string): number {
  return name === 'qacc' ? Math.max(NO_ACCELERATION, largest(d.qacc_smooth)) : 0
}

function largest(values: Float64Array | Int32Array): number {
  let size = 0
  for (const x of values) if (Math.abs(x) > size) size = Math.abs(x)
  return size
}

/** Largest difference of two arrays, relative to their largest entry, or to a scale that is larger. Two NaN are the same. */
function compare(a: Float64Array | Int32Array, b: Float64Array | Int32Array, scale: number): number {
  if (a.length !== b.length) return Infinity
  let difference = 0
  for (let i = 0; i < a.length; i++)
    if (!Object.is(a[i], b[i])) difference = Math.max(difference, Math.abs(a[i] - b[i]))
  return difference === 0 ? 0 : difference / Math.max(scale, largest(b))
}
