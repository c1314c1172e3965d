import type { Model } from '../../core/model/model.ts'
import { GeomSdf } from '../collision/field/geomSdf.ts'
import { localRay, NORMAL, normalToWorld, toLocal, X } from './localRay.ts'
import { meetsBox } from './rayPrimitive.ts'

/**
 * A ray against a signed distance field, by sphere tracing: the distance is how far one can go without passing through
 * the surface, so the ray is followed by steps of that length, from outside or from inside, until it is zero
 * (J. C. Hart, "Sphere tracing", The Visual Computer 12, 1996, https://doi.org/10.1007/s003710050084). The answer is a
 * length, whatever the length of the vector.
 */

const MAX_STEPS = 40
/** This close to the surface, m, is on it. */
const ON_SURFACE = 1e-7

/** Registers of this file. */
class SdfRegisters {
  readonly sdf: GeomSdf = new GeomSdf()
  readonly distance: Float64Array = new Float64Array(1)
  readonly gradient: Float64Array = new Float64Array(3)
}

const registers = new SdfRegisters()

/** The first point of `localRay` on a geom with a signed distance field, to its `hit`. */
export function raySdf(m: Model, geom: number, xpos: Float64Array, xmat: Float64Array): void {
  const { p, v, hit } = localRay
  const { sdf, distance, gradient } = registers
  hit[X] = -1
  toLocal(xpos, xmat, geom)
  if (!meetsBox(m.geom_size, 3 * geom)) return
  sdf.setGeom(m, geom)
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
  for (let k = 0; k < 3; k++) v[k] /= length
  let way = 0
  for (let n = 0; n < MAX_STEPS; n++) {
    sdf.distance(distance, p)
    const step = Math.abs(distance[0])
    way += step
    for (let k = 0; k < 3; k++) p[k] += step * v[k]
    if (step >= ON_SURFACE) continue
    hit[X] = way
    sdf.gradient(gradient, p)
    const slope = Math.sqrt(gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2])
    for (let k = 0; k < 3; k++) hit[NORMAL + k] = gradient[k] / slope
    normalToWorld(xmat, geom)
    return
  }
}
