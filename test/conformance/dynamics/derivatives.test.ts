import { beforeAll, describe, expect, test } from 'vitest'
import { Data, Integrator, inverseFD, loadModel, type Model, transitionFD } from '../../../src/index.ts'
import { ReferenceModel, type ReferenceModule } from '../../../tools/compare/reference.ts'
import { compareDerivatives, makeDifferentiable } from '../support/compareDerivatives.ts'
import { ownModels } from '../support/corpus.ts'
import { quietReference } from '../support/quietReference.ts'

/** Derivatives of steps and of inverse dynamics, against those of the reference with the same step of differences. */

/**
 * Actuators with and without activations, at and away from their limits, sensors of all stages, contacts, equalities.
 */
const MECHANISM = `
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="a" pos="0 0 .098"><freejoint/><geom size=".1" condim="4"/><site name="imu" pos=".05 0 .05"/>
      <body pos=".1 0 .1"><joint name="knee" axis="0 1 0" range="-60 60" damping=".5 .2 .1" stiffness="2"/>
        <geom type="capsule" size=".03" fromto="0 0 0 .2 0 .1"/><site name="tip" pos=".2 0 .1"/></body></body>
    <body name="c" pos=".6 0 .5"><joint name="slide" type="slide" axis="0 0 1" damping="1" frictionloss=".1"/>
      <joint name="spin" axis="0 1 0" limited="true" range="-10 10"/><geom type="box" size=".1 .05 .08" pos=".1 0 0"/>
      <site name="hook" pos=".1 0 0"/>
      <body pos="0 .2 0"><joint name="ball" type="ball" damping=".1"/><geom size=".06" pos=".1 0 .05"/></body></body>
  </worldbody>
  <tendon><spatial name="cable" stiffness="5" damping=".3" springlength=".2"><site site="tip"/><site site="hook"/></spatial></tendon>
  <equality><joint joint1="knee" joint2="spin" polycoef="0 .5 0 0 0" solref=".05 1"/></equality>
  <actuator>
    <motor joint="knee" gear="3"/>
    <position name="servo" joint="spin" kp="10" kv=".5" ctrlrange="-.1 .1"/>
    <velocity joint="slide" kv="2" ctrlrange="-1 0"/>
    <general joint="slide" dyntype="filterexact" dynprm=".1" gainprm="4" biastype="affine" biasprm="0 -1 -.1"/>
    <general tendon="cable" dyntype="integrator" gainprm="2" actearly="true" actlimited="true" actrange="-1 1"/>
    <muscle tendon="cable" lengthrange=".2 1.5" force="20"/>
    <orientation joint="ball" kp="2" kv=".1"/>
  </actuator>
  <sensor>
    <accelerometer site="imu"/><gyro site="imu"/><framepos objtype="site" objname="tip"/><touch site="imu"/>
    <actuatorfrc actuator="servo"/><tendonpos tendon="cable"/><subtreeangmom body="a"/><jointactuatorfrc joint="slide"/>
  </sensor>
</mujoco>`

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

const integrators = ['Euler', 'implicit', 'implicitfast', 'discrete'] as const

describe.each(integrators)('with the integrator %s, derivatives are those of the reference', (name) => {
  const compare = (load: () => Model, source: ConstructorParameters<typeof ReferenceModel>[1], steps: number) => {
    const m = load()
    const reference = new ReferenceModel(mj, source)
    m.opt.integrator = reference.raw.opt.integrator = Integrator[name]
    try {
      expect(makeDifferentiable(m, reference)).toBe(true)
      const { differences, matched, matrices } = compareDerivatives(m, reference, steps)
      expect(differences).toEqual([])
      expect(matched).toBeGreaterThan(matrices / 2)
    } finally {
      reference.delete()
    }
  }

  test.each([0, 40])('for a mechanism of everything, after %i steps', (steps) => {
    compare(() => loadModel(MECHANISM), MECHANISM, steps)
  })

  const models = ownModels().filter((model) => /cartpole|quadruped|arm_gripper|double/.test(model.name))
  test.each(models)('for $name', ({ load, source }) => compare(load, source, 20))
})

describe('derivatives of a step', () => {
  test('have the right sign for sensors by controls in centred differences, where the reference has the wrong one', () => {
    const xml = `<mujoco><worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body></worldbody>
      <actuator><motor joint="j"/></actuator><sensor><jointactuatorfrc joint="j"/></sensor></mujoco>`
    const m = loadModel(xml)
    const D = new Float64Array(1)
    transitionFD(m, new Data(m), { D }, { centered: true })
    expect(D[0]).toBeCloseTo(1, 9)

    const reference = new ReferenceModel(mj, xml)
    const data = new mj.MjData(reference.raw)
    const buffer = new mj.DoubleBuffer(1)
    mj.mjd_transitionFD(reference.raw, data, 1e-6, true, null, null, null, buffer)
    expect(buffer.GetView()[0]).toBeCloseTo(-1, 9)
    buffer.delete()
    data.delete()
    reference.delete()
  })
})

test('sensors of actuator forces follow positions in inverse dynamics, where those of the reference come one nudge late', () => {
  const servo = (name: string) => `<body><joint name="${name}" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body>`
  const xml = `<mujoco><worldbody>${servo('a')}${servo('b')}</worldbody>
    <actuator><position name="p" joint="a" kp="3"/></actuator><sensor><actuatorfrc actuator="p"/></sensor></mujoco>`
  const m = loadModel(xml)
  const DsDq = new Float64Array(2)
  inverseFD(m, new Data(m), { DsDq }, { withActuation: true })
  expect(DsDq[0]).toBeCloseTo(-3, 9)
  expect(DsDq[1]).toBe(0)

  const reference = new ReferenceModel(mj, xml)
  const data = new mj.MjData(reference.raw)
  const buffer = new mj.DoubleBuffer(2)
  mj.mjd_inverseFD(reference.raw, data, 1e-6, true, null, null, null, buffer, null, null, null)
  expect(buffer.GetView()[0]).toBe(0)
  expect(buffer.GetView()[1]).toBeCloseTo(-3, 9)
  buffer.delete()
  data.delete()
  reference.delete()
})
