import type { Data } from '../../core/data/data.ts'
import { copy4, normalize4, subQuat } from '../../core/math/quat.ts'
import { JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Extension of the springs of ball and free joints: from `qpos_spring` to `qpos`, m or rad. A free joint has two
 * parts, a translation and a rotation; a ball joint is a rotation.
 */

/** Register of an extension: a vector, and its length. */
export const EXTENSION_SIZE = 4
export const STRETCH = 3

const FREE = JointType.free

const unit = new Float64Array(4)

/** Number of parts of the spring of a ball or free joint. */
export function extensionParts(m: Model, joint: number): number {
  return m.jnt_type[joint] === FREE ? 2 : 1
}

/** Writes a part of the extension of a ball or free joint, and its length. */
export function springExtension(out: Float64Array, m: Model, d: Data, joint: number, part: number): void {
  const { qpos_spring } = m
  const { qpos } = d
  const q = m.jnt_qposadr[joint]
  if (part + 1 < extensionParts(m, joint)) {
    for (let i = 0; i < 3; i++) out[i] = qpos[q + i] - qpos_spring[q + i]
  } else {
    const rotation = q + 3 * part
    copy4(unit, 0, qpos, rotation)
    normalize4(unit, 0)
    subQuat(out, 0, unit, 0, qpos_spring, rotation)
  }
  out[STRETCH] = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2])
}
