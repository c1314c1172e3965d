import { modelMessage } from '../../../src/index.ts'
import { Frames, transferOf } from './frames.ts'
import { failureOf, loadFrom } from './load.ts'
import type { FromSimulation, ToSimulation } from './protocol.ts'
import { Simulator } from './simulator.ts'

/**
 * The simulation in a worker of its own, so that the page never waits for it. It sends the newest state when there is one
 * and the page has drawn the last.
 */

const frames = new Frames(self.crossOriginIsolated)
let simulator: Simulator | undefined
let isPageReady = false
let isNew = false

self.addEventListener('message', ({ data: message }: MessageEvent<ToSimulation>) => {
  switch (message.type) {
    case 'load':
      void load(message.source)
      return
    case 'command':
      simulator?.obey(message.command)
      isNew = true
      return
    case 'shown':
      frames.giveBack(message.frame)
      isPageReady = true
      return
  }
})

async function load(source: Extract<ToSimulation, { type: 'load' }>['source']): Promise<void> {
  simulator = undefined
  try {
    const model = await loadFrom(source)
    simulator = new Simulator(model)
    isPageReady = false
    const frame = frames.take(simulator.data)
    send({ type: 'loaded', model: modelMessage(model), frame, status: simulator.status })
  } catch (error) {
    send({ type: 'failed', failure: failureOf(error) })
  }
}

function send(message: FromSimulation): void {
  self.postMessage(message, { transfer: message.type === 'failed' ? [] : transferOf(message.frame) })
}

/** Simulates, sends, and gives way to messages, over and over. */
function turn(): void {
  if (simulator?.advance()) isNew = true
  if (simulator && isNew && isPageReady) {
    isNew = isPageReady = false
    send({ type: 'frame', frame: frames.take(simulator.data), status: simulator.status })
  }
  setTimeout(turn, simulator?.status.isPlaying ? 1 : 8)
}

turn()
