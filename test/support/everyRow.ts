/**
 * Constraint rows of every kind: equality, friction loss, limits, contacts with and without friction; in two islands.
 */
export const EVERY_ROW = `
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="a" pos="0 0 .095"><freejoint/><geom size=".1" condim="6" friction="1 .1 .05"/>
      <body name="b" pos=".15 0 .05"><joint name="b" axis="0 1 0" range="-5 5" margin=".2" frictionloss=".3"/>
        <geom size=".1"/></body></body>
    <body name="d" pos=".3 .05 .15"><joint type="slide" axis="0 0 1"/>
      <joint name="d" axis="1 2 3" damping="1" frictionloss=".1"/><geom size=".1" condim="1"/></body>
    <body pos="0 2 .099"><freejoint/><geom type="box" size=".1 .1 .1" condim="4"/></body>
  </worldbody>
  <equality><connect body1="b" body2="d" anchor=".1 0 0"/></equality>
</mujoco>`
