import { describe, expect, test } from 'vitest'
import { expectSameSteps, pair } from '../../../test/support/kernelPairs.ts'
import { loadModel, type Model, reserveContacts, SensorType } from '../../index.ts'
import { accelerate } from '../accelerate.ts'
import { VALUES, VALUES_IN_TURN } from './sensorValues.ts'

/** A walker on a floor with an arm, a ball joint and a tendon, and with the sensors of a test. */
const walker = (sensors: string, option = ''): Model =>
  loadModel(`
  <mujoco>
    <option ${option}/>
    <default><geom size=".04"/><joint damping=".1"/></default>
    <worldbody>
      <geom name="floor" type="plane" size="5 5 .1"/>
      <site name="origin" pos="1 0 1" euler="10 0 0"/>
      <camera name="eye" pos="0 -2 1" euler="80 0 0"/>
      <body name="trunk" pos="0 0 .2">
        <freejoint name="root"/>
        <geom name="trunk" type="box" size=".2 .1 .05" euler="0 0 20"/>
        <site name="imu" pos=".1 .02 .03" euler="10 20 30"/>
        <body name="leg" pos=".15 .12 0">
          <joint name="hip" axis="0 1 0" range="-10 10" limited="true"/>
          <geom type="capsule" fromto="0 0 0 0 0 -.2"/>
          <site name="shin" pos="0 0 -.1" euler="0 50 10"/>
          <camera name="knee" pos="0 0 -.1" mode="trackcom"/>
          <body name="foot" pos="0 0 -.2"><joint name="knee" axis="0 1 .1"/><geom size=".05"/>
            <site name="sphere" size=".06"/><site name="capsule" type="capsule" size=".05 .03" euler="20 0 0"/>
            <site name="ellipsoid" type="ellipsoid" size=".06 .05 .1" euler="0 30 0"/><site name="part" size=".02" pos=".03 0 -.02"/>
            <site name="cylinder" type="cylinder" size=".06 .06" euler="0 70 0"/><site name="box" type="box" size=".06 .04 .05"/>
          </body>
        </body>
        <body name="arm" pos="-.2 0 .1">
          <joint name="shoulder" type="ball"/>
          <geom name="arm" type="capsule" fromto="0 0 0 0 0 .2"/>
          <site name="hand" pos="0 0 .2"/>
        </body>
      </body>
      <body name="crate" pos=".6 0 .05"><freejoint/><geom type="box" size=".05 .05 .05"/></body>
    </worldbody>
    <tendon><fixed name="t" range="-.1 .1" limited="true"><joint joint="hip" coef="1"/><joint joint="knee" coef="-.5"/></fixed></tendon>
    <equality><weld body1="arm" body2="crate" active="true" solref=".2 1"/><connect body1="foot" anchor="0 0 0"/></equality>
    <actuator>
      <motor name="hip" joint="hip" gear="3"/><motor name="t" tendon="t" gear="2"/><position name="knee" joint="knee" kp="5"/>
    </actuator>
    <sensor>${sensors}</sensor>
  </mujoco>`)

const frames = ['body', 'xbody', 'geom', 'site', 'camera'] as const
const objects = { body: 'arm', xbody: 'leg', geom: 'trunk', site: 'hand', camera: 'knee' }
/** Sensors of frames, of each kind of object, also relative to others, and of objects that do not move. */
const ofFrames = (kinds: string[], relative: boolean): string =>
  kinds
    .flatMap((kind) =>
      frames.flatMap((type, i) => {
        const reference = frames[(i + 2) % frames.length]
        const own = `objtype="${type}" objname="${objects[type]}"`
        const to = `reftype="${reference}" refname="${objects[reference]}"`
        const moves = `<${kind} ${own}/>${relative ? `<${kind} ${own} ${to}/>` : ''}`
        const still = `<${kind} objtype="site" objname="origin"/>`
        return moves + (relative ? `${still}<${kind} objtype="camera" objname="eye" ${to}/>` : still)
      }),
    )
    .join('')
const ofSites = (kinds: string[], sites = ['imu', 'shin']): string =>
  kinds.flatMap((kind) => sites.map((site) => `<${kind} site="${site}"/>`)).join('')

const sensors: Readonly<Record<string, { xml: string; stage: string }>> = {
  'positions of joints, tendons, and actuators': {
    xml: `<jointpos joint="hip"/><jointpos joint="knee" cutoff=".05"/><ballquat joint="shoulder"/><tendonpos tendon="t"/>
      <actuatorpos actuator="t"/><actuatorpos actuator="hip"/><clock/>`,
    stage: 'sensorPos',
  },
  'poses of frames': {
    xml: ofFrames(['framepos', 'framequat', 'framexaxis', 'frameyaxis', 'framezaxis'], true),
    stage: 'sensorPos',
  },
  'limits of joints and tendons': {
    xml: `<jointlimitpos joint="hip" cutoff=".01"/><tendonlimitpos tendon="t"/>`,
    stage: 'sensorPos',
  },
  'rates and forces at limits': {
    xml: `<jointlimitvel joint="hip"/><tendonlimitvel tendon="t"/><jointlimitfrc joint="hip"/><tendonlimitfrc tendon="t" cutoff="1"/>`,
    stage: 'sensorVel',
  },
  'magnetic flux and centers of mass': {
    xml: `${ofSites(['magnetometer'])}<subtreecom body="trunk"/><subtreecom body="leg"/>`,
    stage: 'sensorPos',
  },
  'velocities of joints, tendons, and actuators': {
    xml: `<jointvel joint="hip"/><jointvel joint="knee"/><ballangvel joint="shoulder"/><tendonvel tendon="t"/>
      <actuatorvel actuator="knee"/>`,
    stage: 'sensorVel',
  },
  'velocities of frames': { xml: ofFrames(['framelinvel', 'frameangvel'], true), stage: 'sensorVel' },
  'velocities of sites in their axes': {
    xml: ofSites(['velocimeter', 'gyro'], ['imu', 'shin', 'origin']),
    stage: 'sensorVel',
  },
  'momentum of subtrees': {
    xml: '<subtreelinvel body="trunk"/><subtreeangmom body="trunk"/><subtreeangmom body="leg"/>',
    stage: 'sensorVel',
  },
  'forces of actuators': {
    xml: `<actuatorfrc actuator="hip" cutoff=".5"/><actuatorfrc actuator="t"/><jointactuatorfrc joint="hip"/>
      <tendonactuatorfrc tendon="t"/>`,
    stage: 'sensorAcc',
  },
  'accelerations and forces at sites': {
    xml: ofSites(['accelerometer', 'force', 'torque'], ['imu', 'shin', 'origin']),
    stage: 'sensorAcc',
  },
  'touch at sites of all shapes': {
    xml: ['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'part']
      .map((shape) => `<touch site="${shape}"/>`)
      .join(''),
    stage: 'sensorAcc',
  },
  'accelerations of frames': { xml: ofFrames(['framelinacc', 'frameangacc'], false), stage: 'sensorAcc' },
}

describe('with kernels, sensors have the values of TypeScript', () => {
  for (const [name, { xml, stage }] of Object.entries(sensors))
    test.each([
      [true, 'pyramidal'],
      [false, 'elliptic'],
    ])(`for ${name}, loops written out: %s, with %s cones`, (unroll, cone) => {
      const m = walker(xml, `cone="${cone}"`)
      const { plain, fast, accelerated } = pair(m, { unroll })
      expect(accelerated.stages.find((s) => s.stage === stage)).toMatchObject({ reason: undefined })
      expect(accelerated.stages.filter(({ reason }) => /differs|gave up/.test(reason ?? ''))).toEqual([])
      for (const d of [plain, fast]) for (let i = 0; i < m.nv; i++) d.qvel[i] = Math.sin(i + 1)
      let contacts = 0
      for (let i = 0; i < 60; i++) {
        expectSameSteps(m, plain, fast, 1)
        contacts += plain.ncon
      }
      expect(plain.sensordata.some((x) => x !== 0)).toBe(true)
      expect(contacts).toBeGreaterThan(10)
    })

  test('beside sensors that run in TypeScript', () => {
    const m = walker(`
      <jointpos joint="hip"/><rangefinder site="shin"/><framepos objtype="site" objname="hand"/>
      <distance geom1="trunk" geom2="floor" cutoff="1"/><e_potential/><user dim="2" needstage="acc"/>
      <jointvel joint="knee" delay=".01" nsample="6"/><gyro site="imu"/><e_kinetic/>
      <accelerometer site="imu"/><torque site="shin" interval=".006" nsample="2"/><contact geom1="floor" data="found force"/>`)
    const { plain, fast, accelerated } = pair(m)
    for (const name of ['sensorPos', 'sensorVel', 'sensorAcc'])
      expect(accelerated.stages.find(({ stage }) => stage === name)).toMatchObject({ reason: undefined })
    for (const d of [plain, fast])
      d.callbacks.sensor = (_m, state) => {
        const [user, other] = [SensorType.user, SensorType.accelerometer].map((type) => m.sensor_type.indexOf(type))
        state.sensordata[m.sensor_adr[user]] = state.sensordata[0] + state.sensordata[m.sensor_adr[other]]
      }
    expectSameSteps(m, plain, fast, 100)
    expect(plain.ncon).toBeGreaterThan(0)
  })

  test('and each type with a kernel is among them', () => {
    const all = walker(
      Object.values(sensors)
        .map(({ xml }) => xml)
        .join(''),
    )
    const types = [...Object.keys(VALUES), ...Object.keys(VALUES_IN_TURN)].map(Number)
    expect([...new Set(all.sensor_type)].sort((a, b) => a - b)).toEqual(types.sort((a, b) => a - b))
  })
})

test('a stage of sensors without kernel runs in TypeScript', () => {
  const { stages } = accelerate(walker('<rangefinder site="imu"/><jointvel joint="hip" delay=".01" nsample="3"/>'))
  const reason = (name: string) => stages.find(({ stage }) => stage === name)?.reason
  expect(reason('sensorPos')).toBe('no sensor has a kernel')
  expect(reason('sensorVel')).toBe('no sensor has a kernel')
  expect(reason('sensorAcc')).toBe('there are no such sensors')
})

test('sensors of limits, forces, and touch of a state whose contacts have outgrown their place', () => {
  const m = walker('<jointlimitfrc joint="hip"/><force site="shin"/><touch site="sphere"/><jointlimitpos joint="hip"/>')
  const { plain, fast } = pair(m)
  reserveContacts(fast, 2 * fast.contactCapacity)
  expectSameSteps(m, plain, fast, 40)
  expect([...plain.sensordata.subarray(1, 5)]).not.toContain(0)
})

test('a cutoff that is set later takes effect', () => {
  const m = walker('<gyro site="imu"/>')
  const { plain, fast, accelerated } = pair(m, { vary: ['sensor_cutoff'] })
  expect(SensorType.gyro).toBe(m.sensor_type[0])
  for (const d of [plain, fast]) d.qvel.fill(2)
  m.sensor_cutoff[0] = 0.5
  accelerated.refresh()
  expectSameSteps(m, plain, fast, 5)
  expect(Math.max(...plain.sensordata)).toBe(0.5)
})
