import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Cone, Data, DisableBit, forward, loadModel, type Model, Solver, Warning } from '../../src/index.ts'
import { loadModelFile } from '../../src/node.ts'
import { contactStates } from '../../tools/compare/contactStates.ts'
import { distance } from '../support/distance.ts'

/** All solvers find the same solution of the same problem, whatever is in contact. */

const own = new URL('../../models/', import.meta.url)
const shared = new URL('../../../shared/models/', import.meta.url)
const ROBOTS = ['agility_cassie/scene', 'google_barkour_vb/scene', 'robotiq_2f85/scene', 'shadow_hand/scene_right']

const models: [string, URL][] = readdirSync(own)
  .filter((name) => name.endsWith('.xml'))
  .map((name) => [name, new URL(name, own)])
if (existsSync(shared)) for (const name of ROBOTS) models.push([name, new URL(`menagerie/${name}.xml`, shared)])

/** Solves at a tight tolerance, from a cold start. */
function accelerationOf(m: Model, d: Data, solver: Solver, iterations: number): Float64Array {
  m.opt.solver = solver
  m.opt.iterations = iterations
  d.warning_number.fill(0)
  forward(m, d)
  expect(d.qacc.every(Number.isFinite)).toBe(true)
  return d.qacc.slice()
}

/** Gauss–Seidel with enough sweeps. Most problems need few, so it tries with few first. */
function sweptAcceleration(m: Model, d: Data, expected: Float64Array): Float64Array {
  const { tolerance } = m.opt
  m.opt.tolerance = 0
  let found = accelerationOf(m, d, Solver.PGS, 1000)
  if (distance(found, expected) >= 1e-6) found = accelerationOf(m, d, Solver.PGS, 200_000)
  m.opt.tolerance = tolerance
  return found
}

describe('in all states of contact, the solvers agree', () => {
  test.each(models)('%s', (_, url) => {
    const m = loadModelFile(url.pathname)
    m.opt.tolerance = 1e-16
    m.opt.noslip_iterations = 0
    m.opt.disableflags |= DisableBit.warmstart
    for (const { label, arrays } of contactStates(m, 1)) {
      for (const cone of [Cone.pyramidal, Cone.elliptic]) {
        m.opt.cone = cone
        const d = new Data(m)
        for (const [field, values] of Object.entries(arrays)) (d[field as 'qpos'] as Float64Array).set(values)
        const newton = accelerationOf(m, d, Solver.Newton, 500)
        if (d.nefc > 400) continue
        const what = `${label}, ${d.nefc} rows`
        expect(distance(accelerationOf(m, d, Solver.DualCG, 2000), newton), `DualCG, ${what}`).toBeLessThan(1e-6)
        expect(d.warning_number[Warning.unconverged], `DualCG, ${what}`).toBe(0)
        expect(distance(accelerationOf(m, d, Solver.CG, 2000), newton), `CG, ${what}`).toBeLessThan(1e-6)
        if (cone === Cone.elliptic) continue
        expect(distance(accelerationOf(m, d, Solver.ActiveSet, 100), newton), `ActiveSet, ${what}`).toBeLessThan(1e-9)
        expect(d.warning_number[Warning.unconverged], `ActiveSet, ${what}`).toBe(0)
        expect(distance(sweptAcceleration(m, d, newton), newton), `PGS, ${what}`).toBeLessThan(1e-6)
      }
    }
  })
})

/** Boxes on each other, each a hundred times as heavy as the one below it: 1 : 1,000,000 from bottom to top. */
const tower = `
<mujoco>
  <option tolerance="1e-16" iterations="500"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    ${[0, 1, 2, 3].map((i) => `<body pos="0 0 ${0.0999 + 0.1998 * i}"><freejoint/><geom type="box" size=".1 .1 .1" mass="${100 ** i}"/></body>`).join('')}
  </worldbody>
</mujoco>`

describe('a tower whose top is a million times as heavy as its bottom', () => {
  test('is solved by the active set and by dual conjugate gradients as by Newton', () => {
    const m = loadModel(tower)
    const d = new Data(m)
    const newton = accelerationOf(m, d, Solver.Newton, 500)
    expect(d.ncon).toBe(16)
    expect(distance(accelerationOf(m, d, Solver.ActiveSet, 100), newton)).toBeLessThan(1e-9)
    expect(distance(accelerationOf(m, d, Solver.DualCG, 500), newton)).toBeLessThan(1e-6)
    expect(d.warning_number[Warning.unconverged]).toBe(0)
    m.opt.cone = Cone.elliptic
    const elliptic = accelerationOf(m, d, Solver.Newton, 500)
    expect(distance(accelerationOf(m, d, Solver.DualCG, 500), elliptic)).toBeLessThan(1e-6)
    expect(d.warning_number[Warning.unconverged]).toBe(0)
  })
})

/** Bricks in rows, each on two of the row below, pressed into each other. */
function wall(rows: number, columns: number): string {
  const bricks = Array.from({ length: rows * columns }, (_, k) => {
    const [row, column] = [Math.floor(k / columns), k % columns]
    return `<body pos="${0.399 * (column + 0.5 * (row % 2))} 0 ${0.0999 + 0.1998 * row}"><freejoint/><geom type="box" size=".2 .1 .1"/></body>`
  })
  return `<mujoco><worldbody><geom type="plane" size="9 9 .1"/>${bricks.join('')}</worldbody></mujoco>`
}

describe('a wall of bricks that is hit', () => {
  test('is solved by the active set with its thousand rows as by Newton, warm and cold', () => {
    const m = loadModel(wall(5, 6))
    m.opt.tolerance = 1e-16
    const d = new Data(m)
    for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.2 * Math.sin(5 * i + 1)
    const newton = accelerationOf(m, d, Solver.Newton, 500)
    expect(d.nisland).toBe(1)
    expect(d.nefc).toBeGreaterThan(1000)
    for (const flags of [0, DisableBit.warmstart]) {
      m.opt.disableflags = flags
      expect(distance(accelerationOf(m, d, Solver.ActiveSet, 100), newton)).toBeLessThan(1e-9)
      expect(d.warning_number[Warning.unconverged]).toBe(0)
      expect(d.solver_niter[0]).toBeLessThan(30)
    }
  })
})

describe('a single contact', () => {
  test('is exact: the force is what follows by hand, to the last digits', () => {
    const xml = (solver: string) => `<mujoco><option solver="${solver}" tolerance="0"/><worldbody>
      <geom type="plane" size="5 5 .1" condim="1"/>
      <body pos="0 0 .099"><joint type="slide" axis="0 0 1"/><geom size=".1" mass="3" condim="1"/></body></worldbody></mujoco>`
    for (const solver of ['ActiveSet', 'DualCG', 'Newton']) {
      const m = loadModel(xml(solver))
      const d = new Data(m)
      forward(m, d)
      // (A + R) f = aref − J a, with J = 1, A = 1/m and a = −g
      const force = (d.efc_aref[0] + 9.81) / (1 / 3 + d.efc_R[0])
      expect(Math.abs(d.efc_force[0] / force - 1), solver).toBeLessThan(1e-12)
      expect(Math.abs(d.qacc[0] - (force / 3 - 9.81)), solver).toBeLessThan(1e-12)
    }
  })
})

/** The same boxes in a heap, listed in one order or another; each keeps its name. */
function heap(order: readonly number[]): string {
  const boxes = order.map((i) => {
    const place = `${0.13 * (i % 3) - 0.1} ${0.11 * ((i * 5) % 4)} ${0.09 + 0.12 * (i % 4)}`
    return `<body name="b${i}" pos="${place}" euler="${13 * i} ${7 * i} 0"><freejoint/><geom type="box" size=".1 .08 .06"/></body>`
  })
  return `<mujoco><option solver="ActiveSet"/><worldbody><geom type="plane" size="5 5 .1"/>${boxes.join('')}</worldbody></mujoco>`
}

describe('the order of contacts', () => {
  test('does not change what the active set finds', () => {
    const orders = [
      [0, 1, 2, 3, 4, 5, 6, 7],
      [7, 6, 5, 4, 3, 2, 1, 0],
      [3, 6, 1, 0, 7, 2, 5, 4],
    ]
    const accelerations = orders.map((order) => {
      const m = loadModel(heap(order))
      const d = new Data(m)
      forward(m, d)
      expect(d.nefc).toBeGreaterThan(90)
      expect(d.warning_number[Warning.unconverged]).toBe(0)
      // by box, in the order of their names
      const found = new Float64Array(6 * order.length)
      order.forEach((box, i) => {
        found.set(d.qacc.subarray(6 * i, 6 * i + 6), 6 * box)
      })
      return found
    })
    expect(distance(accelerations[1], accelerations[0])).toBeLessThan(1e-12)
    expect(distance(accelerations[2], accelerations[0])).toBeLessThan(1e-12)
  })
})
