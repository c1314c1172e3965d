import { cos, sin } from '../../core/math/functions.ts'
import type { XmlElement } from '../mjcf/text/xml.ts'
import { attributesOf } from './readElement.ts'

/** A pose as MJCF has it. */
export interface Origin {
  readonly pos: readonly number[]
  readonly quat: readonly number[]
}

const IDENTITY: Origin = { pos: [0, 0, 0], quat: [1, 0, 0, 0] }

/** The pose that an `origin` gives. */
export function readOrigin(origin: XmlElement | undefined): Origin {
  if (!origin) return IDENTITY
  const { xyz, rpy } = attributesOf(origin, 'origin')
  return { pos: xyz, quat: quatOfRollPitchYaw(rpy) }
}

/** q = q_z(yaw) q_y(pitch) q_x(roll): turns about the fixed axes x, y, z, one after the other. */
function quatOfRollPitchYaw([roll, pitch, yaw]: readonly number[]): number[] {
  const [cr, sr] = [cos(roll / 2), sin(roll / 2)]
  const [cp, sp] = [cos(pitch / 2), sin(pitch / 2)]
  const [cy, sy] = [cos(yaw / 2), sin(yaw / 2)]
  return [
    cr * cp * cy + sr * sp * sy,
    sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy,
    cr * cp * sy - sr * sp * cy,
  ]
}
