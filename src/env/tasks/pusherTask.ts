import type { Data } from '../../core/data/data.ts'
import { ObjType } from '../../core/model/enums.ts'
import { perModel } from '../../core/model/perModel.ts'
import type { EnvironmentTask } from '../environmentTask.ts'
import { distanceOf } from './siteDistance.ts'
import { part, type TaskDefinition } from './taskDefinition.ts'

export const pusher: TaskDefinition = {
  name: 'Pusher',
  about: 'Push a puck over a table to a mark, with an arm of seven joints.',
  corresponds: 'Gymnasium Pusher-v5; the arm is our own, the mark moves from episode to episode',
  model: 'pusher.xml',
  keyframe: 'ready',
  task: pusherTask,
  nstep: 5,
  timeLimit: 100,
  actions: '7 torques of 2 to 12 N·m, from shoulder to wrist',
  observation: [
    part(7, 'angles of the joints, rad'),
    part(7, 'angular velocities, rad/s'),
    part(3, 'place of the fingertip, m'),
    part(3, 'place of the puck, m'),
    part(3, 'place of the mark, m'),
  ],
  reward: '−distance of puck and mark − 0.5 · distance of fingertip and puck − 0.1 ‖action‖²',
  rewardRange: [-3.5, 0],
  start: 'fingertip at the table; puck and mark at random places at least 0.17 m apart; noise of ±0.005 rad/s',
  end: 'never',
}

const sites = perModel((m) => ({
  fingertip: m.names.id(ObjType.site, 'fingertip'),
  puck: m.names.id(ObjType.site, 'puck'),
  goal: m.names.id(ObjType.site, 'goal'),
}))

const JOINTS = 7

function pusherTask(): EnvironmentTask {
  return {
    fresh: true,
    observationSize: () => 23,

    reset(_, { qpos, qvel }, { random }) {
      for (let i = 0; i < JOINTS; i++) qvel[i] = random.uniform(-0.005, 0.005)
      // places of puck and mark, as displacements along x and y
      let distance = 0
      while (distance < 0.17) {
        qpos[7] = random.uniform(-0.02, 0.08)
        qpos[8] = random.uniform(-0.15, 0.15)
        qpos[9] = random.uniform(-0.08, 0.1)
        qpos[10] = random.uniform(-0.25, 0.25)
        const dx = qpos[9] - qpos[7]
        const dy = qpos[10] - qpos[8]
        distance = Math.sqrt(dx * dx + dy * dy)
      }
    },

    reward(m, d, { action }) {
      const { fingertip, puck, goal } = sites.of(m)
      let squares = 0
      for (let i = 0; i < action.length; i++) squares += action[i] * action[i]
      return -distanceOf(d, puck, goal) - 0.5 * distanceOf(d, fingertip, puck) - 0.1 * squares
    },

    observe(m, d, out) {
      const { fingertip, puck, goal } = sites.of(m)
      for (let i = 0; i < JOINTS; i++) {
        out[i] = d.qpos[i]
        out[JOINTS + i] = d.qvel[i]
      }
      copyPlace(d, fingertip, out, 14)
      copyPlace(d, puck, out, 17)
      copyPlace(d, goal, out, 20)
    },

    info(m, d) {
      const { puck, goal } = sites.of(m)
      return { distance: distanceOf(d, puck, goal) }
    },
  }
}

function copyPlace({ site_xpos }: Data, site: number, out: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) out[o + k] = site_xpos[3 * site + k]
}
