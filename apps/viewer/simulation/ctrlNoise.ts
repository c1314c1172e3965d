import type { Data, Model } from '../../../src/index.ts'

/**
 * Control noise: an Ornstein–Uhlenbeck process (https://doi.org/10.1103/PhysRev.36.823) around the controls that the
 * user has set. Its standard deviation is `scale` times the half range of each control (1 where it has no range), its
 * correlation time `1/rate` seconds.
 */
export class CtrlNoise {
  readonly #m: Model
  readonly #deviation: Float64Array
  /** Controls as the user set them, and as the noise left them in the last step. */
  readonly #base: Float64Array
  readonly #left: Float64Array
  #scale = 0
  #rate = 1

  constructor(m: Model) {
    this.#m = m
    this.#deviation = new Float64Array(m.nu)
    this.#base = new Float64Array(m.nu)
    this.#left = new Float64Array(m.nu)
  }

  set(scale: number, rate: number): void {
    this.#scale = scale
    this.#rate = rate
  }

  /** Turns the noise off and sets all controls to zero. */
  zero(d: Data): void {
    d.ctrl.fill(0)
    this.#base.fill(0)
    this.#left.fill(0)
    this.#deviation.fill(0)
    this.#scale = 0
  }

  /** Adds the noise to the controls, once per step. */
  apply(d: Data): void {
    const { nu, actuator_ctrllimited, actuator_ctrlrange, opt } = this.#m
    for (let i = 0; i < nu; i++) {
      if (d.ctrl[i] !== this.#left[i]) this.#base[i] = d.ctrl[i]
      if (this.#scale === 0) {
        d.ctrl[i] = this.#left[i] = this.#base[i]
        this.#deviation[i] = 0
        continue
      }
      const half = actuator_ctrllimited[i] ? (actuator_ctrlrange[2 * i + 1] - actuator_ctrlrange[2 * i]) / 2 : 1
      const keep = Math.exp(-this.#rate * opt.timestep)
      this.#deviation[i] = keep * this.#deviation[i] + Math.sqrt(1 - keep * keep) * gauss()
      d.ctrl[i] = this.#left[i] = this.#base[i] + this.#scale * half * this.#deviation[i]
    }
  }
}

/** A standard normal number, by the Box–Muller transform (https://doi.org/10.1214/aoms/1177706645). */
function gauss(): number {
  return Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())
}
