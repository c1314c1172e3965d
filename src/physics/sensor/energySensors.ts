import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { energyPos, energyVel } from '../dynamics/energy.ts'

/** Energy and time sensors. Energy sensors compute the energy also without the option `energy`. */

export function potentialEnergy(m: Model, d: Data, _sensor: number, out: Float64Array, at: number): void {
  if (!d.flg_energypos) {
    energyPos(m, d)
    d.flg_energypos = true
  }
  out[at] = d.energy[0]
}

/** A position sensor that also reads the velocities at the start of the step. */
export function kineticEnergy(m: Model, d: Data, _sensor: number, out: Float64Array, at: number): void {
  energyVel(m, d)
  out[at] = d.energy[1]
}

export function clock(_m: Model, d: Data, _sensor: number, out: Float64Array, at: number): void {
  out[at] = d.time
}
