import type { Data } from '../../core/data/data.ts'
import { ObjType } from '../../core/model/enums.ts'
import { perModel } from '../../core/model/perModel.ts'
import { subtreeVel } from '../../physics/kinematics/subtreeVel.ts'
import type { EnvironmentTask } from '../environmentTask.ts'
import { gaussianTolerance, linearTolerance, smallActions } from './rewardTolerance.ts'
import { part, type TaskDefinition } from './taskDefinition.ts'

/** Height of the head that counts as standing, m. */
const STANDING = 1.4
/** Noise of the start: of angles and velocities, uniform. */
const NOISE = 0.02

export const humanoidStand = definition('HumanoidStand', 'Stand still', 'humanoid-stand', 0)
export const humanoidWalk = definition('HumanoidWalk', 'Walk at 1 m/s', 'humanoid-walk', 1)
export const humanoidRun = definition('HumanoidRun', 'Run at 10 m/s', 'humanoid-run', 10)

function definition(name: string, about: string, other: string, speed: number): TaskDefinition {
  const moving = speed === 0 ? 'still' : '(1 + 5 fast)/6'
  return {
    name,
    about: `${about}, as a person of 70 kg.`,
    corresponds: `dm_control ${other}; the person is our own and starts upright`,
    model: 'humanoid.xml',
    task: () => humanoidMotionTask(speed),
    nstep: 5,
    timeLimit: 1000,
    actions: '21 torques of 30 to 150 N·m: waist, arms, legs',
    observation: [
      part(21, 'angles of the joints, rad'),
      part(1, 'height of the head, m'),
      part(12, 'hands and feet as seen from the torso: left hand, left foot, right hand, right foot, m'),
      part(3, 'the vertical as seen from the torso'),
      part(3, 'velocity of the center of mass, m/s'),
      part(27, 'velocities: pelvis, joints'),
    ],
    reward: `standing · upright · (4 + small action)/5 · ${moving}, each of them from 0 to 1`,
    rewardRange: [0, 1],
    start: 'standing; uniform noise of ±0.02',
    end: 'never',
  }
}

/** Bodies and sites that the task looks at. */
const parts = perModel((m) => ({
  torso: m.names.id(ObjType.body, 'torso'),
  head: m.names.id(ObjType.body, 'head'),
  extremities: ['left_hand', 'left_foot', 'right_hand', 'right_foot'].map((name) => m.names.id(ObjType.site, name)),
}))

function humanoidMotionTask(speed: number): EnvironmentTask {
  return {
    fresh: true,
    observationSize: () => 67,

    reset(m, d, { random }) {
      for (let i = 7; i < m.nq; i++) d.qpos[i] += random.uniform(-NOISE, NOISE)
      for (let i = 0; i < m.nv; i++) d.qvel[i] += random.uniform(-NOISE, NOISE)
    },

    reward(m, d, { action }) {
      subtreeVel(m, d)
      const { torso, head } = parts.of(m)
      const standing = gaussianTolerance(d.xpos[3 * head + 2], STANDING, Infinity, STANDING / 4)
      const upright = linearTolerance(d.xmat[9 * torso + 8], 0.9, Infinity, 1.9)
      const small = (4 + smallActions(action)) / 5
      return standing * upright * small * moving(d, speed)
    },

    observe(m, d, out) {
      subtreeVel(m, d)
      const { torso, head, extremities } = parts.of(m)
      for (let i = 0; i < 21; i++) out[i] = d.qpos[7 + i]
      out[21] = d.xpos[3 * head + 2]
      for (let i = 0; i < 4; i++) seenFrom(d, torso, extremities[i], out, 22 + 3 * i)
      for (let k = 0; k < 3; k++) out[34 + k] = d.xmat[9 * torso + 6 + k]
      for (let k = 0; k < 3; k++) out[37 + k] = d.subtree_linvel[3 + k]
      for (let i = 0; i < m.nv; i++) out[40 + i] = d.qvel[i]
    },
  }
}

/** Reward for the speed of the center of mass, or for none. */
function moving({ subtree_linvel: v }: Data, speed: number): number {
  if (speed === 0) return 0.5 * (gaussianTolerance(v[3], 0, 0, 2) + gaussianTolerance(v[4], 0, 0, 2))
  const horizontal = Math.sqrt(v[3] * v[3] + v[4] * v[4])
  return (1 + 5 * Math.min(1, horizontal / speed)) / 6
}

/** Place of a site in the frame of a body. */
function seenFrom(d: Data, body: number, site: number, out: Float64Array, o: number): void {
  const { xpos, xmat, site_xpos } = d
  const x = site_xpos[3 * site] - xpos[3 * body]
  const y = site_xpos[3 * site + 1] - xpos[3 * body + 1]
  const z = site_xpos[3 * site + 2] - xpos[3 * body + 2]
  for (let k = 0; k < 3; k++)
    out[o + k] = xmat[9 * body + k] * x + xmat[9 * body + 3 + k] * y + xmat[9 * body + 6 + k] * z
}
