import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Models that are damaged. */

/** Every section, and most kinds of elements. */
export const EVERYTHING = `<mujoco model="everything">
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

/** Models in one file, the small ones first. */
export const SEED_MODELS: readonly string[] = [
  EVERYTHING,
  '<mujoco/>',
  '<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>',
  ...readdirSync(folder)
    .filter((file) => file.endsWith('.xml'))
    .map((file) => readFileSync(folder + file, 'utf8')),
]

/** Copies of parts of this model and of another. */
export const PARENT = `<mujoco>
  <compiler conflict="merge"/><option timestep=".001"/>
  <asset><model name="arm" file="arm.xml"/></asset>
  <worldbody>
    <frame pos="0 0 1"><replicate count="3" offset="1 0 0" euler="0 0 30" sep="_">
      <body name="b"><joint name="j"/><geom name="g" size=".1"/>
        <replicate count="2"><site name="s"/></replicate><attach model="arm" body="arm" prefix="left"/></body>
    </replicate></frame>
    <frame name="f"><geom name="lone" size=".1"/></frame><attach frame="f" prefix="other"/>
    <composite type="cable" prefix="c" count="5" size="1 .2 .3" curve="s cos(s)" initial="free">
      <geom type="capsule" size=".01"/><joint kind="main" damping="1"/></composite>
  </worldbody>
  <actuator><motor name="m" joint="j"/></actuator>
  <sensor><jointpos joint="j"/><clock/></sensor>
  <contact><exclude body1="world" body2="b"/></contact>
</mujoco>`
export const ARM = `<mujoco model="arm"><option timestep=".002"/><default><default class="thin"><geom size=".1"/></default></default>
  <worldbody><body name="arm"><joint name="hinge"/><geom name="rod" class="thin"/></body></worldbody>
  <tendon><fixed name="t"><joint joint="hinge" coef="1"/></fixed></tendon>
  <keyframe><key name="home" qpos="1"/></keyframe></mujoco>`

/** Files that damaged models may include. */
export const INCLUDED_FILES = {
  'self.xml': '<mujoco><include file="self.xml"/></mujoco>',
  'a.xml': '<mujoco><include file="b.xml"/></mujoco>',
  'b.xml': '<mujoco><include file="a.xml"/></mujoco>',
  'part.xml': '<mujoco><body><geom size="1"/></body></mujoco>',
}
