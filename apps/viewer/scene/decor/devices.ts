import type { Data, Model } from '../../../../src/index.ts'
import { type DecorBatches, DecorShape } from '../decorBatches.ts'

const half = new Float64Array(3)
const point = new Float64Array(3)
const front = new Float64Array(3)
const lens = new Float32Array(4)
const corners = new Float64Array(24)

/** Cameras as boxes with a lens along −z; the view frustum of cameras with a sensor. */
export function drawCameras(m: Model, d: Data, batches: DecorBatches): void {
  const { rgba, scale } = m.vis
  const size = scale.camera * m.stat.meansize
  for (let k = 0; k < 4; k++) lens[k] = k < 3 ? 0.5 * rgba.camera[k] : rgba.camera[3]
  half[0] = size
  half[1] = 0.8 * size
  half[2] = 0.4 * size
  for (let camera = 0; camera < m.ncam; camera++) {
    batches.solid(DecorShape.box, d.cam_xpos, 3 * camera, d.cam_xmat, 9 * camera, half, rgba.camera)
    along(d.cam_xpos, 3 * camera, d.cam_xmat, 9 * camera, -0.6 * size)
    batches.cylinder(point, 0, d.cam_xmat, 9 * camera, 0.4 * size, 0.3 * size, lens)
    if (m.cam_sensorsize[2 * camera + 1] > 0) drawFrustum(m, d, batches, camera)
  }
}

/** Lights as short cylinders behind their position. */
export function drawLights(m: Model, d: Data, batches: DecorBatches): void {
  const size = m.vis.scale.light * m.stat.meansize
  for (let light = 0; light < m.nlight; light++) {
    for (let k = 0; k < 3; k++) {
      // slightly behind, so that it does not block its own light
      front[k] = d.light_xpos[3 * light + k] - 1e-4 * d.light_xdir[3 * light + k]
      point[k] = front[k] - 2 * size * d.light_xdir[3 * light + k]
    }
    batches.rod(point, 0, front, 0, 0.8 * size, m.vis.rgba.light)
  }
}

/** Edges of a view frustum, from the near plane to `vis.scale.frustum` mean sizes. */
function drawFrustum(m: Model, d: Data, batches: DecorBatches, camera: number): void {
  const { cam_sensorsize, cam_intrinsic, vis, stat } = m
  const color = vis.rgba.frustum
  const width = 0.02 * stat.meansize
  const near = vis.map.znear * stat.extent
  const far = vis.scale.frustum * stat.meansize
  for (let i = 0; i < 8; i++) {
    const depth = i < 4 ? near : far
    const right = i % 4 === 1 || i % 4 === 2
    const up = i % 4 >= 2
    // the picture's edges over the focal length; the principal point is off its middle
    const fx = cam_intrinsic[4 * camera]
    const fy = cam_intrinsic[4 * camera + 1]
    const x = (depth / fx) * ((right ? 0.5 : -0.5) * cam_sensorsize[2 * camera] - cam_intrinsic[4 * camera + 2])
    const y = (depth / fy) * ((up ? 0.5 : -0.5) * cam_sensorsize[2 * camera + 1] - cam_intrinsic[4 * camera + 3])
    for (let k = 0; k < 3; k++) {
      const R = 9 * camera + 3 * k
      corners[3 * i + k] =
        d.cam_xpos[3 * camera + k] + d.cam_xmat[R] * x + d.cam_xmat[R + 1] * y - d.cam_xmat[R + 2] * depth
    }
  }
  for (let i = 0; i < 4; i++) {
    const next = (i + 1) % 4
    batches.rod(corners, 3 * i, corners, 3 * next, width, color)
    batches.rod(corners, 12 + 3 * i, corners, 12 + 3 * next, width, color)
    batches.rod(corners, 3 * i, corners, 12 + 3 * i, width, color)
  }
}

/** `point` ← a point on the z axis of a frame. */
function along(at: Float64Array, a: number, frame: Float64Array, f: number, z: number): void {
  for (let k = 0; k < 3; k++) point[k] = at[a + k] + z * frame[f + 3 * k + 2]
}
