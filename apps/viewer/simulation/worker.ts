import { modelMessage } from '../../../src/index.ts'
import type { ExportRequest } from './commands.ts'
import { Frames, transferOf } from './frames.ts'
import { failureOf, loadFrom } from './load.ts'
import type { FromSimulation, ModelSource, ToSimulation } from './protocol.ts'
import { Simulator } from './simulator.ts'

/**
 * The simulation in a worker, so that the page never waits for it. It sends the newest state as soon as there is one
 * and the page has acknowledged the last.
 */

/** Exports give way to the simulation after this time, ms. */
const EXPORT_SLICE = 8

const frames = new Frames(self.crossOriginIsolated)
let simulator: Simulator | undefined
/** Id of the newest load request. */
let newestLoad = -1
/**
 * A page that knows its model from the start names the worker after it, `model:https://…` or `kernels:https://…`: it is
 * loaded right away.
 */
const [, preloadKind, preloadUrl] = /^(model|kernels):(.*)$/.exec(self.name) ?? []
let preload = preloadUrl === undefined ? undefined : preloadOf(preloadUrl, preloadKind === 'kernels')
preload?.simulator.catch(() => {}) // reported when the page asks for the model
let isPageReady = false
let isStateNew = false

self.addEventListener('message', ({ data: message }: MessageEvent<ToSimulation>) => {
  switch (message.type) {
    case 'load':
      void load(message.id, message.source, message.kernels)
      return
    case 'command':
      simulator?.execute(message.command)
      isStateNew = true
      return
    case 'export':
      void exportText(message.id, message.request)
      return
    case 'frameDone':
      frames.giveBack(message.frame)
      isPageReady = true
      return
    default:
      message satisfies never
  }
})

/** The current simulation goes on until the next model is ready. The newest of several requests wins. */
async function load(id: number, source: ModelSource, kernels: boolean): Promise<void> {
  newestLoad = id
  try {
    const next = await preloadedOr(source, kernels)
    if (id !== newestLoad) return
    simulator = next
    isPageReady = false
    const frame = frames.take(simulator.data)
    post({ type: 'loaded', id, model: modelMessage(simulator.model), frame, status: simulator.status })
  } catch (error) {
    if (id === newestLoad) post({ type: 'loadFailed', id, failure: failureOf(error) })
  }
}

function preloadOf(url: string, kernels: boolean) {
  return { url, kernels, simulator: create({ kind: 'url', url }, kernels) }
}

/** The preloaded model, if that is the source; used once. */
function preloadedOr(source: ModelSource, kernels: boolean): Promise<Simulator> {
  const isPreloaded = source.kind === 'url' && source.url === preload?.url && kernels === preload.kernels
  const next = isPreloaded && preload ? preload.simulator : create(source, kernels)
  preload = undefined
  return next
}

async function create(source: ModelSource, kernels: boolean): Promise<Simulator> {
  const model = await loadFrom(source)
  if (!kernels) return new Simulator(model)
  // pages without kernels do not load their compiler
  const { accelerate } = await import('../../../src/kernel/accelerate.ts')
  return new Simulator(model, { kernels: accelerate(model) })
}

/** Writes an export a few milliseconds at a time, so that the simulation goes on meanwhile. */
async function exportText(id: number, request: ExportRequest): Promise<void> {
  try {
    if (!simulator) throw new Error('no model is loaded')
    const source = await simulator.export(request)
    const text: string[] = []
    for (let piece = source.next(), began = performance.now(); piece !== undefined; piece = source.next()) {
      text.push(piece)
      if (performance.now() - began < EXPORT_SLICE) continue
      await new Promise((resume) => setTimeout(resume))
      began = performance.now()
    }
    post({ type: 'exported', id, text, mediaType: source.mediaType })
  } catch (error) {
    post({ type: 'exportFailed', id, reason: failureOf(error).message })
  }
}

function post(message: FromSimulation): void {
  self.postMessage(message, { transfer: 'frame' in message ? transferOf(message.frame) : [] })
}

/** Simulates, sends the state, and yields to messages, over and over. */
function loop(): void {
  if (simulator?.advance()) isStateNew = true
  if (simulator && isStateNew && isPageReady) {
    isStateNew = isPageReady = false
    post({ type: 'frame', frame: frames.take(simulator.data), status: simulator.status })
  }
  // timers wait for at least 4 ms; a simulation that has fallen behind continues right after pending messages
  if (simulator?.isBehind) channel.port2.postMessage(undefined)
  else setTimeout(loop, simulator?.status.isPlaying ? 1 : 8)
}

const channel = new MessageChannel()
channel.port1.onmessage = loop
loop()
