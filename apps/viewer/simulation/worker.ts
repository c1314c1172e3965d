import { modelMessage } from '../../../src/index.ts'
import type { Question } from './commands.ts'
import { Frames, transferOf } from './frames.ts'
import { failureOf, loadFrom } from './load.ts'
import type { FromSimulation, ModelSource, ToSimulation } from './protocol.ts'
import { Simulator } from './simulator.ts'

/**
 * The simulation in a worker of its own, so that the page never waits for it. It sends the newest state when there is one
 * and the page has drawn the last.
 */

const frames = new Frames(self.crossOriginIsolated)
let simulator: Simulator | undefined
/** The load that was asked for last. */
let newest = -1
/** A page that knows from the start which model it will ask for names the worker after its address: `model:https://…`. */
const [, expected] = /^model:(.*)$/.exec(self.name) ?? []
let ahead = expected === undefined ? undefined : { url: expected, simulator: made({ kind: 'url', url: expected }) }
ahead?.simulator.catch(() => {}) // told when it is asked for
let isPageReady = false
let isNew = false

self.addEventListener('message', ({ data: message }: MessageEvent<ToSimulation>) => {
  switch (message.type) {
    case 'load':
      void load(message.id, message.source)
      return
    case 'command':
      simulator?.execute(message.command)
      isNew = true
      return
    case 'ask':
      void answer(message.id, message.question)
      return
    case 'shown':
      frames.giveBack(message.frame)
      isPageReady = true
      return
  }
})

/** What is there goes on until another model is ready to take its place. Of several that are asked for, the last counts. */
async function load(id: number, source: ModelSource): Promise<void> {
  newest = id
  try {
    const next = await begun(source)
    if (id !== newest) return
    simulator = next
    isPageReady = false
    const frame = frames.take(simulator.data)
    send({ type: 'loaded', id, model: modelMessage(simulator.model), frame, status: simulator.status })
  } catch (error) {
    if (id === newest) send({ type: 'failed', id, failure: failureOf(error) })
  }
}

/** What has been begun already, once, or is begun now. */
function begun(source: ModelSource): Promise<Simulator> {
  const isAhead = source.kind === 'url' && source.url === ahead?.url
  const next = isAhead && ahead ? ahead.simulator : made(source)
  ahead = undefined
  return next
}

async function made(source: ModelSource): Promise<Simulator> {
  return new Simulator(await loadFrom(source))
}

/** Makes a text that the page has asked for, a few milliseconds at a time, so that the simulation goes on meanwhile. */
async function answer(id: number, question: Question): Promise<void> {
  try {
    if (!simulator) throw new Error('there is no model')
    const source = await simulator.answer(question)
    const text: string[] = []
    for (let piece = source.next(), began = performance.now(); piece !== undefined; piece = source.next()) {
      text.push(piece)
      if (performance.now() - began < 8) continue
      await new Promise((resume) => setTimeout(resume))
      began = performance.now()
    }
    send({ type: 'answer', id, text, mediaType: source.mediaType })
  } catch (error) {
    send({ type: 'noAnswer', id, reason: failureOf(error).message })
  }
}

function send(message: FromSimulation): void {
  self.postMessage(message, { transfer: 'frame' in message ? transferOf(message.frame) : [] })
}

/** Simulates, sends, and gives way to messages, over and over. */
function turn(): void {
  if (simulator?.advance()) isNew = true
  if (simulator && isNew && isPageReady) {
    isNew = isPageReady = false
    send({ type: 'frame', frame: frames.take(simulator.data), status: simulator.status })
  }
  // timers wait for at least 4 ms; a simulation that has fallen behind goes on as soon as messages have been heard
  if (simulator?.isBehind) again.port2.postMessage(undefined)
  else setTimeout(turn, simulator?.status.isPlaying ? 1 : 8)
}

const again = new MessageChannel()
again.port1.onmessage = turn
turn()
