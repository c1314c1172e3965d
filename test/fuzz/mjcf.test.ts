import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ModelError } from '../../src/core/model/errors.ts'
import { loadModel } from '../../src/format/load.ts'
import { MUTATIONS, Random } from './mutate.ts'
import { fuzzRuns } from './runs.ts'

const RUNS = fuzzRuns(10_000)
/** Longest that one damaged model may take, ms. */
const LIMIT = 10_000

const EVERYTHING = `<mujoco model="everything">
  <compiler angle="radian" eulerseq="zyx" autolimits="true" inertiafromgeom="auto"><lengthrange mode="all"/></compiler>
  <option timestep="0.01" gravity="0 0 -9" integrator="implicitfast"><flag energy="enable" contact="disable"/></option>
  <size nuserdata="4" nkey="3" nuser_body="2"/>
  <statistic extent="2" center="0 0 1"/>
  <visual><global offwidth="800"/><map znear="0.02"/><rgba haze="1 0 0 1"/></visual>
  <default>
    <geom density="500" solimp=".8 .9"/>
    <joint damping="1" armature=".01"/>
    <default class="leg"><geom type="capsule" size=".05" fromto="0 0 0 0 0 -.3"/><joint axis="0 1 0" range="-1 1"/></default>
  </default>
  <custom>
    <numeric name="gains" size="4" data="1 2 3"/>
    <text name="note" data="hello"/>
    <tuple name="pair"><element objtype="body" objname="torso"/><element objtype="geom" objname="foot" prm="1"/></tuple>
  </custom>
  <worldbody>
    <light name="sun" pos="0 0 4" directional="true" mode="targetbody" target="torso"/>
    <camera name="side" mode="trackcom" pos="0 -3 1" xyaxes="1 0 0 0 0 1"/>
    <geom name="floor" type="plane" size="0 0 1"/>
    <geom name="ball" size=".1" pos="0 1 1"/><site name="end" pos="1 0 0"/>
    <body name="torso" pos="0 0 1" user="1 2">
      <freejoint name="root"/>
      <geom type="box" size=".2 .1 .1"/>
      <site name="imu" type="box" size=".01 .01 .01" euler="0 .1 0"/>
      <frame pos="0 .1 0" axisangle="0 0 1 .5" childclass="leg">
        <body name="thigh" pos="0 0 -.1">
          <joint name="hip" type="ball" range="0 1"/>
          <geom/>
          <body name="shin" pos="0 0 -.3"><joint name="knee" stiffness="1 2" springdamper="1 1"/><geom name="foot"/></body>
        </body>
      </frame>
      <body name="arm" quat="1 1 0 0">
        <inertial pos="0 0 .1" mass="1" fullinertia="1 1 1 .1 .1 .1"/>
        <joint name="slide" type="slide" frictionloss=".1"/>
        <joint name="hinge" pos="0 .1 0"/>
      </body>
    </body>
    <body name="target" mocap="true"><geom type="ellipsoid" size=".1 .2 .3" contype="0" conaffinity="0"/></body>
  </worldbody>
  <contact><pair geom1="foot" geom2="floor" friction="1 2"/><exclude name="x" body1="torso" body2="shin"/></contact>
  <equality>
    <connect body1="torso" body2="target" anchor="0 0 1"/><weld site1="imu" site2="end" torquescale="2"/>
    <joint joint1="slide" joint2="hinge" polycoef="0 2"/><tendon tendon1="rope" tendon2="sum" active="false"/>
  </equality>
  <tendon>
    <spatial name="rope" range="0 1" springlength="1 2" stiffness="1 2">
      <site site="imu"/><geom geom="ball" sidesite="end"/><site site="end"/><pulley divisor="2"/><site site="end"/><site site="imu"/>
    </spatial>
    <fixed name="sum" armature="1"><joint joint="slide" coef="2"/><joint joint="hinge" coef="-1"/></fixed>
  </tendon>
  <keyframe><key name="home" time="1" ctrl=""/></keyframe>
</mujoco>`

const folder = fileURLToPath(new URL('../../models/', import.meta.url))
const SEEDS = [
  EVERYTHING,
  '<mujoco/>',
  '<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>',
  ...readdirSync(folder)
    .filter((file) => file.endsWith('.xml'))
    .map((file) => readFileSync(folder + file, 'utf8')),
]

const FILES = {
  'self.xml': '<mujoco><include file="self.xml"/></mujoco>',
  'a.xml': '<mujoco><include file="b.xml"/></mujoco>',
  'b.xml': '<mujoco><include file="a.xml"/></mujoco>',
  'part.xml': '<mujoco><body><geom size="1"/></body></mujoco>',
}

test('the models that are damaged here load while they are whole', () => {
  for (const xml of SEEDS) expect(() => loadModel(xml)).not.toThrow()
})

test(`${RUNS} damaged models load or give a ModelError that says where, and nothing hangs`, () => {
  const names = Object.keys(MUTATIONS)
  let loaded = 0
  for (let seed = 0; seed < RUNS; seed++) {
    const random = new Random(seed)
    // the small models are damaged as often as all the large ones together
    const original = random.next() < 0.7 ? SEEDS[random.below(3)] : random.pick(SEEDS)
    const mutation = names[seed % names.length]
    let xml = MUTATIONS[mutation](original, random)
    if (random.next() < 0.2) xml = MUTATIONS[random.pick(names)](xml, random)

    const start = performance.now()
    try {
      loadModel(xml, { files: FILES, fileName: 'robot.xml' })
      loaded++
    } catch (error) {
      if (!(error instanceof ModelError)) {
        throw new Error(`seed ${seed}, ${mutation}: ${xml.slice(0, 3000)}`, { cause: error })
      }
      expect(error.file, `seed ${seed}, ${mutation}: ${error.message}`).toBeTypeOf('string')
      expect(error.line, `seed ${seed}, ${mutation}: ${error.message}`).toBeGreaterThan(0)
    }
    expect(performance.now() - start, `seed ${seed}, ${mutation}, ms`).toBeLessThan(LIMIT)
  }
  // neither everything nor nothing is refused
  expect(loaded).toBeGreaterThan(RUNS / 20)
  expect(loaded).toBeLessThan(RUNS / 2)
}, 120_000)
