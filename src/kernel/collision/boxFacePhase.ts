import { SAME_CORNER } from '../../physics/collision/pair/boxFace.ts'
import type { Index, Num } from '../language/kernelLanguage.ts'
import { add, sub, type Vec3 } from '../language/vectors.ts'
import { AXES, after, axesOf, type Boxes, CENTER1, CENTER2, HALF1, HALF2, next, POINT, rowOf } from './boxNumbers.ts'
import { inWorld, vec3 } from './narrowPair.ts'

/** The face of a box against that of another, as `pair/boxFace.ts`. */

/** Corners of a polygon: at most eight, and a place for one that is not kept. */
const CORNERS = 9

/** Of a face: its axis and the two behind it; row and column of M; where half sizes and the other center are. */
const FACES = [0, 1, 2, 3, 4, 5].map((face) => {
  const axis = face % 3
  const ofBox = face < 3 ? [3, 1, HALF1, HALF2, CENTER1] : [1, 3, HALF2, HALF1, CENTER2]
  return [axis, next(axis), after(axis), ...ofBox]
})

/** The face of the other box that is most turned toward the best face: cut at its sides, with a contact at each corner. */
export function collideFace({ pair, numbers, face }: Boxes): void {
  const { k, g1, g2, margin } = pair
  const [axis, x, y, row, column, half, other, center] = rowOf(k, 'box_faces', face, FACES)
  const isSecond = k.less(2, face)
  const owner = k.sum(k.product(k.same(isSecond, 0), g1), k.product(isSecond, g2))
  const at = (start: Index, i: Index): Num => numbers.at(k.sum(start, i))
  /** A part of an axis of the other box, in the frame of this one. */
  const of = (c: Index, i: Index): Num => numbers.at(k.sum(k.product(c, row), k.product(i, column)))
  const up = k.choose(k.num(0).atMost(at(center, axis)), 1, -1)

  const turned = vec3((i) => of(axis, i).abs())
  const isSide1 = turned[0].below(turned[1])
  const isSide2 = k.choose(isSide1, turned[1], turned[0]).below(turned[2])
  const f = k.whole(k.choose(isSide2, 2, k.choose(isSide1, 1, 0)))
  const [, u, w] = axesOf(k, k.product(f, 3))
  const hf = at(other, f)
  const toward = k.choose(k.num(0).below(up.times(of(axis, f))), hf.negated(), hf)
  const halfSide = (i: Index): Vec3 => {
    const length = at(other, i)
    return [of(x, i).times(length), of(y, i).times(length), up.times(of(axis, i).times(length))]
  }
  const middle: Vec3 = [
    at(center, x).plus(of(x, f).times(toward)),
    at(center, y).plus(of(y, f).times(toward)),
    up.times(at(center, axis).plus(of(axis, f).times(toward))).minus(at(half, axis)),
  ]
  const polygon = k.workspace('box_polygon', 6 * CORNERS, 3)
  const setCorner = (i: Index, corner: Vec3): void => {
    for (const c of AXES) polygon.set(i, corner[c], c)
  }
  const cornerAt = (i: Index): Vec3 => vec3((c) => polygon.at(i, c))
  const [along, aside] = [halfSide(u), halfSide(w)]
  setCorner(0, add(add(middle, along), aside))
  setCorner(1, add(sub(middle, along), aside))
  setCorner(2, sub(sub(middle, along), aside))
  setCorner(3, sub(add(middle, along), aside))

  const [hx, hy] = [at(half, x), at(half, y)]
  // two polygons: one before a cut, and one after it
  const first = k.counter(0)
  const count = k.counter(4)
  k.repeat(0, 4, (side) => {
    const coordinate = k.half(side)
    const isX = k.real(coordinate).equals(0)
    const limit = k.choose(isX, hx, hy)
    const sign = k.choose(k.real(k.sum(side, k.product(coordinate, -2))).equals(1), -1, 1)
    const height = (i: Index): Num => sign.times(k.choose(isX, polygon.at(i, 0), polygon.at(i, 1)))
    const outside = k.counter(0)
    const start = first.value
    const end = k.sum(start, count.value)
    k.repeat(start, end, (i) => outside.set(k.sum(outside.value, k.any(limit.below(height(i))))))
    k.when(outside.value, () => {
      const begin = k.product(k.same(start, 0), CORNERS)
      const out = k.counter(begin)
      k.repeat(start, end, (i) => {
        const isLast = k.same(k.sum(i, 1), end)
        const j = k.sum(k.product(isLast, start), k.product(k.same(isLast, 0), k.sum(i, 1)))
        const [d0, d1] = [height(i).minus(limit), height(j).minus(limit)]
        const [from, to] = [cornerAt(i), cornerAt(j)]
        setCorner(out.value, from)
        out.set(k.sum(out.value, k.any(d0.atMost(0))))
        const t = d0.over(d0.minus(d1))
        setCorner(
          out.value,
          vec3((c) => from[c].plus(t.times(to[c].minus(from[c])))),
        )
        out.set(k.sum(out.value, k.any(d0.times(d1).below(0))))
      })
      first.set(begin)
      count.set(k.sum(out.value, k.product(begin, -1)))
    })
  })

  // a contact at each corner that is low enough, those that coincide once; what is kept moves to the front
  const near = hx.times(hx).plus(hy.times(hy)).times(SAME_CORNER)
  const xmat = k.field('geom_xmat')
  const sign = k.choose(k.real(isSecond).equals(1), up.negated(), up)
  const normal = vec3((c) => sign.times(xmat.at(k.sum(k.product(owner, 9), k.sum(axis, 3 * c)))))
  const axes = AXES.map((i) => pair.axis(owner, i))
  const origin = pair.center(owner)
  const start = first.value
  const kept = k.counter(start)
  k.repeat(start, k.sum(start, count.value), (i) => {
    const corner = cornerAt(i)
    const isKept = k.counter(k.any(corner[2].atMost(margin)))
    k.repeat(start, kept.value, (q) => {
      const ex = corner[0].minus(polygon.at(q, 0))
      const ey = corner[1].minus(polygon.at(q, 1))
      isKept.set(k.product(isKept.value, k.any(ex.times(ex).plus(ey.times(ey)).below(near).not())))
    })
    k.when(isKept.value, () => {
      setCorner(kept.value, corner)
      kept.set(k.sum(kept.value, 1))
      numbers.set(k.sum(x, POINT), corner[0])
      numbers.set(k.sum(y, POINT), corner[1])
      numbers.set(k.sum(axis, POINT), up.times(at(half, axis).plus(corner[2].times(0.5))))
      const local = vec3((c) => numbers.at(POINT + c))
      pair.append(corner[2], add(origin, inWorld(axes, local)), normal)
    })
  })
}
