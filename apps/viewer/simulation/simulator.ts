import {
  Data,
  forward,
  type Model,
  resetData,
  resetDataKeyframe,
  StateBit,
  setState,
  step,
  step1,
  step2,
} from '../../../src/index.ts'
import type { Command, Perturbation } from './commands.ts'
import { History } from './history.ts'
import { ControlNoise } from './noise.ts'
import { Pull } from './perturb.ts'

/** How a simulation is doing, besides its state. */
export interface Status {
  readonly isPlaying: boolean
  /** Simulated over real time: asked for, and reached. */
  readonly speed: number
  readonly realTimeFactor: number
  /** Time of a step, µs. */
  readonly stepTime: number
  /** Moments that one can go back to, the place among them, and the times of the first and last. */
  readonly moments: number
  readonly moment: number
  readonly firstTime: number
  readonly lastTime: number
  /** Why it stopped, if it did. */
  readonly error?: string
}

/** A simulation never computes longer than this at a time, ms, so that whoever waits for its answers does not wait long. */
const SLICE = 12

/**
 * A model in motion, with everything that a viewer does to it: play, pause, step, go back in time, pull, control. It knows
 * neither page nor worker; `advance` is called about sixty times a second.
 */
export class Simulator {
  readonly model: Model
  readonly data: Data
  readonly #history: History
  readonly #pull: Pull
  readonly #noise: ControlNoise
  readonly #now: () => number
  #isPlaying = false
  #speed = 1
  #reached = 0
  #stepTime = 0
  #moment = 0
  /** Simulated time that is owed, s: real time that passed, times speed, less what was simulated. */
  #debt = 0
  #last: number | undefined
  #perturbation: Perturbation | undefined
  #error: string | undefined

  constructor(model: Model, now: () => number = () => performance.now()) {
    this.model = model
    this.data = new Data(model)
    this.#history = new History(model)
    this.#pull = new Pull(model)
    this.#noise = new ControlNoise(model)
    this.#now = now
    this.#start()
  }

  get status(): Status {
    const { length } = this.#history
    return {
      isPlaying: this.#isPlaying,
      speed: this.#speed,
      realTimeFactor: this.#isPlaying ? this.#reached : 0,
      stepTime: this.#stepTime,
      moments: length,
      moment: this.#moment,
      firstTime: this.#history.time(0),
      lastTime: this.#history.time(length - 1),
      ...(this.#error === undefined ? {} : { error: this.#error }),
    }
  }

  /** Carries out what the page asks for. */
  obey(command: Command): void {
    const { model: m, data: d } = this
    switch (command.do) {
      case 'play':
        this.#isPlaying = true
        this.#last = undefined
        this.#error = undefined
        this.#history.endAt(this.#moment)
        return
      case 'pause':
        this.#isPlaying = false
        return
      case 'step':
        this.#isPlaying = false
        if (command.steps < 0) this.#seek(this.#moment + command.steps)
        else for (let i = 0; i < command.steps && this.#step(); i++);
        return
      case 'seek':
        this.#isPlaying = false
        this.#seek(command.moment)
        return
      case 'reset':
        if (command.keyframe === undefined) resetData(m, d)
        else resetDataKeyframe(m, d, command.keyframe)
        this.#start()
        return
      case 'speed':
        this.#speed = command.speed
        return
      case 'ctrl':
        d.ctrl[command.index] = command.value
        return
      case 'ctrlNoise':
        this.#noise.set(command.scale, command.rate)
        return
      case 'qpos':
        d.qpos[command.index] = command.value
        this.#refresh()
        return
      case 'equality':
        d.eq_active[command.index] = command.active ? 1 : 0
        this.#refresh()
        return
      case 'mocap':
        d.mocap_pos.set(command.pos, 3 * command.index)
        d.mocap_quat.set(command.quat, 4 * command.index)
        this.#refresh()
        return
      case 'perturb':
        this.#perturbation = command.by
        if (command.by && !this.#isPlaying) {
          this.#pull.move(d, command.by)
          this.#refresh()
        }
        return
      case 'option':
        Object.assign(m.opt, command.change)
        this.#refresh()
        return
      case 'state':
        setState(m, d, Float64Array.from(command.state), StateBit.integration)
        this.#start()
        return
    }
  }

  /** Simulates what real time has passed since the last call; true when there is something new to show. */
  advance(): boolean {
    const now = this.#now()
    if (!this.#isPlaying) {
      this.#last = undefined
      return false
    }
    const passed = this.#last === undefined ? 0 : Math.min(0.1, (now - this.#last) / 1000)
    this.#last = now
    this.#debt += passed * this.#speed

    const { timestep } = this.model.opt
    let steps = 0
    while (this.#debt >= timestep && this.#now() - now < SLICE) {
      if (!this.#step()) break
      this.#debt -= timestep
      steps++
    }
    // what cannot be made up for is forgotten: the simulation is slower than asked for
    if (this.#debt >= timestep) this.#debt = 0
    if (steps > 0) this.#stepTime = (1000 * (this.#now() - now)) / steps
    if (passed > 0) this.#reached += 0.05 * ((steps * timestep) / passed - this.#reached)
    return steps > 0
  }

  /** One step; false when it failed, and the simulation has stopped. */
  #step(): boolean {
    const { model: m, data: d } = this
    try {
      this.#history.endAt(this.#moment)
      this.#noise.apply(d)
      if (this.#perturbation) {
        d.xfrc_applied.fill(0)
        step1(m, d)
        this.#pull.apply(d, this.#perturbation)
        step2(m, d)
        d.xfrc_applied.fill(0)
      } else step(m, d)
      this.#history.add(d)
      this.#moment = this.#history.length - 1
      return true
    } catch (error) {
      this.#isPlaying = false
      this.#error = error instanceof Error ? error.message : String(error)
      return false
    }
  }

  #seek(moment: number): void {
    this.#moment = Math.max(0, Math.min(this.#history.length - 1, moment))
    this.#history.restore(this.data, this.#moment)
    this.#refresh()
  }

  /** The present state is a new beginning. */
  #start(): void {
    this.#history.clear()
    this.#history.add(this.data)
    this.#moment = 0
    this.#debt = 0
    this.#refresh()
  }

  /** Computes everything that follows from the state. */
  #refresh(): void {
    try {
      forward(this.model, this.data)
      this.#error = undefined
    } catch (error) {
      this.#isPlaying = false
      this.#error = error instanceof Error ? error.message : String(error)
    }
  }
}
