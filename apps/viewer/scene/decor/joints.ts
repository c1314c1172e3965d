import { type Data, JointType, type Model } from '../../../../src/index.ts'
import { type DecorBatches, DecorShape } from '../decorBatches.ts'
import { type Groups, isGroupShown } from '../visFlags.ts'

const half = new Float64Array(3)
const axis = new Float64Array(3)

/** Joints: axes of hinges and slides as arrows, ball joints as spheres, free joints as boxes. */
export function drawJoints(m: Model, d: Data, batches: DecorBatches, groups: Groups): void {
  const { rgba, scale } = m.vis
  const length = scale.jointlength * m.stat.meansize
  const width = scale.jointwidth * m.stat.meansize
  for (let joint = 0; joint < m.njnt; joint++)
    if (isGroupShown(groups, m.jnt_group[joint])) drawJoint(m, d, batches, joint, length, width, 3 * width, rgba.joint)
}

/** A joint. @param length, width of the axis @param size of the sphere or box */
export function drawJoint(
  m: Model,
  d: Data,
  batches: DecorBatches,
  joint: number,
  length: number,
  width: number,
  size: number,
  rgba: ArrayLike<number>,
): void {
  const at = 3 * joint
  switch (m.jnt_type[joint]) {
    case JointType.free:
      half.fill(size)
      batches.solid(DecorShape.box, d.xanchor, at, d.xmat, 9 * m.jnt_bodyid[joint], half, rgba)
      return
    case JointType.ball:
      batches.sphere(d.xanchor, at, size, rgba)
      return
    default:
      for (let k = 0; k < 3; k++) axis[k] = length * d.xaxis[at + k]
      batches.arrow(d.xanchor, at, axis, 0, width, rgba)
  }
}

/** The skeleton: lines from the center of mass of each body through its joints to that of its parent. */
export function drawSkeleton(m: Model, d: Data, batches: DecorBatches): void {
  const { rgba, scale } = m.vis
  const radius = scale.connect * m.stat.meansize
  for (let body = 1; body < m.nbody; body++) {
    const parent = m.body_parentid[body]
    if (parent === 0) continue
    let from = d.xipos
    let at = 3 * body
    for (let j = m.body_jntnum[body] - 1; j >= 0; j--) {
      const anchor = 3 * (m.body_jntadr[body] + j)
      batches.capsule(from, at, d.xanchor, anchor, radius, rgba.connect)
      from = d.xanchor
      at = anchor
    }
    batches.capsule(from, at, d.xipos, 3 * parent, radius, rgba.connect)
  }
}
