import { Worker } from 'node:worker_threads'
import { referenceBinary } from '../reference.ts'

/**
 * What a user of the official build can do: worker threads with one `MjData` each, into which they load one environment
 * after the other, as `mujoco.rollout` does. States and controls are in shared memory. Threads wait and spin as ours do.
 */
export class ReferenceTeam {
  readonly states: Float64Array
  readonly controls: Float64Array
  readonly #warmstarts: Float64Array
  readonly #words = new Int32Array(new SharedArrayBuffer(4 * WORDS))
  readonly #threads: readonly Worker[]

  constructor(xml: string, n: number, { nq, nv, nu }: Sizes, threads: number) {
    this.states = new Float64Array(new SharedArrayBuffer(8 * n * (nq + nv)))
    this.controls = new Float64Array(new SharedArrayBuffer(8 * n * nu))
    this.#warmstarts = new Float64Array(new SharedArrayBuffer(8 * n * nv))
    const module = import.meta.resolve('@mujoco/mujoco')
    const binary = referenceBinary()
    this.#threads = Array.from({ length: threads }, (_, t) => {
      const share = { first: Math.floor((n * t) / threads), end: Math.floor((n * (t + 1)) / threads) }
      const memory = { states: this.states, controls: this.controls, warmstarts: this.#warmstarts, words: this.#words }
      const thread = new Worker(PROGRAM, {
        eval: true,
        workerData: { module, binary, xml, nq, nv, nu, ...share, ...memory },
      })
      thread.unref()
      return thread
    })
    for (let tries = 0; Atomics.load(this.#words, READY) < threads; tries++) {
      if (tries > START / 5) throw new Error('the threads of the reference do not start')
      Atomics.wait(this.#words, NEVER, 0, 5)
    }
  }

  /** Steps all environments. */
  step(): void {
    const words = this.#words
    Atomics.store(words, DONE, 0)
    Atomics.add(words, JOB, 1)
    Atomics.notify(words, JOB)
    const count = this.#threads.length
    for (let i = 0; i < SPINS; i++) if (Atomics.load(words, DONE) === count) return
    for (let done = Atomics.load(words, DONE); done < count; done = Atomics.load(words, DONE))
      Atomics.wait(words, DONE, done)
  }

  dispose(): void {
    for (const thread of this.#threads) void thread.terminate()
  }
}

interface Sizes {
  readonly nq: number
  readonly nv: number
  readonly nu: number
}

const JOB = 0
const DONE = 1
const READY = 2
const NEVER = 3
const WORDS = 4
const SPINS = 10_000
/** Longest time that threads may take to start, ms. */
const START = 20_000

const PROGRAM = `
const { workerData } = require('node:worker_threads')
const { module, binary, xml, first, end, states, controls, warmstarts, words, nq, nv, nu } = workerData
import(module).then(async ({ default: load }) => {
  const mj = await load({ wasmBinary: binary })
  const model = mj.MjModel.from_xml_string(xml)
  const data = new mj.MjData(model)
  // views are made once: the memory of the module does not grow
  const { qpos, qvel, ctrl, qacc_warmstart } = data
  let job = Atomics.load(words, ${JOB})
  Atomics.add(words, ${READY}, 1)
  for (;;) {
    for (let i = 0; i < ${SPINS} && Atomics.load(words, ${JOB}) === job; i++);
    Atomics.wait(words, ${JOB}, job)
    job = Atomics.load(words, ${JOB})
    for (let i = first; i < end; i++) {
      const s = i * (nq + nv)
      for (let k = 0; k < nq; k++) qpos[k] = states[s + k]
      for (let k = 0; k < nv; k++) qvel[k] = states[s + nq + k]
      for (let k = 0; k < nv; k++) qacc_warmstart[k] = warmstarts[i * nv + k]
      for (let k = 0; k < nu; k++) ctrl[k] = controls[i * nu + k]
      mj.mj_step(model, data)
      for (let k = 0; k < nq; k++) states[s + k] = qpos[k]
      for (let k = 0; k < nv; k++) states[s + nq + k] = qvel[k]
      for (let k = 0; k < nv; k++) warmstarts[i * nv + k] = qacc_warmstart[k]
    }
    Atomics.add(words, ${DONE}, 1)
    Atomics.notify(words, ${DONE})
  }
})`
