import { beforeAll, describe, expect, test } from 'vitest'
import { DisableBit, EnableBit, forward, inverse, step } from '../../../src/index.ts'
import type { Pair } from '../../../tools/compare/compareData.ts'
import type { ReferenceModule } from '../../../tools/compare/index.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import { quietReference } from '../support/quietReference.ts'
import { deletePair, differences, forwardBoth, sensorPair, setArrays } from '../support/sensorPair.ts'

/** Every type of sensor, on every kind of object and seen from every kind, while everything moves. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

const FRAMES = [
  ...['body:a', 'xbody:b', 'xbody:fixed', 'geom:g1', 'geom:gf', 'site:s', 'site:sw', 'camera:c1', 'camera:track'],
  ...['camera:cw', 'body:mocap', 'body:free', 'site:sf', 'camera:target', 'body:world', 'body:group'],
]
const named = (frame: string, prefix: string) => {
  const [type, name] = frame.split(':')
  return `${prefix}type="${type}" ${prefix}name="${name}"`
}

function frameSensors(): string[] {
  const seen = ['framepos', 'framequat', 'framexaxis', 'frameyaxis', 'framezaxis', 'framelinvel', 'frameangvel']
  return [
    ...seen.flatMap((tag) => FRAMES.map((frame) => `<${tag} ${named(frame, 'obj')}/>`)),
    ...seen.flatMap((tag) =>
      FRAMES.flatMap((frame) => FRAMES.map((from) => `<${tag} ${named(frame, 'obj')} ${named(from, 'ref')}/>`)),
    ),
    ...['framelinacc', 'frameangacc'].flatMap((tag) => FRAMES.map((frame) => `<${tag} ${named(frame, 'obj')}/>`)),
  ]
}

const SITES = ['s', 'sw', 's2', 'sf', 'sfix', 'smocap']
const CAMERAS = ['c1', 'cw', 'track', 'ortho', 'lens', 'pixels']
const RAY_DATA = ['', 'dist dir origin point normal depth', 'dir normal depth', 'origin point']

function siteSensors(): string[] {
  const tags = ['touch', 'accelerometer', 'velocimeter', 'gyro', 'force', 'torque', 'magnetometer']
  const volumes = [...SITES, 'ellipsoid', 'capsule', 'cylinder', 'mesh']
  return [
    ...tags.flatMap((tag) => SITES.flatMap((s) => [`<${tag} site="${s}"/>`, `<${tag} site="${s}" cutoff=".3"/>`])),
    ...SITES.flatMap((s) =>
      RAY_DATA.map((data) => `<rangefinder site="${s}" data="${data}"/>`.replace(' data=""', '')),
    ),
    ...SITES.map((s) => `<rangefinder site="${s}" data="dist dir point depth" cutoff=".7"/>`),
    ...SITES.flatMap((s) => CAMERAS.map((camera) => `<camprojection site="${s}" camera="${camera}"/>`)),
    ...volumes.flatMap((s) => FRAMES.map((frame) => `<insidesite ${named(frame, 'obj')} site="${s}"/>`)),
  ]
}

function jointSensors(): string[] {
  const limits = ['limitpos', 'limitvel', 'limitfrc']
  const joint = ['jointpos', 'jointvel', 'jointactuatorfrc', ...limits.map((tag) => `joint${tag}`)]
  const tendon = ['tendonpos', 'tendonvel', 'tendonactuatorfrc', ...limits.map((tag) => `tendon${tag}`)]
  const bodies = ['world', 'a', 'b', 'fixed', 'free', 'mocap', 'group']
  return [
    ...joint.flatMap((tag) =>
      ['h', 'sl'].flatMap((j) => [`<${tag} joint="${j}"/>`, `<${tag} joint="${j}" cutoff=".2"/>`]),
    ),
    ...limits.map((tag) => `<joint${tag} joint="ball"/>`),
    ...['<ballquat joint="ball"/>', '<ballangvel joint="ball"/>', '<ballangvel joint="ball" cutoff=".5"/>'],
    ...tendon.flatMap((tag) => ['t', 'tf'].map((t) => `<${tag} tendon="${t}"/>`)),
    ...['actuatorpos', 'actuatorvel', 'actuatorfrc'].flatMap((tag) =>
      ['motor', 'pull', 'servo', 'turn', 'push'].flatMap((a) => [
        `<${tag} actuator="${a}"/>`,
        `<${tag} actuator="${a}" cutoff=".1"/>`,
      ]),
    ),
    ...['subtreecom', 'subtreelinvel', 'subtreeangmom'].flatMap((tag) => bodies.map((b) => `<${tag} body="${b}"/>`)),
    ...['<e_potential/>', '<e_potential cutoff="2"/>', '<e_kinetic/>', '<clock/>', '<clock cutoff="1.5"/>'],
    ...['<user dim="3"/>', '<user dim="2" needstage="pos"/>', '<user dim="1" needstage="vel" datatype="positive"/>'],
  ]
}

const SIDES = [
  ...['geom:g1', 'geom:g2', 'geom:gf', 'geom:gbox', 'geom:gcyl', 'geom:gell', 'geom:gmesh'],
  ...['body:a', 'body:b', 'body:free'],
]

function distanceSensors(): string[] {
  const side = (object: string, number: 1 | 2) => object.replace(/(\w+):(\w+)/, `$1${number}="$2"`)
  const own = (a: string, b: string) => a === b || OWN[a]?.includes(b) || OWN[b]?.includes(a)
  return ['distance', 'normal', 'fromto'].flatMap((tag) =>
    SIDES.flatMap((a) =>
      SIDES.filter((b) => !own(a, b)).flatMap((b) =>
        [0, 0.3, 5].map((cutoff) => `<${tag} ${side(a, 1)} ${side(b, 2)} cutoff="${cutoff}"/>`),
      ),
    ),
  )
}
/** How far a geom is from itself is not asked. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  'body:a': ['geom:g1'],
  'body:b': ['geom:g2', 'geom:gcyl', 'geom:gell', 'geom:gmesh'],
  'body:free': ['geom:gf'],
}

const scene = (sensors: readonly string[]) => `
<mujoco>
  <option magnetic="1 2 -3"/>
  <asset>
    <mesh name="wedge" scale=".2 .2 .2" vertex="0 0 0 2 0 0 2 1 0 1 1 0 1 2 0 0 2 0 0 0 1 2 0 1 2 1 1 1 1 1 1 2 1 0 2 1"/>
  </asset>
  <worldbody>
    <geom type="plane" size="3 3 .1" pos="0 0 -1"/>
    <camera name="cw" pos="2 1 1" xyaxes="-1 2 0 0 0 1" resolution="5 3"/>
    <site name="sw" pos=".5 .1 .2" euler="100 20 30" size=".6"/>
    <site name="ellipsoid" type="ellipsoid" pos=".2 .1 .2" euler="10 20 30" size=".6 .9 .7"/>
    <site name="capsule" type="capsule" pos=".2 .1 -.2" euler="10 20 30" size=".4 .7"/>
    <site name="cylinder" type="cylinder" pos=".2 -.1 .2" euler="10 50 30" size=".6 .9"/>
    <site name="mesh" type="mesh" mesh="wedge" pos="-.1 -.3 -.2" euler="10 50 30"/>
    <geom name="gbox" type="box" size=".2 .3 .1" pos="1 1 0" euler="10 20 30"/>
    <body name="mocap" mocap="true" pos="1 0 1"><site name="smocap" euler="180 0 0"/><geom size=".1" contype="0"/></body>
    <body name="group" pos=".1 .2 .3">
      <body name="a" pos="-.1 -.2 .2">
        <joint name="h" axis="0 1 .2" range="-40 40" margin=".1"/>
        <joint name="sl" type="slide" axis="1 0 0" range="-.2 .2" damping="1"/>
        <geom name="g1" type="capsule" size=".1 .2" pos=".1 .1 -.2"/>
        <site name="s" type="box" pos=".2 0 0" size=".3 .2 .4" euler="100 30 20"/>
        <camera name="c1" pos=".1 .2 .3" euler="60 20 10" resolution="4 6" fovy="70"/>
        <camera name="track" mode="track" pos=".1 .1 .1" euler="10 20 30" resolution="2 2"/>
        <camera name="target" mode="targetbody" target="free" pos=".1 .1 .1" euler="10 20 30"/>
        <camera name="lens" pos=".1 .2 .3" euler="60 20 10" resolution="4 6" sensorsize=".01 .02" focal=".01 .015" principal=".001 .002"/>
        <camera name="pixels" pos=".1 .2 .3" euler="150 20 10" resolution="3 3" sensorsize=".01 .02" focalpixel="2 3" principalpixel=".1 .2"/>
        <camera name="ortho" pos=".1 .2 .3" euler="60 20 10" resolution="4 5" fovy="1.5" projection="orthographic"/>
        <body name="b" pos=".3 .2 -.3" euler="10 30 40">
          <joint name="ball" type="ball" range="0 60" margin=".2"/>
          <geom name="g2" type="box" size=".1 .12 .07" pos=".1 0 .1" euler="20 30 10"/>
          <geom name="gcyl" type="cylinder" size=".1 .12" pos=".3 0 .1" euler="20 35 10"/>
          <geom name="gell" type="ellipsoid" size=".1 .12 .08" pos=".3 .3 .1" euler="25 30 10"/>
          <geom name="gmesh" type="mesh" mesh="wedge" pos=".3 -.3 .1" euler="20 30 15"/>
          <site name="s2" type="ellipsoid" pos="0 .1 0" size=".5 1 1" euler="120 30 20"/>
          <body name="fixed" pos=".1 .1 .1" euler="30 20 10"><geom size=".05"/><site name="sfix" pos="0 .1 .2" euler="90 0 0" size=".5"/></body>
        </body>
      </body>
    </body>
    <body name="free" pos=".5 -.3 -.8"><freejoint/><geom name="gf" size=".21"/><geom type="box" size=".1 .1 .3" pos=".1 .1 .1"/>
      <site name="sf" type="cylinder" pos="0 0 .1" size=".3 .2" euler="20 10 0"/></body>
  </worldbody>
  <tendon>
    <spatial name="t" range=".1 .5" margin=".2" stiffness="2"><site site="s"/><site site="sf"/></spatial>
    <fixed name="tf" range="-.1 .1"><joint joint="h" coef="1"/><joint joint="sl" coef="2"/></fixed>
  </tendon>
  <actuator>
    <motor name="motor" joint="h"/><motor name="pull" tendon="t" gear="2"/><position name="servo" tendon="t" kp="3"/>
    <orientation name="turn" joint="ball" kp="2" kv=".1"/><motor name="push" site="s" refsite="sf" gear="1 2 3 1 2 3"/>
  </actuator>
  <equality><connect body1="b" body2="free" anchor="0 0 .2"/><weld body1="fixed" body2="mocap"/></equality>
  <sensor>${sensors.join('')}</sensor>
</mujoco>`

/** A state in which everything moves and is pushed. */
function randomArrays({ m }: Pair, random: Random): Record<string, Float64Array> {
  return {
    qpos: m.qpos0.map((x) => x + 0.4 * random.uniform(-1, 1)),
    qvel: random.vector(m.nv),
    ctrl: random.vector(m.nu),
    xfrc_applied: random.vector(6 * m.nbody),
    mocap_pos: random.vector(3 * m.nmocap),
    qacc_warmstart: new Float64Array(m.nv),
  }
}

describe('in random states', () => {
  test.each([
    ['frames', frameSensors],
    ['sites', siteSensors],
    ['joints, tendons, actuators, subtrees, energy and time', jointSensors],
    ['distances', distanceSensors],
  ])('sensors of %s tell what those of the reference tell', (_, sensors) => {
    const pair = sensorPair(mj, scene(sensors()))
    const random = new Random(11)
    for (let i = 0; i < 12; i++) {
      setArrays(pair, randomArrays(pair, random))
      pair.d.time = pair.rd.raw.time = 0.1 * i
      forwardBoth(pair)
      expect(differences(pair, `state ${i}`)).toEqual([])
    }
    deletePair(pair)
  })

  test('sensors tell what they tell in the reference for a given acceleration, continuous or discrete', () => {
    const pair = sensorPair(mj, scene([...siteSensors(), ...jointSensors()]))
    const { m, d, rm, rd } = pair
    const random = new Random(12)
    for (const flags of [0, EnableBit.invdiscrete]) {
      m.opt.enableflags = rm.raw.opt.enableflags = flags
      // forces of limits and contacts for any acceleration are large
      m.opt.disableflags = rm.raw.opt.disableflags = DisableBit.contact | DisableBit.limit | DisableBit.equality
      for (let i = 0; i < 5; i++) {
        setArrays(pair, { ...randomArrays(pair, random), qacc: random.vector(m.nv) })
        inverse(m, d)
        rd.call('mj_inverse')
        expect(differences(pair, `state ${i}`)).toEqual([])
      }
    }
    deletePair(pair)
  })
})

describe('rays of a camera', () => {
  test('go through the middle of each pixel, row by row, and tell what single rays of the reference tell', () => {
    const cameras = CAMERAS.filter((camera) => camera !== 'track')
    const data = 'dist dir origin point normal depth'
    const pair = sensorPair(mj, scene(cameras.map((camera) => `<rangefinder camera="${camera}" data="${data}"/>`)))
    const { m, d, rm, rd } = pair
    const random = new Random(13)
    const hits = { met: 0, missed: 0 }
    for (let i = 0; i < 10; i++) {
      setArrays(pair, randomArrays(pair, random))
      forward(m, d)
      rd.call('mj_forward')
      const theirs = rd.array('sensordata') as Float64Array
      for (let s = 0; s < m.nsensor; s++) {
        const camera = m.sensor_objid[s]
        for (let at = m.sensor_adr[s]; at < m.sensor_adr[s] + m.sensor_dim[s]; at += 14) {
          const [distance, dx, dy, dz, x, y, z] = d.sensordata.subarray(at)
          for (let k = 4; k < 7; k++) expect(d.sensordata[at + k]).toBeCloseTo(theirs[at + k], 12)
          // many rays together miss some geoms in the reference, single ones do not
          if (theirs[at] >= 0) for (let k = 0; k < 14; k++) expect(d.sensordata[at + k]).toBeCloseTo(theirs[at + k], 9)
          if (distance < 0) {
            expect([...d.sensordata.subarray(at, at + 4)]).toEqual([-1, 0, 0, 0])
            hits.missed++
            continue
          }
          hits.met++
          const geom = new mj.IntBuffer(1)
          const normal = new mj.DoubleBuffer(3)
          const body = m.cam_bodyid[camera]
          const far = mj.mj_ray(rm.raw, rd.raw, [x, y, z], [dx, dy, dz], null as never, true, body, geom, normal)
          expect(distance).toBeCloseTo(far, 9)
          for (let k = 0; k < 3; k++) expect(d.sensordata[at + 10 + k]).toBeCloseTo(normal.GetView()[k], 9)
          geom.delete()
          normal.delete()
        }
      }
    }
    expect(hits.met).toBeGreaterThan(200)
    expect(hits.missed).toBeGreaterThan(50)
    deletePair(pair)
  })
})

describe('stages and flags', () => {
  test('sensors keep their numbers while they are disabled', () => {
    const pair = sensorPair(mj, scene(jointSensors()))
    const { m, d, rm, rd } = pair
    m.opt.disableflags = rm.raw.opt.disableflags = DisableBit.sensor
    setArrays(pair, randomArrays(pair, new Random(14)))
    for (const data of [d.sensordata, rd.raw.sensordata as Float64Array]) data.fill(7)
    forward(m, d)
    rd.call('mj_forward')
    expect(differences(pair)).toEqual([])
    expect(d.sensordata.every((x) => x === 7)).toBe(true)
    deletePair(pair)
  })

  test('after a step sensors tell of its start, with Euler and with Runge–Kutta', () => {
    for (const integrator of ['Euler', 'RK4']) {
      const xml = scene([...siteSensors(), ...jointSensors()]).replace('<option', `<option integrator="${integrator}"`)
      const pair = sensorPair(mj, xml)
      const { m, d, rd } = pair
      m.opt.disableflags = pair.rm.raw.opt.disableflags = DisableBit.constraint
      setArrays(pair, randomArrays(pair, new Random(15)))
      for (let i = 0; i < 3; i++) {
        step(m, d)
        rd.call('mj_step')
        expect(differences(pair, `${integrator}, step ${i}`)).toEqual([])
      }
      deletePair(pair)
    }
  })

  test('sensors of energy leave the energies that the reference leaves', () => {
    for (const sensors of [['<e_potential/>'], ['<e_kinetic/>'], ['<e_kinetic/>', '<e_potential/>'], []]) {
      const pair = sensorPair(mj, scene(sensors))
      setArrays(pair, randomArrays(pair, new Random(16)))
      forward(pair.m, pair.d)
      pair.rd.call('mj_forward')
      for (let k = 0; k < 2; k++) expect(pair.d.energy[k]).toBeCloseTo(pair.rd.array('energy')![k], 9)
      deletePair(pair)
    }
  })

  test('kinetic energy is that of the present velocity; with the option energy the reference is a step behind', () => {
    const pair = sensorPair(mj, scene(['<e_kinetic/>']))
    const { m, d, rm, rd } = pair
    m.opt.enableflags = rm.raw.opt.enableflags = EnableBit.energy
    m.opt.disableflags = rm.raw.opt.disableflags = DisableBit.constraint
    setArrays(pair, randomArrays(pair, new Random(17)))
    for (let i = 0; i < 2; i++) {
      step(m, d)
      rd.call('mj_step')
    }
    expect(d.sensordata[0]).toBe(d.energy[1])
    expect(Math.abs(rd.array('sensordata')![0] - rd.array('energy')![1])).toBeGreaterThan(1e-4)
    deletePair(pair)
  })
})
