import type { Data } from '../../core/data/data.ts'
import { copy3 } from '../../core/math/vec3.ts'
import type { Model } from '../../core/model/model.ts'
import { needSubtreeVelocity } from './sensorPrerequisites.ts'

/** Subtrees: center of mass, its velocity, and the angular momentum about it, in world axes. */

export function subtreeCom(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  copy3(out, at, d.subtree_com, 3 * m.sensor_objid[sensor])
}

export function subtreeLinVel(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  needSubtreeVelocity(m, d)
  copy3(out, at, d.subtree_linvel, 3 * m.sensor_objid[sensor])
}

export function subtreeAngMom(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  needSubtreeVelocity(m, d)
  copy3(out, at, d.subtree_angmom, 3 * m.sensor_objid[sensor])
}
