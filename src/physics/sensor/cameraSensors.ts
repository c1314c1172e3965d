import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { tanInPlace } from '../../core/math/functions.ts'
import { rotateBack, sub3 } from '../../core/math/vec3.ts'
import type { Model } from '../../core/model/model.ts'

/** [0], [1]: focal lengths along x and y, [2], [3]: the principal point; pixels. */
export const LENS_SIZE = 4

const arc = new Float64Array(1)

/**
 * Intrinsics of a camera: from its sensor size if given, else from its field of view, with the principal point in the
 * image center.
 */
export function lensOf(m: Model, camera: number, lens: Float64Array): void {
  const { cam_sensorsize, cam_intrinsic } = m
  const width = m.cam_resolution[2 * camera]
  const height = m.cam_resolution[2 * camera + 1]
  const sensorWidth = cam_sensorsize[2 * camera]
  const sensorHeight = cam_sensorsize[2 * camera + 1]
  if (sensorWidth > 0 && sensorHeight > 0) {
    // the sizes have single precision, and so do these numbers
    const fround = Math.fround
    lens[0] = fround(fround(cam_intrinsic[4 * camera] / sensorWidth) * width)
    lens[1] = fround(fround(cam_intrinsic[4 * camera + 1] / sensorHeight) * height)
    lens[2] = fround(fround(cam_intrinsic[4 * camera + 2] / sensorWidth) * width)
    lens[3] = fround(fround(cam_intrinsic[4 * camera + 3] / sensorHeight) * height)
  } else {
    arc[0] = (m.cam_fovy[camera] * Math.PI) / 360
    tanInPlace(arc)
    lens[0] = lens[1] = (0.5 / arc[0]) * height
    lens[2] = 0.5 * width
    lens[3] = 0.5 * height
  }
}

const lens = new Float64Array(LENS_SIZE)
const p = new Float64Array(3)

/**
 * Projection of a site into the image of a camera, in pixels from the upper left corner. A camera looks along −z with
 * y up: (w/2 − fx·x/z, h/2 + fy·y/z). As in MuJoCo, an off-center principal point is ignored.
 */
export function cameraProjection(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  const site = m.sensor_objid[sensor]
  const camera = m.sensor_refid[sensor]
  sub3(p, 0, d.site_xpos, 3 * site, d.cam_xpos, 3 * camera)
  rotateBack(p, 0, d.cam_xmat, 9 * camera, p, 0)
  lensOf(m, camera, lens)
  let depth = p[2]
  if (depth < 0) depth = Math.min(depth, -MINVAL)
  else depth = Math.max(depth, MINVAL)
  out[at] = 0.5 * m.cam_resolution[2 * camera] - (lens[0] * p[0]) / depth
  out[at + 1] = 0.5 * m.cam_resolution[2 * camera + 1] + (lens[1] * p[1]) / depth
}
