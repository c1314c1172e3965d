import { type Data, forward, type Model } from '../../../src/index.ts'
import type { Command, Perturbation } from './commands.ts'
import { Perturber } from './perturber.ts'

/** A state that the page steps by itself, with what a viewer does to it in between: sliders, options, pulls. */
export class HostedState {
  readonly model: Model
  readonly data: Data
  readonly status = undefined
  readonly #pull: Perturber
  #perturbation: Perturbation | undefined
  #pulled: number | undefined

  constructor(model: Model, data: Data) {
    this.model = model
    this.data = data
    this.#pull = new Perturber(model)
  }

  /** Carries out what changes the state; what is for a simulation that plays by itself is left to the page. */
  execute(command: Command): void {
    const { model: m, data: d } = this
    switch (command.do) {
      case 'ctrl':
        d.ctrl[command.index] = command.value
        return
      case 'zeroCtrl':
        d.ctrl.fill(0)
        return
      case 'qpos':
        d.qpos[command.index] = command.value
        break
      case 'equality':
        d.eq_active[command.index] = command.active ? 1 : 0
        break
      case 'mocap':
        d.mocap_pos.set(command.pos, 3 * command.index)
        d.mocap_quat.set(command.quat, 4 * command.index)
        break
      case 'option':
        Object.assign(m.opt, command.change)
        break
      case 'perturb':
        this.#perturbation = command.by
        return
      default:
        return
    }
    forward(m, d)
  }

  /** Writes the pull of the mouse into the row of `xfrc_applied` of the body that is pulled; zeros when it is let go. */
  pull(): void {
    const { data: d } = this
    if (this.#pulled !== undefined) d.xfrc_applied.fill(0, 6 * this.#pulled, 6 * this.#pulled + 6)
    this.#pulled = this.#perturbation?.body
    if (!this.#perturbation) return
    const { body } = this.#perturbation
    d.xfrc_applied.fill(0, 6 * body, 6 * body + 6)
    this.#pull.apply(d, this.#perturbation)
  }
}
