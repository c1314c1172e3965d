import type { Data } from '../data/data.ts'
import type { Model } from '../model/model.ts'

/** Adds the velocity of moving surfaces to efc_vel. */
export function addSurfaceVelocity(_m: Model, _d: Data): void {}
