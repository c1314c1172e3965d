import type { Data, Model } from '../../../src/index.ts'
import type { ModelInput } from '../files/modelInput.ts'
import type { PanelChoice, Theme } from '../options.ts'
import type { Command } from '../simulation/commands.ts'
import type { LoadFailure } from '../simulation/protocol.ts'
import type { KernelStatus } from '../simulation/simulator.ts'

export interface ViewerOptions {
  /** Loaded at once. Errors are reported by an `error` event. */
  readonly model?: ModelInput | undefined
  /** Panels around the picture: all (the default), `'minimal'` for only the playback bar, or none. */
  readonly panels?: PanelChoice | undefined
  /** `'auto'` (the default) follows the user's preference for all pages. */
  readonly theme?: Theme | undefined
  /** Whether models play as soon as they are loaded. @default false */
  readonly autoplay?: boolean | undefined
  /** Simulated over real time. @default 1 */
  readonly speed?: number | undefined
  /** Where keys are handled: in the viewer while it has the focus (the default), in the whole page, or nowhere. */
  readonly keys?: 'focused' | 'page' | 'none' | undefined
  /** Whether files, folders and archives dropped onto the viewer are loaded. @default false */
  readonly drop?: boolean | undefined
  /** Whether errors are shown in the viewer, besides the `error` event. @default true */
  readonly notices?: boolean | undefined
  /**
   * Whether stages of a step are compiled for each model (`kinetree/kernel`). The compiler is loaded only then.
   * `Viewer.kernels` says whether they are in use. @default false
   */
  readonly kernels?: boolean | undefined
  /** Starts the simulation worker, `kinetree/viewer/worker`, where a bundler does not find it. */
  readonly startWorker?: (() => Worker) | undefined
}

/** A model and its newest state. */
export interface ViewerFrame {
  readonly model: Model
  readonly data: Data
}

/** The selection: ids of the body and of the geom (−1: none), and the picked point in the world frame. */
export interface ViewerSelection {
  readonly body: number
  readonly geom: number
  readonly point: readonly [number, number, number]
}

export interface ViewerEvents {
  /** A model has replaced the one before. */
  readonly load: ViewerFrame
  /** There is a new state; at most once per animation frame. */
  readonly frame: ViewerFrame
  /** The user has selected a body; undefined: none. */
  readonly select: ViewerSelection | undefined
  /** The simulation has started or stopped playing. */
  readonly playing: boolean
  /** A model could not be loaded (with the place of the error), or its simulation has failed. */
  readonly error: LoadFailure
}

/** The camera. Angles in degrees, as in MuJoCo: azimuth 0 looks along x, elevation −90 down. */
export interface ViewerCamera {
  readonly azimuth: number
  readonly elevation: number
  /** Distance from the look-at point, m. */
  readonly distance: number
  readonly lookat: readonly [number, number, number]
  /** The tracked body, by id. */
  readonly tracking?: number | undefined
  /** A camera of the model, by id; the other fields then have no effect. */
  readonly fixed?: number | undefined
}

/** A video that is being recorded. */
export interface ViewerVideo {
  /** Ends the recording: WebM in most browsers, MP4 in others, as the `type` of the file says. */
  stop(): Promise<Blob>
}

/** A viewer in an element of a page. */
export interface Viewer {
  /** The element that contains the viewer. */
  readonly element: HTMLElement
  /** The current model; undefined before the first. */
  readonly model: Model | undefined
  /**
   * The newest state. For a loaded model this is a copy, without the constraint Jacobian (`efc_J`): writing to it
   * changes nothing, use `send`. After `show` it is the state of the page.
   */
  readonly data: Data | undefined
  readonly isPlaying: boolean
  /** Whether steps of the current model use kernels, or why not; undefined where they were not asked for. */
  readonly kernels: KernelStatus | undefined
  /** Simulated over real time, as requested. */
  speed: number
  theme: Theme
  panels: PanelChoice
  camera: ViewerCamera | undefined

  /** Loads a model in place of the current one and simulates it in a worker. Rejects if it cannot be loaded. */
  load(model: ModelInput): Promise<ViewerFrame>
  play(): void
  pause(): void
  /** Single steps, back in time if negative; pauses. */
  step(steps?: number): void
  /** Resets to the initial state, or to a keyframe, by its id or name. */
  reset(keyframe?: number | string): void
  /** All other commands: controls, joints, physics options, mocap bodies, perturbations, history. */
  send(command: Command): void
  /** The state vector of `StateBit.integration`, for `setState`. */
  state(): Float64Array | undefined
  /** Sets the state. */
  setState(state: ArrayLike<number>): void

  /**
   * Shows a model and a state that the page steps itself, without a worker. Call `draw` after a change of the state.
   * Sliders of the panels write into it.
   */
  show(model: Model, data: Data): void
  /** Draws the current state with the next animation frame. */
  draw(): void
  /**
   * Writes the perturbation by the mouse into the body's row of `data.xfrc_applied`; the row is zeroed when the body is
   * released. Call it before each step of your own, after a first `forward` or `step`.
   */
  pull(): void

  /** Selects a body, by its id or name; undefined: none. */
  select(body: number | string | undefined): void
  /** The picture as an image file. */
  screenshot(type?: string): Promise<Blob>
  /** Records the picture as it is drawn, in the video format of the browser, until `stop`, which gives the file. */
  record(): ViewerVideo
  /** Adds a listener; the returned function removes it. */
  on<K extends keyof ViewerEvents>(event: K, listener: (event: ViewerEvents[K]) => void): () => void
  /** Ends the simulation, frees all memory, and removes the viewer from the page. */
  dispose(): void
}
