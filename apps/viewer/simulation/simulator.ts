import {
  Data,
  forward,
  type Model,
  ObjType,
  resetData,
  resetDataKeyframe,
  StateBit,
  setState,
  step,
  step1,
  step2,
  Warning,
} from '../../../src/index.ts'
import type { Command, Perturbation, Question } from './commands.ts'
import { CtrlNoise } from './ctrlNoise.ts'
import { History } from './history.ts'
import { Perturber } from './perturber.ts'
import { Trajectory } from './trajectory.ts'

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

/** Warnings after which a state is not worth going on from. */
const EXPLOSIONS = [Warning.badqpos, Warning.badqvel, Warning.badqacc] as const
type Explosion = (typeof EXPLOSIONS)[number]

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
  readonly #pull: Perturber
  readonly #noise: CtrlNoise
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
    this.#pull = new Perturber(model)
    this.#noise = new CtrlNoise(model)
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

  /** Whether there is time to simulate that has already passed. */
  get isBehind(): boolean {
    return this.#isPlaying && this.#debt >= this.model.opt.timestep
  }

  /** Carries out what the page asks for. */
  execute(command: Command): void {
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
        this.#edited()
        return
      case 'zeroCtrl':
        this.#noise.zero(d)
        this.#edited()
        return
      case 'ctrlNoise':
        this.#noise.set(command.scale, command.rate)
        return
      case 'qpos':
        d.qpos[command.index] = command.value
        this.#edited()
        return
      case 'equality':
        d.eq_active[command.index] = command.active ? 1 : 0
        this.#edited()
        return
      case 'mocap':
        d.mocap_pos.set(command.pos, 3 * command.index)
        d.mocap_quat.set(command.quat, 4 * command.index)
        this.#edited()
        return
      case 'perturb':
        this.#perturbation = command.by
        if (command.by && !this.#isPlaying) {
          this.#pull.move(d, command.by)
          this.#edited()
        }
        return
      case 'option':
        Object.assign(m.opt, command.change)
        this.#refresh()
        return
      case 'timing':
        d.callbacks.time = command.isOn ? () => performance.now() : undefined
        return
      case 'state':
        setState(m, d, Float64Array.from(command.state), StateBit.integration)
        this.#start()
        return
    }
  }

  /** A text that the page wants, in pieces. Whoever asks calls `next` until there are no more, and simulates in between. */
  async answer(question: Question): Promise<{ readonly mediaType: string; next(): string | undefined }> {
    if (question.what === 'trajectory') return new Trajectory(this.model, this.#history, question.format)
    // few ask for it, so it is not loaded with the page
    const { saveModel } = await import('../../../src/format/save/saveModel.ts')
    const pieces = [saveModel(this.model)]
    return { mediaType: 'application/xml', next: () => pieces.pop() }
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
    this.#debt = Math.min(this.#debt, timestep)
    if (steps > 0) this.#stepTime = (1000 * (this.#now() - now)) / steps
    if (passed > 0) this.#reached += 0.05 * ((steps * timestep) / passed - this.#reached)
    // that it has stopped is news too
    return steps > 0 || !this.#isPlaying
  }

  /** One step; false when it failed, and the simulation has stopped. */
  #step(): boolean {
    const { model: m, data: d } = this
    const { time } = d
    for (const warning of EXPLOSIONS) d.warning_number[warning] = 0
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
      const explosion = EXPLOSIONS.find((warning) => d.warning_number[warning] > 0)
      if (explosion !== undefined) return this.#stopBefore(explosion, d.warning_lastinfo[explosion], time)
      // the engine would find these in the next step
      const position = d.qpos.findIndex(isBad)
      if (position >= 0) return this.#stopBefore(Warning.badqpos, position, time)
      const dof = d.qvel.findIndex(isBad)
      if (dof >= 0) return this.#stopBefore(Warning.badqvel, dof, time)
      this.#history.add(d)
      this.#moment = this.#history.length - 1
      return true
    } catch (error) {
      this.#isPlaying = false
      this.#error = error instanceof Error ? error.message : String(error)
      return false
    }
  }

  /** The state has blown up: stops at the last moment at which it had not, so that one can look at it and go back. */
  #stopBefore(warning: Explosion, index: number, time: number): false {
    const { model: m, data: d } = this
    this.#isPlaying = false
    this.#seek(this.#moment)
    d.warning_number[warning] = 1
    d.warning_lastinfo[warning] = index
    this.#error =
      `The simulation is unstable: ${explosionOf(m, warning, index)} was not finite, or beyond 10¹⁰, in the step from ` +
      `${Number(time.toFixed(6))} s. It stands at the last good moment. Go back in time, reset, or try a smaller time step.`
    return false
  }

  #seek(moment: number): void {
    this.#moment = Math.max(0, Math.min(this.#history.length - 1, moment))
    this.#history.restore(this.data, this.#moment)
    this.#refresh()
  }

  /** The user has changed the present state. */
  #edited(): void {
    this.#history.replace(this.#moment, this.data)
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

/** As the engine judges numbers of a state. */
function isBad(x: number): boolean {
  return !(Math.abs(x) <= 1e10)
}

/** What is not a number, in words. */
function explosionOf(m: Model, warning: Explosion, index: number): string {
  const isPosition = warning === Warning.badqpos
  let joint = m.njnt - 1
  const first = isPosition ? m.jnt_qposadr : m.jnt_dofadr
  while (joint > 0 && first[joint] > index) joint--
  const name = m.names.name(ObjType.joint, joint)
  const what = isPosition ? 'the position' : warning === Warning.badqvel ? 'the velocity' : 'the acceleration'
  return name === undefined
    ? `${what} ${isPosition ? `qpos[${index}]` : `of dof ${index}`}`
    : `${what} of joint '${name}'`
}
