import type { Model } from '../model/model.ts'
import type { Data } from './data.ts'

/**
 * Functions of the user that a state calls at fixed places of a step: each may read everything that the stages before it
 * have computed. They belong to one `Data`, so simulations do not disturb each other, and they are not part of the state:
 * copies, snapshots and resets leave them alone. Whatever a callback throws leaves the step before anything has been
 * integrated, so time, positions, velocities and activations are those before the step. A callback may simulate other
 * states, for example to plan ahead, but not the one that it is called for; a contact filter may not simulate at all.
 * MuJoCo: mj_resetCallbacks.
 */
export class Callbacks {
  /** Sets controls (`d.ctrl`), or applied forces, from positions and velocities, just before actuator forces are computed. */
  control: ((m: Model, d: Data) => void) | undefined = undefined

  /** Adds forces of its own to `d.qfrc_passive`, after the built-in passive forces. */
  passive: ((m: Model, d: Data) => void) | undefined = undefined

  /** Fills the entries of `d.sensordata` of sensors of type `user` that belong to a stage (`Stage.pos`, `vel` or `acc`). */
  sensor: ((m: Model, d: Data, stage: number) => void) | undefined = undefined

  /**
   * Rate of activation of actuators with dyntype `user`: the returned number; an actuator with several activations writes
   * its entries of `d.act_dot` itself.
   */
  activation: ((m: Model, d: Data, actuator: number) => number) | undefined = undefined

  /** Gain of actuators with gaintype `user`; 1 without it. */
  gain: ((m: Model, d: Data, actuator: number) => number) | undefined = undefined

  /** Bias force of actuators with biastype `user`; 0 without it. */
  bias: ((m: Model, d: Data, actuator: number) => number) | undefined = undefined

  /**
   * Says which geoms do not touch: true keeps the two apart. Takes the place of the masks of geoms, `geom_contype` and
   * `geom_conaffinity`; all rules for bodies stay, so a pair of bodies must have masks that meet. Explicit pairs are not
   * asked for. Called with the geoms as a contact would have them, the lower type first.
   */
  contactFilter: ((m: Model, d: Data, geom1: number, geom2: number) => boolean) | undefined = undefined

  /**
   * A clock, such as `() => performance.now()`: with it the stages of a step are timed, in `d.timer_duration` and
   * `d.timer_number` by `Timer`. Without it nothing is, and nothing is spent on it.
   */
  time: (() => number) | undefined = undefined
}
