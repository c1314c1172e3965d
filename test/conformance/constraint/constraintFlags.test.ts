import { beforeAll, describe, expect, test } from 'vitest'
import { Data, DisableBit, EnableBit, inverse, loadModel, step } from '../../../src/index.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../../../tools/compare/index.ts'
import { quietReference } from '../support/quietReference.ts'

/**
 * Every flag of the options by itself, with all constraints, contacts of our own, and everything that a flag may
 * change.
 */

/** Two bodies of many balls, for which bounding volumes are walked. */
const balls = (body: number, angle: number) =>
  Array.from({ length: 12 }, (_, i) => {
    const turn = (2 * Math.PI * i) / 12 + angle
    return `<geom size=".04" pos="${0.15 * Math.cos(turn)} ${0.15 * Math.sin(turn)} ${0.02 * ((i + body) % 3)}"/>`
  }).join('')

const SCENE = `
<mujoco>
  <option timestep=".004" tolerance="1e-14" o_margin=".01" o_solref=".05 .8" o_solimp=".8 .9 .01 .5 2" o_friction=".3 .3 .01 .001 .001"/>
  <default><geom friction=".8 .01 .001" condim="4"/></default>
  <asset><mesh name="stone" vertex="-.1 -.1 -.05  .1 -.1 -.05  -.1 .12 -.05  .12 .1 -.05  0 -.08 .06  .05 .07 .05"/></asset>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="box" pos="0 0 .098" euler="0 0 10"><freejoint/><geom type="box" size=".2 .2 .1"/></body>
    <body pos="0 .05 .245" euler="0 0 20"><freejoint/><geom type="mesh" mesh="stone"/></body>
    <body name="arm" pos="1 0 .5" euler="0 30 0">
      <joint name="a" axis="0 1 0" range="-20 10" damping="2" frictionloss=".5" stiffness="3" springref="20"/>
      <geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/>
      <body name="hand" pos=".3 0 0">
        <joint name="b" axis="0 1 0" damping=".2" frictionloss=".1"/>
        <geom name="hand" type="box" size=".08 .05 .05" pos=".06 0 0"/><site name="hand" pos=".1 0 0"/>
        <body pos=".1 0 -.1"><joint axis="1 0 0"/><geom size=".08"/></body>
      </body>
    </body>
    <body pos="-1 0 .06"><freejoint/>${balls(0, 0)}</body>
    <body pos="-1 .01 .13" euler="5 10 0"><freejoint/>${balls(1, 0.1)}</body>
    <body name="held" pos="0 1 1"><freejoint/><geom size=".12" pos=".05 0 0"/><site name="held"/></body>
  </worldbody>
  <tendon><spatial range="0 .9"><site site="hand"/><site site="held"/></spatial></tendon>
  <equality>
    <connect body1="held" anchor="-.2 0 0" solref=".006 1"/>
    <joint joint1="b" joint2="a" polycoef=".1 .5 0 0 0"/>
  </equality>
</mujoco>`

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

/** What a simulation of both engines leaves. */
interface Outcome {
  readonly contacts: number
  readonly rows: number
  readonly qpos: Float64Array
  readonly energy: Float64Array
  readonly iterations: number
  readonly qfrc_inverse: Float64Array
}

/** Simulates for a while with flags, holds every step against the reference, and tells what came out. */
function simulate(disable: number, enable: number): Outcome {
  // which trees may sleep is decided when a model is compiled
  const sleeps = (enable & EnableBit.sleep) !== 0
  const xml = sleeps
    ? SCENE.replace('<worldbody>', '<option sleep_tolerance="2"><flag sleep="enable"/></option><worldbody>')
    : SCENE
  const m = loadModel(xml)
  const reference = new ReferenceModel(mj, xml)
  const rd = new ReferenceData(reference)
  for (const opt of [m.opt, reference.raw.opt]) {
    opt.disableflags |= disable
    opt.enableflags |= enable
  }
  const d = new Data(m)
  let [contacts, rows, iterations] = [0, 0, 0]
  for (let i = 0; i < 40; i++) {
    step(m, d)
    rd.call('mj_step')
    expect([d.ncon, d.nefc, d.nisland], `contacts, rows, islands in step ${i}`).toEqual([
      rd.raw.ncon,
      rd.raw.nefc,
      rd.raw.nisland,
    ])
    for (const field of ['qacc', 'qfrc_constraint', 'qpos', 'qvel', 'energy', 'qacc_warmstart'] as const)
      expectClose(d[field], rd.array(field)!, 1e-9, `${field} in step ${i}`)
    expectClose(d.efc_force.subarray(0, d.nefc), rd.array('efc_force')!, 1e-8, `efc_force in step ${i}`)
    contacts += d.ncon
    rows += d.nefc
    iterations += d.solver_niter.reduce((sum, n) => sum + n, 0)
  }
  inverse(m, d)
  rd.call('mj_inverse')
  // of trees that sleep the reference leaves parts of the sum as they were
  if (!sleeps) expectClose(d.qfrc_inverse, rd.array('qfrc_inverse')!, 1e-9, 'qfrc_inverse')
  rd.delete()
  reference.delete()
  return { contacts, rows, iterations, qpos: d.qpos, energy: d.energy, qfrc_inverse: d.qfrc_inverse }
}

function expectClose(ours: Float64Array, theirs: ArrayLike<number>, tolerance: number, what: string): void {
  const scale = Math.max(1, ...Array.from(theirs, Math.abs))
  expect(ours.length, what).toBe(theirs.length)
  for (let i = 0; i < ours.length; i++)
    expect(Math.abs(ours[i] - theirs[i]) / scale, `${what}, number ${i}: ${ours[i]}, ${theirs[i]}`).toBeLessThan(
      tolerance,
    )
}

/** Flags that change nothing here: about actuators, sensors and resets, or about how and not what is computed. */
const WITHOUT_EFFECT = ['clampctrl', 'actuation', 'sensor', 'autoreset', 'midphase', 'fwdinv']
/** `ipc` needs the integrator `discrete`, and without `nativeccd` the reference uses another library. */
const LEFT_OUT = ['ipc', 'nativeccd']
const isTested = (name: string) => !LEFT_OUT.includes(name)

describe('with constraints, both engines do the same', () => {
  let usual: Outcome
  beforeAll(() => {
    usual = simulate(0, 0)
  })

  test('with the flags as they are', () => {
    expect(usual.contacts).toBeGreaterThan(40 * 10)
    expect(usual.rows).toBeGreaterThan(usual.contacts)
  })

  test.each(Object.keys(DisableBit).filter(isTested))('with %s disabled', (name) => {
    const outcome = simulate(DisableBit[name as keyof typeof DisableBit], 0)
    expectEffect(name, outcome)
  })

  test.each(Object.keys(EnableBit).filter(isTested))('with %s enabled', (name) => {
    const outcome = simulate(0, EnableBit[name as keyof typeof EnableBit])
    expectEffect(name, outcome)
  })

  /** A flag that should change something does, and one that should not does not. */
  function expectEffect(name: string, outcome: Outcome): void {
    const same = JSON.stringify(outcome) === JSON.stringify(usual)
    expect(same, `'${name}' changes nothing`).toBe(WITHOUT_EFFECT.includes(name))
  }
})
