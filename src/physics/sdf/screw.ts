import { atan2InPlace, cos, sin } from '../../core/math/functions.ts'
import type { SdfShape } from '../../core/model/sdfShape.ts'
import { withDistance } from './withDistance.ts'

/**
 * A bolt and the nut that turns on it, around z. The thread is a triangular ridge along a helix, half a `radius` from
 * turn to turn and an eighth high, its flanks at 45°; `radius` is that of the middle of the ridge. The nut's
 * thread is wider by `clearance`, so that the two do not rub when they are aligned.
 */

/** From turn to turn, height of the ridge, in radii. */
const PITCH = 0.5
const RIDGE = 0.125
/** Half length of the shaft; across flats of head and nut; half heights of head and nut, in radii. */
const SHAFT = 3
const HEXAGON = 1.7
const HEAD = 0.35
const NUT = 0.5

export const bolt: SdfShape = withDistance({
  attributes: { radius: 0.26 },

  check([radius]) {
    return radius > 0 ? undefined : 'a bolt needs radius > 0'
  },

  bounds([radius]) {
    const r = radius * HEXAGON * CORNER
    return [-r, -r, -radius * (SHAFT + 2 * HEAD), r, r, radius * SHAFT]
  },

  detail([radius]) {
    return radius * RIDGE
  },

  distanceTo(out, p, a) {
    const radius = a[0]
    thread(radius, p)
    const shaft = Math.max(rod[0], Math.abs(p[2]) - radius * SHAFT)
    hexagon(radius, p)
    const head = Math.max(prism[0], Math.abs(p[2] + radius * (SHAFT + HEAD)) - radius * HEAD)
    out[0] = Math.min(shaft, head)
  },
})

export const nut: SdfShape = withDistance({
  attributes: { radius: 0.26, clearance: 0.002 },

  check([radius, clearance]) {
    return radius > 0 && clearance >= 0 && clearance < radius / 4
      ? undefined
      : 'a nut needs radius > 0 and a clearance from 0 to a quarter of the radius'
  },

  bounds([radius]) {
    const r = radius * HEXAGON * CORNER
    return [-r, -r, -radius * NUT, r, r, radius * NUT]
  },

  detail([radius]) {
    return radius * RIDGE
  },

  distanceTo(out, p, a) {
    const radius = a[0]
    thread(radius, p)
    const hole = a[1] - rod[0]
    hexagon(radius, p)
    out[0] = Math.max(hole, prism[0], Math.abs(p[2]) - radius * NUT)
  },
})

/** Corners of a hexagon lie farther out than its sides. */
const CORNER = 2 / Math.sqrt(3)
const SIN60 = sin(Math.PI / 3)
const COS60 = cos(Math.PI / 3)

/** Registers of this file. */
class ScrewRegisters {
  /** Input (y, x) of `atan2InPlace`, then the angle in [0]. */
  readonly angle: Float64Array = new Float64Array(2)
  /** [0]: distance to the threaded rod, and to the hexagonal prism. */
  readonly rod: Float64Array = new Float64Array(1)
  readonly prism: Float64Array = new Float64Array(1)
}

const registers = new ScrewRegisters()
const { angle, rod, prism } = registers

/**
 * rod[0] = distance to an endless threaded rod, not more than the true one. With the height h = z − pitch · angle /
 * 2π along the helix, the surface is at r = radius + the triangle wave of h; the slope of r − wave is at most √(2 +
 * (pitch / 2πr)²).
 */
function thread(radius: number, p: Float64Array): void {
  const pitch = PITCH * radius
  const ridge = RIDGE * radius
  const r = Math.sqrt(p[0] * p[0] + p[1] * p[1])
  angle[0] = p[1]
  angle[1] = p[0]
  atan2InPlace(angle)
  const turns = p[2] / pitch - angle[0] / (2 * Math.PI)
  // 1 on the ridge, −1 in the groove
  const wave = 4 * Math.abs(turns - Math.floor(turns) - 0.5) - 1
  const slope = pitch / (2 * Math.PI * Math.max(r, radius / 2))
  rod[0] = (r - radius - (ridge / 2) * wave) / Math.sqrt(2 + slope * slope)
}

/** prism[0] = distance to an endless hexagonal prism, not more than the true one. */
function hexagon(radius: number, p: Float64Array): void {
  const x = Math.abs(p[0])
  const y = Math.abs(p[1])
  prism[0] = Math.max(y, x * SIN60 + y * COS60) - radius * HEXAGON
}
