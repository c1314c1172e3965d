import type { Data } from '../../core/data/data.ts'
import { ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { perModel } from '../../core/model/perModel.ts'
import { Box } from '../box.ts'
import type { EnvironmentTask } from '../environmentTask.ts'
import { linearTolerance } from './rewardTolerance.ts'
import { part, type TaskDefinition } from './taskDefinition.ts'

/** Speed that gets the full reward, m/s. */
const SPEED = 0.5
/** Noise of the start, uniform. */
const NOISE = 0.02
/** Where the height of the ground is felt, m ahead of the trunk and to its left. */
const AHEAD = [0, 0.2, 0.4, 0.6, 0.8]
const LEFT = [-0.2, 0, 0.2]
/** How far from the edge of the ground an episode is broken off, m. */
const EDGE = 0.5

export const quadrupedHeights: TaskDefinition = {
  name: 'QuadrupedHeights',
  about: 'Walk over ground that grows rougher, with a robot of four legs.',
  corresponds: 'dm_control quadruped-escape; rewarded is speed along x, not the distance from the start',
  model: 'quadruped_heights.xml',
  task: heightsTask,
  nstep: 5,
  timeLimit: 1000,
  actions: '12 target angles about the standing pose: spread ±0.4, swing ±0.8, knee ±0.9 rad of each leg',
  observation: [
    part(12, 'angles of the joints, rad'),
    part(12, 'angular velocities, rad/s'),
    part(3, 'the vertical as seen from the trunk'),
    part(3, 'velocity of the trunk in its frame, m/s'),
    part(3, 'angular velocity of the trunk in its frame, rad/s'),
    part(15, 'height of the ground at 5 × 3 points ahead, relative to the trunk, m'),
  ],
  reward: 'upright · speed along x / 0.5 m/s, each of them from 0 to 1',
  rewardRange: [0, 1],
  start: 'standing on flat ground; uniform noise of ±0.02',
  end: 'the trunk is upside down; truncated 0.5 m before the edge of the ground',
}

const parts = perModel((m) => ({
  trunk: m.names.id(ObjType.body, 'trunk'),
  ground: m.names.id(ObjType.geom, 'ground'),
}))

function heightsTask(): EnvironmentTask {
  return {
    fresh: true,
    observationSize: () => 48,
    actionSpace: (m) => new Box({ low: -1, high: 1, shape: [m.nu] }),

    reset(m, d, { random }) {
      d.qpos[2] += m.geom_pos[3 * parts.of(m).ground + 2]
      for (let i = 7; i < m.nq; i++) d.qpos[i] += random.uniform(-NOISE, NOISE)
      for (let i = 0; i < m.nv; i++) d.qvel[i] += random.uniform(-NOISE, NOISE)
    },

    act(m, d, action) {
      for (let i = 0; i < m.nu; i++) d.ctrl[i] = action[i] * m.actuator_ctrlrange[2 * i + 1]
    },

    reward(m, d) {
      const upright = linearTolerance(d.xmat[9 * parts.of(m).trunk + 8], 0.95, Infinity, 1.95)
      return upright * linearTolerance(d.qvel[0], SPEED, Infinity, SPEED)
    },

    terminated: (m, d) => d.xmat[9 * parts.of(m).trunk + 8] < 0,

    truncated: (m, d) => isAtEdge(m, d),

    observe(m, d, out) {
      const { trunk, ground } = parts.of(m)
      const R = 9 * trunk
      const { xmat, qpos, qvel } = d
      for (let i = 0; i < 12; i++) out[i] = qpos[7 + i]
      for (let i = 0; i < 12; i++) out[12 + i] = qvel[6 + i]
      for (let k = 0; k < 3; k++) {
        out[24 + k] = xmat[R + 6 + k]
        // velocities of free joints: linear in the world, angular in the body
        out[27 + k] = xmat[R + k] * qvel[0] + xmat[R + 3 + k] * qvel[1] + xmat[R + 6 + k] * qvel[2]
        out[30 + k] = qvel[3 + k]
      }
      feelGround(m, d, ground, R, out, 33)
    },

    info: (_, d) => ({ x_position: d.qpos[0], x_velocity: d.qvel[0] }),
  }
}

/** Heights of the ground at a grid of points that turns with the heading of the trunk. */
function feelGround(m: Model, d: Data, ground: number, R: number, out: Float64Array, o: number): void {
  const { qpos, xmat } = d
  const length = Math.sqrt(xmat[R] * xmat[R] + xmat[R + 3] * xmat[R + 3]) || 1
  const ahead = xmat[R] / length
  const left = xmat[R + 3] / length
  for (let i = 0; i < AHEAD.length; i++) {
    for (let j = 0; j < LEFT.length; j++) {
      const x = qpos[0] + ahead * AHEAD[i] - left * LEFT[j]
      const y = qpos[1] + left * AHEAD[i] + ahead * LEFT[j]
      out[o++] = fieldHeight(m, ground, x, y) - qpos[2]
    }
  }
}

/** Height of the ground at a place, between its points bilinear. Outside of the field it goes on as at the edge. */
function fieldHeight(m: Model, geom: number, x: number, y: number): number {
  const field = m.geom_dataid[geom]
  const columns = m.hfield_ncol[field]
  const rows = m.hfield_nrow[field]
  const column = gridPlace(x - m.geom_pos[3 * geom], m.hfield_size[4 * field], columns)
  const row = gridPlace(y - m.geom_pos[3 * geom + 1], m.hfield_size[4 * field + 1], rows)
  const c = Math.min(Math.floor(column), columns - 2)
  const r = Math.min(Math.floor(row), rows - 2)
  const u = column - c
  const v = row - r
  const at = m.hfield_adr[field] + r * columns + c
  const near = (1 - u) * m.hfield_data[at] + u * m.hfield_data[at + 1]
  const far = (1 - u) * m.hfield_data[at + columns] + u * m.hfield_data[at + columns + 1]
  return m.geom_pos[3 * geom + 2] + m.hfield_size[4 * field + 2] * ((1 - v) * near + v * far)
}

/** A coordinate from −radius to radius as a place between the points 0 to count − 1. */
function gridPlace(coordinate: number, radius: number, count: number): number {
  const place = ((coordinate + radius) / (2 * radius)) * (count - 1)
  return Math.min(Math.max(place, 0), count - 1)
}

function isAtEdge(m: Model, { qpos }: Data): boolean {
  const { ground } = parts.of(m)
  const field = m.geom_dataid[ground]
  const x = Math.abs(qpos[0] - m.geom_pos[3 * ground])
  const y = Math.abs(qpos[1] - m.geom_pos[3 * ground + 1])
  return x > m.hfield_size[4 * field] - EDGE || y > m.hfield_size[4 * field + 1] - EDGE
}
