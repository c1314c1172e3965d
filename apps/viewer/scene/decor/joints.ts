import { type Data, EqualityType, JointType, type Model } from '../../../../src/index.ts'
import type { Marks } from '../marks.ts'

/** Axes of hinges and slides as arrows, ball joints as balls, free ones as boxes. */
export function drawJoints(m: Model, d: Data, marks: Marks): void {
  const { rgba, scale } = m.vis
  const length = scale.jointlength * m.stat.meansize
  const width = scale.jointwidth * m.stat.meansize
  for (let joint = 0; joint < m.njnt; joint++) {
    const anchor = d.xanchor.subarray(3 * joint, 3 * joint + 3)
    const axis = d.xaxis.subarray(3 * joint, 3 * joint + 3)
    switch (m.jnt_type[joint]) {
      case JointType.free:
        marks.solid('box', anchor, d.xmat, [width, width, width], rgba.joint, 0, 9 * m.jnt_bodyid[joint])
        break
      case JointType.ball:
        marks.sphere(anchor, 1.5 * width, rgba.joint)
        break
      default:
        marks.arrow(
          anchor,
          axis.map((x) => length * x),
          width,
          rgba.joint,
        )
    }
  }
}

/** Frames of bodies. */
export function drawBodyFrames(m: Model, d: Data, marks: Marks): void {
  const { scale } = m.vis
  for (let body = 1; body < m.nbody; body++)
    marks.frame(
      d.xpos,
      d.xmat,
      scale.framelength * m.stat.meansize,
      scale.framewidth * m.stat.meansize,
      3 * body,
      9 * body,
    )
}

/** What equality constraints hold together: a rod between the two places, which is short when they hold. */
export function drawConnections(m: Model, d: Data, marks: Marks): void {
  const { rgba, scale } = m.vis
  const radius = scale.constraint * m.stat.meansize
  for (let eq = 0; eq < m.neq; eq++) {
    const type = m.eq_type[eq]
    if (!d.eq_active[eq] || (type !== EqualityType.connect && type !== EqualityType.weld)) continue
    const onSites = m.eq_objtype[eq] === SITE
    const [one, other] = [m.eq_obj1id[eq], m.eq_obj2id[eq]]
    const data = m.eq_data.subarray(11 * eq, 11 * eq + 11)
    // anchors: of connect in the first body and in the second; of weld in the second and in the first
    const [first, second] =
      type === EqualityType.connect
        ? [data.subarray(0, 3), data.subarray(3, 6)]
        : [data.subarray(3, 6), data.subarray(0, 3)]
    const from = onSites ? d.site_xpos.subarray(3 * one, 3 * one + 3) : pointOf(d, one, first)
    const to = onSites ? d.site_xpos.subarray(3 * other, 3 * other + 3) : pointOf(d, other, second)
    marks.sphere(from, radius, rgba.connect)
    marks.rod(from, to, 0.5 * radius, rgba.constraint)
  }
}

const SITE = 6

function pointOf(d: Data, body: number, local: ArrayLike<number>): number[] {
  return [0, 1, 2].map((row) => {
    let x = d.xpos[3 * body + row]
    for (let k = 0; k < 3; k++) x += d.xmat[9 * body + 3 * row + k] * local[k]!
    return x
  })
}
