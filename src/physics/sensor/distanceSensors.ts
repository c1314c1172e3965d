import type { Data } from '../../core/data/data.ts'
import { normalize3, sub3 } from '../../core/math/vec3.ts'
import { ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { DISTANCE_SIZE, measureDistance } from '../collision/geomDistance.ts'

/**
 * Shortest distance between two geoms, or between the geoms of two bodies. Beyond the sensor's cutoff the distance is
 * the cutoff, and normal and points are zero.
 */

const GEOM: number = ObjType.geom

/** Distance of one pair of geoms, and the smallest so far: distance, then both points. */
const pair = new Float64Array(DISTANCE_SIZE)
const nearest = new Float64Array(DISTANCE_SIZE)

function search(m: Model, d: Data, sensor: number): void {
  const { body_geomadr, body_geomnum } = m
  const object = m.sensor_objid[sensor]
  const reference = m.sensor_refid[sensor]
  const single1 = m.sensor_objtype[sensor] === GEOM
  const single2 = m.sensor_reftype[sensor] === GEOM
  const first1 = single1 ? object : body_geomadr[object]
  const first2 = single2 ? reference : body_geomadr[reference]
  const end1 = first1 + (single1 ? 1 : body_geomnum[object])
  const end2 = first2 + (single2 ? 1 : body_geomnum[reference])
  const cutoff = m.sensor_cutoff[sensor]
  nearest.fill(0)
  nearest[0] = cutoff
  for (let geom1 = first1; geom1 < end1; geom1++) {
    for (let geom2 = first2; geom2 < end2; geom2++) {
      pair[0] = cutoff
      measureDistance(m, d, pair, geom1, geom2)
      if (pair[0] < nearest[0]) for (let k = 0; k < DISTANCE_SIZE; k++) nearest[k] = pair[k]
    }
  }
}

export function distance(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  search(m, d, sensor)
  out[at] = nearest[0]
}

/**
 * Direction from the first geom to the second. The x axis if the points coincide up to rounding, zero if they are
 * equal.
 */
export function normal(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  search(m, d, sensor)
  sub3(out, at, nearest, 4, nearest, 1)
  if (out[at] !== 0 || out[at + 1] !== 0 || out[at + 2] !== 0) normalize3(out, at)
}

export function fromTo(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  search(m, d, sensor)
  for (let k = 0; k < 6; k++) out[at + k] = nearest[1 + k]
}
