import { MAXVAL } from '../../../src/core/math/constants.ts'
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
import type { Accelerated } from '../../../src/kernel.ts'
import type { Command, ExportRequest, Perturbation } from './commands.ts'
import { CtrlNoise } from './ctrlNoise.ts'
import { History } from './history.ts'
import { Perturber } from './perturber.ts'
import { Trajectory } from './trajectory.ts'

/** The status of a simulation, besides its state. */
export interface Status {
  readonly isPlaying: boolean
  /** Simulated over real time: requested, and reached. */
  readonly speed: number
  readonly realTimeFactor: number
  /** Duration of a step, µs. */
  readonly stepTime: number
  /** Number of moments in the history, index of the current one, and times of the first and last. */
  readonly moments: number
  readonly moment: number
  readonly firstTime: number
  readonly lastTime: number
  /** Why it has stopped, if it has. */
  readonly error?: string
  /** Whether steps use kernels, or why not, where they were asked for. */
  readonly kernels?: KernelStatus
}

/** Whether kernels are in use, and why not. */
export interface KernelStatus {
  readonly active: boolean
  readonly reason?: string
}

/** Settings of a simulation. */
export interface SimulatorOptions {
  /** A clock, ms. */
  readonly now?: () => number
  /** The kernels of the model, as `accelerate` reports them. */
  readonly kernels?: Pick<Accelerated, 'active' | 'reason'>
}

/** Warnings of a diverged state. */
const DIVERGED = [Warning.badqpos, Warning.badqvel, Warning.badqacc] as const
type Divergence = (typeof DIVERGED)[number]

/** Longest time that `advance` computes without a break, ms. */
const SLICE = 12

/**
 * A simulation that executes the commands of a viewer: play, pause, step, go back in time, perturb, control. It knows
 * neither page nor worker; `advance` is called about sixty times a second.
 */
export class Simulator {
  readonly model: Model
  readonly data: Data
  readonly #history: History
  readonly #perturber: Perturber
  readonly #noise: CtrlNoise
  readonly #now: () => number
  readonly #kernels: SimulatorOptions['kernels']
  #isPlaying = false
  #speed = 1
  #reached = 0
  #stepTime = 0
  #moment = 0
  /** Simulated time still to do, s: elapsed real time × speed − simulated time. */
  #debt = 0
  #last: number | undefined
  #perturbation: Perturbation | undefined
  #error: string | undefined

  constructor(model: Model, { now = () => performance.now(), kernels }: SimulatorOptions = {}) {
    this.model = model
    this.data = new Data(model)
    this.#history = new History(model)
    this.#perturber = new Perturber(model)
    this.#noise = new CtrlNoise(model)
    this.#now = now
    this.#kernels = kernels
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
      ...(this.#kernels === undefined ? {} : { kernels: statusOf(this.#kernels) }),
    }
  }

  /** Whether the simulation lags behind real time. */
  get isBehind(): boolean {
    return this.#isPlaying && this.#debt >= this.model.opt.timestep
  }

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
          this.#perturber.move(d, command.by)
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
      default:
        command satisfies never
    }
  }

  /** A text to save, in pieces: call `next` until it returns undefined. The simulation may go on in between. */
  async export(request: ExportRequest): Promise<{ readonly mediaType: string; next(): string | undefined }> {
    if (request.what === 'trajectory') return new Trajectory(this.model, this.#history, request.format)
    // seldom needed, so it is not loaded with the page
    const { saveModel } = await import('../../../src/format/save/saveModel.ts')
    const pieces = [saveModel(this.model)]
    return { mediaType: 'application/xml', next: () => pieces.pop() }
  }

  /** Simulates the real time that has passed since the last call. Returns true when there is a new state to show. */
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
    // time that cannot be made up is dropped: the simulation is slower than requested
    this.#debt = Math.min(this.#debt, timestep)
    if (steps > 0) this.#stepTime = (1000 * (this.#now() - now)) / steps
    if (passed > 0) this.#reached += 0.05 * ((steps * timestep) / passed - this.#reached)
    // the page must also learn that it has stopped
    return steps > 0 || !this.#isPlaying
  }

  /** One step. Returns false when it failed and the simulation has stopped. */
  #step(): boolean {
    const { model: m, data: d } = this
    const { time } = d
    for (const warning of DIVERGED) d.warning_number[warning] = 0
    try {
      this.#history.endAt(this.#moment)
      this.#noise.apply(d)
      if (this.#perturbation) {
        d.xfrc_applied.fill(0)
        step1(m, d)
        this.#perturber.apply(d, this.#perturbation)
        step2(m, d)
        d.xfrc_applied.fill(0)
      } else step(m, d)
      const divergence = DIVERGED.find((warning) => d.warning_number[warning] > 0)
      if (divergence !== undefined) return this.#stopBefore(divergence, d.warning_lastinfo[divergence], time)
      // the engine would find these only in the next step
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

  /** Stops a diverged simulation at its last good moment, where it can be inspected and rewound. */
  #stopBefore(warning: Divergence, index: number, time: number): false {
    const { model: m, data: d } = this
    this.#isPlaying = false
    this.#seek(this.#moment)
    d.warning_number[warning] = 1
    d.warning_lastinfo[warning] = index
    this.#error =
      `The simulation is unstable: ${describeBadValue(m, warning, index)} was not finite or too large in the step from ` +
      `${Number(time.toFixed(6))} s. It is paused at the last good state. Go back in time, reset, or try a smaller time step.`
    return false
  }

  #seek(moment: number): void {
    this.#moment = Math.max(0, Math.min(this.#history.length - 1, moment))
    this.#history.restore(this.data, this.#moment)
    this.#refresh()
  }

  /** Call after the user has changed the current state. */
  #edited(): void {
    this.#history.replace(this.#moment, this.data)
    this.#refresh()
  }

  /** Starts a new history from the current state. */
  #start(): void {
    this.#history.clear()
    this.#history.add(this.data)
    this.#moment = 0
    this.#debt = 0
    this.#refresh()
  }

  /** Runs forward dynamics after a change of the state. */
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

function statusOf({ active, reason }: NonNullable<SimulatorOptions['kernels']>): KernelStatus {
  return { active, ...(reason === undefined ? {} : { reason }) }
}

/** Whether the engine would reject a number of a state. */
function isBad(x: number): boolean {
  return !(Math.abs(x) <= MAXVAL)
}

/** A bad number of a state, in words. */
function describeBadValue(m: Model, warning: Divergence, index: number): string {
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
