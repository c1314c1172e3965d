import type { Model } from '../../core/model/model.ts'
import { Field } from '../collision/field/geomSdf.ts'
import { toLocal } from './rayMesh.ts'
import { RAY_OUT, RAY_X, rayBox, turnNormal } from './rayPrimitive.ts'

/**
 * A ray against a signed distance field: the distance tells how far one can go without passing through the surface, so
 * the ray is followed by steps of that length, from outside or from inside, until there is nothing left. What comes back is
 * a length, whatever the length of the vector.
 */

const MAX_STEPS = 40
/** This close is on the surface. */
const CLOSE = 1e-7

const field = new Field()
const p = new Float64Array(3)
const v = new Float64Array(3)
const box = new Float64Array(RAY_OUT)
const distance = new Float64Array(1)
const gradient = new Float64Array(3)

/** The first point of a ray on a geom with a distance field; parameters as for `rayMeshShape`. */
export function raySdfShape(
  out: Float64Array,
  m: Model,
  geom: number,
  pos: Float64Array,
  mat: Float64Array,
  pnt: Float64Array,
  vec: Float64Array,
): void {
  out[RAY_X] = -1
  toLocal(p, v, pos, 3 * geom, mat, 9 * geom, pnt, vec)
  rayBox(box, p, v, m.geom_size, 3 * geom)
  if (box[RAY_X] < 0) return
  field.setGeom(m, geom)
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
  for (let k = 0; k < 3; k++) v[k] /= length
  let way = 0
  for (let n = 0; n < MAX_STEPS; n++) {
    field.distance(distance, p)
    const step = Math.abs(distance[0])
    way += step
    for (let k = 0; k < 3; k++) p[k] += step * v[k]
    if (step >= CLOSE) continue
    out[RAY_X] = way
    field.gradient(gradient, p)
    const slope = Math.sqrt(gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2])
    for (let k = 0; k < 3; k++) out[1 + k] = gradient[k] / slope
    turnNormal(out, mat, 9 * geom)
    return
  }
}
