import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Data, loadModel, type Model, step } from '../../index.ts'
import { accelerate } from '../accelerate.ts'
import { recordLanes, type StateLanes } from './laneCode.ts'
import { lanesUnsupported } from './laneStages.ts'
import { LaneStepper } from './laneStepper.ts'

const folder = new URL('../../../models/', import.meta.url)
const NAMES = ['humanoid', 'quadruped', 'tasks/ant', 'tasks/half_cheetah', 'tasks/hopper', 'tasks/walker', 'muscle_arm']

function open(name: string): Model {
  return loadModel(readFileSync(new URL(`${name}.xml`, folder), 'utf8'))
}

function lanesOf(m: Model, lanes: StateLanes) {
  const { stages } = accelerate(m)
  expect(lanesUnsupported(m, new Map(stages.map(({ stage, reason }) => [stage, reason])))).toBeUndefined()
  const unrolled = new Set(stages.filter((s) => s.unrolled).map(({ stage }) => stage))
  const d = new Data(m)
  return { d, stepper: new LaneStepper(m, d, recordLanes(m, lanes, unrolled)) }
}

/** States of one model that move apart: controls and velocities differ. */
function statesOf(m: Model, count: number): Data[] {
  return Array.from({ length: count }, (_, lane) => {
    const d = new Data(m)
    for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.3 * Math.sin(3 * lane + i)
    for (let i = 0; i < 30 * lane; i++) step(m, d)
    return d
  })
}

function control(m: Model, d: Data, i: number, lane: number): void {
  for (let u = 0; u < m.nu; u++) d.ctrl[u] = Math.sin(0.05 * i + 2 * u + 5 * lane)
}

function copyInputs(to: Data, from: Data): void {
  to.qpos.set(from.qpos)
  to.qvel.set(from.qvel)
  to.act.set(from.act)
  to.ctrl.set(from.ctrl)
  to.qacc_warmstart.set(from.qacc_warmstart)
  to.time = from.time
}

/** Arrays of results that users read, with contacts and rows as far as they are in use. */
function resultsOf(d: Data): Record<string, number[]> {
  const results: Record<string, number[]> = {}
  const names =
    `qpos qvel act qacc qacc_warmstart sensordata xpos xquat xmat xipos geom_xpos site_xpos subtree_com cinert cdof M qLD
    cvel qfrc_bias qfrc_passive qfrc_actuator qfrc_smooth qacc_smooth qfrc_constraint actuator_force ten_length`.split(
      /\s+/,
    )
  for (const name of names) results[name] = Array.from(Reflect.get(d, name) as ArrayLike<number>, (x) => x + 0)
  for (const [name, width] of Object.entries({ contact_dist: 1, contact_pos: 3, contact_frame: 9, contact_geom1: 1 }))
    results[name] = Array.from((Reflect.get(d, name) as Float64Array).subarray(0, width * d.ncon), (x) => x + 0)
  for (const name of ['efc_D', 'efc_aref', 'efc_force', 'efc_state', 'efc_type'])
    results[name] = Array.from((Reflect.get(d, name) as Float64Array).subarray(0, d.nefc), (x) => x + 0)
  results['efc_J'] = Array.from(d.efc_J.subarray(0, d.nJ), (x) => x + 0)
  results['counts'] = [d.time, d.ncon, d.nefc, d.nJ, d.nisland, d.solver_niter[0]]
  return results
}

describe('two states in lanes have all results of states that are stepped alone with kernels, bit for bit:', () => {
  test.each(NAMES)('%s', (name) => {
    const m = open(name)
    const { d, stepper } = lanesOf(m, 'f64x2')
    const alone = statesOf(m, stepper.count)
    let inLanes = 0
    for (let i = 0; i < 150; i++) {
      alone.forEach((state, lane) => {
        control(m, state, i, lane)
        copyInputs(d, state)
        stepper.load(lane)
      })
      for (const state of alone) step(m, state)
      expect(stepper.fits()).toBe(true)
      if (!stepper.step(true)) continue
      inLanes++
      alone.forEach((state, lane) => {
        stepper.store(lane)
        expect(resultsOf(d), `lane ${lane} in step ${i}`).toEqual(resultsOf(state))
      })
    }
    expect(inLanes).toBeGreaterThan(75)
  })
})
