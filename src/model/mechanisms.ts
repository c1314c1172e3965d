import { AssetArrays } from './assets.ts'

/** What couples bodies beyond joints: contact pairs, equality constraints, tendons, actuators, sensors. */
export class MechanismArrays extends AssetArrays {
  // equality constraints
  readonly eq_active0 = this.arena.u8(this.neq)
}
