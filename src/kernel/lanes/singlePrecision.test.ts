import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { RandomNumbers } from '../../core/random/random.ts'
import { copyData, Data, loadModel, type Model, resetData, step } from '../../index.ts'
import { factorM, makeConstraint, solveConstraints } from '../../stages.ts'
import { accelerate } from '../accelerate.ts'
import { recordLanes } from './laneCode.ts'
import { lanesUnsupported } from './laneStages.ts'
import { LaneStepper } from './laneStepper.ts'

/** How far states in single precision are from states in double, with the same inputs. */

const folder = new URL('../../../models/', import.meta.url)
const open = (name: string): Model => loadModel(readFileSync(new URL(`${name}.xml`, folder), 'utf8'))

const STATES = 512
/** States of one fall, eight steps apart. */
const FALL = 32

function stepperOf(m: Model): { d: Data; stepper: LaneStepper } {
  const { stages } = accelerate(m)
  expect(lanesUnsupported(m, new Map(stages.map(({ stage, reason }) => [stage, reason])))).toBeUndefined()
  const unrolled = new Set(stages.filter((s) => s.unrolled).map(({ stage }) => stage))
  const d = new Data(m)
  return { d, stepper: new LaneStepper(m, d, recordLanes(m, 'f32x4', unrolled)) }
}

/** States of falls with random controls, rounded to single precision. */
function* falls(m: Model): Generator<Data> {
  const random = new RandomNumbers(5)
  const d = new Data(m)
  for (let i = 0; i < STATES; i++) {
    if (i % FALL === 0) {
      resetData(m, d)
      for (let j = 0; j < m.nv; j++) d.qvel[j] = random.normal()
    }
    for (let u = 0; u < m.nu; u++) {
      const [low, high] = m.actuator_ctrlrange.subarray(2 * u, 2 * u + 2)
      d.ctrl[u] = Math.fround(m.actuator_ctrllimited[u] ? low + (high - low) * random.uniform() : random.normal())
    }
    for (let k = 0; k < 8; k++) step(m, d)
    for (const values of [d.qpos, d.qvel, d.act, d.qacc_warmstart])
      for (let j = 0; j < values.length; j++) values[j] = Math.fround(values[j])
    yield d
  }
}

const norm = (x: ArrayLike<number>): number => Math.hypot(...Array.from(x))
const difference = (x: ArrayLike<number>, y: ArrayLike<number>): number =>
  norm(Array.from(x, (value, i) => value - y[i]))
/** |x − y| / |y| */
const relative = (x: ArrayLike<number>, y: ArrayLike<number>): number => difference(x, y) / Math.max(norm(y), 1e-30)

type Errors = Record<string, number[]>

/** Errors of all quantities in the states of falls, each in parts of what it may be. */
function errorsOf(name: string): { errors: Errors; otherRows: number } {
  const m = open(name)
  const plain = open(name)
  const { d, stepper } = stepperOf(m)
  const errors: Errors = {}
  let otherRows = 0
  const note = (quantity: string, x: number, gate: number): void => {
    errors[quantity] ??= []
    errors[quantity].push(x / gate)
  }
  const solved = new Data(plain)
  const alone = Array.from({ length: stepper.count }, () => new Data(plain))
  const compare = (state: Data): void => {
    const start = { qpos: state.qpos.slice(), qacc_warmstart: state.qacc_warmstart.slice() }
    step(plain, state)
    for (const [field, gate] of [
      ['xpos', 3e-6],
      ['xquat', 3e-6],
      ['M', 5e-6],
      ['qfrc_bias', 2e-5],
      ['qacc_smooth', 5e-5],
    ] as const)
      note(field, relative(d[field], state[field]), gate)
    if (d.ncon !== state.ncon || d.nefc !== state.nefc) {
      otherRows++
      return
    }
    for (let c = 0; c < d.ncon; c++) {
      note('contact distance', Math.abs(d.contact_dist[c] - state.contact_dist[c]), 2e-6)
      const frames = [d, state].map(({ contact_frame }) => contact_frame.subarray(9 * c, 9 * c + 9))
      note('contact frame', relative(frames[0], frames[1]), 1e-5)
    }
    const rows = (values: Float64Array): Float64Array => values.slice(0, d.nefc)
    for (let r = 0; r < d.nefc; r++) note('aref', Math.abs(d.efc_aref[r] - state.efc_aref[r]), 1e-2)
    const { timestep } = m.opt
    note('qvel', difference(d.qvel, state.qvel), timestep * (1e-4 * norm(state.qacc) + 1e-2) + 1e-6)
    // the solver alone: the same inertia, forces and rows, in double
    copyData(solved, d)
    solved.qacc_warmstart.set(start.qacc_warmstart)
    factorM(plain, solved)
    solveConstraints(plain, solved)
    note('qacc from the same rows', relative(d.qacc, solved.qacc), 5e-5)
    // and the stiffness of rows alone: the same contacts
    const D = rows(d.efc_D)
    solved.qpos.set(start.qpos)
    makeConstraint(plain, solved)
    note('D of the same contacts', relative(D, rows(solved.efc_D)), 1e-4)
  }
  let lane = 0
  for (const state of falls(plain)) {
    for (const to of [d, alone[lane]]) {
      for (const field of ['qpos', 'qvel', 'act', 'ctrl', 'qacc_warmstart'] as const) to[field].set(state[field])
      to.time = state.time
    }
    stepper.load(lane)
    lane = (lane + 1) % stepper.count
    if (lane > 0) continue
    // now and then there are more rows that join branches than lanes take
    if (stepper.step(true))
      alone.forEach((one, i) => {
        stepper.store(i)
        compare(one)
      })
  }
  return { errors, otherRows }
}

/**
 * Where a few states are beyond: normals of capsules whose axes nearly meet; forces of many rows that nearly cancel; and
 * bodies at rest, whose accelerations are small against those that stiff rows make of a rounded distance.
 */
const MOSTLY = ['contact frame', 'qacc from the same rows', 'qvel']

describe.each(['humanoid', 'quadruped', 'tasks/ant', 'tasks/half_cheetah', 'tasks/hopper', 'tasks/walker'])(
  'in single precision %s',
  (name) => {
    test('has the same contacts and rows, and keeps the bounds of all stages', () => {
      const { errors, otherRows } = errorsOf(name)
      expect(otherRows).toBeLessThan(0.01 * STATES)
      for (const [quantity, values] of Object.entries(errors)) {
        const beyond = values.filter((x) => !(x < 1)).length
        expect(beyond, quantity).toBeLessThanOrEqual(MOSTLY.includes(quantity) ? 0.01 * values.length : 0)
      }
      expect(errors['qvel'].length).toBeGreaterThan(0.95 * STATES)
    })
  },
)
