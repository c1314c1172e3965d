/** A model with something of everything that a model can have, apart from what stands in files. */
export const EVERYTHING = `<mujoco model="everything">
  <default>
    <default class="red"><tendon rgba="1 0 0 1" width="0.01"/></default>
  </default>
  <asset>
    <texture name="grid" type="2d" builtin="checker" width="8" height="8" rgb1="1 0 0"/>
    <texture type="skybox" builtin="gradient" width="4" height="4"/>
    <texture name="bumps" type="2d" builtin="flat" width="4" height="4"/>
    <material name="plain" rgba="0.1 0.2 0.3 1" metallic="0.7"/>
    <material name="tiles" texture="grid" texrepeat="3 4" texuniform="true"/>
    <material name="layers"><layer texture="grid" role="rgb"/><layer texture="bumps" role="normal"/></material>
    <mesh name="wedge" vertex="0 0 0 1 0 0 0 2 0 0 0 3" refpos="0.1 0 0" refquat="1 1 0 0" scale="0.1 0.1 0.1" inertia="exact"/>
    <mesh name="ball" builtin="sphere" params="2" scale="0.2 0.2 0.2"/>
    <hfield name="hills" nrow="2" ncol="3" size="2 2 1 0.1" elevation="0 1 2 3 4 7"/>
    <hfield name="flat" nrow="2" ncol="3" size="2 2 1 0.1"/>
  </asset>
  <worldbody>
    <geom name="ground" type="hfield" hfield="hills" pos="0 0 -5"/>
    <geom type="hfield" hfield="flat" pos="9 0 -5"/>
    <site name="origin"/>
    <site name="seen" type="mesh" mesh="wedge" pos="0 0 3"/>
    <camera name="eye" pos="0 0 5" resolution="2 3" sensorsize="0.01 0.02" focal="0.01 0.02" output="rgb depth"/>
    <light texture="grid" type="image"/>
    <body name="a" pos="0 0 1">
      <joint name="ja" type="hinge" axis="0 1 0" range="-90 90" damping="1" armature="0.1"/>
      <geom name="ga" type="mesh" mesh="wedge" material="tiles" euler="10 20 30" surfacevel="1 2 3 4 5 6"/>
      <geom name="fit" type="capsule" mesh="wedge" fitscale="1.5" pos="0.3 0 0"/>
      <site name="sa" pos="0.1 0 0"/>
      <body name="b" pos="0.5 0 0">
        <joint name="jb" type="ball"/>
        <geom name="gb" type="sphere" size="0.1" material="plain"/>
        <site name="sb" pos="0 0.2 0"/>
        <site name="side" pos="0 0 0.4" material="layers"/>
        <body name="c" pos="0.5 0 0">
          <joint name="jc" type="slide" axis="1 0 0" range="-1 1"/>
          <geom name="gc" type="cylinder" size="0.1 0.2"/>
          <site name="sc" pos="0.3 0 0"/>
        </body>
      </body>
    </body>
    <body name="d" pos="0 2 1"><freejoint name="free"/><geom name="gd" type="box" size="0.1 0.2 0.3"/><site name="sd"/></body>
  </worldbody>
  <contact>
    <pair name="p" geom1="gd" geom2="gb" condim="6" friction="1 2 3 4 5" solreffriction="0.1 1" margin="0.1" gap="0.02"/>
    <exclude name="e" body1="c" body2="d"/>
  </contact>
  <deformable>
    <skin name="cloth" vertex="0 0 0 1 0 0 0 1 0" texcoord="0 0 1 0 0 1" face="0 1 2" material="tiles" group="2" inflate="0.01">
      <bone body="a" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1" vertweight="1 2"/>
      <bone body="b" bindpos="0 1 0" bindquat="1 1 0 0" vertid="1 2" vertweight="1 3"/>
    </skin>
  </deformable>
  <equality>
    <connect name="c1" body1="a" body2="d" anchor="0.1 0.2 0.3"/>
    <connect site1="sc" site2="sd" active="false"/>
    <weld body1="c" body2="d" relpose="1 2 3 1 0 1 0" torquescale="2" anchor="1 0 0"/>
    <weld body1="d" solref="0.1 1"/>
    <weld site1="sa" site2="sd" torquescale="3"/>
    <joint joint1="ja" joint2="jc" polycoef="1 2 3 4 5"/>
    <joint joint1="jc"/>
    <tendon tendon1="path" tendon2="sum" polycoef="0 0.5"/>
  </equality>
  <tendon>
    <spatial name="path" range="0 3" stiffness="1 2 3" springlength="0.2" frictionloss="0.1" rgba="0 1 0 1" material="plain">
      <site site="origin"/><geom geom="gb" sidesite="side"/><site site="sc"/><pulley divisor="2"/><site site="sa"/><site site="sd"/>
    </spatial>
    <fixed name="sum" class="red" limited="true" range="-1 1"><joint joint="ja" coef="1"/><joint joint="jc" coef="-2"/></fixed>
    <fixed name="other"><joint joint="jc" coef="3"/></fixed>
  </tendon>
  <actuator>
    <motor name="m" joint="ja" ctrlrange="-1 1" gear="2" group="3"/>
    <position name="pos" joint="jc" kp="10" dampratio="1" inheritrange="0.9"/>
    <velocity name="v" tendon="sum" kv="3"/>
    <intvelocity name="iv" joint="jc" kp="2" actrange="-1 1"/>
    <damper name="dm" joint="jc" kv="2" ctrlrange="0 1"/>
    <cylinder name="cy" joint="ja" timeconst="0.3" area="2" bias="1 2 3"/>
    <muscle name="mu" tendon="path" lengthrange="0.1 2" force="100"/>
    <adhesion name="ad" body="d" ctrlrange="0 1" gain="3"/>
    <general name="crank" cranksite="sb" slidersite="sc" cranklength="0.5"/>
    <general name="thrust" site="sd" refsite="origin" gear="1 0 0 0 0 1" forcerange="-2 2"/>
    <general name="filtered" joint="jc" dyntype="filter" dynprm="0.2" actlimited="true" actrange="-3 3" actearly="true" biastype="affine" biasprm="1 2 3" nsample="3" interp="linear" delay="0.01"/>
    <general name="parent" jointinparent="jb" gear="0 0 1"/>
    <general name="own" joint="ja" dyntype="user" actdim="4" gaintype="user" biastype="user"/>
    <orientation name="turn" joint="jb" kp="3" kv="1"/>
    <orientation name="turn4" joint="jb" kp="3" input="quat"/>
    <pid name="pi" joint="jc" kp="3" ki="1" kv="1" imax="2" input="pos vel ff" posrange="-1 1" velrange="-2 2"/>
    <pid name="pv" joint="jc" kp="3" input="vel ff"/>
    <dcmotor name="dc" joint="ja" motorconst="0.1" resistance="1"/>
    <dcmotor name="dc2" joint="ja" motorconst="0.1" resistance="1" inductance="0.01" controller="1 2 3" input="pos"/>
  </actuator>
  <sensor>
    <touch site="sa"/><accelerometer name="acc" site="sb" cutoff="3" noise="0.1"/><gyro site="sb" nsample="4" delay="0.01" interp="cubic" interval="0.02 -0.01"/>
    <rangefinder site="sc"/><rangefinder camera="eye" data="dist normal"/><camprojection site="sa" camera="eye"/>
    <jointpos joint="ja"/><tendonpos tendon="path"/><actuatorfrc actuator="turn"/><ballquat joint="jb"/><jointlimitfrc joint="jc"/><tendonlimitpos tendon="sum"/>
    <framepos objtype="xbody" objname="a" reftype="camera" refname="eye"/><framequat objtype="geom" objname="gb"/><framelinacc objtype="site" objname="sa"/>
    <subtreecom body="a"/><insidesite site="sa" objtype="body" objname="d"/><distance geom1="gb" body2="d" cutoff="1"/><normal body1="a" body2="d" cutoff="1"/><fromto geom1="gb" geom2="gd" cutoff="2"/>
    <contact geom1="gb" data="found force" num="3" reduce="maxforce"/><contact site="sa" subtree2="a"/><contact body1="d" body2="a" data="pos"/>
    <e_potential/><e_kinetic/><clock/><magnetometer site="sa"/>
    <user name="u" dim="3" objtype="site" objname="sa" needstage="pos" datatype="axis" user="1 2"/><user dim="2"/>
  </sensor>
  <keyframe><key name="k" time="1" qvel="1 2 3 4 5 6 7 8 9 10 11"/><key/></keyframe>
</mujoco>
`
