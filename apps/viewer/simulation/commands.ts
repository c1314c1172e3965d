import type { Integrator, Option, Solver } from '../../../src/index.ts'

/** A pull on a body with the mouse. Points and axes are in the world frame unless said otherwise. */
export interface Perturbation {
  readonly body: number
  /** `force` pulls a point of the body to the mouse, `torque` turns the body. */
  readonly kind: 'force' | 'torque'
  /** The point that was grabbed, in the frame of the body. */
  readonly grabbed: readonly [number, number, number]
  /** Where the mouse holds it. */
  readonly target: readonly [number, number, number]
  /** Orientation that the body is turned to, for torques. */
  readonly quat: readonly [number, number, number, number]
}

/** Options that can be changed while a simulation runs. */
export type OptionChange = Partial<{ -readonly [K in keyof Option]: Option[K] }> & {
  readonly solver?: Solver
  readonly integrator?: Integrator
}

/** What a page asks of a simulation. */
export type Command =
  | { readonly do: 'play' }
  | { readonly do: 'pause' }
  /** Steps forward, or, negative, back in the history; pauses. */
  | { readonly do: 'step'; readonly steps: number }
  /** To a moment of the history, by its place in it; pauses. */
  | { readonly do: 'seek'; readonly moment: number }
  | { readonly do: 'reset'; readonly keyframe?: number }
  /** Simulated over real time. */
  | { readonly do: 'speed'; readonly speed: number }
  | { readonly do: 'ctrl'; readonly index: number; readonly value: number }
  /** All controls to zero, and no noise. */
  | { readonly do: 'zeroCtrl' }
  | { readonly do: 'ctrlNoise'; readonly scale: number; readonly rate: number }
  | { readonly do: 'qpos'; readonly index: number; readonly value: number }
  | { readonly do: 'equality'; readonly index: number; readonly active: boolean }
  | { readonly do: 'mocap'; readonly index: number; readonly pos: readonly number[]; readonly quat: readonly number[] }
  | { readonly do: 'perturb'; readonly by: Perturbation | undefined }
  | { readonly do: 'option'; readonly change: OptionChange }
  /** Whether the stages of steps are timed. */
  | { readonly do: 'timing'; readonly isOn: boolean }
  /** Everything that a link holds: a state of `StateBit.integration`. */
  | { readonly do: 'state'; readonly state: readonly number[] }

/** What a page asks a simulation for, to be saved as a file. */
export type Question =
  /** The moments that one can go back to, as text: time, qpos, qvel, energy, ctrl and sensors, as `kinetree sim` writes them. */
  | { readonly what: 'trajectory'; readonly format: 'csv' | 'json' }
  /** The model with its present options as MJCF. */
  | { readonly what: 'model' }
