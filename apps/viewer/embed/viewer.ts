import { getState, ObjType, StateBit, stateSize } from '../../../src/index.ts'
import { App } from '../app.ts'
import type { ModelInput } from '../files/modelInput.ts'
import { HostedState } from '../simulation/hostedState.ts'
import { startWorker } from '../simulation/startWorker.ts'
import { Recorder } from '../view/recorder.ts'
import { aim, cameraOf } from './camera.ts'
import { acceptDrops } from './drop.ts'
import type { Viewer, ViewerOptions } from './types.ts'

export type { ModelArchive, ModelFiles, ModelInput } from '../files/modelInput.ts'
export type { BatchOutcome, BatchSource } from '../grid/batchSource.ts'
export type { PanelChoice, Theme } from '../options.ts'
export type { Command, OptionChange, Perturbation } from '../simulation/commands.ts'
export type { LoadFailure } from '../simulation/protocol.ts'
export type { KernelStatus } from '../simulation/simulator.ts'
export { type BatchViewer, type BatchViewerEvents, type BatchViewerOptions, createBatchViewer } from './batchViewer.ts'
export type {
  Viewer,
  ViewerCamera,
  ViewerEvents,
  ViewerFrame,
  ViewerOptions,
  ViewerSelection,
  ViewerVideo,
} from './types.ts'

/**
 * Creates a viewer in an element of a page. The viewer fills the element, which needs a height. A page may have any
 * number of viewers, each with its own simulation.
 */
export function createViewer(container: HTMLElement, options: ViewerOptions = {}): Viewer {
  const app = new App(container, {
    startWorker: options.startWorker ?? startWorker,
    panels: options.panels ?? true,
    theme: options.theme ?? 'auto',
    keys: options.keys ?? 'focused',
    notices: options.notices ?? true,
    kernels: options.kernels ?? false,
  })
  const { autoplay = false } = options
  let { speed = 1 } = options

  const load = async (model: ModelInput) => {
    const loaded = await app.load(model)
    if (speed !== 1) app.send({ do: 'speed', speed })
    if (autoplay) app.send({ do: 'play' })
    return loaded
  }
  const stopDrops = options.drop ? acceptDrops(app) : undefined

  const viewer: Viewer = {
    element: container,
    get model() {
      return app.current?.model
    },
    get data() {
      return app.current?.data
    },
    get isPlaying() {
      return app.status?.isPlaying ?? false
    },
    get kernels() {
      return app.status?.kernels
    },
    get speed() {
      return speed
    },
    set speed(value) {
      speed = value
      app.send({ do: 'speed', speed })
    },
    get theme() {
      return app.theme
    },
    set theme(theme) {
      app.theme = theme
    },
    get panels() {
      return app.panels.choice
    },
    set panels(choice) {
      app.panels.choice = choice
    },
    get camera() {
      return app.view.cameras && cameraOf(app.view.cameras)
    },
    set camera(camera) {
      if (!camera || !app.view.cameras) return
      aim(app.view.cameras, camera)
      app.view.redraw()
    },
    load,
    play: () => app.send({ do: 'play' }),
    pause: () => app.send({ do: 'pause' }),
    step: (steps = 1) => app.send({ do: 'step', steps }),
    reset(keyframe) {
      const id = keyframe === undefined ? undefined : idOf(app, ObjType.key, 'keyframe', keyframe)
      app.send(id === undefined ? { do: 'reset' } : { do: 'reset', keyframe: id })
    },
    send: (command) => app.send(command),
    state() {
      if (!app.current) return undefined
      const { model, data } = app.current
      const state = new Float64Array(stateSize(model, StateBit.integration))
      getState(model, data, state, StateBit.integration)
      return state
    },
    setState: (state) => app.send({ do: 'state', state: Array.from(state) }),
    show: (model, data) => app.show(new HostedState(model, data)),
    draw: () => app.draw(),
    pull: () => app.applyPerturbation(),
    select: (body) => app.selectBody(body === undefined ? undefined : idOf(app, ObjType.body, 'body', body)),
    screenshot: (type) => app.view.screenshot(type),
    record() {
      const { view } = app
      const recorder = new Recorder(view.canvas, view.size)
      view.isFullResolution = true
      view.redraw()
      return {
        stop() {
          view.isFullResolution = false
          return recorder.stop()
        },
      }
    },
    on: (event, listener) => app.events.on(event, listener),
    dispose() {
      stopDrops?.()
      app.dispose()
    },
  }
  // errors are reported by the event
  if (options.model !== undefined) load(options.model).catch(() => {})
  return viewer
}

/** The id of an object that is given by id or name. */
function idOf(app: App, type: ObjType, kind: string, given: number | string): number {
  if (typeof given === 'number') return given
  const id = app.current?.model.names.id(type, given) ?? -1
  if (id < 0) throw new RangeError(`the model has no ${kind} '${given}'`)
  return id
}
