import { gymnasiumTask } from '../gymnasium/gymnasiumTask.ts'
import { part, type TaskDefinition } from './taskDefinition.ts'

/** Tasks with the rewards of Gymnasium, on robots of our own. */

const OWN_ROBOT = 'the robot is our own'

export const hopper: TaskDefinition = {
  name: 'Hopper',
  about: 'Hop forward on one leg, in a plane.',
  corresponds: `Gymnasium Hopper-v5; ${OWN_ROBOT}`,
  model: 'hopper.xml',
  task: () => gymnasiumTask('Hopper-v5').task,
  nstep: 4,
  timeLimit: 1000,
  actions: '3 torques: hip 160 N·m, knee 160 N·m, ankle 80 N·m',
  observation: [
    part(2, 'height and pitch of the torso, m, rad'),
    part(3, 'angles of hip, knee, ankle, rad'),
    part(6, 'velocities: x, z, pitch, joints; clipped to ±10'),
  ],
  reward: 'Δx/Δt + 1 while healthy − 0.001 ‖action‖²',
  rewardRange: [-Infinity, Infinity],
  start: 'upright; uniform noise of ±0.005',
  end: 'unhealthy: torso below 0.7 m, pitch beyond ±0.2 rad, or a number of the state beyond ±100',
}

export const halfCheetah: TaskDefinition = {
  name: 'HalfCheetah',
  about: 'Run forward on two legs of three segments, in a plane.',
  corresponds: `Gymnasium HalfCheetah-v5; ${OWN_ROBOT}`,
  model: 'half_cheetah.xml',
  task: () => gymnasiumTask('HalfCheetah-v5').task,
  nstep: 5,
  timeLimit: 1000,
  actions: '6 torques: hip 110, knee 90, ankle 60, shoulder 100, elbow 60, wrist 30 N·m',
  observation: [
    part(2, 'height (from the start) and pitch of the torso, m, rad'),
    part(6, 'angles of the joints, rad'),
    part(9, 'velocities: x, z, pitch, joints'),
  ],
  reward: 'Δx/Δt − 0.1 ‖action‖²',
  rewardRange: [-Infinity, Infinity],
  start: 'standing; uniform noise of ±0.1 on positions, normal noise of 0.1 on velocities',
  end: 'never',
}

export const walker: TaskDefinition = {
  name: 'Walker',
  about: 'Walk forward on two legs, in a plane.',
  corresponds: `Gymnasium Walker2d-v5; ${OWN_ROBOT}`,
  model: 'walker.xml',
  task: () => gymnasiumTask('Walker2d-v5').task,
  nstep: 4,
  timeLimit: 1000,
  actions: '6 torques, right leg first: hip 90 N·m, knee 90 N·m, ankle 50 N·m',
  observation: [
    part(2, 'height and pitch of the torso, m, rad'),
    part(6, 'angles of the joints, rad'),
    part(9, 'velocities: x, z, pitch, joints; clipped to ±10'),
  ],
  reward: 'Δx/Δt + 1 while healthy − 0.001 ‖action‖²',
  rewardRange: [-Infinity, Infinity],
  start: 'upright; uniform noise of ±0.005',
  end: 'unhealthy: torso not between 0.8 m and 2 m, or pitch beyond ±1 rad',
}

export const ant: TaskDefinition = {
  name: 'Ant',
  about: 'Walk forward on four legs.',
  corresponds: `Gymnasium Ant-v5; ${OWN_ROBOT} and has fewer bodies`,
  model: 'ant.xml',
  task: () => gymnasiumTask('Ant-v5').task,
  nstep: 5,
  timeLimit: 1000,
  actions: '8 torques of 60 N·m: hip and knee of each leg, front left first, then around to the left',
  observation: [
    part(5, 'height and orientation (quaternion) of the torso'),
    part(8, 'angles of the joints, rad'),
    part(14, 'velocities: torso, joints'),
    part(54, 'contact forces on the 9 bodies (`cfrc_ext`), clipped to ±1'),
  ],
  reward: 'Δx/Δt + 1 while healthy − 0.5 ‖action‖² − 0.0005 ‖clipped contact forces‖²',
  rewardRange: [-Infinity, Infinity],
  start: 'standing; uniform noise of ±0.1 on positions, normal noise of 0.1 on velocities',
  end: 'unhealthy: torso not between 0.2 m and 1 m',
}
