import type { Data, Model } from '../../../src/index.ts'
import type { ModelInput } from '../files/modelInput.ts'
import type { PanelChoice, Theme } from '../options.ts'
import type { Command } from '../simulation/commands.ts'
import type { LoadFailure } from '../simulation/protocol.ts'

export interface ViewerOptions {
  /** Loaded at once. Mistakes in it come as an `error` event. */
  readonly model?: ModelInput | undefined
  /** Panels around the picture: all (the default), `'minimal'`, only the bar for playing, or none. */
  readonly panels?: PanelChoice | undefined
  /** `'auto'` (the default) is what the user has chosen for all pages. */
  readonly theme?: Theme | undefined
  /** Whether models play as soon as they are loaded; false by default. */
  readonly autoplay?: boolean | undefined
  /** Simulated over real time; 1 by default. */
  readonly speed?: number | undefined
  /** Whose keys are listened to: those of the viewer while it has the focus (the default), those of the page, or none. */
  readonly keys?: 'focused' | 'page' | 'none' | undefined
  /** Whether files, folders and archives that are dropped onto the viewer are loaded; false by default. */
  readonly drop?: boolean | undefined
  /** Whether mistakes are told in the viewer, besides the `error` event; true by default. */
  readonly notices?: boolean | undefined
  /** Starts the worker of the simulation, `kinetree/viewer/worker`, where a bundler does not find it by itself. */
  readonly startWorker?: (() => Worker) | undefined
}

/** A model and the newest state of it that the viewer knows. */
export interface ViewerFrame {
  readonly model: Model
  readonly data: Data
}

/** What a user has chosen: ids of the body and of the geom (−1: none), and the point, in the world frame. */
export interface ViewerSelection {
  readonly body: number
  readonly geom: number
  readonly point: readonly [number, number, number]
}

export interface ViewerEvents {
  /** A model is shown in place of another. */
  readonly load: ViewerFrame
  /** There is a new state. It comes at most once for each picture. */
  readonly frame: ViewerFrame
  /** The user has chosen a body, or, undefined, none. */
  readonly select: ViewerSelection | undefined
  /** A simulation has started or stopped playing. */
  readonly playing: boolean
  /** A model could not be loaded (with the place of the mistake), or its simulation has failed. */
  readonly error: LoadFailure
}

/** From where one looks. Angles in degrees, as in MuJoCo: azimuth 0 looks along x, elevation −90 down. */
export interface ViewerCamera {
  readonly azimuth: number
  readonly elevation: number
  /** m, from the point that is looked at. */
  readonly distance: number
  readonly lookat: readonly [number, number, number]
  /** Body that stays in the middle, by id. */
  readonly tracking?: number | undefined
  /** Camera of the model that one looks through, by id; then the rest has no effect. */
  readonly fixed?: number | undefined
}

/** A viewer in an element of a page. */
export interface Viewer {
  /** The element that was given. */
  readonly element: HTMLElement
  /** The model that is shown; undefined before the first. */
  readonly model: Model | undefined
  /**
   * The newest state. Of a model that was loaded, this is a copy: what is written into it changes nothing, `send` does.
   * After `show` it is the state that was shown.
   */
  readonly data: Data | undefined
  readonly isPlaying: boolean
  /** Simulated over real time, as asked for. */
  speed: number
  theme: Theme
  panels: PanelChoice
  camera: ViewerCamera | undefined

  /** Loads a model in place of the present one, and simulates it in a worker. Rejects where it cannot be loaded. */
  load(model: ModelInput): Promise<ViewerFrame>
  play(): void
  pause(): void
  /** Single steps, back in time where negative; pauses. */
  step(steps?: number): void
  /** Back to the start, or to a keyframe, by its id or name. */
  reset(keyframe?: number | string): void
  /** All else that the panels do: controls, joints, options of the physics, mocap bodies, pulls, times. */
  send(command: Command): void
  /** The state, all that is needed to come back to it: `StateBit.integration`. */
  state(): Float64Array | undefined
  /** Comes back to a state. */
  setState(state: ArrayLike<number>): void

  /**
   * Shows a model and a state that the page itself steps, without any worker. The state may change at any time; `draw` shows
   * what has become of it. Sliders of the panels write into it.
   */
  show(model: Model, data: Data): void
  /** Shows the present state before the next refresh of the screen. */
  draw(): void
  /**
   * Writes the pull of the mouse into `data.xfrc_applied` of the state that is shown: the row of the body that is pulled, which
   * is zero again when it is let go. Call it before each step of your own, after a first `forward` or `step`.
   */
  pull(): void

  /** Chooses a body, by its id or name; undefined: none. */
  select(body: number | string | undefined): void
  /** The picture as a file. */
  screenshot(type?: string): Promise<Blob>
  /** Calls `listener` whenever it happens, until the function that is returned is called. */
  on<K extends keyof ViewerEvents>(event: K, listener: (event: ViewerEvents[K]) => void): () => void
  /** Ends the simulation, frees all memory, and removes the viewer from the page. */
  dispose(): void
}
