import type { Episode } from '../../batch/batchTask.ts'
import type { Data } from '../../core/data/data.ts'
import { copy4, subQuat } from '../../core/math/quat.ts'
import { ObjType } from '../../core/model/enums.ts'
import { perModel } from '../../core/model/perModel.ts'
import { Box } from '../box.ts'
import type { EnvironmentTask } from '../environmentTask.ts'
import { part, type TaskDefinition } from './taskDefinition.ts'

/** Angle at which the goal is reached, rad, and what that is worth. */
const REACHED = 0.3
const BONUS = 5
/** How far an action moves the fingers from the pose that holds the cube, rad. */
const AMPLITUDE = 0.8
/** How far the cube may get from its place on the palm, m. */
const LOST = 0.09

export const handReorient: TaskDefinition = {
  name: 'HandReorient',
  about: 'Turn a cube on the palm of a hand with three fingers and a thumb, to one orientation after the other.',
  corresponds: 'Gymnasium-Robotics HandManipulateBlockRotateXYZ; hand and reward are our own',
  model: 'hand.xml',
  keyframe: 'hold',
  task: handTask,
  nstep: 5,
  timeLimit: 500,
  actions: '16 target angles, ±0.8 rad about the holding pose: spread and three hinges of each finger',
  observation: [
    part(16, 'angles of the joints, rad'),
    part(16, 'angular velocities, rad/s'),
    part(3, 'the cube as seen from its place on the palm, m'),
    part(4, 'orientation of the cube, a quaternion'),
    part(6, 'velocity and angular velocity of the cube, m/s, rad/s'),
    part(4, 'orientation wanted, a quaternion'),
    part(3, 'rotation from the present to the wanted orientation, as a vector, rad'),
  ],
  reward: '1 − angle to the orientation wanted / π, and 5 more when it is within 0.3 rad; then comes another one',
  rewardRange: [0, 6],
  start: 'the fingers hold the cube; noise of ±0.02; the orientation wanted is uniform',
  end: 'the cube is 9 cm away from its place on the palm',
}

const parts = perModel((m) => {
  const cube = m.names.id(ObjType.body, 'cube')
  return {
    cube,
    qpos: m.jnt_qposadr[m.body_jntadr[cube]],
    qvel: m.body_dofadr[cube],
    hold: m.key_ctrl.slice(m.names.id(ObjType.key, 'hold') * m.nu, (m.names.id(ObjType.key, 'hold') + 1) * m.nu),
  }
})

/** The orientation wanted, and how many were reached. */
const GOAL = 0
const REACHES = 4

const turn = new Float64Array(3)

function handTask(): EnvironmentTask {
  return {
    fresh: true,
    observationSize: () => 52,
    actionSpace: (m) => new Box({ low: -1, high: 1, shape: [m.nu] }),
    memorySize: () => 5,

    reset(m, d, { random, memory }) {
      const cube = parts.of(m)
      for (let i = 0; i < m.nu; i++) d.qpos[i] += random.uniform(-0.02, 0.02)
      for (let k = 0; k < 2; k++) d.qpos[cube.qpos + k] += random.uniform(-0.003, 0.003)
      random.rotation(memory, GOAL)
      showGoal(d, memory)
    },

    act(m, d, action, { memory }) {
      const { hold } = parts.of(m)
      showGoal(d, memory)
      for (let i = 0; i < m.nu; i++) d.ctrl[i] = hold[i] + AMPLITUDE * action[i]
    },

    reward(m, d, episode) {
      const angle = angleToGoal(d, episode, parts.of(m).qpos)
      const reward = 1 - angle / Math.PI
      if (angle > REACHED) return reward
      episode.memory[REACHES]++
      episode.random.rotation(episode.memory, GOAL)
      return reward + BONUS
    },

    terminated(m, d) {
      const { cube, qpos } = parts.of(m)
      let square = 0
      for (let k = 0; k < 3; k++) {
        const away = d.qpos[qpos + k] - m.body_pos[3 * cube + k]
        square += away * away
      }
      return square > LOST * LOST
    },

    observe(m, d, out, episode) {
      const { cube, qpos, qvel } = parts.of(m)
      for (let i = 0; i < 16; i++) {
        out[i] = d.qpos[i]
        out[16 + i] = d.qvel[i]
      }
      for (let k = 0; k < 3; k++) out[32 + k] = d.qpos[qpos + k] - m.body_pos[3 * cube + k]
      copy4(out, 35, d.qpos, qpos + 3)
      for (let k = 0; k < 6; k++) out[39 + k] = d.qvel[qvel + k]
      copy4(out, 45, episode.memory, GOAL)
      angleToGoal(d, episode, qpos)
      for (let k = 0; k < 3; k++) out[49 + k] = turn[k]
    },

    info: (m, d, episode) => ({
      angle: angleToGoal(d, episode, parts.of(m).qpos),
      reached: episode.memory[REACHES],
    }),
  }
}

/** Shows the orientation wanted by the pale cube, which touches nothing. */
function showGoal(d: Data, memory: Float64Array): void {
  copy4(d.mocap_quat, 0, memory, GOAL)
}

/** Angle from the orientation of the cube to the one wanted, rad; `turn` is then the rotation. */
function angleToGoal(d: Data, { memory }: Episode, qpos: number): number {
  subQuat(turn, 0, memory, GOAL, d.qpos, qpos + 3)
  return Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2])
}
