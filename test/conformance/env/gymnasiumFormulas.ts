import type { ReferenceData } from '../../../tools/compare/index.ts'

/**
 * The published formulas of Gymnasium's tasks, version 5, over the numbers of the reference. They are written here once
 * more, in another way than in the engine, for comparison.
 * https://gymnasium.farama.org/environments/mujoco/
 */

/** What a task gives for a state. */
export interface Judgment {
  readonly observation: number[]
  readonly reward: number
  readonly terminated: boolean
  /** The terms by name. */
  readonly terms: Readonly<Record<string, number>>
}

/** Everything that formulas read: fields of the reference as plain arrays. */
export interface Numbers {
  readonly qpos: number[]
  readonly qvel: number[]
  readonly ctrl: number[]
  readonly cinert: number[]
  readonly cvel: number[]
  readonly qfrc_actuator: number[]
  readonly cfrc_ext: number[]
  readonly xpos: number[]
  readonly xipos: number[]
  readonly body_mass: number[]
}

export function numbersOf(d: ReferenceData): Numbers {
  const read = (name: string) => Array.from(d.array(name)!)
  return {
    qpos: read('qpos'),
    qvel: read('qvel'),
    ctrl: read('ctrl'),
    cinert: read('cinert'),
    cvel: read('cvel'),
    qfrc_actuator: read('qfrc_actuator'),
    cfrc_ext: read('cfrc_ext'),
    xpos: read('xpos'),
    xipos: read('xipos'),
    body_mass: Array.from(d.model.array('body_mass')!),
  }
}

/** From the numbers before and after an action, the action, and the time between. */
export type Formula = (before: Numbers, after: Numbers, action: readonly number[], duration: number) => Judgment

const squares = (values: readonly number[]) => values.reduce((sum, x) => sum + x ** 2, 0)
const clamp = (x: number, limit: number) => Math.max(-limit, Math.min(limit, x))
const total = (terms: Readonly<Record<string, number>>) => Object.values(terms).reduce((sum, term) => sum + term, 0)

function judgment(observation: number[], terminated: boolean, terms: Readonly<Record<string, number>>): Judgment {
  return { observation, terminated, reward: total(terms), terms }
}

const halfCheetah: Formula = (before, after, action, duration) =>
  judgment([...after.qpos.slice(1), ...after.qvel], false, {
    reward_forward: (after.qpos[0] - before.qpos[0]) / duration,
    reward_ctrl: -0.1 * squares(action),
  })

function upright(healthy: (n: Numbers) => boolean): Formula {
  return (before, after, action, duration) => {
    const isHealthy = healthy(after)
    return judgment([...after.qpos.slice(1), ...after.qvel.map((v) => clamp(v, 10))], !isHealthy, {
      reward_forward: (after.qpos[0] - before.qpos[0]) / duration,
      reward_ctrl: -1e-3 * squares(action),
      reward_survive: isHealthy ? 1 : 0,
    })
  }
}

const hopper = upright(({ qpos, qvel }) => {
  const rest = [...qpos.slice(2), ...qvel]
  return rest.every((x) => x > -100 && x < 100) && qpos[1] > 0.7 && Math.abs(qpos[2]) < 0.2
})

const walker2d = upright(({ qpos }) => qpos[1] > 0.8 && qpos[1] < 2 && Math.abs(qpos[2]) < 1)

const ant: Formula = (before, after, action, duration) => {
  const { qpos, qvel } = after
  const forces = after.cfrc_ext.map((f) => clamp(f, 1))
  const isHealthy = [...qpos, ...qvel].every(Number.isFinite) && qpos[2] >= 0.2 && qpos[2] <= 1
  return judgment([...qpos.slice(2), ...qvel, ...forces.slice(6)], !isHealthy, {
    reward_forward: (after.xpos[3] - before.xpos[3]) / duration,
    reward_ctrl: -0.5 * squares(action),
    reward_contact: -5e-4 * squares(forces),
    reward_survive: isHealthy ? 1 : 0,
  })
}

const humanoid: Formula = (before, after, _, duration) => {
  const { qpos, qvel } = after
  const isHealthy = qpos[2] > 1 && qpos[2] < 2
  const observation = [
    ...[...qpos.slice(2), ...qvel],
    ...[...after.cinert.slice(10), ...after.cvel.slice(6)],
    ...[...after.qfrc_actuator.slice(6), ...after.cfrc_ext.slice(6)],
  ]
  return judgment(observation, !isHealthy, {
    reward_forward: (1.25 * (massCenter(after) - massCenter(before))) / duration,
    reward_ctrl: -0.1 * squares(after.ctrl),
    reward_contact: -Math.min(5e-7 * squares(after.cfrc_ext), 10),
    reward_survive: isHealthy ? 5 : 0,
  })
}

function massCenter({ body_mass, xipos }: Numbers): number {
  const mass = body_mass.reduce((sum, m) => sum + m, 0)
  return body_mass.reduce((sum, m, body) => sum + (m * xipos[3 * body]) / mass, 0)
}

export const FORMULAS = {
  'HalfCheetah-v5': halfCheetah,
  'Hopper-v5': hopper,
  'Walker2d-v5': walker2d,
  'Ant-v5': ant,
  'Humanoid-v5': humanoid,
} as const
