import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Data, DisableBit, Integrator, loadModel, type Model, step } from '../../index.ts'
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

/** A creature of one tree, with limits, a tendon, and legs that meet each other. */
const creature = (cone: string, condim: number, loss = 0): Model =>
  loadModel(`
  <mujoco>
    <option cone="${cone}"/>
    <default>
      <geom size=".04" condim="${condim}"/><joint damping=".1" armature=".01" frictionloss="${loss}" axis="0 1 0"/>
    </default>
    <worldbody>
      <geom type="plane" size="5 5 .1"/>
      <body pos="0 0 .26">
        <freejoint/>
        <geom type="capsule" fromto="-.2 0 0 .2 0 0" size=".06"/>
        <body pos=".1 .06 0">
          <joint name="left hip" range="-60 40" limited="true"/>
          <geom type="capsule" fromto="0 0 0 0 0 -.2"/>
          <body pos="0 0 -.2">
            <joint name="left knee" range="-80 5" limited="true"/>
            <geom type="capsule" fromto="0 0 0 .1 -.02 -.1"/>
          </body>
        </body>
        <body pos=".1 -.06 0">
          <joint name="right hip" axis=".3 1 .2" range="-60 40" limited="true"/>
          <geom type="capsule" fromto="0 0 0 0 0 -.2"/>
          <body pos="0 0 -.2"><joint name="right knee"/><geom type="capsule" fromto="0 0 0 .1 .02 -.1"/></body>
        </body>
      </body>
    </worldbody>
    <tendon>
      <fixed range="-.2 .3" limited="true" frictionloss="${0.2 * loss}">
        <joint joint="left hip" coef="1"/><joint joint="right hip" coef="-.5"/>
      </fixed>
    </tendon>
    <actuator>
      <motor joint="left hip" gear="3"/><motor joint="left knee" gear="3"/><motor joint="right hip" gear="3"/>
    </actuator>
  </mujoco>`)

/** Steps one state in the air and one on the ground, and compares all results with those of each alone. */
function expectSameAlone(m: Model, steps: number): { rows: number[]; joining: number; iterations: number } {
  const { d, stepper } = lanesOf(m, 'f64x2')
  const alone = statesOf(m, 2)
  alone[0].qpos[2] += 1
  const rows = [0, 0]
  let joining = 0
  let iterations = 0
  let inLanes = 0
  for (let i = 0; i < steps; i++) {
    // now and then a start that is far from the solution
    if (i % 7 === 3) alone[i % 2].qacc_warmstart.fill(i)
    alone.forEach((state, lane) => {
      control(m, state, i, lane)
      copyInputs(d, state)
      stepper.load(lane)
    })
    for (const state of alone) step(m, state)
    if (!stepper.step(true)) continue
    inLanes++
    alone.forEach((state, lane) => {
      stepper.store(lane)
      expect(resultsOf(d), `lane ${lane} in step ${i}`).toEqual(resultsOf(state))
      rows[lane] += state.nefc
      iterations += state.solver_niter[0]
      for (let c = 0; c < state.ncon; c++)
        if (m.geom_bodyid[state.contact_geom1[c]] > 0 && m.geom_bodyid[state.contact_geom2[c]] > 0) joining++
    })
  }
  expect(inLanes).toBeGreaterThan(0.9 * steps)
  return { rows, joining, iterations }
}

describe('two states in lanes take the iterations of states alone, and have their bits,', () => {
  for (const cone of ['pyramidal', 'elliptic'])
    for (const [condim, loss] of [
      [1, 0],
      [3, 0],
      [3, 0.3],
      [6, 0.3],
    ])
      test(`with ${cone} contacts of ${condim} dimensions, limits, a tendon, and friction loss of ${loss}`, () => {
        const { rows, joining, iterations } = expectSameAlone(creature(cone, condim, loss), 100)
        expect(rows[1]).toBeGreaterThan(rows[0])
        // ten rows of a contact that joins branches are more than the model has dofs: such states are stepped alone
        expect(joining > 0).toBe(!(cone === 'pyramidal' && condim === 6))
        expect(iterations).toBeGreaterThan(60)
      })

  test.each([
    ['a cold start', (m: Model) => (m.opt.disableflags |= DisableBit.warmstart)],
    ['few iterations', (m: Model) => Object.assign(m.opt, { iterations: 2, ls_iterations: 3 })],
    ['implicitfast', (m: Model) => (m.opt.integrator = Integrator.implicitfast)],
  ])('with %s', (_name, change) => {
    const m = creature('pyramidal', 3, 0.3)
    change(m)
    expectSameAlone(m, 80)
  })
})

describe('the bits of a lane', () => {
  test('without any row are those of the smooth acceleration, beside one with many', () => {
    const m = open('tasks/half_cheetah')
    const { d, stepper } = lanesOf(m, 'f64x2')
    const [high, low] = statesOf(m, 2)
    for (const [lane, state] of [high, low].entries()) {
      copyInputs(d, state)
      stepper.load(lane)
    }
    for (const state of [high, low]) step(m, state)
    expect([high.nefc, low.nefc > 0]).toEqual([0, true])
    expect(stepper.step(true)).toBe(true)
    stepper.store(0)
    expect(resultsOf(d)).toEqual(resultsOf(high))
    expect(d.qacc).toEqual(d.qacc_smooth)
    stepper.store(1)
    expect(resultsOf(d)).toEqual(resultsOf(low))
  })

  test.each(['f64x2', 'f32x4'] as const)('are the same in each place, and beside any partner: %s', (lanes) => {
    const m = creature('pyramidal', 3, 0.3)
    const { d, stepper } = lanesOf(m, lanes)
    const states = statesOf(m, 9)
    /** Results of the first state, with it in the given lane and others beside it. */
    const beside = (place: number, others: number): Record<string, number[]> => {
      for (let lane = 0; lane < stepper.count; lane++) {
        copyInputs(d, states[lane === place ? 0 : (others + lane) % states.length])
        stepper.load(lane)
      }
      for (let i = 0; i < 3; i++) expect(stepper.step(i === 2)).toBe(true)
      stepper.store(place)
      return resultsOf(d)
    }
    const first = beside(0, 0)
    expect(first['counts'][2]).toBeGreaterThan(0)
    for (let others = 1; others < 8; others++)
      expect(beside(others % stepper.count, others), `with state ${others} and those after it`).toEqual(first)
  })
})

test('four states in single precision are near to states alone', () => {
  const m = open('tasks/half_cheetah')
  const { d, stepper } = lanesOf(m, 'f32x4')
  const alone = statesOf(m, 4)
  let steps = 0
  let iterations = 0
  for (let i = 0; i < 60; i++) {
    alone.forEach((state, lane) => {
      control(m, state, i, lane)
      copyInputs(d, state)
      stepper.load(lane)
    })
    for (const state of alone) step(m, state)
    expect(stepper.step(true)).toBe(true)
    alone.forEach((state, lane) => {
      stepper.store(lane)
      // a contact that is only just there may be missing
      if (d.nefc !== state.nefc) return
      const size = Math.hypot(...state.qacc)
      state.qacc.forEach((x, dof) => {
        expect(Math.abs(d.qacc[dof] - x), `dof ${dof} of lane ${lane} in step ${i}`).toBeLessThan(2e-3 * size)
      })
      steps++
      iterations += d.solver_niter[0] - state.solver_niter[0]
    })
  }
  expect(steps).toBeGreaterThan(200)
  expect(Math.abs(iterations)).toBeLessThan(0.2 * steps)
})
