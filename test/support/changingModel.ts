import { type Data, forward, type Model, step } from '../../src/index.ts'

/** A model with something for nearly every kernel to do. */
export const richModel = (integrator: string): string => `
<mujoco>
<option integrator="${integrator}" gravity="0 0 -9.81"/>
<worldbody>
<geom name="floor" type="plane" size="5 5 1" margin="0.001"/>
<camera name="c0" mode="targetbody" target="b2" pos="0 -2 1"/>
<light mode="trackcom" pos="0 0 3"/>
<site name="w" pos="0 0 1.2"/>
<body name="b1" pos="0 0 .6">
<freejoint/>
<geom name="g1" type="capsule" size=".05 .15"/>
<site name="s1" pos=".1 0 .05"/>
<camera name="c1" pos=".1 0 .2"/>
 <body name="b2" pos=".2 0 0">
<joint name="h1" axis="0 1 0" range="-40 40" damping=".1" stiffness="1" frictionloss=".05" armature=".01"/>
<geom name="g2" type="capsule" size=".04" fromto="0 0 0 .2 0 -.1"/>
<geom name="wrap" type="sphere" size=".04" pos=".1 0 0" contype="0" conaffinity="0"/>
<site name="s2" pos=".2 0 0"/>
  <body name="b3" pos=".2 0 -.1">
<joint name="sl" type="slide" axis="1 0 0" range="-.05 .05" damping="1"/>
<geom name="g3" type="box" size=".05 .04 .03"/>
<site name="s3" type="box" size=".06 .06 .06"/>
</body>
</body>
 <body name="b4" pos="-.2 0 0">
<joint name="ball" type="ball" damping=".1" range="0 60" stiffness=".2"/>
<geom name="g4" type="sphere" size=".06" pos="-.15 0 -.2"/>
<site name="s4" pos="-.1 0 0"/>
</body>
</body>
<body name="b5" pos="1 0 .1">
<joint name="hx" axis="0 1 0"/>
<geom name="g5" type="cylinder" size=".06 .1"/>
<body name="b6" pos=".2 0 0">
<joint name="hy" axis="0 1 0"/>
<geom name="g6" type="ellipsoid" size=".06 .04 .05"/>
</body>
</body>
<body name="mo" mocap="true" pos="2 0 1">
<geom name="gm" size=".1"/>
</body>
</worldbody>
<contact>
<pair geom1="g3" geom2="floor" condim="3"/>
</contact>
<tendon>
<fixed name="tf" range="-.1 .1" limited="true" frictionloss=".01" stiffness="1" damping=".1">
<joint joint="h1" coef="1"/>
<joint joint="sl" coef="2"/>
</fixed>
<spatial name="ts" stiffness="3" damping=".3" range="0 .3" limited="true">
<site site="s1"/>
<geom geom="wrap"/>
<site site="s3"/>
</spatial>
</tendon>
<equality>
<joint joint1="hx" joint2="hy" polycoef="0 1 0 0 0"/>
</equality>
<actuator>
<motor joint="h1" ctrlrange="-1 1"/>
<position joint="sl" kp="10" kv="1"/>
<general joint="hx" dyntype="filter" dynprm=".1" gainprm="2" biastype="affine" biasprm="0 -1 -.1" actlimited="true" actrange="-1 1"/>
<motor name="am" tendon="ts" gear=".5" forcerange="-1 1"/>
<muscle joint="hy" lengthrange=".1 .5" force="2"/>
</actuator>
<sensor>
<framepos objtype="site" objname="s3"/>
<gyro site="s2"/>
<accelerometer site="s4"/>
<touch site="s3"/>
<jointpos joint="h1" cutoff=".5"/>
<tendonpos tendon="ts"/>
<actuatorfrc actuator="am"/>
<subtreeangmom body="b1"/>
<jointlimitfrc joint="h1"/>
<force site="s2"/>
</sensor>
</mujoco>`

/** The same state, in contact and in motion, for all. */
export function setState(m: Model, d: Data): void {
  d.qpos.set(m.qpos0)
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.3 * Math.sin(i + 1)
  d.qpos[2] = 0.28
  d.qpos[7] = 0.8
  d.act.fill(0.3)
  d.ctrl.fill(0.7)
  d.qacc_warmstart.fill(0)
  d.qfrc_applied.fill(0.1)
  d.sensordata.fill(0)
  d.time = 0
}

const FIELDS = [
  ...['qpos', 'qvel', 'qacc', 'act', 'xpos', 'geom_xpos', 'site_xpos', 'cam_xpos', 'ten_length', 'M', 'sensordata'],
  ...['qfrc_passive', 'qfrc_bias', 'qfrc_actuator', 'qfrc_smooth', 'actuator_force'],
] as const

/** Where two states differ by more than a tolerance, or contacts and islands are others; empty: nowhere. */
export function differences(plain: Data, fast: Data, tolerance = 1e-12): string {
  const found: string[] = []
  for (const name of ['ncon', 'nefc', 'nisland'] as const)
    if (plain[name] !== fast[name]) found.push(`${name} ${plain[name]} ${fast[name]}`)
  for (const name of FIELDS) {
    const [a, b] = [plain[name as 'qpos'], fast[name as 'qpos']]
    let most = 0
    for (let i = 0; i < a.length; i++) {
      if (Object.is(a[i], b[i]) || a[i] === b[i]) continue
      const difference = Math.abs(a[i] - b[i])
      most = Math.max(most, Number.isNaN(difference) ? Infinity : difference)
    }
    if (most > tolerance) found.push(`${name} ${most.toExponential(1)}`)
  }
  return found.join(', ')
}

/** What differs after `forward` and a step from the same state. */
export function afterStep(m: Model, plain: Data, fast: Data, tolerance?: number): string {
  const errors = [plain, fast].map((d) => {
    setState(m, d)
    try {
      forward(m, d)
      step(m, d)
      return ''
    } catch (error) {
      return String(error)
    }
  })
  if (errors[0] !== errors[1]) return `errors: ${errors.join(' | ')}`
  return errors[0] === '' ? differences(plain, fast, tolerance) : ''
}
