import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Data,
  DisableBit,
  EnableBit,
  loadModel,
  type Model,
  type Option,
  resetDataKeyframe,
  StateBit,
  stateSize,
  step,
  step1,
} from '../../../src/index.ts'
import {
  compareData,
  fieldLine,
  matches,
  modelFromReference,
  ReferenceData,
  ReferenceModel,
  type ReferenceModule,
} from '../../../tools/compare/index.ts'

/** All kinds of joints, springs, dampers, gravity compensation, mocap, cameras, lights and keyframes. */
const MODEL = `
<mujoco>
  <option gravity="1 -2 -9"/>
  <worldbody>
    <light mode="targetbodycom" target="arm" pos="1 1 2"/>
    <camera mode="trackcom" pos="0 -2 1"/>
    <body name="target" mocap="true" pos="1 2 3" quat="1 2 3 4">
      <geom size="0.1" contype="0" conaffinity="0"/>
    </body>
    <body name="base" pos="0 0 1">
      <freejoint/>
      <geom type="box" size="0.2 0.1 0.05" pos="0.1 0 0"/>
      <body name="arm" pos="0.2 0 0" gravcomp="0.7">
        <joint type="ball" stiffness="3" damping="0.2" armature="0.02" springref="0"/>
        <geom type="capsule" size="0.04 0.2" pos="0 0 0.2"/>
        <body name="slider" pos="0 0 0.4" euler="10 20 30">
          <joint type="slide" axis="1 1 0" stiffness="20" springref="0.1" damping="1"/>
          <joint axis="0 1 0" damping="0.3" range="-60 60" stiffness="1" springref="20" ref="5"/>
          <geom type="ellipsoid" size="0.05 0.1 0.15"/>
          <site name="tip" pos="0 0 0.2"/>
        </body>
      </body>
    </body>
    <body name="wheel" pos="0 2 0">
      <joint axis="0 0 1" damping="0.5"/>
      <geom type="cylinder" size="0.2 0.05"/>
    </body>
  </worldbody>
  <keyframe>
    <key name="half" time="0.5" qpos="1 2 3 2 0 0 0  1 1 0 0  0.1 0.2  0.3" qvel="1 2 3 4 5 6  7 8 9  10 11  12"
         mpos="4 5 6" mquat="0 2 0 0"/>
    <key name="rest"/>
  </keyframe>
</mujoco>`

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

/** Runs `use` with the model in both engines. */
function inBoth(use: (m: Model, reference: ReferenceModel) => void): void {
  const reference = new ReferenceModel(mj, MODEL)
  use(loadModel(MODEL), reference)
  reference.delete()
}

type Settings = Partial<Omit<Option, 'gravity'>> & { gravity?: number[] }

describe('with other options both engines still agree:', () => {
  const cases: [string, Settings][] = [
    ['no gravity', { disableflags: DisableBit.gravity }],
    ['no springs', { disableflags: DisableBit.spring }],
    ['no dampers', { disableflags: DisableBit.damper }],
    ['neither springs nor dampers', { disableflags: DisableBit.spring | DisableBit.damper }],
    ['explicit damping', { disableflags: DisableBit.eulerdamp }],
    ['no actuation', { disableflags: DisableBit.actuation }],
    ['another time step', { timestep: 0.01 }],
    ['gravity sideways', { gravity: [3, 4, 5] }],
  ]
  test.each(cases)('%s', (_, settings) => {
    inBoth((m, reference) => {
      for (const opt of [m.opt, reference.raw.opt]) {
        for (const [key, value] of Object.entries(settings)) {
          if (key === 'gravity') (opt.gravity as Float64Array).set(settings.gravity ?? [])
          else Reflect.set(opt, key, value)
        }
      }
      expect(
        compareData(m, reference)
          .filter((field) => !matches(field))
          .map(fieldLine),
      ).toEqual([])
    })
  })
})

describe('the same happens in both engines', () => {
  test.each([0, 1, 2, -1])('when the state is reset to keyframe %i', (key) => {
    inBoth((m, reference) => {
      const d = new Data(m)
      const rd = new ReferenceData(reference)
      d.qpos.fill(0.3)
      d.userdata.fill(1)
      resetDataKeyframe(m, d, key)
      mj.mj_resetDataKeyframe(reference.raw, rd.raw, key)
      expect(d.time).toBe(rd.time)
      for (const field of ['qpos', 'qvel', 'mocap_pos', 'mocap_quat', 'qacc_warmstart'] as const)
        expect(Array.from(d[field])).toEqual(Array.from(rd.array(field)!))
      rd.delete()
    })
  })

  test('when energies are no longer asked for before the first half of a step', () => {
    inBoth((m, reference) => {
      const d = new Data(m)
      const rd = new ReferenceData(reference)
      for (const flags of [EnableBit.energy, 0]) {
        for (const opt of [m.opt, reference.raw.opt]) opt.enableflags = flags
        step1(m, d)
        rd.call('mj_step1')
        const theirs = rd.array('energy')!
        expect(theirs[0] !== 0).toBe(flags !== 0)
        for (let i = 0; i < 2; i++) expect(d.energy[i]).toBeCloseTo(theirs[i], 10)
      }
      rd.delete()
    })
  })

  test('when a state vector is asked for by single bits', () => {
    // numbers of things that give no two parts the same size, those of nv numbers and the empty ones aside
    const xml = `<mujoco><size nuserdata="17"/>
      <worldbody>
        <body name="a"><freejoint/><geom size=".1"/><body name="b"><joint name="j"/><geom size=".1"/></body></body>
        <body mocap="true"/><body mocap="true"/><body mocap="true"/>
      </worldbody>
      <equality><weld body1="a"/><weld body1="b"/></equality>
      <actuator>${'<motor joint="j"/>'.repeat(2)}${'<position joint="j" timeconst="1"/>'.repeat(3)}</actuator>
    </mujoco>`
    const reference = new ReferenceModel(mj, xml)
    const m = modelFromReference(reference)
    const sizes = new Set<number>()
    for (let bit = 1; bit < StateBit.integration; bit *= 2) {
      sizes.add(stateSize(m, bit))
      expect(stateSize(m, bit), `bit ${bit}`).toBe(mj.mj_stateSize(reference.raw, bit))
    }
    expect(sizes.size).toBe(11)
    reference.delete()
  })

  test.each([
    ['a position is not a number', 'qpos', Number.NaN],
    ['a position is enormous', 'qpos', 1e11],
    ['a velocity is infinite', 'qvel', Number.POSITIVE_INFINITY],
    ['an acceleration becomes enormous', 'qfrc_applied', 1e18],
    ['all is well', 'qvel', 0.1],
  ] as const)('when %s before a step', (_, field, value) => {
    inBoth((m, reference) => {
      const d = new Data(m)
      const rd = new ReferenceData(reference)
      for (const opt of [m.opt, reference.raw.opt]) opt.disableflags |= DisableBit.constraint
      d[field][8] = value
      rd.set(field, d[field])
      d.time = 3
      rd.raw.time = 3
      step(m, d)
      rd.call('mj_step')

      const theirs = rd.state(StateBit.time | StateBit.qpos | StateBit.qvel)
      const ours = Float64Array.of(d.time, ...d.qpos, ...d.qvel)
      for (let i = 0; i < theirs.length; i++) expect(ours[i]).toBeCloseTo(theirs[i], 10)
      const warnings = Array.from({ length: 7 }, (_, i) => rd.raw.warning.get(i)?.number ?? -1)
      expect(Array.from(d.warning_number).slice(0, 7)).toEqual(warnings)
      rd.delete()
    })
  })
})
