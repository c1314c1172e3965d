import { type Data, GeomType, type Model, TrnType } from '../../../../src/index.ts'
import { type DecorBatches, DecorShape } from '../decorBatches.ts'
import { drawTendon } from '../tendons.ts'
import { type Groups, isGroupShown } from '../visFlags.ts'
import { drawJoint } from './joints.ts'

const color = new Float32Array(4)
const half = new Float64Array(3)

/** Actuators are drawn this much larger than the geom or site that they act on, so that they enclose it. */
const ENLARGE = 1.05

/**
 * Actuators, drawn over their joints, tendons, sites or bodies. The color shows the control, or the activation, in
 * parts of its range: from `rgba.actuatornegative` through `rgba.actuator` to `rgba.actuatorpositive`.
 */
export function drawActuators(m: Model, d: Data, batches: DecorBatches, groups: Groups, byActivation: boolean): void {
  const { scale, map } = m.vis
  const size = m.stat.meansize
  const length = scale.actuatorlength * size
  const width = scale.actuatorwidth * size
  for (let actuator = 0; actuator < m.nactuator; actuator++) {
    if (!isGroupShown(groups, m.actuator_group[actuator])) continue
    colorOfActuator(m, d, actuator, byActivation)
    const target = m.actuator_trnid[2 * actuator]
    switch (m.actuator_trntype[actuator]) {
      case TrnType.joint:
      case TrnType.jointinparent:
        drawJoint(m, d, batches, target, length, width, 3.3 * scale.jointwidth * size, color)
        break
      case TrnType.tendon:
        drawTendon(d, batches, target, map.actuatortendon * m.tendon_width[target], color)
        break
      case TrnType.site:
        for (let k = 0; k < 3; k++) half[k] = ENLARGE * m.site_size[3 * target + k]
        drawShape(batches, m.site_type[target], d.site_xpos, 3 * target, d.site_xmat, 9 * target)
        break
      case TrnType.body:
        for (let i = 0; i < m.body_geomnum[target]; i++) {
          const geom = m.body_geomadr[target] + i
          for (let k = 0; k < 3; k++) half[k] = ENLARGE * m.geom_size[3 * geom + k]
          drawShape(batches, m.geom_type[geom], d.geom_xpos, 3 * geom, d.geom_xmat, 9 * geom)
        }
        break
    }
  }
}

/** `color` ← that of an actuator's control or activation. */
function colorOfActuator(m: Model, d: Data, actuator: number, byActivation: boolean): void {
  const { rgba } = m.vis
  const value = inputOf(m, d, actuator, byActivation)
  const end = value < 0 ? rgba.actuatornegative : rgba.actuatorpositive
  const share = Math.min(1, Math.abs(value))
  for (let k = 0; k < 4; k++) color[k] = (1 - share) * rgba.actuator[k] + share * end[k]
}

/** The control, or the activation if requested and present, divided by the larger end of its range. */
function inputOf(m: Model, d: Data, actuator: number, byActivation: boolean): number {
  if (byActivation && m.actuator_actadr[actuator] >= 0) {
    const act = d.act[m.actuator_actadr[actuator] + m.actuator_actnum[actuator] - 1]
    return m.actuator_actlimited[actuator] ? overRange(act, m.actuator_actrange, actuator) : act
  }
  const input = m.actuator_ctrladr[actuator]
  return m.actuator_ctrllimited[input] ? overRange(d.ctrl[input], m.actuator_ctrlrange, input) : d.ctrl[input]
}

function overRange(value: number, range: Float64Array, i: number): number {
  return value / Math.max(1e-9, Math.abs(range[2 * i]), Math.abs(range[2 * i + 1]))
}

/** A site or geom with the sizes in `half`. */
function drawShape(
  batches: DecorBatches,
  type: number,
  pos: Float64Array,
  p: number,
  mat: Float64Array,
  r: number,
): void {
  switch (type) {
    case GeomType.box:
      batches.solid(DecorShape.box, pos, p, mat, r, half, color)
      return
    case GeomType.ellipsoid:
      batches.solid(DecorShape.sphere, pos, p, mat, r, half, color)
      return
    case GeomType.sphere:
      batches.sphere(pos, p, half[0], color)
      return
    case GeomType.cylinder:
      batches.cylinder(pos, p, mat, r, half[0], half[1], color)
      return
    case GeomType.capsule:
      for (let k = 0; k < 3; k++) {
        low[k] = pos[p + k] - half[1] * mat[r + 3 * k + 2]
        high[k] = pos[p + k] + half[1] * mat[r + 3 * k + 2]
      }
      batches.capsule(low, 0, high, 0, half[0], color)
  }
}

const low = new Float64Array(3)
const high = new Float64Array(3)
