import { beforeAll, describe, expect, test } from 'vitest'
import {
  Cone,
  contactForce,
  Data,
  decodePyramid,
  EnableBit,
  encodePyramid,
  forward,
  inverse,
  loadModel,
  rnePostConstraint,
} from '../../../src/index.ts'
import { makeConstraint } from '../../../src/physics/constraint/makeConstraint.ts'
import { referenceConstraint } from '../../../src/physics/constraint/referenceAcceleration.ts'
import { forwardPosition, forwardVelocity } from '../../../src/pipeline/forwardStages.ts'
import { takeContacts } from '../../../tools/compare/compareConstraints.ts'
import { type Pair, setState } from '../../../tools/compare/compareData.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../../../tools/compare/index.ts'
import { Random, trialStates } from '../../../tools/compare/randomState.ts'
import { quietReference } from '../support/quietReference.ts'

/**
 * What constraint forces do once they are known, and the forces that a given acceleration takes, as in the reference.
 */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

const BALL = 'size=".1" condim="6" friction="1 .1 .02"'
const SCENE = `
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1" condim="3"/>
    <body name="a" pos="0 0 .095"><freejoint/><geom ${BALL} adhesion="1"/>
      <body name="b" pos=".15 0 .05"><joint name="b" axis="0 1 0" range="-5 5" margin=".2" frictionloss=".3" damping=".2"/>
        <geom ${BALL}/><site name="s" pos=".1 0 .1" euler="10 20 30"/></body>
      <body name="c" pos="0 .19 0"><joint axis="1 0 0"/><geom ${BALL}/></body></body>
    <body name="d" pos=".3 .05 .15" euler="10 20 30"><joint type="slide" axis="0 0 1"/><joint name="d" axis="1 2 3" damping="1"/>
      <geom size=".1" condim="1"/><site name="t"/></body>
    <body name="e" pos="0 .5 .08"><freejoint/><geom size=".1" condim="4"/><site name="v" pos="0 0 .1"/></body>
  </worldbody>
  <tendon>
    <spatial name="t" range=".1 .2" frictionloss=".2"><site site="s"/><site site="t"/></spatial>
    <spatial name="u" range="3 4" margin="20"><site site="t"/><site site="v"/></spatial>
    <fixed name="f"><joint joint="b" coef="2"/></fixed>
  </tendon>
  <equality>
    <connect body1="c" body2="e" anchor="0 .1 0"/>
    <weld body1="b" body2="d" torquescale="2"/>
    <weld site1="t" site2="s" torquescale=".5"/>
    <connect body1="e" anchor=".1 0 0"/>
    <joint joint1="b" joint2="d" polycoef="0 1 2 0 0"/>
    <tendon tendon1="u"/>
    <tendon tendon1="f" tendon2="t" polycoef="0 2 1 0 0"/>
  </equality>
</mujoco>`

/** Runs `use` in several states of the scene, with both cones. */
function inStates(use: (pair: Pair, random: Random) => void, xml = SCENE): void {
  for (const cone of [Cone.pyramidal, Cone.elliptic]) {
    const m = loadModel(xml)
    const rm = new ReferenceModel(mj, xml)
    m.opt.cone = rm.raw.opt.cone = cone
    const pair = { m, d: new Data(m), rm, rd: new ReferenceData(rm) }
    const random = new Random(3)
    for (const state of trialStates(m, 4, 2)) {
      setState(pair, state)
      use(pair, random)
    }
    pair.rd.delete()
    rm.delete()
  }
}

/** Positions and velocities with the contacts of the reference, which has finished its own forward pass. */
function rowsOf({ m, d, rd }: Pair): void {
  forwardPosition(m, d)
  takeContacts(d, rd)
  makeConstraint(m, d)
  forwardVelocity(m, d)
  referenceConstraint(m, d)
}

function expectClose(ours: Float64Array, theirs: ArrayLike<number>, tolerance: number, what: string): void {
  const scale = Math.max(1, ...Array.from(theirs, Math.abs))
  expect(ours.length, what).toBe(theirs.length)
  for (let i = 0; i < ours.length; i++)
    expect(Math.abs(ours[i] - theirs[i]) / scale, `${what}[${i}]: ${ours[i]}, ${theirs[i]}`).toBeLessThan(tolerance)
}

describe('known constraint forces', () => {
  test('are those of contacts in their own frames', () => {
    let contacts = 0
    inStates((pair) => {
      const { m, d, rm, rd } = pair
      rd.call('mj_forward')
      rowsOf(pair)
      d.efc_force.set(rd.array('efc_force')!)
      for (let i = -1; i <= d.ncon; i++) {
        const ours = new Float64Array(6)
        contactForce(m, d, ours, i)
        const theirs = rd.output(6, (out) => mj.mj_contactForce(rm.raw, rd.raw, i, out))
        if (i >= 0 && i < d.ncon) expectClose(ours, theirs, 1e-13, `contact ${i}`)
        else expect([...ours]).toEqual([0, 0, 0, 0, 0, 0])
        contacts++
      }
    })
    expect(contacts).toBeGreaterThan(20)
  })

  test('act on bodies: external and internal forces are as in the reference', () => {
    inStates((pair) => {
      const { m, d, rd } = pair
      rd.call('mj_forward')
      rowsOf(pair)
      d.efc_force.set(rd.array('efc_force')!)
      d.qacc.set(rd.array('qacc')!)
      rd.call('mj_rnePostConstraint')
      rnePostConstraint(m, d)
      for (const field of ['cfrc_ext', 'cacc', 'cfrc_int'] as const)
        expectClose(d[field], rd.array(field)!, 1e-11, field)
    })
  })

  test('of a pyramid turn into forces along axes and back, as far as friction allows', () => {
    const friction = Float64Array.of(1, 0.5, 0.1, 0.02, 0.03)
    for (const dim of [3, 4, 6]) {
      for (const size of [0.1, 9]) {
        const force = Float64Array.from({ length: dim }, (_, k) => (k === 0 ? 3 : (size * friction[k - 1] * k) / dim))
        const edges = new Float64Array(2 * (dim - 1))
        encodePyramid(edges, force, friction, dim)
        // the binding takes the number of coefficients for the dimension: one more than there are
        const mu = [...friction.subarray(0, dim - 1), 1]
        const buffer = new mj.DoubleBuffer(2 * dim)
        mj.mju_encodePyramid(buffer, [...force, 0], mu)
        expectClose(edges, (buffer.GetView() as Float64Array).slice(0, edges.length), 1e-15, 'edges')
        buffer.delete()
        const back = new Float64Array(dim)
        decodePyramid(back, edges, friction, dim)
        // what is beyond friction is cut off
        const kept = force.map((f, k) => (k === 0 ? f : Math.min(f, (friction[k - 1] * force[0]) / (dim - 1))))
        expectClose(back, kept, 1e-15, 'force')
      }
    }
  })
})

describe('inverse dynamics', () => {
  test('finds the constraint forces of any acceleration', () => {
    let rows = 0
    inStates((pair, random) => {
      const { m, d, rd } = pair
      const qacc = random.vector(m.nv, 10)
      d.qacc.set(qacc)
      rd.set('qacc', qacc)
      inverse(m, d)
      rd.call('mj_inverse')
      expect(d.nefc).toBe(rd.raw.nefc)
      rows += d.nefc
      const used = d.efc_force.slice(0, d.nefc)
      expectClose(used, rd.array('efc_force')!, 1e-10, 'efc_force')
      expect([...d.efc_state.subarray(0, d.nefc)]).toEqual([...rd.array('efc_state')!])
      expectClose(d.qfrc_constraint, rd.array('qfrc_constraint')!, 1e-10, 'qfrc_constraint')
      expectClose(d.qfrc_inverse, rd.array('qfrc_inverse')!, 1e-10, 'qfrc_inverse')
    })
    expect(rows).toBeGreaterThan(100)
  })

  test('takes the change of velocity over a step where it is asked to', () => {
    inStates(
      (pair, random) => {
        const { m, d, rd } = pair
        expect(m.opt.enableflags & EnableBit.invdiscrete).not.toBe(0)
        const qacc = random.vector(m.nv, 10)
        d.qacc.set(qacc)
        rd.set('qacc', qacc)
        inverse(m, d)
        rd.call('mj_inverse')
        expectClose(d.qfrc_inverse, rd.array('qfrc_inverse')!, 1e-10, 'qfrc_inverse')
        expect([...d.qacc]).toEqual([...qacc])
      },
      SCENE.replace('<worldbody>', '<option timestep=".01"><flag invdiscrete="enable"/></option><worldbody>'),
    )
  })

  test('finds no force but the applied one for the acceleration of forward dynamics', () => {
    inStates(({ m, d }) => {
      d.xfrc_applied.fill(0)
      m.opt.tolerance = 0
      forward(m, d)
      const constraint = Float64Array.from(d.qfrc_constraint)
      inverse(m, d)
      expectClose(d.qfrc_constraint, constraint, 1e-8, 'qfrc_constraint')
      expectClose(d.qfrc_inverse, d.qfrc_applied, 1e-6, 'qfrc_inverse')
    })
  })
})
