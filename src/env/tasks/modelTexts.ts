/** Models of tasks, by their names in `models`. `npm run tables` makes this file. */
export const MODEL_TEXTS: Readonly<Record<string, string>> = {
  'cartpole.xml': `<mujoco model="cartpole">
<option timestep="0.005" integrator="RK4">
<flag energy="enable"/>
</option>
<statistic extent="2" center="0 0 1"/>
<visual>
<headlight ambient="0.3 0.3 0.3" diffuse="0.5 0.5 0.5" specular="0.1 0.1 0.1"/>
<global azimuth="140" elevation="-18"/>
<rgba haze="0.85 0.9 0.95 1"/>
</visual>
<default>
<geom contype="0" conaffinity="0"/>
</default>
<worldbody>
<light name="lamp" pos="0 -2 4" dir="0 0.4 -1"/>
<camera name="side" pos="0 -3.5 1.1" xyaxes="1 0 0 0 0.03 1"/>
<geom name="floor" type="plane" size="4 4 0.1" rgba="0.85 0.87 0.84 1"/>
<geom name="rail" type="capsule" fromto="-1.8 0 1 1.8 0 1" size="0.02" rgba="0.45 0.47 0.5 1"/>
<geom name="left_post" type="cylinder" fromto="-1.8 0 0 -1.8 0 1" size="0.02" rgba="0.45 0.47 0.5 1"/>
<geom name="right_post" type="cylinder" fromto="1.8 0 0 1.8 0 1" size="0.02" rgba="0.45 0.47 0.5 1"/>
<body name="cart" pos="0 0 1">
<joint name="slider" type="slide" axis="1 0 0" range="-1.7 1.7" damping="0.05"/>
<geom name="cart" type="box" size="0.15 0.08 0.07" mass="1" rgba="0.2 0.45 0.7 1"/>
<body name="pole">
<joint name="hinge" type="hinge" axis="0 1 0"/>
<geom name="pole" type="capsule" fromto="0 0 0 0 0 0.8" size="0.025" mass="0.1" rgba="0.9 0.6 0.15 1"/>
<site name="tip" pos="0 0 0.8" size="0.035" rgba="0.85 0.3 0.2 1"/>
</body>
</body>
</worldbody>
<keyframe>
<key name="upright" qpos="0 0"/>
<key name="tilted" qpos="0 0.0524"/>
<key name="hanging" qpos="0 3.14159"/>
</keyframe>
</mujoco>`,
  'humanoid.xml': `<mujoco model="humanoid">
<compiler angle="degree"/>
<option timestep="0.002"/>
<statistic extent="2" center="0 0 0.9"/>
<visual>
<headlight ambient="0.3 0.3 0.3" diffuse="0.5 0.5 0.5" specular="0.1 0.1 0.1"/>
<global azimuth="140" elevation="-15"/>
<rgba haze="0.85 0.9 0.95 1"/>
</visual>
<default>
<geom density="1030" condim="3" friction="0.9 0.01 0.001" rgba="0.92 0.72 0.58 1"/>
<site size="0.012" rgba="0.95 0.3 0.2 1"/>
<default class="joint">
<joint armature="0.01" damping="1" stiffness="1"/>
<default class="big_joint">
<joint armature="0.02" damping="4" stiffness="8"/>
</default>
</default>
<default class="shirt">
<geom type="capsule" rgba="0.2 0.45 0.7 1"/>
</default>
<default class="trousers">
<geom type="capsule" rgba="0.22 0.24 0.32 1"/>
</default>
<default class="skin">
<geom type="capsule"/>
</default>
<default class="shoe">
<geom type="box" rgba="0.85 0.3 0.2 1" condim="4"/>
</default>
</default>
<worldbody>
<geom name="floor" type="plane" size="10 10 0.1" rgba="0.85 0.87 0.84 1"/>
<light name="sun" directional="true" pos="0 0 4" dir="-0.3 0.2 -1" diffuse="0.7 0.7 0.7"/>
<light name="spot" mode="targetbodycom" target="pelvis" pos="2 -2 4" castshadow="false" diffuse="0.3 0.3 0.3"/>
<camera name="side" pos="0 -3.5 1.1" xyaxes="1 0 0 0 0.05 1" mode="trackcom"/>
<camera name="front" pos="3.5 0 1.1" xyaxes="0 1 0 -0.05 0 1" mode="trackcom"/>
<body name="pelvis" pos="0 0 0.95" childclass="joint">
<freejoint name="root"/>
<geom name="pelvis" class="trousers" fromto="0 -0.07 0 0 0.07 0" size="0.095"/>
<geom name="belt" type="cylinder" fromto="0 0 0.06 0 0 0.09" size="0.085" rgba="0.12 0.12 0.14 1"/>
<site name="pelvis"/>
<body name="torso" pos="0 0 0.1">
<joint name="waist_turn" class="big_joint" axis="0 0 1" range="-45 45"/>
<joint name="waist_bend" class="big_joint" axis="0 1 0" range="-30 75"/>
<joint name="waist_tilt" class="big_joint" axis="1 0 0" range="-35 35"/>
<geom name="belly" class="shirt" fromto="0 -0.05 0.1 0 0.05 0.1" size="0.095"/>
<geom name="chest" class="shirt" fromto="0 -0.08 0.28 0 0.08 0.28" size="0.11"/>
<geom name="shoulders" class="shirt" fromto="0 -0.15 0.36 0 0.15 0.36" size="0.055"/>
<site name="chest" pos="0.11 0 0.28"/>
<body name="head" pos="0 0 0.4">
<geom name="neck" class="skin" fromto="0 0 0.02 0 0 0.08" size="0.045"/>
<geom name="head" type="ellipsoid" pos="0.01 0 0.175" size="0.095 0.075 0.125"/>
<geom name="hair" type="sphere" pos="-0.015 0 0.22" size="0.083" mass="0.1" rgba="0.3 0.2 0.12 1"/>
<site name="left_eye" pos="0.097 0.03 0.2" size="0.014" rgba="0.1 0.1 0.1 1"/>
<site name="right_eye" pos="0.097 -0.03 0.2" size="0.014" rgba="0.1 0.1 0.1 1"/>
<camera name="eyes" pos="0.11 0 0.2" xyaxes="0 -1 0 0 0 1" fovy="80"/>
</body>
<body name="left_upper_arm" pos="0 0.21 0.36">
<joint name="left_shoulder_bend" axis="0 -1 0" range="-60 170"/>
<joint name="left_shoulder_spread" axis="1 0 0" range="-15 150"/>
<geom name="left_upper_arm" class="shirt" fromto="0 0 0 0 0.035 -0.28" size="0.045"/>
<body name="left_lower_arm" pos="0 0.035 -0.28">
<joint name="left_elbow" axis="0 -1 0" range="0 145"/>
<geom name="left_lower_arm" class="skin" fromto="0 0 -0.02 0 0.01 -0.24" size="0.036"/>
<geom name="left_hand" type="box" pos="0 0.01 -0.33" size="0.04 0.02 0.07"/>
<site name="left_hand" pos="0 0.01 -0.4"/>
</body>
</body>
<body name="right_upper_arm" pos="0 -0.21 0.36">
<joint name="right_shoulder_bend" axis="0 -1 0" range="-60 170"/>
<joint name="right_shoulder_spread" axis="-1 0 0" range="-15 150"/>
<geom name="right_upper_arm" class="shirt" fromto="0 0 0 0 -0.035 -0.28" size="0.045"/>
<body name="right_lower_arm" pos="0 -0.035 -0.28">
<joint name="right_elbow" axis="0 -1 0" range="0 145"/>
<geom name="right_lower_arm" class="skin" fromto="0 0 -0.02 0 -0.01 -0.24" size="0.036"/>
<geom name="right_hand" type="box" pos="0 -0.01 -0.33" size="0.04 0.02 0.07"/>
<site name="right_hand" pos="0 -0.01 -0.4"/>
</body>
</body>
</body>
<body name="left_thigh" pos="0 0.1 -0.04">
<joint name="left_hip_spread" class="big_joint" axis="1 0 0" range="-20 45"/>
<joint name="left_hip_turn" class="big_joint" axis="0 0 -1" range="-40 40"/>
<joint name="left_hip_bend" class="big_joint" axis="0 -1 0" range="-25 125"/>
<geom name="left_thigh" class="trousers" fromto="0 0 -0.03 0 0 -0.4" size="0.075"/>
<body name="left_shin" pos="0 0 -0.42">
<joint name="left_knee" class="big_joint" axis="0 1 0" range="-2 150"/>
<geom name="left_shin" class="trousers" fromto="0 0 -0.02 0 0 -0.36" size="0.052"/>
<body name="left_foot" pos="0 0 -0.41">
<joint name="left_ankle_bend" axis="0 -1 0" range="-45 40"/>
<joint name="left_ankle_roll" axis="1 0 0" range="-20 20"/>
<geom name="left_foot" class="shoe" pos="0.055 0 -0.05" size="0.13 0.045 0.03"/>
<site name="left_foot" pos="0.055 0 -0.08"/>
</body>
</body>
</body>
<body name="right_thigh" pos="0 -0.1 -0.04">
<joint name="right_hip_spread" class="big_joint" axis="-1 0 0" range="-20 45"/>
<joint name="right_hip_turn" class="big_joint" axis="0 0 1" range="-40 40"/>
<joint name="right_hip_bend" class="big_joint" axis="0 -1 0" range="-25 125"/>
<geom name="right_thigh" class="trousers" fromto="0 0 -0.03 0 0 -0.4" size="0.075"/>
<body name="right_shin" pos="0 0 -0.42">
<joint name="right_knee" class="big_joint" axis="0 1 0" range="-2 150"/>
<geom name="right_shin" class="trousers" fromto="0 0 -0.02 0 0 -0.36" size="0.052"/>
<body name="right_foot" pos="0 0 -0.41">
<joint name="right_ankle_bend" axis="0 -1 0" range="-45 40"/>
<joint name="right_ankle_roll" axis="-1 0 0" range="-20 20"/>
<geom name="right_foot" class="shoe" pos="0.055 0 -0.05" size="0.13 0.045 0.03"/>
<site name="right_foot" pos="0.055 0 -0.08"/>
</body>
</body>
</body>
</body>
</worldbody>
<keyframe>
<key name="stand"
qpos="0 0 0.95  1 0 0 0   0 0 0   0 0 0   0 0 0   0 0 0 0 0 0   0 0 0 0 0 0"/>
<key name="squat"
qpos="0 0 0.5046  0.9689 0 0.2474 0   0 0.4 0   1.8 0 0.4   1.8 0 0.4
0 0 2 2 0.5 0   0 0 2 2 0.5 0"/>
</keyframe>
<custom>
<text name="about" data="A standing person with 27 degrees of freedom; falls like a ragdoll when nothing holds it up"/>
<numeric name="height" data="1.75"/>
</custom>
</mujoco>`,
  'quadruped.xml': `<mujoco model="quadruped">
<compiler angle="degree"/>
<option timestep="0.002"/>
<statistic extent="1.2" center="0 0 0.3"/>
<visual>
<headlight ambient="0.3 0.3 0.3" diffuse="0.5 0.5 0.5" specular="0.1 0.1 0.1"/>
<global azimuth="140" elevation="-18"/>
<rgba haze="0.85 0.9 0.95 1"/>
</visual>
<default>
<default class="leg">
<joint armature="0.01" damping="0.5"/>
<geom type="capsule" density="1500" rgba="0.22 0.24 0.32 1"/>
<default class="hip_spread">
<joint axis="1 0 0" range="-40 40"/>
</default>
<default class="hip_swing">
<joint axis="0 -1 0" range="-60 100"/>
</default>
<default class="knee">
<joint axis="0 -1 0" range="-60 55"/>
</default>
<default class="foot">
<geom type="sphere" size="0.025" density="1200" friction="1 0.02 0.001" condim="4" rgba="0.85 0.3 0.2 1"/>
</default>
</default>
<site size="0.012" rgba="0.95 0.3 0.2 1"/>
</default>
<worldbody>
<light name="sun" directional="true" pos="0 0 3" dir="-0.3 0.2 -1"/>
<camera name="side" pos="0 -1.8 0.45" xyaxes="1 0 0 0 0.1 1" mode="trackcom"/>
<geom name="floor" type="plane" size="5 5 0.1" rgba="0.85 0.87 0.84 1"/>
<body name="trunk" pos="0 0 0.3078">
<freejoint name="root"/>
<geom name="trunk" type="box" size="0.2 0.08 0.05" density="900" rgba="0.2 0.45 0.7 1"/>
<geom name="backpack" type="box" pos="-0.03 0 0.065" size="0.1 0.06 0.02" mass="0.8" rgba="0.9 0.6 0.15 1"/>
<geom name="head" type="capsule" fromto="0.2 -0.04 0.03 0.2 0.04 0.03" size="0.035" rgba="0.6 0.63 0.68 1"/>
<camera name="eyes" pos="0.24 0 0.03" xyaxes="0 -1 0 0 0 1" fovy="80"/>
<site name="imu" pos="0 0 0.052"/>
<body name="front_left_hip" pos="0.17 0.09 0" childclass="leg">
<joint name="front_left_hip_spread" class="hip_spread" axis="1 0 0"/>
<geom name="front_left_hip" fromto="0 0 0 0 0.045 0" size="0.035"/>
<body name="front_left_thigh" pos="0 0.045 0" euler="0 45 0">
<joint name="front_left_hip_swing" class="hip_swing"/>
<geom name="front_left_thigh" fromto="0 0 0 0 0 -0.2" size="0.026" rgba="0.6 0.63 0.68 1"/>
<body name="front_left_shin" pos="0 0 -0.2" euler="0 -90 0">
<joint name="front_left_knee" class="knee"/>
<geom name="front_left_shin" fromto="0 0 0 0 0 -0.19" size="0.018"/>
<geom name="front_left_foot" class="foot" pos="0 0 -0.2"/>
<site name="front_left_foot" pos="0 0 -0.225"/>
</body>
</body>
</body>
<body name="front_right_hip" pos="0.17 -0.09 0" childclass="leg">
<joint name="front_right_hip_spread" class="hip_spread" axis="-1 0 0"/>
<geom name="front_right_hip" fromto="0 0 0 0 -0.045 0" size="0.035"/>
<body name="front_right_thigh" pos="0 -0.045 0" euler="0 45 0">
<joint name="front_right_hip_swing" class="hip_swing"/>
<geom name="front_right_thigh" fromto="0 0 0 0 0 -0.2" size="0.026" rgba="0.6 0.63 0.68 1"/>
<body name="front_right_shin" pos="0 0 -0.2" euler="0 -90 0">
<joint name="front_right_knee" class="knee"/>
<geom name="front_right_shin" fromto="0 0 0 0 0 -0.19" size="0.018"/>
<geom name="front_right_foot" class="foot" pos="0 0 -0.2"/>
<site name="front_right_foot" pos="0 0 -0.225"/>
</body>
</body>
</body>
<body name="hind_left_hip" pos="-0.17 0.09 0" childclass="leg">
<joint name="hind_left_hip_spread" class="hip_spread" axis="1 0 0"/>
<geom name="hind_left_hip" fromto="0 0 0 0 0.045 0" size="0.035"/>
<body name="hind_left_thigh" pos="0 0.045 0" euler="0 45 0">
<joint name="hind_left_hip_swing" class="hip_swing"/>
<geom name="hind_left_thigh" fromto="0 0 0 0 0 -0.2" size="0.026" rgba="0.6 0.63 0.68 1"/>
<body name="hind_left_shin" pos="0 0 -0.2" euler="0 -90 0">
<joint name="hind_left_knee" class="knee"/>
<geom name="hind_left_shin" fromto="0 0 0 0 0 -0.19" size="0.018"/>
<geom name="hind_left_foot" class="foot" pos="0 0 -0.2"/>
<site name="hind_left_foot" pos="0 0 -0.225"/>
</body>
</body>
</body>
<body name="hind_right_hip" pos="-0.17 -0.09 0" childclass="leg">
<joint name="hind_right_hip_spread" class="hip_spread" axis="-1 0 0"/>
<geom name="hind_right_hip" fromto="0 0 0 0 -0.045 0" size="0.035"/>
<body name="hind_right_thigh" pos="0 -0.045 0" euler="0 45 0">
<joint name="hind_right_hip_swing" class="hip_swing"/>
<geom name="hind_right_thigh" fromto="0 0 0 0 0 -0.2" size="0.026" rgba="0.6 0.63 0.68 1"/>
<body name="hind_right_shin" pos="0 0 -0.2" euler="0 -90 0">
<joint name="hind_right_knee" class="knee"/>
<geom name="hind_right_shin" fromto="0 0 0 0 0 -0.19" size="0.018"/>
<geom name="hind_right_foot" class="foot" pos="0 0 -0.2"/>
<site name="hind_right_foot" pos="0 0 -0.225"/>
</body>
</body>
</body>
</body>
</worldbody>
<keyframe>
<key name="stand" qpos="0 0 0.3078  1 0 0 0   0 0 0   0 0 0   0 0 0   0 0 0"/>
<key name="crouch" qpos="0 0 0.1754  1 0 0 0   0 -0.4 0.8   0 -0.4 0.8   0 -0.4 0.8   0 -0.4 0.8"/>
</keyframe>
</mujoco>`,
  'tasks/ant.xml': `<mujoco model="ant">
<compiler angle="degree"/>
<option timestep="0.01" integrator="implicitfast"/>
<statistic extent="2.4" center="0 0 0.3"/>
<visual>
<headlight ambient="0.3 0.3 0.3" diffuse="0.5 0.5 0.5" specular="0.1 0.1 0.1"/>
<global azimuth="130" elevation="-25"/>
<rgba haze="0.85 0.9 0.95 1"/>
</visual>
<default>
<geom type="capsule" contype="1" conaffinity="0" density="120" friction="1 0.02 0.001" rgba="0.45 0.2 0.14 1"/>
<joint armature="0.4" damping="1"/>
<motor ctrlrange="-1 1" gear="60"/>
<default class="hip">
<joint axis="0 0 1" range="-35 35"/>
</default>
<default class="knee">
<joint range="-40 45"/>
</default>
<default class="shin">
<geom size="0.05" rgba="0.3 0.14 0.1 1"/>
</default>
<default class="marks">
<geom contype="0" mass="0.01" rgba="0.12 0.12 0.14 1"/>
</default>
</default>
<worldbody>
<light name="sun" directional="true" pos="0 0 4" dir="-0.3 0.3 -1"/>
<camera name="track" pos="0 -3 1.6" xyaxes="1 0 0 0 0.47 0.88" mode="trackcom"/>
<geom name="floor" type="plane" size="60 60 0.5" conaffinity="1" rgba="0.85 0.87 0.84 1"/>
<body name="torso" pos="0 0 0.46">
<freejoint name="root"/>
<geom name="torso" type="ellipsoid" size="0.26 0.22 0.17"/>
<geom name="head" type="sphere" pos="0.31 0 0.05" size="0.12"/>
<geom name="left_eye" class="marks" type="sphere" pos="0.39 0.07 0.1" size="0.03"/>
<geom name="right_eye" class="marks" type="sphere" pos="0.39 -0.07 0.1" size="0.03"/>
<geom name="left_feeler" class="marks" fromto="0.38 0.04 0.14 0.52 0.1 0.26" size="0.01"/>
<geom name="right_feeler" class="marks" fromto="0.38 -0.04 0.14 0.52 -0.1 0.26" size="0.01"/>
<body name="front_left_thigh" pos="0.17 0.14 0">
<joint name="front_left_hip" class="hip"/>
<geom name="front_left_thigh" fromto="0 0 0 0.21 0.21 0.06" size="0.06"/>
<body name="front_left_shin" pos="0.21 0.21 0.06">
<joint name="front_left_knee" class="knee" axis="-1 1 0"/>
<geom name="front_left_shin" class="shin" fromto="0 0 0 0.24 0.24 -0.47"/>
</body>
</body>
<body name="hind_left_thigh" pos="-0.17 0.14 0">
<joint name="hind_left_hip" class="hip"/>
<geom name="hind_left_thigh" fromto="0 0 0 -0.21 0.21 0.06" size="0.06"/>
<body name="hind_left_shin" pos="-0.21 0.21 0.06">
<joint name="hind_left_knee" class="knee" axis="-1 -1 0"/>
<geom name="hind_left_shin" class="shin" fromto="0 0 0 -0.24 0.24 -0.47"/>
</body>
</body>
<body name="hind_right_thigh" pos="-0.17 -0.14 0">
<joint name="hind_right_hip" class="hip"/>
<geom name="hind_right_thigh" fromto="0 0 0 -0.21 -0.21 0.06" size="0.06"/>
<body name="hind_right_shin" pos="-0.21 -0.21 0.06">
<joint name="hind_right_knee" class="knee" axis="1 -1 0"/>
<geom name="hind_right_shin" class="shin" fromto="0 0 0 -0.24 -0.24 -0.47"/>
</body>
</body>
<body name="front_right_thigh" pos="0.17 -0.14 0">
<joint name="front_right_hip" class="hip"/>
<geom name="front_right_thigh" fromto="0 0 0 0.21 -0.21 0.06" size="0.06"/>
<body name="front_right_shin" pos="0.21 -0.21 0.06">
<joint name="front_right_knee" class="knee" axis="1 1 0"/>
<geom name="front_right_shin" class="shin" fromto="0 0 0 0.24 -0.24 -0.47"/>
</body>
</body>
</body>
</worldbody>
<actuator>
<motor name="front_left_hip" joint="front_left_hip"/>
<motor name="front_left_knee" joint="front_left_knee"/>
<motor name="hind_left_hip" joint="hind_left_hip"/>
<motor name="hind_left_knee" joint="hind_left_knee"/>
<motor name="hind_right_hip" joint="hind_right_hip"/>
<motor name="hind_right_knee" joint="hind_right_knee"/>
<motor name="front_right_hip" joint="front_right_hip"/>
<motor name="front_right_knee" joint="front_right_knee"/>
</actuator>
</mujoco>`,
  'tasks/cartpole.xml': `<mujoco model="cartpole task">
<include file="../cartpole.xml"/>
<option timestep="0.01" integrator="implicitfast">
<flag energy="disable"/>
</option>
<actuator>
<motor name="slide" joint="slider" gear="10" ctrlrange="-1 1"/>
</actuator>
</mujoco>`,
  'tasks/half_cheetah.xml': `<mujoco model="half cheetah">
<compiler angle="degree"/>
<option timestep="0.01" integrator="implicitfast"/>
<statistic extent="2" center="0 0 0.4"/>
<visual>
<headlight ambient="0.3 0.3 0.3" diffuse="0.5 0.5 0.5" specular="0.1 0.1 0.1"/>
<global azimuth="110" elevation="-12"/>
<rgba haze="0.85 0.9 0.95 1"/>
</visual>
<default>
<geom type="capsule" contype="1" conaffinity="0" density="650" friction="0.8 0.01 0.001" rgba="0.86 0.62 0.3 1"/>
<joint axis="0 1 0" armature="0.1" damping="4"/>
<motor ctrlrange="-1 1"/>
<default class="root">
<joint armature="0" damping="0" stiffness="0"/>
</default>
<default class="marks">
<geom contype="0" mass="0.02" rgba="0.3 0.2 0.12 1"/>
</default>
<default class="paw">
<geom rgba="0.3 0.2 0.12 1" friction="1 0.02 0.001"/>
</default>
</default>
<worldbody>
<light name="sun" directional="true" pos="0 0 4" dir="-0.3 0.3 -1"/>
<camera name="side" pos="0 -3.5 0.7" xyaxes="1 0 0 0 0.05 1" mode="trackcom"/>
<geom name="floor" type="plane" size="200 5 0.5" conaffinity="1" rgba="0.85 0.87 0.84 1"/>
<body name="torso" pos="0 0 0.61">
<joint name="root_x" class="root" type="slide" axis="1 0 0"/>
<joint name="root_z" class="root" type="slide" axis="0 0 1"/>
<joint name="root_pitch" class="root"/>
<geom name="back" fromto="-0.45 0 0 0.45 0 0" size="0.055"/>
<geom name="neck" fromto="0.45 0 0 0.58 0 0.13" size="0.05"/>
<geom name="head" type="ellipsoid" pos="0.65 0 0.17" size="0.11 0.065 0.07" euler="0 15 0"/>
<geom name="ear" class="marks" type="sphere" pos="0.59 0.03 0.24" size="0.022"/>
<geom name="other_ear" class="marks" type="sphere" pos="0.59 -0.03 0.24" size="0.022"/>
<geom name="tail" class="marks" fromto="-0.47 0 0.02 -0.75 0 0.12" size="0.018"/>
<geom name="tail_tip" class="marks" fromto="-0.75 0 0.12 -0.92 0 0.26" size="0.015"/>
<body name="hind_thigh" pos="-0.45 0 0">
<joint name="hind_hip" range="-35 60" stiffness="180"/>
<geom name="hind_thigh" fromto="0 0 0 0.14 0 -0.22" size="0.052"/>
<body name="hind_shin" pos="0.14 0 -0.22">
<joint name="hind_knee" range="-45 45" stiffness="140"/>
<geom name="hind_shin" fromto="0 0 0 -0.2 0 -0.2" size="0.042"/>
<body name="hind_foot" pos="-0.2 0 -0.2">
<joint name="hind_ankle" range="-25 40" stiffness="90"/>
<geom name="hind_foot" class="paw" fromto="0 0 0 0.08 0 -0.14" size="0.04"/>
</body>
</body>
</body>
<body name="front_arm" pos="0.43 0 0">
<joint name="front_shoulder" range="-55 45" stiffness="140"/>
<geom name="front_arm" fromto="0 0 0 -0.12 0 -0.22" size="0.045"/>
<body name="front_forearm" pos="-0.12 0 -0.22">
<joint name="front_elbow" range="-65 50" stiffness="100"/>
<geom name="front_forearm" fromto="0 0 0 0.13 0 -0.22" size="0.038"/>
<body name="front_foot" pos="0.13 0 -0.22">
<joint name="front_wrist" range="-30 30" stiffness="60"/>
<geom name="front_foot" class="paw" fromto="0 0 0 0.05 0 -0.12" size="0.038"/>
</body>
</body>
</body>
</body>
</worldbody>
<actuator>
<motor name="hind_hip" joint="hind_hip" gear="110"/>
<motor name="hind_knee" joint="hind_knee" gear="90"/>
<motor name="hind_ankle" joint="hind_ankle" gear="60"/>
<motor name="front_shoulder" joint="front_shoulder" gear="100"/>
<motor name="front_elbow" joint="front_elbow" gear="60"/>
<motor name="front_wrist" joint="front_wrist" gear="30"/>
</actuator>
</mujoco>`,
  'tasks/hand.xml': `<mujoco model="hand">
<compiler angle="degree"/>
<option timestep="0.004" integrator="implicitfast"/>
<statistic extent="0.35" center="0 0 0.36"/>
<visual>
<headlight ambient="0.3 0.3 0.3" diffuse="0.5 0.5 0.5" specular="0.1 0.1 0.1"/>
<global azimuth="145" elevation="-30"/>
<rgba haze="0.85 0.9 0.95 1"/>
<map znear="0.02"/>
</visual>
<default>
<geom friction="1 0.005 0.0001" condim="4"/>
<default class="finger">
<geom type="capsule" size="0.011" density="1200" rgba="0.6 0.63 0.68 1"/>
<joint axis="0 -1 0" range="-10 115" armature="0.0002" damping="0.01"/>
<position kp="1.2" kv="0.03" ctrlrange="-0.17 2" forcerange="-0.7 0.7"/>
<default class="spread">
<joint axis="0 0 1" range="-20 20"/>
<position ctrlrange="-0.35 0.35"/>
</default>
<default class="tip">
<geom friction="1.4 0.01 0.0001" rgba="0.85 0.3 0.2 1"/>
</default>
</default>
<default class="palm">
<geom rgba="0.22 0.24 0.32 1"/>
</default>
<default class="face">
<geom type="box" contype="0" conaffinity="0" mass="0"/>
</default>
</default>
<worldbody>
<light name="lamp" directional="true" pos="0 0 2" dir="-0.3 0.3 -1"/>
<camera name="above" pos="0 -0.32 0.6" xyaxes="1 0 0 0 0.6 0.8"/>
<geom name="floor" type="plane" size="1 1 0.1" rgba="0.85 0.87 0.84 1"/>
<geom name="forearm" type="capsule" fromto="0 0 0.02 0 0 0.24" size="0.035" rgba="0.45 0.47 0.5 1"/>
<body name="palm" pos="0 0 0.3">
<geom name="palm" class="palm" type="box" pos="0 0 -0.016" size="0.045 0.05 0.016"/>
<geom name="left_pad" class="palm" type="capsule" fromto="-0.04 0.053 0 0.04 0.053 0" size="0.011"/>
<geom name="right_pad" class="palm" type="capsule" fromto="-0.04 -0.053 0 0.04 -0.053 0" size="0.011"/>
<body name="first_base" pos="0.046 0.033 -0.006" childclass="finger">
<joint name="first_spread" class="spread"/>
<geom name="first_base" type="sphere" size="0.013" rgba="0.22 0.24 0.32 1"/>
<body name="first_proximal">
<joint name="first_proximal"/>
<geom name="first_proximal" fromto="0.006 0 0 0.042 0 0"/>
<body name="first_middle" pos="0.042 0 0">
<joint name="first_middle"/>
<geom name="first_middle" fromto="0 0 0 0.034 0 0" size="0.0105"/>
<body name="first_distal" pos="0.034 0 0">
<joint name="first_distal"/>
<geom name="first_distal" class="tip" fromto="0 0 0 0.028 0 0" size="0.01"/>
<site name="first_tip" pos="0.032 0 0" size="0.004"/>
</body>
</body>
</body>
</body>
<body name="second_base" pos="0.05 0 -0.006" childclass="finger">
<joint name="second_spread" class="spread"/>
<geom name="second_base" type="sphere" size="0.013" rgba="0.22 0.24 0.32 1"/>
<body name="second_proximal">
<joint name="second_proximal"/>
<geom name="second_proximal" fromto="0.006 0 0 0.042 0 0"/>
<body name="second_middle" pos="0.042 0 0">
<joint name="second_middle"/>
<geom name="second_middle" fromto="0 0 0 0.034 0 0" size="0.0105"/>
<body name="second_distal" pos="0.034 0 0">
<joint name="second_distal"/>
<geom name="second_distal" class="tip" fromto="0 0 0 0.028 0 0" size="0.01"/>
<site name="second_tip" pos="0.032 0 0" size="0.004"/>
</body>
</body>
</body>
</body>
<body name="third_base" pos="0.046 -0.033 -0.006" childclass="finger">
<joint name="third_spread" class="spread"/>
<geom name="third_base" type="sphere" size="0.013" rgba="0.22 0.24 0.32 1"/>
<body name="third_proximal">
<joint name="third_proximal"/>
<geom name="third_proximal" fromto="0.006 0 0 0.042 0 0"/>
<body name="third_middle" pos="0.042 0 0">
<joint name="third_middle"/>
<geom name="third_middle" fromto="0 0 0 0.034 0 0" size="0.0105"/>
<body name="third_distal" pos="0.034 0 0">
<joint name="third_distal"/>
<geom name="third_distal" class="tip" fromto="0 0 0 0.028 0 0" size="0.01"/>
<site name="third_tip" pos="0.032 0 0" size="0.004"/>
</body>
</body>
</body>
</body>
<body name="thumb_base" pos="-0.05 0 -0.006" euler="0 0 180" childclass="finger">
<joint name="thumb_spread" class="spread"/>
<geom name="thumb_base" type="sphere" size="0.013" rgba="0.22 0.24 0.32 1"/>
<body name="thumb_proximal">
<joint name="thumb_proximal"/>
<geom name="thumb_proximal" fromto="0.006 0 0 0.042 0 0"/>
<body name="thumb_middle" pos="0.042 0 0">
<joint name="thumb_middle"/>
<geom name="thumb_middle" fromto="0 0 0 0.034 0 0" size="0.0105"/>
<body name="thumb_distal" pos="0.034 0 0">
<joint name="thumb_distal"/>
<geom name="thumb_distal" class="tip" fromto="0 0 0 0.028 0 0" size="0.01"/>
<site name="thumb_tip" pos="0.032 0 0" size="0.004"/>
</body>
</body>
</body>
</body>
</body>
<body name="cube" pos="0 0 0.327">
<freejoint name="cube"/>
<geom name="cube" type="box" size="0.026 0.026 0.026" mass="0.06" rgba="0.3 0.32 0.36 1"/>
<geom name="cube_front" class="face" pos="0.0262 0 0" size="0.0006 0.021 0.021" rgba="0.85 0.3 0.2 1"/>
<geom name="cube_back" class="face" pos="-0.0262 0 0" size="0.0006 0.021 0.021" rgba="0.9 0.6 0.15 1"/>
<geom name="cube_left" class="face" pos="0 0.0262 0" size="0.021 0.0006 0.021" rgba="0.35 0.65 0.4 1"/>
<geom name="cube_right" class="face" pos="0 -0.0262 0" size="0.021 0.0006 0.021" rgba="0.2 0.45 0.7 1"/>
<geom name="cube_top" class="face" pos="0 0 0.0262" size="0.021 0.021 0.0006" rgba="0.95 0.95 0.95 1"/>
<geom name="cube_bottom" class="face" pos="0 0 -0.0262" size="0.021 0.021 0.0006" rgba="0.55 0.35 0.6 1"/>
</body>
<body name="goal" mocap="true" pos="0 0 0.47">
<geom name="goal" class="face" size="0.026 0.026 0.026" rgba="0.8 0.82 0.86 1"/>
<geom name="goal_front" class="face" pos="0.0262 0 0" size="0.0006 0.021 0.021" rgba="0.85 0.3 0.2 1"/>
<geom name="goal_back" class="face" pos="-0.0262 0 0" size="0.0006 0.021 0.021" rgba="0.9 0.6 0.15 1"/>
<geom name="goal_left" class="face" pos="0 0.0262 0" size="0.021 0.0006 0.021" rgba="0.35 0.65 0.4 1"/>
<geom name="goal_right" class="face" pos="0 -0.0262 0" size="0.021 0.0006 0.021" rgba="0.2 0.45 0.7 1"/>
<geom name="goal_top" class="face" pos="0 0 0.0262" size="0.021 0.021 0.0006" rgba="0.95 0.95 0.95 1"/>
<geom name="goal_bottom" class="face" pos="0 0 -0.0262" size="0.021 0.021 0.0006" rgba="0.55 0.35 0.6 1"/>
</body>
</worldbody>
<contact>
<exclude body1="palm" body2="first_base"/>
<exclude body1="palm" body2="first_proximal"/>
<exclude body1="palm" body2="second_base"/>
<exclude body1="palm" body2="second_proximal"/>
<exclude body1="palm" body2="third_base"/>
<exclude body1="palm" body2="third_proximal"/>
<exclude body1="palm" body2="thumb_base"/>
<exclude body1="palm" body2="thumb_proximal"/>
</contact>
<actuator>
<position name="first_spread" class="spread" joint="first_spread"/>
<position name="first_proximal" class="finger" joint="first_proximal"/>
<position name="first_middle" class="finger" joint="first_middle"/>
<position name="first_distal" class="finger" joint="first_distal"/>
<position name="second_spread" class="spread" joint="second_spread"/>
<position name="second_proximal" class="finger" joint="second_proximal"/>
<position name="second_middle" class="finger" joint="second_middle"/>
<position name="second_distal" class="finger" joint="second_distal"/>
<position name="third_spread" class="spread" joint="third_spread"/>
<position name="third_proximal" class="finger" joint="third_proximal"/>
<position name="third_middle" class="finger" joint="third_middle"/>
<position name="third_distal" class="finger" joint="third_distal"/>
<position name="thumb_spread" class="spread" joint="thumb_spread"/>
<position name="thumb_proximal" class="finger" joint="thumb_proximal"/>
<position name="thumb_middle" class="finger" joint="thumb_middle"/>
<position name="thumb_distal" class="finger" joint="thumb_distal"/>
</actuator>
<keyframe>
<key name="hold"
qpos="0 1.3 0.6 0.4  0 1.3 0.6 0.4  0 1.3 0.6 0.4  0 1.3 0.6 0.4   0 0 0.327 1 0 0 0"
ctrl="0 1.3 0.6 0.4  0 1.3 0.6 0.4  0 1.3 0.6 0.4  0 1.3 0.6 0.4"/>
</keyframe>
</mujoco>`,
  'tasks/hopper.xml': `<mujoco model="hopper">
<compiler angle="degree"/>
<option timestep="0.002" integrator="implicitfast"/>
<statistic extent="2" center="0 0 0.8"/>
<visual>
<headlight ambient="0.3 0.3 0.3" diffuse="0.5 0.5 0.5" specular="0.1 0.1 0.1"/>
<global azimuth="110" elevation="-12"/>
<rgba haze="0.85 0.9 0.95 1"/>
</visual>
<default>
<geom type="capsule" contype="1" conaffinity="0" density="1000" friction="1 0.01 0.001"/>
<joint armature="0.5" damping="1"/>
<motor ctrlrange="-1 1"/>
<default class="root">
<joint armature="0" damping="0" limited="false"/>
</default>
</default>
<worldbody>
<light name="sun" directional="true" pos="0 0 4" dir="-0.3 0.3 -1"/>
<camera name="side" pos="0 -4 1" xyaxes="1 0 0 0 0.05 1" mode="trackcom"/>
<geom name="floor" type="plane" size="60 5 0.5" conaffinity="1" rgba="0.85 0.87 0.84 1"/>
<body name="torso" pos="0 0 1.14">
<joint name="root_x" class="root" type="slide" axis="1 0 0"/>
<joint name="root_z" class="root" type="slide" axis="0 0 1" ref="1.14"/>
<joint name="root_pitch" class="root" axis="0 1 0"/>
<geom name="torso" fromto="0 0 -0.2 0 0 0.22" size="0.06" rgba="0.2 0.45 0.7 1"/>
<geom name="pack" type="box" pos="-0.08 0 0.08" size="0.035 0.07 0.1" mass="0.5" rgba="0.9 0.6 0.15 1"/>
<body name="thigh" pos="0 0 -0.22">
<joint name="hip" axis="0 -1 0" range="-30 120"/>
<geom name="thigh" fromto="0 0 0 0 0 -0.4" size="0.05" rgba="0.6 0.63 0.68 1"/>
<body name="shin" pos="0 0 -0.4">
<joint name="knee" axis="0 1 0" range="-5 140"/>
<geom name="shin" fromto="0 0 0 0 0 -0.42" size="0.04" rgba="0.22 0.24 0.32 1"/>
<body name="foot" pos="0 0 -0.42">
<joint name="ankle" axis="0 -1 0" range="-45 45"/>
<geom name="foot" fromto="-0.11 0 -0.05 0.2 0 -0.05" size="0.05" friction="1.5 0.02 0.001" rgba="0.85 0.3 0.2 1"/>
</body>
</body>
</body>
</body>
</worldbody>
<actuator>
<motor name="hip" joint="hip" gear="160"/>
<motor name="knee" joint="knee" gear="160"/>
<motor name="ankle" joint="ankle" gear="80"/>
</actuator>
</mujoco>`,
  'tasks/humanoid.xml': `<mujoco model="humanoid task">
<include file="../humanoid.xml"/>
<option timestep="0.005" integrator="implicitfast"/>
<actuator>
<motor name="waist_turn" joint="waist_turn" gear="70" ctrlrange="-1 1"/>
<motor name="waist_bend" joint="waist_bend" gear="120" ctrlrange="-1 1"/>
<motor name="waist_tilt" joint="waist_tilt" gear="120" ctrlrange="-1 1"/>
<motor name="left_shoulder_bend" joint="left_shoulder_bend" gear="40" ctrlrange="-1 1"/>
<motor name="left_shoulder_spread" joint="left_shoulder_spread" gear="40" ctrlrange="-1 1"/>
<motor name="left_elbow" joint="left_elbow" gear="30" ctrlrange="-1 1"/>
<motor name="right_shoulder_bend" joint="right_shoulder_bend" gear="40" ctrlrange="-1 1"/>
<motor name="right_shoulder_spread" joint="right_shoulder_spread" gear="40" ctrlrange="-1 1"/>
<motor name="right_elbow" joint="right_elbow" gear="30" ctrlrange="-1 1"/>
<motor name="left_hip_spread" joint="left_hip_spread" gear="100" ctrlrange="-1 1"/>
<motor name="left_hip_turn" joint="left_hip_turn" gear="60" ctrlrange="-1 1"/>
<motor name="left_hip_bend" joint="left_hip_bend" gear="150" ctrlrange="-1 1"/>
<motor name="left_knee" joint="left_knee" gear="120" ctrlrange="-1 1"/>
<motor name="left_ankle_bend" joint="left_ankle_bend" gear="70" ctrlrange="-1 1"/>
<motor name="left_ankle_roll" joint="left_ankle_roll" gear="40" ctrlrange="-1 1"/>
<motor name="right_hip_spread" joint="right_hip_spread" gear="100" ctrlrange="-1 1"/>
<motor name="right_hip_turn" joint="right_hip_turn" gear="60" ctrlrange="-1 1"/>
<motor name="right_hip_bend" joint="right_hip_bend" gear="150" ctrlrange="-1 1"/>
<motor name="right_knee" joint="right_knee" gear="120" ctrlrange="-1 1"/>
<motor name="right_ankle_bend" joint="right_ankle_bend" gear="70" ctrlrange="-1 1"/>
<motor name="right_ankle_roll" joint="right_ankle_roll" gear="40" ctrlrange="-1 1"/>
</actuator>
</mujoco>`,
  'tasks/pusher.xml': `<mujoco model="pusher">
<compiler angle="degree"/>
<option timestep="0.01" integrator="implicitfast"/>
<statistic extent="1.4" center="0.2 0 0.1"/>
<visual>
<headlight ambient="0.3 0.3 0.3" diffuse="0.5 0.5 0.5" specular="0.1 0.1 0.1"/>
<global azimuth="150" elevation="-28"/>
<rgba haze="0.85 0.9 0.95 1"/>
</visual>
<default>
<geom contype="0" conaffinity="0" density="600"/>
<motor ctrlrange="-1 1"/>
<default class="arm">
<joint armature="0.05" damping="1.5"/>
<geom type="capsule" rgba="0.6 0.63 0.68 1"/>
<default class="axle">
<geom type="cylinder" rgba="0.22 0.24 0.32 1"/>
</default>
</default>
<default class="pushing">
<geom contype="1" conaffinity="1" condim="3" friction="0.6 0.01 0.001"/>
</default>
</default>
<worldbody>
<light name="lamp" directional="true" pos="0 0 2" dir="-0.3 0.3 -1"/>
<camera name="side" pos="0.2 -1.4 0.9" xyaxes="1 0 0 0 0.5 0.87"/>
<geom name="table" type="box" pos="0.3 0 -0.22" size="0.55 0.6 0.02" rgba="0.85 0.87 0.84 1"/>
<geom name="pillar" type="cylinder" fromto="-0.15 0 -0.2 -0.15 0 0.08" size="0.06" rgba="0.45 0.47 0.5 1"/>
<body name="shoulder" pos="-0.15 0 0.12" childclass="arm" gravcomp="1">
<joint name="shoulder_pan" axis="0 0 1" range="-110 110"/>
<geom name="shoulder" class="axle" fromto="0 -0.06 0 0 0.06 0" size="0.055"/>
<body name="upper_arm" gravcomp="1">
<joint name="shoulder_lift" axis="0 1 0" range="-40 70"/>
<joint name="upper_roll" axis="1 0 0" range="-85 85"/>
<geom name="upper_arm" fromto="0.05 0 0 0.3 0 0" size="0.042"/>
<body name="forearm" pos="0.32 0 0" gravcomp="1">
<joint name="elbow" axis="0 1 0" range="-10 130"/>
<joint name="forearm_roll" axis="1 0 0" range="-90 90"/>
<geom name="elbow" class="axle" fromto="0 -0.045 0 0 0.045 0" size="0.045"/>
<geom name="forearm" fromto="0.05 0 0 0.24 0 0" size="0.035" rgba="0.2 0.45 0.7 1"/>
<body name="wrist" pos="0.27 0 0" gravcomp="1">
<joint name="wrist_bend" axis="0 1 0" range="-70 90" damping="0.5"/>
<joint name="wrist_roll" axis="1 0 0" range="-90 90" damping="0.5"/>
<geom name="wrist" class="axle" fromto="0 -0.03 0 0 0.03 0" size="0.032"/>
<geom name="finger" class="pushing" type="capsule" fromto="0.02 0 0 0.12 0 0" size="0.018" rgba="0.22 0.24 0.32 1"/>
<geom name="fingertip" class="pushing" type="sphere" pos="0.13 0 0" size="0.025" rgba="0.85 0.3 0.2 1"/>
<site name="fingertip" pos="0.13 0 0" size="0.005"/>
</body>
</body>
</body>
</body>
<body name="puck" pos="0.35 0 -0.165">
<joint name="puck_x" type="slide" axis="1 0 0" range="-0.6 0.45" damping="3" frictionloss="0.3"/>
<joint name="puck_y" type="slide" axis="0 1 0" range="-0.55 0.55" damping="3" frictionloss="0.3"/>
<geom name="puck" class="pushing" type="cylinder" size="0.05 0.035" mass="0.4" rgba="0.9 0.6 0.15 1"/>
<site name="puck" size="0.005"/>
</body>
<body name="goal" pos="0.35 0 -0.199">
<joint name="goal_x" type="slide" axis="1 0 0"/>
<joint name="goal_y" type="slide" axis="0 1 0"/>
<geom name="goal" type="cylinder" size="0.06 0.002" mass="0.01" rgba="0.35 0.65 0.4 1"/>
<site name="goal" pos="0 0 0.034" size="0.005"/>
</body>
</worldbody>
<actuator>
<motor name="shoulder_pan" joint="shoulder_pan" gear="12"/>
<motor name="shoulder_lift" joint="shoulder_lift" gear="12"/>
<motor name="upper_roll" joint="upper_roll" gear="6"/>
<motor name="elbow" joint="elbow" gear="8"/>
<motor name="forearm_roll" joint="forearm_roll" gear="4"/>
<motor name="wrist_bend" joint="wrist_bend" gear="3"/>
<motor name="wrist_roll" joint="wrist_roll" gear="2"/>
</actuator>
<keyframe>
<key name="ready" qpos="0 -0.3 0 1.5 0 0.75 0  0 0  0 0"/>
</keyframe>
</mujoco>`,
  'tasks/quadruped_heights.xml': `<mujoco model="quadruped task">
<include file="../quadruped.xml"/>
<option timestep="0.004" integrator="implicitfast"/>
<asset>
<texture name="ground" type="2d" builtin="checker" rgb1="0.72 0.76 0.66" rgb2="0.66 0.7 0.6" width="64" height="64"/>
<material name="ground" texture="ground" texrepeat="4 4" texuniform="true"/>
<hfield name="ground" nrow="32" ncol="64" size="8 4 0.16 0.1" elevation="
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 3 14 37 55 51 31 15 6 2 0 0 0 0 0 0 1 4 12 22 23 33 33 33 1 2 2 2 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 4 18 49 55 61 35 29 32 2 0 0 48 48 0 0 2 8 26 47 50 33 33 33 5 9 12 10 6 2 0 0 0 0 0 1 1 2 2 2 45 45 45 0 0 0 0 0
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 3 13 36 54 46 27 29 32 1 0 0 48 48 0 0 2 10 32 59 61 38 33 33 14 28 36 31 17 6 1 0 0 0 1 2 5 8 8 6 45 50 50 50 50 0 0 0
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 5 14 22 19 27 29 32 1 0 0 1 1 1 0 1 7 23 41 43 33 33 33 28 56 72 61 34 12 3 0 0 1 2 7 14 21 23 18 45 50 50 50 50 1 0 0
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 4 6 5 4 2 1 0 1 2 4 5 3 2 1 3 9 16 17 11 6 13 36 72 93 79 44 16 4 1 0 1 5 14 29 43 46 35 19 50 50 50 50 6 2 0
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 2 4 4 4 4 6 6 3 40 43 46 14 16 12 6 2 1 2 4 4 3 3 10 30 60 77 65 36 13 3 1 0 2 7 19 41 61 65 50 28 50 50 50 50 21 7 1
0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 4 7 12 14 12 14 21 21 11 40 43 46 30 36 27 12 4 1 0 1 1 0 1 5 16 32 42 35 20 7 2 0 31 31 7 20 42 62 66 50 28 14 19 43 57 38 13 2
0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 4 8 16 26 29 24 28 44 44 24 40 43 46 41 48 36 17 5 1 0 0 0 0 0 2 6 11 15 13 8 4 2 1 31 31 7 18 34 49 50 37 20 10 16 38 50 33 11 2
0 0 0 0 0 0 0 0 0 0 0 0 0 1 3 8 15 25 36 38 31 33 48 48 28 12 10 19 35 41 31 15 5 2 1 0 0 39 39 0 1 3 5 6 7 7 5 3 2 4 9 21 35 41 36 23 12 6 8 17 22 15 5 1
0 0 0 0 0 0 0 0 0 0 0 0 0 2 5 11 21 31 39 38 30 27 35 37 27 17 12 14 20 23 18 11 6 4 2 1 1 39 39 0 1 2 6 12 18 20 16 10 6 8 18 36 53 54 38 20 8 4 3 5 7 5 2 1
0 0 0 0 0 0 0 0 0 0 0 0 0 2 6 14 24 34 39 36 29 26 31 37 35 28 19 13 43 43 43 13 12 9 6 4 2 1 0 0 1 4 12 25 39 44 35 22 13 15 31 57 78 75 50 24 10 6 6 7 7 5 3 2
0 0 0 0 0 0 0 0 0 0 0 0 0 2 6 13 24 35 41 40 33 32 39 49 51 42 28 16 43 43 43 23 25 21 15 8 4 2 1 1 2 6 19 40 61 69 56 34 20 45 45 69 91 86 58 30 15 36 36 16 16 13 8 4
0 0 0 0 0 0 0 0 0 0 0 0 0 1 5 11 21 33 43 46 39 36 45 57 61 51 51 55 43 43 43 41 44 38 27 16 8 4 2 1 2 7 21 45 69 77 63 39 23 45 45 69 86 80 56 32 19 36 36 31 31 25 16 9
0 0 0 0 0 0 0 0 0 0 0 0 0 1 4 9 17 30 43 46 39 34 42 53 56 48 51 55 19 28 45 59 63 56 41 26 16 10 6 3 3 6 17 36 56 62 51 32 20 45 45 58 70 65 47 30 23 36 40 49 49 40 26 14
0 0 0 0 0 0 0 0 0 0 0 0 0 1 4 9 17 27 36 37 29 25 38 41 43 48 51 55 19 32 51 68 74 67 53 39 28 20 13 7 4 4 10 21 32 36 29 19 13 17 28 42 49 45 34 24 24 34 50 62 63 51 34 26
0 0 0 0 0 0 0 0 0 0 0 0 0 2 6 13 23 31 33 28 19 15 38 41 43 48 51 55 16 29 47 63 70 68 61 53 46 37 27 17 9 4 5 9 13 54 54 8 57 57 57 24 28 26 21 17 22 36 53 66 65 53 35 19
0 0 0 0 0 0 0 0 0 0 0 0 1 3 9 20 31 37 43 29 16 9 36 40 43 9 7 7 12 22 37 50 58 62 64 66 65 60 52 39 22 9 3 3 4 54 54 3 57 57 57 12 14 13 11 12 20 36 52 61 58 46 32 19
0 0 0 0 0 0 0 0 0 0 0 0 1 3 11 26 31 37 43 38 18 7 4 3 4 3 3 5 10 19 30 39 47 54 63 74 81 86 89 76 46 18 5 1 1 1 1 1 2 4 7 8 8 7 6 10 21 39 54 58 50 40 31 24
0 0 0 0 0 0 0 0 0 0 0 0 1 4 12 26 31 37 43 43 31 34 37 1 1 1 2 6 13 24 34 41 45 52 59 71 85 99 99 99 69 28 7 1 0 0 1 3 6 10 13 14 12 8 6 10 24 45 60 59 47 40 39 38
0 0 0 0 0 0 0 0 0 0 0 0 1 3 11 26 31 37 43 36 31 34 37 2 1 1 4 10 22 37 51 58 56 52 53 62 78 99 99 99 73 30 8 1 0 58 58 58 13 23 31 32 26 16 10 11 23 43 56 54 45 45 54 60
0 0 0 0 0 0 0 0 0 0 0 0 1 3 8 19 31 37 37 27 31 34 37 10 5 3 6 15 32 54 74 81 74 60 52 55 73 99 99 99 64 26 7 2 0 58 58 58 25 43 58 60 47 29 15 11 17 30 39 39 38 47 65 76
0 0 0 0 0 0 0 0 0 0 0 0 0 2 5 12 19 23 21 27 31 34 43 36 19 8 9 19 39 65 88 97 88 71 58 60 83 99 99 99 56 23 7 2 1 58 58 58 35 61 82 85 67 41 20 10 10 15 20 22 27 42 63 74
0 0 0 0 0 0 0 0 0 0 0 0 0 1 3 7 12 15 14 13 25 55 66 70 38 17 14 22 40 63 85 96 93 82 73 78 99 99 99 97 50 20 7 5 52 52 52 20 39 67 89 92 73 45 22 9 5 6 9 13 20 36 55 64
0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 5 10 13 14 14 25 55 66 72 46 28 25 29 37 51 68 81 88 91 93 99 99 99 99 83 42 21 13 15 52 52 52 23 34 56 74 77 61 37 18 7 3 5 10 18 27 43 62 67
0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 6 11 16 17 15 18 32 48 49 40 38 41 39 36 37 47 61 79 98 99 99 99 99 92 61 39 32 31 35 52 59 52 27 24 50 50 50 39 24 11 4 3 8 21 38 52 71 93 93
0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 6 12 18 19 16 12 13 19 25 33 46 54 49 35 27 29 42 66 97 99 99 99 95 64 46 46 58 64 62 64 67 48 24 14 50 50 50 19 12 6 2 3 12 32 56 76 99 99 99
0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 6 11 16 17 14 9 6 7 14 28 50 53 57 59 19 17 27 50 84 99 99 99 79 48 40 57 86 99 85 62 46 29 13 7 50 50 50 11 6 2 1 3 11 30 53 74 99 99 99
0 0 0 0 0 0 0 0 0 0 0 0 0 1 3 6 9 12 12 9 6 3 4 9 20 50 53 57 59 11 9 16 32 58 86 99 88 59 48 34 57 90 99 86 50 24 11 6 9 18 29 30 20 8 2 1 2 6 17 31 49 78 99 98
0 0 0 0 0 0 0 0 0 0 0 0 1 3 7 11 11 11 10 7 4 2 2 5 10 50 53 57 59 6 4 7 16 31 47 56 50 48 48 23 40 63 75 59 31 12 5 11 29 53 72 70 45 18 4 1 1 2 7 14 28 53 81 92
0 0 0 0 0 0 0 0 0 0 0 0 1 5 13 19 19 17 16 11 5 2 1 2 4 50 53 57 59 2 1 3 6 12 19 23 20 14 9 11 19 30 34 27 14 5 6 24 63 99 99 99 65 25 6 1 0 1 3 9 24 53 91 99
0 0 0 0 0 0 0 0 0 0 0 0 1 6 15 22 24 25 25 18 8 2 1 0 1 2 2 2 1 1 0 1 2 4 6 7 6 4 3 4 6 10 11 8 4 2 6 29 75 99 99 92 54 21 5 1 0 0 2 8 26 60 99 99
0 0 0 0 0 0 0 0 0 0 0 0 1 4 11 17 19 24 26 19 9 2 0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 2 2 2 2 1 1 4 18 46 65 62 46 26 10 2 0 0 0 2 8 24 56 99 99"/>
</asset>
<worldbody>
<geom name="ground" type="hfield" hfield="ground" pos="6 0 0.02" friction="1 0.02 0.001" material="ground"/>
</worldbody>
<actuator>
<position name="front_left_hip_spread" joint="front_left_hip_spread" kp="60" kv="1.5" ctrlrange="-0.4 0.4" forcerange="-30 30"/>
<position name="front_left_hip_swing" joint="front_left_hip_swing" kp="60" kv="1.5" ctrlrange="-0.8 0.8" forcerange="-30 30"/>
<position name="front_left_knee" joint="front_left_knee" kp="60" kv="1.5" ctrlrange="-0.9 0.9" forcerange="-30 30"/>
<position name="front_right_hip_spread" joint="front_right_hip_spread" kp="60" kv="1.5" ctrlrange="-0.4 0.4" forcerange="-30 30"/>
<position name="front_right_hip_swing" joint="front_right_hip_swing" kp="60" kv="1.5" ctrlrange="-0.8 0.8" forcerange="-30 30"/>
<position name="front_right_knee" joint="front_right_knee" kp="60" kv="1.5" ctrlrange="-0.9 0.9" forcerange="-30 30"/>
<position name="hind_left_hip_spread" joint="hind_left_hip_spread" kp="60" kv="1.5" ctrlrange="-0.4 0.4" forcerange="-30 30"/>
<position name="hind_left_hip_swing" joint="hind_left_hip_swing" kp="60" kv="1.5" ctrlrange="-0.8 0.8" forcerange="-30 30"/>
<position name="hind_left_knee" joint="hind_left_knee" kp="60" kv="1.5" ctrlrange="-0.9 0.9" forcerange="-30 30"/>
<position name="hind_right_hip_spread" joint="hind_right_hip_spread" kp="60" kv="1.5" ctrlrange="-0.4 0.4" forcerange="-30 30"/>
<position name="hind_right_hip_swing" joint="hind_right_hip_swing" kp="60" kv="1.5" ctrlrange="-0.8 0.8" forcerange="-30 30"/>
<position name="hind_right_knee" joint="hind_right_knee" kp="60" kv="1.5" ctrlrange="-0.9 0.9" forcerange="-30 30"/>
</actuator>
</mujoco>`,
  'tasks/reacher.xml': `<mujoco model="reacher">
<compiler angle="degree"/>
<option timestep="0.01" integrator="implicitfast"/>
<statistic extent="0.6" center="0 0 0"/>
<visual>
<headlight ambient="0.3 0.3 0.3" diffuse="0.5 0.5 0.5" specular="0.1 0.1 0.1"/>
<global azimuth="110" elevation="-50"/>
<rgba haze="0.85 0.9 0.95 1"/>
</visual>
<default>
<geom contype="0" conaffinity="0"/>
<motor ctrlrange="-1 1" gear="0.2"/>
</default>
<worldbody>
<light name="lamp" directional="true" pos="0 0 1" dir="-0.3 0.3 -1"/>
<camera name="above" pos="0 0 0.8" xyaxes="1 0 0 0 1 0"/>
<geom name="table" type="box" pos="0 0 -0.04" size="0.32 0.32 0.01" rgba="0.85 0.87 0.84 1"/>
<geom name="base" type="cylinder" fromto="0 0 -0.03 0 0 0.015" size="0.025" rgba="0.45 0.47 0.5 1"/>
<body name="upper_arm">
<joint name="shoulder" axis="0 0 1" damping="0.01" armature="0.002"/>
<geom name="upper_arm" type="capsule" fromto="0 0 0 0.12 0 0" size="0.014" mass="0.06" rgba="0.2 0.45 0.7 1"/>
<body name="lower_arm" pos="0.12 0 0">
<joint name="elbow" axis="0 0 1" range="-160 160" damping="0.01" armature="0.002"/>
<geom name="elbow" type="cylinder" size="0.017 0.016" mass="0.01" rgba="0.45 0.47 0.5 1"/>
<geom name="lower_arm" type="capsule" fromto="0 0 0 0.1 0 0" size="0.011" mass="0.04" rgba="0.6 0.63 0.68 1"/>
<body name="fingertip" pos="0.11 0 0">
<geom name="fingertip" type="sphere" size="0.013" mass="0.005" rgba="0.85 0.3 0.2 1"/>
<site name="fingertip" size="0.005"/>
</body>
</body>
</body>
<body name="target">
<joint name="target_x" type="slide" axis="1 0 0"/>
<joint name="target_y" type="slide" axis="0 1 0"/>
<geom name="target" type="sphere" size="0.011" mass="0.01" rgba="0.9 0.6 0.15 1"/>
<site name="target" size="0.005"/>
</body>
</worldbody>
<actuator>
<motor name="shoulder" joint="shoulder"/>
<motor name="elbow" joint="elbow"/>
</actuator>
</mujoco>`,
  'tasks/walker.xml': `<mujoco model="walker">
<compiler angle="degree"/>
<option timestep="0.002" integrator="implicitfast"/>
<statistic extent="2" center="0 0 0.8"/>
<visual>
<headlight ambient="0.3 0.3 0.3" diffuse="0.5 0.5 0.5" specular="0.1 0.1 0.1"/>
<global azimuth="110" elevation="-12"/>
<rgba haze="0.85 0.9 0.95 1"/>
</visual>
<default>
<geom type="capsule" contype="1" conaffinity="0" density="780" friction="1 0.01 0.001"/>
<joint armature="0.02" damping="0.6"/>
<motor ctrlrange="-1 1"/>
<default class="root">
<joint armature="0" damping="0" limited="false"/>
</default>
<default class="hip">
<joint axis="0 -1 0" range="-40 110"/>
</default>
<default class="knee">
<joint axis="0 1 0" range="-2 140"/>
</default>
<default class="ankle">
<joint axis="0 -1 0" range="-45 45"/>
</default>
<default class="thigh">
<geom size="0.055" rgba="0.6 0.63 0.68 1"/>
</default>
<default class="shin">
<geom size="0.042" rgba="0.22 0.24 0.32 1"/>
</default>
<default class="foot">
<geom size="0.05" friction="1.5 0.02 0.001" rgba="0.85 0.3 0.2 1"/>
</default>
</default>
<worldbody>
<light name="sun" directional="true" pos="0 0 4" dir="-0.3 0.3 -1"/>
<camera name="side" pos="0 -4 1" xyaxes="1 0 0 0 0.05 1" mode="trackcom"/>
<geom name="floor" type="plane" size="100 5 0.5" conaffinity="1" rgba="0.85 0.87 0.84 1"/>
<body name="torso" pos="0 0 1.24">
<joint name="root_x" class="root" type="slide" axis="1 0 0"/>
<joint name="root_z" class="root" type="slide" axis="0 0 1" ref="1.24"/>
<joint name="root_pitch" class="root" axis="0 1 0"/>
<geom name="torso" fromto="0 0 -0.2 0 0 0.24" size="0.07" rgba="0.2 0.45 0.7 1"/>
<geom name="visor" type="box" pos="0.05 0 0.24" size="0.035 0.05 0.025" mass="0.1" rgba="0.12 0.12 0.14 1"/>
<body name="right_thigh" pos="0 -0.08 -0.22">
<joint name="right_hip" class="hip"/>
<geom name="right_thigh" class="thigh" fromto="0 0 0 0 0 -0.43"/>
<body name="right_shin" pos="0 0 -0.43">
<joint name="right_knee" class="knee"/>
<geom name="right_shin" class="shin" fromto="0 0 0 0 0 -0.47"/>
<body name="right_foot" pos="0 0 -0.47">
<joint name="right_ankle" class="ankle"/>
<geom name="right_foot" class="foot" fromto="-0.06 0 -0.07 0.17 0 -0.07"/>
</body>
</body>
</body>
<body name="left_thigh" pos="0 0.08 -0.22">
<joint name="left_hip" class="hip"/>
<geom name="left_thigh" class="thigh" fromto="0 0 0 0 0 -0.43"/>
<body name="left_shin" pos="0 0 -0.43">
<joint name="left_knee" class="knee"/>
<geom name="left_shin" class="shin" fromto="0 0 0 0 0 -0.47"/>
<body name="left_foot" pos="0 0 -0.47">
<joint name="left_ankle" class="ankle"/>
<geom name="left_foot" class="foot" fromto="-0.06 0 -0.07 0.17 0 -0.07"/>
</body>
</body>
</body>
</body>
</worldbody>
<actuator>
<motor name="right_hip" joint="right_hip" gear="90"/>
<motor name="right_knee" joint="right_knee" gear="90"/>
<motor name="right_ankle" joint="right_ankle" gear="50"/>
<motor name="left_hip" joint="left_hip" gear="90"/>
<motor name="left_knee" joint="left_knee" gear="90"/>
<motor name="left_ankle" joint="left_ankle" gear="50"/>
</actuator>
</mujoco>`,
}
