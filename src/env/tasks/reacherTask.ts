import { cos, sin } from '../../core/math/functions.ts'
import { ObjType } from '../../core/model/enums.ts'
import { perModel } from '../../core/model/perModel.ts'
import type { EnvironmentTask } from '../environmentTask.ts'
import { distanceOf } from './siteDistance.ts'
import { part, type TaskDefinition } from './taskDefinition.ts'

/** Where targets are: within this distance of the shoulder, m. */
const REACH = 0.2

export const reacher: TaskDefinition = {
  name: 'Reacher',
  about: 'Reach for a ball with an arm of two links, in a horizontal plane.',
  corresponds: 'Gymnasium Reacher-v5; the arm is our own, and places are those after the last step of the engine',
  model: 'reacher.xml',
  task: reacherTask,
  nstep: 2,
  timeLimit: 50,
  actions: '2 torques of 0.2 N·m: shoulder, elbow',
  observation: [
    part(2, 'cosines of the angles of shoulder and elbow'),
    part(2, 'sines of the same'),
    part(2, 'place of the ball, m'),
    part(2, 'angular velocities, rad/s'),
    part(2, 'from the ball to the fingertip, m'),
  ],
  reward: '−distance of fingertip and ball − 0.1 ‖action‖²',
  rewardRange: [-0.7, 0],
  start: 'arm stretched, with uniform noise of ±0.1 rad and ±0.005 rad/s; the ball anywhere within 0.2 m',
  end: 'never',
}

const sites = perModel((m) => ({
  fingertip: m.names.id(ObjType.site, 'fingertip'),
  target: m.names.id(ObjType.site, 'target'),
}))

function reacherTask(): EnvironmentTask {
  return {
    fresh: true,
    observationSize: () => 10,

    reset(_, { qpos, qvel }, { random }) {
      for (let i = 0; i < 2; i++) qpos[i] += random.uniform(-0.1, 0.1)
      for (let i = 0; i < 2; i++) qvel[i] += random.uniform(-0.005, 0.005)
      // uniform over the disk
      const radius = REACH * Math.sqrt(random.next())
      const angle = 2 * Math.PI * random.next()
      qpos[2] = radius * cos(angle)
      qpos[3] = radius * sin(angle)
    },

    reward(m, d, { action }) {
      const { fingertip, target } = sites.of(m)
      return -distanceOf(d, fingertip, target) - 0.1 * (action[0] * action[0] + action[1] * action[1])
    },

    observe(m, d, out) {
      const { qpos, qvel, site_xpos } = d
      const { fingertip, target } = sites.of(m)
      for (let i = 0; i < 2; i++) {
        out[i] = cos(qpos[i])
        out[2 + i] = sin(qpos[i])
        out[4 + i] = qpos[2 + i]
        out[6 + i] = qvel[i]
        out[8 + i] = site_xpos[3 * fingertip + i] - site_xpos[3 * target + i]
      }
    },

    info(m, d) {
      const { fingertip, target } = sites.of(m)
      return { distance: distanceOf(d, fingertip, target) }
    },
  }
}
