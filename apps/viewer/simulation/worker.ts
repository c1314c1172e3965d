import { modelMessage, type Snapshot, snapshot } from '../../../src/index.ts'
import { failureOf, loadFrom } from './load.ts'
import type { FromSimulation, ToSimulation } from './protocol.ts'
import { Simulator } from './simulator.ts'

/**
 * The simulation in a worker of its own, so that the page never waits for it. It sends the newest state when there is one
 * and the page has drawn the last.
 */

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
    const frame = snapshot(simulator.data)
    send({ type: 'loaded', model: modelMessage(model), frame, status: simulator.status }, frame)
  } catch (error) {
    send({ type: 'failed', failure: failureOf(error) })
  }
}

function send(message: FromSimulation, frame?: Snapshot): void {
  self.postMessage(message, { transfer: frame ? buffersOf(frame) : [] })
}

function buffersOf({ fixed, contacts, constraints, jacobian }: Snapshot): ArrayBuffer[] {
  return [fixed, contacts, constraints, jacobian].map(({ buffer }) => buffer)
}

/** Simulates, sends, and gives way to messages, over and over. */
function turn(): void {
  if (simulator?.advance()) isNew = true
  if (simulator && isNew && isPageReady) {
    isNew = isPageReady = false
    const frame = snapshot(simulator.data)
    send({ type: 'frame', frame, status: simulator.status }, frame)
  }
  setTimeout(turn, simulator?.status.isPlaying ? 1 : 8)
}

turn()
