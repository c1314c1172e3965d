import type { Data, Model } from '../../../../src/index.ts'
import type { Marks } from '../marks.ts'

/** Cameras as boxes with a lens, which looks along −z. */
export function drawCameras(m: Model, d: Data, marks: Marks): void {
  const size = m.vis.scale.camera * m.stat.meansize
  for (let camera = 0; camera < m.ncam; camera++) {
    const at = d.cam_xpos.subarray(3 * camera, 3 * camera + 3)
    const frame = d.cam_xmat.subarray(9 * camera, 9 * camera + 9)
    marks.solid('box', at, frame, [size, 0.8 * size, 0.4 * size], m.vis.rgba.camera)
    marks.rod(at, along(at, frame, -0.8 * size), 0.5 * size, m.vis.rgba.camera)
  }
}

/** Lights as short rods in the direction in which they shine. */
export function drawLights(m: Model, d: Data, marks: Marks): void {
  const size = m.vis.scale.light * m.stat.meansize
  for (let light = 0; light < m.nlight; light++) {
    const at = d.light_xpos.subarray(3 * light, 3 * light + 3)
    const direction = d.light_xdir.subarray(3 * light, 3 * light + 3)
    marks.rod(
      at,
      [0, 1, 2].map((k) => at[k] + size * direction[k]),
      0.8 * size,
      m.vis.rgba.light,
    )
  }
}

/** A point on the z axis of a frame. */
function along(at: Float64Array, frame: Float64Array, z: number): number[] {
  return [0, 1, 2].map((k) => at[k] + z * frame[3 * k + 2])
}
