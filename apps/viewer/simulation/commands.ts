import type { Integrator, Option, Solver } from '../../../src/index.ts'

/** A perturbation of a body by the mouse. Points and axes are in the world frame unless said otherwise. */
export interface Perturbation {
  readonly body: number
  /** `force` pulls a point of the body toward the mouse, `torque` turns the body. */
  readonly kind: 'force' | 'torque'
  /** The grabbed point, in the frame of the body. */
  readonly grabbed: readonly [number, number, number]
  /** Where the mouse holds it. */
  readonly target: readonly [number, number, number]
  /** Target orientation of the body, for torques. */
  readonly quat: readonly [number, number, number, number]
}

/** Options that can be changed while a simulation runs. */
export type OptionChange = Partial<{ -readonly [K in keyof Option]: Option[K] }> & {
  readonly solver?: Solver
  readonly integrator?: Integrator
}

/** What a page tells a simulation to do. */
export type Command =
  | { readonly do: 'play' }
  | { readonly do: 'pause' }
  /** Steps forward, or, where negative, back in the history; pauses. */
  | { readonly do: 'step'; readonly steps: number }
  /** Goes to a moment of the history, by its index; pauses. */
  | { readonly do: 'seek'; readonly moment: number }
  | { readonly do: 'reset'; readonly keyframe?: number }
  /** Simulated over real time. */
  | { readonly do: 'speed'; readonly speed: number }
  | { readonly do: 'ctrl'; readonly index: number; readonly value: number }
  /** Sets all controls to zero and turns control noise off. */
  | { readonly do: 'zeroCtrl' }
  /** Control noise: standard deviation in half ranges, and rate in 1/s. */
  | { readonly do: 'ctrlNoise'; readonly scale: number; readonly rate: number }
  | { readonly do: 'qpos'; readonly index: number; readonly value: number }
  | { readonly do: 'equality'; readonly index: number; readonly active: boolean }
  | { readonly do: 'mocap'; readonly index: number; readonly pos: readonly number[]; readonly quat: readonly number[] }
  | { readonly do: 'perturb'; readonly by: Perturbation | undefined }
  | { readonly do: 'option'; readonly change: OptionChange }
  /** Turns the timers of the pipeline stages on or off. */
  | { readonly do: 'timing'; readonly isOn: boolean }
  /** Sets the state: a vector of `StateBit.integration`. */
  | { readonly do: 'state'; readonly state: readonly number[] }

/** A text that a page requests from a simulation, to save it as a file. */
export type ExportRequest =
  /** The history: time, qpos, qvel, energy, ctrl and sensors at each moment, in the formats of `kinetree sim`. */
  | { readonly what: 'trajectory'; readonly format: 'csv' | 'json' }
  /** The model with its current options as MJCF. */
  | { readonly what: 'model' }
