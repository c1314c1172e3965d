import { cos, sin } from '../../core/math/functions.ts'
import type { EnvironmentTask } from '../environmentTask.ts'
import { gaussianTolerance, smallActions } from './rewardTolerance.ts'
import { part, type TaskDefinition } from './taskDefinition.ts'

/** Noise of the start: standard deviation of positions (m, rad) and velocities. */
const NOISE = 0.01

export const cartpoleSwingup: TaskDefinition = {
  name: 'CartpoleSwingup',
  about: 'Swing up a pole that hangs from a cart, and balance it in the middle of the rail.',
  corresponds: 'dm_control cartpole-swingup; the rail is 1.7 m long to each side instead of 1.8 m',
  model: 'cartpole.xml',
  keyframe: 'hanging',
  task: cartpoleTask,
  nstep: 1,
  timeLimit: 1000,
  actions: '1 force on the cart, 10 N',
  observation: [
    part(1, 'place of the cart, m'),
    part(2, 'cosine and sine of the angle of the pole, upright at (1, 0)'),
    part(2, 'velocities of cart and pole, m/s, rad/s'),
  ],
  reward: 'upright · (1 + centered)/2 · (4 + small action)/5 · (1 + slow pole)/2, each of them from 0 to 1',
  rewardRange: [0, 1],
  start: 'the pole hangs; normal noise of 0.01',
  end: 'never',
}

function cartpoleTask(): EnvironmentTask {
  return {
    observationSize: () => 5,

    reset(m, d, { random }) {
      for (let i = 0; i < m.nq; i++) d.qpos[i] += NOISE * random.normal()
      for (let i = 0; i < m.nv; i++) d.qvel[i] += NOISE * random.normal()
    },

    reward(_, { qpos, qvel }, { action }) {
      const upright = 0.5 * (1 + cos(qpos[1]))
      const centered = gaussianTolerance(qpos[0], 0, 0, 2)
      const slow = gaussianTolerance(qvel[1], 0, 0, 5)
      return (upright * (1 + centered) * (4 + smallActions(action)) * (1 + slow)) / 20
    },

    observe(_, { qpos, qvel }, out) {
      out[0] = qpos[0]
      out[1] = cos(qpos[1])
      out[2] = sin(qpos[1])
      out[3] = qvel[0]
      out[4] = qvel[1]
    },
  }
}
