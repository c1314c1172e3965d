import { wakeAll } from '../core/data/awakeSets.ts'
import type { Data } from '../core/data/data.ts'
import { DisableBit, JointType } from '../core/model/enums.ts'
import { StepError } from '../core/model/errors.ts'
import type { Model } from '../core/model/model.ts'
import { RandomNumbers } from '../core/random/random.ts'
import { forward } from '../pipeline/forward.ts'
import { KERNEL_TABLE, type KernelEntry } from './kernelTable.ts'
import { fieldOf } from './record/kernelLayout.ts'
import { plainState } from './record/plainState.ts'
import type { Check, Trial } from './run/modelKernels.ts'

/** How many states kernels are compared on. */
const STATES = 4
/** Kernels have the order of operations of their stages, so the difference is nearly always 0. */
const TOLERANCE = 1e-12
/** The solver ends within its own tolerance of the solution. */
const ROUNDED = 1e-8

/**
 * Runs stages and their kernels on seeded states. Returns what is wrong with a kernel: by how much it differs, and in
 * which field. A kernel may give up; not in all states.
 */
export const verify: Check = (m, stages, trial) => {
  const entries = KERNEL_TABLE.filter(({ name }) => stages.has(name))
  const wrong = new Map<string, string>()
  const done = new Set<KernelEntry>()
  const random = new RandomNumbers(1)
  const d = plainState(m)
  // kernels are for what users have not disabled; gravity that is disabled is zero, and what pairs of geoms follow from
  // is part of the code
  const { disableflags, disableactuator } = m.opt
  m.opt.disableflags &= DisableBit.gravity | DisableBit.filterparent | DisableBit.midphase
  m.opt.disableactuator = 0
  try {
    for (let s = 0; s < STATES; s++) {
      disturb(m, d, random, s)
      compute(m, d)
      // and for states without sleeping trees
      wakeAll(m, d)
      for (const entry of entries) {
        if (entry.applies?.(m, d) === false) {
          done.add(entry)
          continue
        }
        entry.before?.(m, d)
        const result = runOn(m, d, entry, trial)
        entry.stage(m, d)
        if (result === undefined) continue
        done.add(entry)
        for (const name of entry.outputs) {
          const difference = compare(usedPart(result, name), usedPart(d, name), scaleOf(d, name))
          const tolerance = entry.rounds ? ROUNDED : TOLERANCE
          if (!(difference <= tolerance)) wrong.set(entry.name, `${name} differs by ${difference.toExponential(1)}`)
        }
      }
    }
  } finally {
    Object.assign(m.opt, { disableflags, disableactuator })
  }
  for (const entry of entries)
    if (!done.has(entry) && !wrong.has(entry.name)) wrong.set(entry.name, 'it gave up in all states it was tried on')
  return wrong
}

/** Runs a kernel on a copy of a state. Returns the copy; undefined: the kernel has given up. */
function runOn(m: Model, from: Data, entry: KernelEntry, { d, address, left, kernel, copy }: Trial): Data | undefined {
  if (!copy(from)) return undefined
  const code = kernel(entry.name)
  const ran = entry.run?.(m, d, code, address, left) ?? code(address) === 0
  return ran ? d : undefined
}

/** Everything that kernels read. A solver that refuses the state comes after that. */
function compute(m: Model, d: Data): void {
  try {
    forward(m, d)
  } catch (error) {
    if (!(error instanceof StepError)) throw error
  }
}

/** Positions near those of the model, and velocities of any direction. The first state is at rest. */
function disturb(m: Model, d: Data, random: RandomNumbers, s: number): void {
  d.qpos.set(m.qpos0)
  if (s === 0) return
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
  for (let i = 0; i < values.length; i++) size = Math.max(size, Math.abs(values[i]))
  return size
}

/** Largest difference of two arrays, relative to their largest entry, or to a scale that is larger. */
function compare(a: Float64Array | Int32Array, b: Float64Array | Int32Array, scale: number): number {
  if (a.length !== b.length) return Infinity
  let difference = 0
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) difference = Math.max(difference, Math.abs(a[i] - b[i]))
  return difference === 0 ? 0 : difference / Math.max(scale, largest(b))
}
