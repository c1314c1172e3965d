import { JointType } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'

/** Numbers that look random and are the same on every run. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0
  }

  /** Uniform in [low, high). */
  uniform(low: number, high: number): number {
    // xorshift on 32 bits, after a multiplicative hash of a counter
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let x = this.#state
    x = Math.imul(x ^ (x >>> 15), x | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return low + (high - low) * (((x ^ (x >>> 14)) >>> 0) / 2 ** 32)
  }

  /** Bell-shaped, mean 0, standard deviation 1. */
  normal(): number {
    let sum = -6
    for (let i = 0; i < 12; i++) sum += this.uniform(0, 1)
    return sum
  }

  vector(length: number, scale = 1): Float64Array {
    return Float64Array.from({ length }, () => scale * this.normal())
  }

  /** A unit vector of any dimension, all directions alike up to the shape of `normal`. */
  direction(dimension: number): Float64Array {
    const v = this.vector(dimension)
    const length = Math.hypot(...v)
    return v.map((x) => x / length)
  }
}

/** All that a forward pass depends on and that both engines are given. */
export interface TrialState {
  readonly label: string
  readonly time: number
  /** Array name → values, for `Data` of both engines. */
  readonly arrays: Readonly<Record<string, Float64Array>>
}

/**
 * States to try a model in: at rest as after a reset, each keyframe (at most two), `count` random ones, and one
 * random state whose quaternions are not of unit length.
 */
export function trialStates(m: Model, seed: number, count: number): TrialState[] {
  const random = new Random(seed)
  const states: TrialState[] = [{ label: 'reset', time: 0, arrays: { qpos: m.qpos0.slice() } }]
  for (let key = 0; key < Math.min(2, m.nkey); key++) states.push(keyframe(m, key))
  for (let i = 0; i < count; i++) states.push(randomState(m, random, `random ${i}`, 1))
  states.push(randomState(m, random, 'long quaternions', 1.5))
  return states
}

function keyframe(m: Model, key: number): TrialState {
  const row = (array: Float64Array, width: number) => array.slice(key * width, (key + 1) * width)
  const arrays = {
    qpos: row(m.key_qpos, m.nq),
    qvel: row(m.key_qvel, m.nv),
    act: row(m.key_act, m.na),
    ctrl: row(m.key_ctrl, m.nu),
    mocap_pos: row(m.key_mpos, 3 * m.nmocap),
    mocap_quat: row(m.key_mquat, 4 * m.nmocap),
  }
  return { label: `keyframe ${key}`, time: m.key_time[key], arrays }
}

function randomState(m: Model, random: Random, label: string, quatLength: number): TrialState {
  const arrays = {
    qpos: randomPositions(m, random, quatLength),
    qvel: random.vector(m.nv),
    act: randomActivations(m, random),
    ctrl: randomControls(m, random),
    qfrc_applied: random.vector(m.nv, ACCELERATION).map((x, i) => x * m.dof_M0[i]),
    xfrc_applied: randomWrenches(m, random),
    mocap_pos: random.vector(3 * m.nmocap),
    mocap_quat: quaternions(m.nmocap, random, quatLength),
  }
  return { label, time: random.uniform(0, 10), arrays }
}

/** Controls inside of their ranges, and one time out of three outside; without a range around 0. */
export function randomControls(m: Model, random: Random): Float64Array {
  const { actuator_ctrllimited, actuator_ctrlrange } = m
  return random.vector(m.nu).map((x, i) => (actuator_ctrllimited[i] ? within(actuator_ctrlrange, i, x) : x))
}

/** The same for activations. */
function randomActivations(m: Model, random: Random): Float64Array {
  const act = random.vector(m.na)
  for (let i = 0; i < m.nactuator; i++) {
    if (!m.actuator_actlimited[i]) continue
    const first = m.actuator_actadr[i]
    for (let k = first; k < first + m.actuator_actnum[i]; k++) act[k] = within(m.actuator_actrange, i, act[k])
  }
  return act
}

/** From −1 … 1 to a range. */
function within(ranges: Float64Array, i: number, x: number): number {
  const low = ranges[2 * i]
  const high = ranges[2 * i + 1]
  return 0.5 * (low + high + x * (high - low))
}

/** Forces are scaled to give accelerations of this size, m/s² and rad/s²: light bodies are not to fly apart. */
const ACCELERATION = 3

/** A force and a torque at each body; also at the world, where they must have no effect. */
function randomWrenches(m: Model, random: Random): Float64Array {
  const wrenches = random.vector(6 * m.nbody, ACCELERATION)
  for (let body = 1; body < m.nbody; body++) {
    const [a, b, c] = m.body_inertia.subarray(3 * body)
    for (let i = 0; i < 3; i++) {
      wrenches[6 * body + i] *= m.body_mass[body]
      wrenches[6 * body + 3 + i] *= Math.min(a, b, c)
    }
  }
  return wrenches
}

/** Positions inside the limits of the joints where they have limits. */
export function randomPositions(m: Model, random: Random, quatLength = 1): Float64Array {
  const qpos = m.qpos0.slice()
  for (let joint = 0; joint < m.njnt; joint++) {
    const type = m.jnt_type[joint]
    const adr = m.jnt_qposadr[joint]
    const [low, high] = m.jnt_limited[joint] ? m.jnt_range.subarray(2 * joint) : FREE_RANGE[type]
    if (type === JointType.free) {
      for (let i = 0; i < 3; i++) qpos[adr + i] += 0.5 * random.normal()
      qpos.set(quaternion(random, Math.PI, quatLength), adr + 3)
    } else if (type === JointType.ball) {
      qpos.set(quaternion(random, high, quatLength), adr)
    } else {
      qpos[adr] = random.uniform(low, high)
    }
  }
  return qpos
}

/** Range of a joint without limits, by type: rad, or m for slides. */
const FREE_RANGE = [
  [0, Math.PI],
  [0, Math.PI],
  [-0.5, 0.5],
  [-Math.PI, Math.PI],
] as const

/** A rotation by at most `angle` about any axis. */
function quaternion(random: Random, angle: number, length: number): Float64Array {
  const half = random.uniform(0, angle) / 2
  const axis = random.direction(3).map((x) => x * Math.sin(half))
  return Float64Array.of(Math.cos(half), ...axis).map((x) => x * length)
}

function quaternions(count: number, random: Random, length: number): Float64Array {
  const result = new Float64Array(4 * count)
  for (let i = 0; i < count; i++) result.set(quaternion(random, Math.PI, length), 4 * i)
  return result
}
