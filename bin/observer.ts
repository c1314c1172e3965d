import { Data } from '../src/core/data/data.ts'
import { copyData } from '../src/core/data/snapshot.ts'
import type { Model } from '../src/core/model/model.ts'
import { energyPos, energyVel } from '../src/physics/dynamics/energy.ts'
import { forward } from '../src/pipeline/forward.ts'

/** How a few quantities went over time. */
export interface Curves {
  readonly time: number[]
  /** Height of the center of mass of everything, m. */
  readonly height: number[]
  readonly kinetic: number[]
}

/**
 * Looks at a simulation without touching it: what follows from the present state (energies, center of mass,
 * contacts) is computed in a copy.
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

  /** Adds what was seen last to the curves. */
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
