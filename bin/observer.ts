import { Data } from '../src/core/data/data.ts'
import { copyData } from '../src/core/data/snapshot.ts'
import type { Model } from '../src/core/model/model.ts'
import { energyPos, energyVel } from '../src/physics/dynamics/energy.ts'
import { forward } from '../src/pipeline/forward.ts'

/** Time series of a few quantities. */
export interface Curves {
  readonly time: number[]
  /** Height of the total center of mass, m. */
  readonly height: number[]
  readonly kinetic: number[]
}

/**
 * Observes a simulation without changing it: energies, center of mass, and contacts are computed in a copy.
 */
export class Observer {
  readonly curves: Curves = { time: [], height: [], kinetic: [] }
  readonly #model: Model
  readonly #copy: Data

  constructor(m: Model) {
    this.#model = m
    this.#copy = new Data(m)
  }

  look(d: Data): void {
    copyData(this.#copy, d)
    forward(this.#model, this.#copy)
    energyPos(this.#model, this.#copy)
    energyVel(this.#model, this.#copy)
  }

  /** Appends the last observation to the series. */
  record(): void {
    this.curves.time.push(this.#copy.time)
    this.curves.height.push(this.#copy.subtree_com[2])
    this.curves.kinetic.push(this.energy[1])
  }

  /** Potential and kinetic energy, J. */
  get energy(): Float64Array {
    return this.#copy.energy
  }

  get totalEnergy(): number {
    return this.energy[0] + this.energy[1]
  }

  get contacts(): number {
    return this.#copy.ncon
  }
}
