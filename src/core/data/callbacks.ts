import type { Model } from '../model/model.ts'
import type { Data } from './data.ts'

/**
 * User functions that a step calls at fixed places. Each may read all results of earlier stages. They belong to one
 * `Data`, and are not part of the state: copies, snapshots and resets leave them unchanged. An exception leaves the
 * step before integration, so time, positions, velocities and activations are unchanged. A callback may simulate
 * other states, for example to plan ahead, but not its own; a contact filter may not simulate at all.
 * MuJoCo: mj_resetCallbacks.
 */
export class Callbacks {
  /** Sets controls (`d.ctrl`) or applied forces from positions and velocities, just before actuation. */
  control: ((m: Model, d: Data) => void) | undefined = undefined

  /** Adds forces of its own to `d.qfrc_passive`, after the built-in passive forces. */
  passive: ((m: Model, d: Data) => void) | undefined = undefined

  /** Fills `d.sensordata` of sensors of type `user` of a stage (`Stage.pos`, `vel` or `acc`). */
  sensor: ((m: Model, d: Data, stage: number) => void) | undefined = undefined

  /**
   * Returns the activation rate of actuators with dyntype `user`. For several activations per actuator, write
   * `d.act_dot` instead.
   */
  activation: ((m: Model, d: Data, actuator: number) => number) | undefined = undefined

  /** Gain of actuators with gaintype `user`; 1 without it. */
  gain: ((m: Model, d: Data, actuator: number) => number) | undefined = undefined

  /** Bias force of actuators with biastype `user`; 0 without it. */
  bias: ((m: Model, d: Data, actuator: number) => number) | undefined = undefined

  /**
   * Contact filter: true discards a pair of geoms. Replaces the masks `geom_contype` and `geom_conaffinity` of geoms;
   * the rules for bodies still apply, so the masks of the bodies must match. Not called for explicit pairs. The geom
   * with the lower type comes first.
   */
  contactFilter: ((m: Model, d: Data, geom1: number, geom2: number) => boolean) | undefined = undefined

  /**
   * A clock, such as `() => performance.now()`, that times the stages of a step in `d.timer_duration` and
   * `d.timer_number`, by `Timer`. Without it timers cost nothing.
   */
  time: (() => number) | undefined = undefined
}

/** A bit for each callback. */
export const CallbackBit = {
  control: 1,
  passive: 2,
  sensor: 4,
  activation: 8,
  gain: 16,
  bias: 32,
  contactFilter: 64,
  time: 128,
} as const

/** The bits of the callbacks that there are. */
export function callbackBits(callbacks: Callbacks): number {
  const { control, passive, sensor, activation, gain, bias, contactFilter, time } = callbacks
  let bits = 0
  if (control !== undefined) bits |= CallbackBit.control
  if (passive !== undefined) bits |= CallbackBit.passive
  if (sensor !== undefined) bits |= CallbackBit.sensor
  if (activation !== undefined) bits |= CallbackBit.activation
  if (gain !== undefined) bits |= CallbackBit.gain
  if (bias !== undefined) bits |= CallbackBit.bias
  if (contactFilter !== undefined) bits |= CallbackBit.contactFilter
  if (time !== undefined) bits |= CallbackBit.time
  return bits
}
