import { describe, expect, test } from 'vitest'
import { compileExpression } from '../../src/batch/expression/compileExpression.ts'
import { FUNCTIONS } from '../../src/batch/expression/resolveExpression.ts'
import { Data, forward, loadModel } from '../../src/index.ts'
import { LIMIT, steadyGrowth } from './growth.ts'

/** Expressions with every operation of the language, on a model that moves and touches. */

const m = loadModel(`
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 .1"/>
    <body name="torso" pos="0 0 .099"><freejoint name="root"/><geom name="box" type="box" size=".1 .1 .1"/>
      <site name="s"/><body name="arm" pos="0 0 .3"><joint name="hinge"/><geom size=".05" pos=".1 0 0"/></body></body>
  </worldbody>
  <tendon><fixed name="cord"><joint joint="hinge" coef="1"/></fixed></tendon>
  <actuator><motor name="motor" joint="hinge"/></actuator>
  <sensor><gyro name="gyro" site="s"/></sensor>
</mujoco>`)

const UNARY = 'abs sign floor sqrt exp log sin cos tan tanh asin acos sum mean norm finite'.split(' ')
const expressions = [
  ...UNARY.map((name) => `${name}(qpos[1:] * 0.3)`),
  'qpos[2] + 2 * qvel[0] - qvel[1] / 3 % 2',
  '(0.1 + qpos[2:5])^[2, 3, 1.5]',
  'atan2(qpos[2], qvel[3]) + min(qpos) + max(qvel) + min(qpos[0], 1) + max(time, 2)',
  'clamp(qvel, -1, 1)',
  'dot(qpos[0:3], qvel[0:3]) * cross(xpos(torso), velocity(arm))',
  'not (time > 1 and ncon >= 2) or time == 3 or time != 4 or height(torso) <= 1',
  'if(upright(torso) > 0.8, qpos[:3], -xpos[1])',
  '[position(s), orientation(arm), angvel(torso), com(torso), site(s), geom(box), joint(root), jointvel(hinge)]',
  '[sensor(gyro), actuator(motor), tendon(cord), tree_awake, contact(torso, floor), contactforce(torso)]',
  '[subtree_linvel(torso), cfrc_ext(torso)]',
  ...['gaussian', 'hyperbolic', 'cosine', 'tanh_squared'].map((name) => `tolerance(qpos, 0, 0.1, 0.2, ${name})`),
]

describe('expressions grow the heap by less than one boxed number each time', { timeout: 180_000 }, () => {
  test('all functions are among them', () => {
    const used = expressions.join(' ')
    for (const name of Object.keys(FUNCTIONS)) expect(used, name).toMatch(new RegExp(`\\b${name}\\(`))
  })

  test('evaluated in turn, for two states', () => {
    const states = [new Data(m), new Data(m)]
    states[1].qvel.fill(0.5)
    for (const d of states) forward(m, d)
    expect(states[0].ncon).toBeGreaterThan(1)
    const compiled = expressions.map((text) => compileExpression(m, text))
    const out = new Float64Array(64)
    const run = (count: number) => {
      for (let i = 0; i < count; i++)
        for (let k = 0; k < compiled.length; k++) compiled[k].evaluate(states[i & 1], out, 1)
    }
    expect(steadyGrowth(run, 500, 2000)).toBeLessThan(LIMIT)
  })
})
