import type { Data } from '../core/data/data.ts'
import { EnableBit } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'

/**
 * An environment at rest: the numbers that a `Data` must have for the next step to give the same bits, and no others.
 * A thread has one `Data` for each model, into which it loads one environment after the other. Its 80 kB stay in the
 * cache of the processor, and an environment takes a few kB of memory.
 *
 * Most numbers of a `Data` follow from time, qpos, qvel, activations, histories, the warm start and the inputs. With
 * sleeping they do not: what belongs to a sleeping tree is kept from the step in which it fell asleep. A record of such
 * a model holds all fixed arrays.
 */
export class StateRecord {
  /** Numbers of qpos and qvel, which stand in a table of their own. */
  readonly stateSize: number
  /** Numbers of the rest. */
  readonly restSize: number

  readonly #d: Data
  readonly #state: Float64Array
  readonly #rest: Float64Array

  constructor(m: Model, d: Data) {
    const { buffer, byteOffset, byteLength } = d.arena
    const view = (start: number, end: number) => new Float64Array(buffer!, start, (end - start) / 8)
    this.#d = d
    // qpos and qvel are neighbors, as are all that follow up to the inputs
    this.#state = view(d.qpos.byteOffset, d.act.byteOffset)
    this.#rest = needsAll(m) ? view(byteOffset, byteOffset + byteLength) : view(d.act.byteOffset, d.qacc.byteOffset)
    this.stateSize = m.nq + m.nv
    this.restSize = this.#rest.length + 1
  }

  /** Puts an environment into the `Data`: its states at `s`, the rest at `r`. */
  load(states: Float64Array, s: number, rests: Float64Array, r: number): void {
    const state = this.#state
    const rest = this.#rest
    for (let i = 0; i < rest.length; i++) rest[i] = rests[r + 1 + i]
    for (let i = 0; i < state.length; i++) state[i] = states[s + i]
    this.#d.time = rests[r]
    this.#d.warning_number.fill(0)
  }

  /** Takes it out again. */
  store(states: Float64Array, s: number, rests: Float64Array, r: number): void {
    const state = this.#state
    const rest = this.#rest
    rests[r] = this.#d.time
    for (let i = 0; i < rest.length; i++) rests[r + 1 + i] = rest[i]
    for (let i = 0; i < state.length; i++) states[s + i] = state[i]
  }
}

/** Whether the next step depends on more than state and inputs. */
function needsAll(m: Model): boolean {
  return (m.opt.enableflags & EnableBit.sleep) !== 0
}
