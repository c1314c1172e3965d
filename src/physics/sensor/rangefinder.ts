import type { Data } from '../../core/data/data.ts'
import { ObjType, Projection } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { multiRay, RayHits } from '../ray/multiRay.ts'
import { ray } from '../ray/ray.ts'
import { RayHit } from '../ray/rayGeom.ts'
import { LENS_SIZE, lensOf } from './cameraSensors.ts'

/**
 * Rangefinder: rays from a site along its z axis, or from a camera through each pixel center, row by row from the
 * upper left. Rays ignore the geoms of their own body.
 *
 * The bits `data` select the values of each ray, in this order: distance, direction, origin, point, normal, depth.
 * Without a hit, distance and depth are -1, and direction, point and normal are zero.
 */

const CAMERA: number = ObjType.camera
const ORTHOGRAPHIC: number = Projection.orthographic

// bits of sensor_intprm[0], by what they ask for
const DIST = 1
const DIR = 2
const ORIGIN = 4
const POINT = 8
const NORMAL = 16
const DEPTH = 32

const options = { bodyexclude: -1 }
const hit = new RayHit()

/** One ray: origin, unit direction, hit point. */
const origin = new Float64Array(3)
const direction = new Float64Array(3)
const normal = new Float64Array(3)
/** [0]: distance; -1: no hit. [1]: depth per distance. */
const reach = new Float64Array(2)

export function rangefinder(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  if (m.sensor_objtype[sensor] === CAMERA) cameraRays(m, d, sensor, out, at)
  else siteRay(m, d, sensor, out, at)
}

function siteRay(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  const site = m.sensor_objid[sensor]
  for (let k = 0; k < 3; k++) {
    origin[k] = d.site_xpos[3 * site + k]
    direction[k] = d.site_xmat[9 * site + 3 * k + 2]
  }
  options.bodyexclude = m.site_bodyid[site]
  reach[1] = 1
  castRay(m, d)
  report(m.sensor_intprm[3 * sensor], out, at)
}

/** Casts the ray. */
function castRay(m: Model, d: Data): void {
  ray(m, d, hit, origin, direction, options)
  reach[0] = hit.distance
  for (let k = 0; k < 3; k++) normal[k] = hit.normal[k]
}

/** Writes the selected values of one ray. @returns where the next ray's values start */
function report(bits: number, out: Float64Array, at: number): number {
  const met = reach[0] >= 0
  const distance = reach[0]
  if (bits & DIST) out[at++] = distance
  if (bits & DIR) for (let k = 0; k < 3; k++) out[at++] = met ? direction[k] : 0
  if (bits & ORIGIN) for (let k = 0; k < 3; k++) out[at++] = origin[k]
  if (bits & POINT) for (let k = 0; k < 3; k++) out[at++] = met ? origin[k] + distance * direction[k] : 0
  if (bits & NORMAL) for (let k = 0; k < 3; k++) out[at++] = met ? normal[k] : 0
  if (bits & DEPTH) out[at++] = met ? distance * reach[1] : -1
  return at
}

const lens = new Float64Array(LENS_SIZE)

/** Rays of a perspective camera. */
class Picture {
  readonly vectors: Float64Array
  readonly hits: RayHits

  constructor(pixels: number) {
    this.vectors = new Float64Array(3 * pixels)
    this.hits = new RayHits(pixels)
  }
}

/** Images by their number of pixels. */
const pictures = new Map<number, Picture>()

function pictureOf(pixels: number): Picture {
  let picture = pictures.get(pixels)
  if (picture === undefined) {
    picture = new Picture(pixels)
    pictures.set(pixels, picture)
  }
  return picture
}

function cameraRays(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  const camera = m.sensor_objid[sensor]
  options.bodyexclude = m.cam_bodyid[camera]
  lensOf(m, camera, lens)
  if (m.cam_projection[camera] === ORTHOGRAPHIC) parallelRays(m, d, sensor, out, at)
  else pixelRays(m, d, sensor, out, at)
}

/** All rays start at the camera: direction ~ R ((u − cx)/fx, (cy − v)/fy, −1). */
function pixelRays(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  const { cam_xpos, cam_xmat } = d
  const camera = m.sensor_objid[sensor]
  const bits = m.sensor_intprm[3 * sensor]
  const width = m.cam_resolution[2 * camera]
  const height = m.cam_resolution[2 * camera + 1]
  const R = 9 * camera
  const count = width * height
  const { vectors, hits } = pictureOf(count)
  for (let k = 0; k < 3; k++) origin[k] = cam_xpos[3 * camera + k]
  for (let row = 0, v = 0; row < height; row++) {
    const y = (lens[3] - row - 0.5) / lens[1]
    for (let column = 0; column < width; column++, v += 3) {
      const x = (column + 0.5 - lens[2]) / lens[0]
      const s = 1 / Math.sqrt(x * x + y * y + 1)
      for (let k = 0; k < 3; k++)
        vectors[v + k] = s * (cam_xmat[R + 3 * k] * x + cam_xmat[R + 3 * k + 1] * y - cam_xmat[R + 3 * k + 2])
    }
  }
  multiRay(m, d, hits, origin, vectors, options)
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      direction[k] = vectors[3 * i + k]
      normal[k] = hits.normal[3 * i + k]
    }
    reach[0] = hits.distance[i]
    // cosine of the angle to the camera axis
    reach[1] = -(cam_xmat[R + 2] * direction[0] + cam_xmat[R + 5] * direction[1] + cam_xmat[R + 8] * direction[2])
    at = report(bits, out, at)
  }
}

/** Orthographic camera: all rays point along −z; the image is `fovy` high. */
function parallelRays(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  const { cam_xpos, cam_xmat } = d
  const camera = m.sensor_objid[sensor]
  const bits = m.sensor_intprm[3 * sensor]
  const width = m.cam_resolution[2 * camera]
  const height = m.cam_resolution[2 * camera + 1]
  const R = 9 * camera
  const half = 0.5 * m.cam_fovy[camera]
  reach[1] = 1
  for (let row = 0; row < height; row++) {
    const y = ((lens[3] - row - 0.5) / (0.5 * height)) * half
    for (let column = 0; column < width; column++) {
      const x = ((column + 0.5 - lens[2]) / (0.5 * width)) * half
      for (let k = 0; k < 3; k++) {
        origin[k] = cam_xpos[3 * camera + k] + cam_xmat[R + 3 * k] * x + cam_xmat[R + 3 * k + 1] * y
        direction[k] = -cam_xmat[R + 3 * k + 2]
      }
      castRay(m, d)
      at = report(bits, out, at)
    }
  }
}
