import { type Data, EqualityType, type Model, ObjType } from '../../../../src/index.ts'
import type { DecorBatches } from '../decorBatches.ts'

const from = new Float64Array(3)
const to = new Float64Array(3)

/** Connect, weld and distance constraints: a ball at either anchor, and a line between them. */
export function drawEqualities(m: Model, d: Data, batches: DecorBatches): void {
  const { rgba, scale } = m.vis
  const radius = scale.constraint * m.stat.meansize
  for (let eq = 0; eq < m.neq; eq++) {
    if (!equalityEnds(m, d, eq, from, to)) continue
    batches.sphere(from, 0, radius, rgba.connect)
    batches.sphere(to, 0, radius, rgba.constraint)
    batches.rod(from, 0, to, 0, 0.5 * radius, rgba.constraint)
  }
}

/** The two anchors of a constraint; false where it has none or is not active. */
export function equalityEnds(m: Model, d: Data, eq: number, one: Float64Array, other: Float64Array): boolean {
  const type = m.eq_type[eq]
  const joinsPoints = type === EqualityType.connect || type === EqualityType.weld || type === EqualityType.distance
  if (!d.eq_active[eq] || !joinsPoints) return false
  const first = m.eq_obj1id[eq]
  const second = m.eq_obj2id[eq]
  if (m.eq_objtype[eq] === ObjType.site) {
    for (let k = 0; k < 3; k++) {
      one[k] = d.site_xpos[3 * first + k]
      other[k] = d.site_xpos[3 * second + k]
    }
    return true
  }
  // eq_data holds the anchors in body 1 and 2 for connect and distance, in body 2 and 1 for weld
  const swap = type === EqualityType.weld ? 3 : 0
  pointOf(d, first, m.eq_data, 11 * eq + swap, one)
  pointOf(d, second, m.eq_data, 11 * eq + 3 - swap, other)
  return true
}

/** A point of a body, in the world frame. */
export function pointOf(d: Data, body: number, local: ArrayLike<number>, l: number, out: Float64Array): void {
  for (let row = 0; row < 3; row++) {
    let x = d.xpos[3 * body + row]
    for (let k = 0; k < 3; k++) x += d.xmat[9 * body + 3 * row + k] * local[l + k]
    out[row] = x
  }
}
