import { type Data, forward, type Model } from '../../../src/index.ts'
import type { Command, Perturbation } from './commands.ts'
import { Perturber } from './perturber.ts'

/**
 * A state that the embedding page steps, with the changes that the viewer makes to it: sliders, options, perturbations.
 */
export class HostedState {
  readonly model: Model
  readonly data: Data
  readonly status = undefined
  readonly #perturber: Perturber
  #perturbation: Perturbation | undefined
  #perturbedBody: number | undefined

  constructor(model: Model, data: Data) {
    this.model = model
    this.data = data
    this.#perturber = new Perturber(model)
  }

  /** Executes commands that change the state. Playing, stepping and resetting are up to the page. */
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
      case 'play':
      case 'pause':
      case 'step':
      case 'seek':
      case 'reset':
      case 'speed':
      case 'ctrlNoise':
      case 'timing':
      case 'state':
        return
      default:
        command satisfies never
    }
    forward(m, d)
  }

  /** Writes the perturbation into the body's row of `xfrc_applied`; zeros the row when the body is released. */
  applyPerturbation(): void {
    const { data: d } = this
    if (this.#perturbedBody !== undefined) d.xfrc_applied.fill(0, 6 * this.#perturbedBody, 6 * this.#perturbedBody + 6)
    this.#perturbedBody = this.#perturbation?.body
    if (!this.#perturbation) return
    const { body } = this.#perturbation
    d.xfrc_applied.fill(0, 6 * body, 6 * body + 6)
    this.#perturber.apply(d, this.#perturbation)
  }
}
