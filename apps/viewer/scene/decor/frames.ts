import type { Data, Model } from '../../../../src/index.ts'
import type { DecorBatches } from '../decorBatches.ts'
import { type FrameKind, isGroupShown, type VisFlags } from '../visFlags.ts'
import { drawContactFrames } from './contacts.ts'

const zero = new Float64Array(3)
const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
const beam = new Float64Array(9)

/** The frames of all objects of a kind. */
export function drawFrames(
  m: Model,
  d: Data,
  batches: DecorBatches,
  kind: FrameKind,
  groups: VisFlags['groups'],
): void {
  const length = m.vis.scale.framelength * m.stat.meansize
  const width = m.vis.scale.framewidth * m.stat.meansize
  switch (kind) {
    case 'body':
      for (let i = 1; i < m.nbody; i++) batches.frame(d.xpos, 3 * i, d.xmat, 9 * i, length, width)
      return
    case 'geom':
      for (let i = 0; i < m.ngeom; i++)
        if (isGroupShown(groups.geom, m.geom_group[i]))
          batches.frame(d.geom_xpos, 3 * i, d.geom_xmat, 9 * i, length, width)
      return
    case 'site':
      for (let i = 0; i < m.nsite; i++)
        if (isGroupShown(groups.site, m.site_group[i]))
          batches.frame(d.site_xpos, 3 * i, d.site_xmat, 9 * i, length, width)
      return
    case 'camera':
      for (let i = 0; i < m.ncam; i++) batches.frame(d.cam_xpos, 3 * i, d.cam_xmat, 9 * i, length, width)
      return
    case 'light':
      for (let i = 0; i < m.nlight; i++) {
        frameAlong(d.light_xdir, 3 * i)
        batches.frame(d.light_xpos, 3 * i, beam, 0, length, width)
      }
      return
    case 'contact':
      drawContactFrames(m, d, batches)
      return
    case 'world':
      batches.frame(zero, 0, identity, 0, 2 * length, 2 * width)
      return
    case 'none':
      return
    default:
      kind satisfies never
  }
}

/** `beam` ← a frame whose z axis is a direction. */
function frameAlong(direction: Float64Array, at: number): void {
  const x = direction[at]
  const y = direction[at + 1]
  const z = direction[at + 2]
  // x is horizontal, unless z is nearly vertical
  const isSteep = Math.abs(z) > 0.999
  const a = isSteep ? z : -y
  const b = isSteep ? 0 : x
  const c = isSteep ? -x : 0
  const norm = Math.hypot(a, b, c)
  beam[0] = a / norm
  beam[3] = b / norm
  beam[6] = c / norm
  beam[2] = x
  beam[5] = y
  beam[8] = z
  beam[1] = y * beam[6] - z * beam[3]
  beam[4] = z * beam[0] - x * beam[6]
  beam[7] = x * beam[3] - y * beam[0]
}
