/** The model of the examples: a torso of 9 kg with a leg of 1 kg, and a crate that rests on the floor. */
export const EXAMPLE_MODEL = `<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="torso" pos="0 0 1.2">
      <freejoint name="root"/>
      <geom name="chest" type="box" size=".1 .1 .1" mass="9"/>
      <site name="imu" pos="0 0 .1"/>
      <body name="leg" pos="0 0 -.2">
        <joint name="lift" type="slide" axis="0 0 1"/>
        <geom name="foot" size=".05" pos="0 0 -.5" mass="1"/>
        <site name="left foot" pos="0 0 -.5"/>
      </body>
    </body>
    <body name="crate" pos="2 0 .0999"><freejoint/><geom type="box" size=".1 .1 .1" mass="2"/></body>
  </worldbody>
  <tendon><fixed name="cord"><joint joint="lift" coef="2"/></fixed></tendon>
  <actuator><motor name="motor" joint="lift" gear="10"/></actuator>
  <sensor><framepos name="where" objtype="site" objname="left foot"/></sensor>
  <keyframe>
    <key qpos="0 0 1.2 1 0 0 0 .25 2 0 .0999 1 0 0 0" qvel="1.5 0 0 0 0 2 -1 0 0 0 0 0 0" ctrl=".5"/>
  </keyframe>
</mujoco>`

/** An expression and its value for the keyframe of the model, worked out by hand. */
export type Example = readonly [text: string, value: string]

/** Examples of the language. */
export const LANGUAGE_EXAMPLES: readonly Example[] = [
  ['upright(torso) > 0.8', 'true'],
  ['-0.1 * norm(ctrl)^2 + velocity(torso).x', '1.475'],
  ['height(torso) < 0.3 or not finite(qpos)', 'false'],
  ['tolerance(height(torso), 1.4, inf, 0.4, linear, 0) * if(contact(foot), 1, 0.5)', '0.25'],
  ['[qpos[2:4], joint(lift), angvel(torso)]', '[1.2, 1, 0.25, 0, 0, 2]'],
  ['qpos[-7:][:3]', '[2, 0, 0.0999]'],
  ['(position(crate) - position(torso)).x', '2'],
  ['max(abs(qvel)) < 100', 'true'],
  ['upright(torso) > 0.8 ? velocity(torso).x : -1', '1.5'],
  ['1 + 2 * 3^2', '19'],
  ['-7 % 4', '-3'],
  ['[1, 2, 3] * 2 + 1', '[3, 5, 7]'],
]

/** Examples of each function. */
export const FUNCTION_EXAMPLES: Readonly<Record<string, Example>> = {
  abs: ['abs([-1, 2])', '[1, 2]'],
  sign: ['sign(-0.5)', '-1'],
  floor: ['floor(-0.5)', '-1'],
  sqrt: ['sqrt(2.25)', '1.5'],
  exp: ['exp(0)', '1'],
  log: ['log(1)', '0'],
  sin: ['sin(pi/6)', '0.5'],
  cos: ['cos(pi/3)', '0.5'],
  tan: ['tan(pi/4)', '1'],
  tanh: ['tanh(log(3))', '0.8'],
  asin: ['asin(1) / pi', '0.5'],
  acos: ['acos(-1) / pi', '1'],
  atan2: ['atan2(1, -1) / pi', '0.75'],
  min: ['min(2, [1, 3])', '[1, 2]'],
  max: ['max([1, 3, 2])', '3'],
  clamp: ['clamp([-2, 0.5, 2], -1, 1)', '[-1, 0.5, 1]'],
  sum: ['sum([1, 2, 3])', '6'],
  mean: ['mean([1, 2, 3])', '2'],
  norm: ['norm([3, 4])', '5'],
  dot: ['dot([1, 2], [3, 4])', '11'],
  cross: ['cross([1, 0, 0], [0, 1, 0])', '[0, 0, 1]'],
  finite: ['finite([1, 1/0])', 'false'],
  if: ['if(time > 1, 2, 3)', '3'],
  tolerance: ['tolerance(3, 0, 2, 1)', '0.1'],
  sensor: ['sensor(where)', '[0, 0, 0.75]'],
  joint: ['joint(lift)', '0.25'],
  jointvel: ['jointvel(lift)', '-1'],
  actuator: ['actuator(motor)', '0.5'],
  tendon: ['tendon(cord)', '0.5'],
  site: ['site("left foot")', '[0, 0, 0.75]'],
  geom: ['geom(chest)', '[0, 0, 1.2]'],
  position: ['position(imu)', '[0, 0, 1.3]'],
  orientation: ['orientation(torso)', '[1, 0, 0, 0]'],
  height: ['height(leg)', '1.25'],
  upright: ['upright(torso)', '1'],
  velocity: ['velocity(leg)', '[1.5, 0, -1]'],
  angvel: ['angvel(imu)', '[0, 0, 2]'],
  com: ['com(torso)', '[0, 0, 1.155]'],
  contact: ['contact(crate, floor)', 'true'],
  contactforce: ['contactforce(crate) > 0', 'true'],
}
