import { MINVAL } from '../../core/math/constants.ts'
import { NEARLY_ONE } from '../../physics/collision/pair/boxAxes.ts'
import {
  EDGE_PREFERENCE,
  EITHER_EDGE,
  FACE_COSINE,
  FACE_SHARE,
  PARALLEL_EDGES,
} from '../../physics/collision/pair/boxBox.ts'
import { SAME_CORNER } from '../../physics/collision/pair/boxFace.ts'
import { ROUNDING } from '../../physics/collision/pair/boxPair.ts'
import type { Cell, Counter, Index, Kernel, Mask, Num, NumArray } from '../language/kernelLanguage.ts'
import { add, scale, sub, type Vec3 } from '../language/vectors.ts'
import { dot3, inWorld, type NarrowPair, vec3 } from './narrowPair.ts'

/** Two boxes by the separating axis test, as `pair/boxAxes.ts`, `pair/boxBox.ts`, and `pair/boxFace.ts`. */

/** Corners of a polygon: at most eight, and a place for one that is not kept. */
const CORNERS = 9

const AXES = [0, 1, 2]
const EDGES = AXES.flatMap((i) => AXES.map((j) => [i, j]))
const next = (i: number): number => (i + 1) % 3
const after = (i: number): number => (i + 2) % 3

// where numbers of the pair are in the workspace
/** R₁ᵀ R₂: its columns are the axes of box 2 in the frame of box 1. */
const M = 0
/** Center of box 2 in the frame of box 1, center of box 1 in the frame of box 2. */
const CENTER1 = 9
const CENTER2 = 12
/** Half sizes. */
const HALF1 = 15
const HALF2 = 18
/** The normal of an edge contact, in the frame of box 1 and of box 2. */
const NORMAL1 = 21
const NORMAL2 = 24
/** A point in the frame of a box. */
const POINT = 27
const COUNT = 30

/** Of a face: its axis and the two behind it; row and column of M; where half sizes and the other center are. */
const FACES = [0, 1, 2, 3, 4, 5].map((face) => {
  const axis = face % 3
  const ofBox = face < 3 ? [3, 1, HALF1, HALF2, CENTER1] : [1, 3, HALF2, HALF1, CENTER2]
  return [axis, next(axis), after(axis), ...ofBox]
})

/** Both boxes, relative to each other. */
interface Boxes {
  readonly pair: NarrowPair
  readonly numbers: NumArray
  /** Boxes are apart if they are farther from each other than this along some axis. */
  readonly tolerance: Num
  /** The best face, 0 to 2 along axes of box 1, 3 to 5 of box 2, and the gap along its normal. */
  readonly face: Index
  readonly bestFace: Num
}

/** Up to eight contacts with a face, or one between two edges. */
export function boxBox(pair: NarrowPair): void {
  const { k, g1, g2, margin } = pair
  const s = vec3((i) => pair.size(g1, i))
  const t = vec3((i) => pair.size(g2, i))
  const slack = [...s, ...t].reduce((sum, x) => sum.plus(x)).times(ROUNDING)
  const tolerance = margin.plus(slack)
  const way = sub(pair.center(g2), pair.center(g1))
  const axes1 = AXES.map((i) => pair.axis(g1, i))
  const axes2 = AXES.map((i) => pair.axis(g2, i))
  const a = vec3((i) => dot3(axes1[i], way))
  const b = vec3((i) => dot3(axes2[i], way).negated())
  const turn = EDGES.map(([i, j]) => dot3(axes1[i], axes2[j]))
  const size = turn.map((x) => x.abs())
  const faces = [
    ...AXES.map((i) =>
      a[i]
        .abs()
        .minus(s[i])
        .minus(dot3([size[3 * i], size[3 * i + 1], size[3 * i + 2]], t)),
    ),
    ...AXES.map((j) =>
      b[j]
        .abs()
        .minus(t[j])
        .minus(dot3([size[j], size[3 + j], size[6 + j]], s)),
    ),
  ]
  const beyond = (limit: Num, gaps: readonly Num[]): Mask => gaps.map((x) => limit.below(x)).reduce((x, y) => x.or(y))
  k.when(k.any(beyond(tolerance, faces).not()), () => {
    let bestFace = faces[0]
    let face = k.num(0)
    faces.forEach((gap, i) => {
      const isBetter = bestFace.below(gap)
      face = k.choose(isBetter, i, face)
      bestFace = k.choose(isBetter, gap, bestFace)
    })
    // gaps along axes across an edge of each, times the sine of the angle between the edges
    const gaps = EDGES.map(([i, j]) => {
      const [u, v, o, p] = [next(i), after(i), next(j), after(j)]
      const along = a[v].times(turn[3 * u + j]).minus(a[u].times(turn[3 * v + j]))
      const reach1 = s[u].times(size[3 * v + j]).plus(s[v].times(size[3 * u + j]))
      const reach2 = t[o].times(size[3 * i + p]).plus(t[p].times(size[3 * i + o]))
      return along.abs().minus(reach1).minus(reach2).plus(slack)
    })
    k.when(k.any(beyond(tolerance.plus(slack.times(2)), gaps).not()), () => {
      const numbers = k.workspace('box_pair', COUNT)
      ;[...turn, ...a, ...b, ...s, ...t].forEach((x, i) => {
        numbers.set(M + i, x)
      })
      const overlap = k.choose(bestFace.below(0), bestFace.times(bestFace), 0)
      const isGood = gaps.map((q, e) => {
        const squared = k.num(NEARLY_ONE).minus(turn[e].times(turn[e]))
        return k
          .num(0)
          .below(q)
          .or(q.times(q).below(overlap.times(squared)))
      })
      collideBest({ pair, numbers, tolerance, face: k.whole(face), bestFace }, isGood)
    })
  })
}

/** Decides between the best face and the edges that may be better. */
function collideBest(boxes: Boxes, isGood: readonly Mask[]): void {
  const { pair, numbers, face, bestFace } = boxes
  const { k } = pair
  const edge = k.counter(-1)
  const best = k.cell(bestFace)
  const isApart = k.counter(0)
  k.when(k.any(isGood.reduce((x, y) => x.or(y))), () => {
    const tried = k.integerWorkspace('box_tried', EDGES.length)
    isGood.forEach((mask, e) => {
      tried.set(e, k.any(mask))
    })
    k.repeat(0, EDGES.length, (e) => k.when(tried.at(e), () => tryAxis(boxes, e, { edge, best, isApart })))
    k.when(k.less(-1, edge.value), () => {
      setNormal(boxes, edge.value)
      const cosine = numbers.at(k.sum(face, NORMAL1)).abs()
      const limit = bestFace.plus(bestFace.abs().times(FACE_SHARE)).plus(MINVAL)
      const isFace = k.num(FACE_COSINE).below(cosine).and(best.value.below(limit))
      k.when(k.any(isFace), () => edge.set(-1))
    })
  })
  k.when(k.same(isApart.value, 0), () =>
    k.when(
      k.less(edge.value, 0),
      () => collideFace(boxes),
      () => collideEdges(boxes, edge.value),
    ),
  )
}

/** The axes of the edges of two boxes: that of an edge and the two behind it, of box 1 and of box 2. */
function axesOf(k: Kernel, edge: Index): Index[] {
  return rowOf(
    k,
    'box_edges',
    edge,
    EDGES.map(([i, j]) => [i, next(i), after(i), j, next(j), after(j)]),
  )
}

/** A row of a table. */
function rowOf(k: Kernel, name: string, row: Index, rows: readonly (readonly number[])[]): Index[] {
  const table = k.table(name, rows.flat())
  return rows[0].map((_, i) => table.at(k.sum(k.product(row, rows[0].length), i)))
}

/** The unit vector across two edges, in the frame of box 1: its two parts that are not zero. And its squared sine. */
function across({ pair: { k }, numbers }: Boxes, edge: Index): { x: Num; y: Num; squared: Num } {
  const [, u, v, j] = axesOf(k, edge)
  const x = entry(k, numbers, v, j).negated()
  const y = entry(k, numbers, u, j)
  const squared = x.times(x).plus(y.times(y))
  const inverse = k.num(1).over(squared.sqrt())
  return { x: x.times(inverse), y: y.times(inverse), squared }
}

/** M_ij */
function entry(k: Kernel, numbers: NumArray, i: Index, j: Index): Num {
  return numbers.at(k.sum(k.product(i, 3), j))
}

/** Measures the gap along an edge axis, and keeps the axis if it is the best so far. */
function tryAxis(
  boxes: Boxes,
  e: Index,
  { edge, best, isApart }: { edge: Counter; best: Cell; isApart: Counter },
): void {
  const { pair, numbers, tolerance, bestFace } = boxes
  const { k } = pair
  const [, u, v, , p, q] = axesOf(k, e)
  const { x, y, squared } = across(boxes, e)
  const at = (start: number, i: Index): Num => numbers.at(k.sum(i, start))
  const along2 = (c: Index): Num =>
    x
      .times(entry(k, numbers, u, c))
      .plus(y.times(entry(k, numbers, v, c)))
      .abs()
  const gap = x
    .times(at(CENTER1, u))
    .plus(y.times(at(CENTER1, v)))
    .abs()
    .minus(
      x
        .abs()
        .times(at(HALF1, u))
        .plus(y.abs().times(at(HALF1, v))),
    )
    .minus(
      along2(p)
        .times(at(HALF2, p))
        .plus(along2(q).times(at(HALF2, q))),
    )
  const isAxis = squared.below(PARALLEL_EDGES).not()
  k.when(k.any(isAxis.and(tolerance.below(gap))), () => isApart.set(1))
  const preferred = gap.minus(gap.abs().times(EDGE_PREFERENCE))
  k.when(k.any(isAxis.and(best.value.below(preferred)).and(bestFace.below(gap))), () => {
    best.set(gap)
    edge.set(e)
  })
}

/** Writes the normal of an edge contact, from box 1 to box 2. */
function setNormal(boxes: Boxes, edge: Index): void {
  const { pair, numbers } = boxes
  const { k } = pair
  const [i, u, v] = axesOf(k, edge)
  const free = across(boxes, edge)
  const away = free.x
    .times(numbers.at(k.sum(u, CENTER1)))
    .plus(free.y.times(numbers.at(k.sum(v, CENTER1))))
    .below(0)
  const x = k.choose(away, free.x.negated(), free.x)
  const y = k.choose(away, free.y.negated(), free.y)
  numbers.set(k.sum(i, NORMAL1), 0)
  numbers.set(k.sum(u, NORMAL1), x)
  numbers.set(k.sum(v, NORMAL1), y)
  for (const c of AXES)
    numbers.set(NORMAL2 + c, x.times(entry(k, numbers, u, c)).plus(y.times(entry(k, numbers, v, c))))
}

/** One contact, between the points of the two supporting edges that are closest to each other. */
function collideEdges({ pair, numbers, tolerance }: Boxes, edge: Index): void {
  const { k, g1 } = pair
  const [i, u, v, j, p, q] = axesOf(k, edge)
  const at = (start: number, axis: Index): Num => numbers.at(k.sum(axis, start))
  /** On which sides of a box the edge is, ±1 each; and on the other where the normal is parallel to a face beside it. */
  const sides = (x: Num, y: Num, outward: 1 | -1) => {
    const sign = (z: Num): Num => k.choose(k.num(0).atMost(z.times(outward)), 1, -1)
    const isEither = (z: Num): Mask => z.abs().below(EITHER_EDGE)
    const [first, second] = [sign(x), sign(y)]
    const isSecond = isEither(x).not().and(isEither(y))
    return {
      own: [first, second],
      other: [k.choose(isEither(x), first.negated(), first), k.choose(isSecond, second.negated(), second)],
      isEither: isEither(x).or(isEither(y)),
    }
  }
  const sides1 = sides(at(NORMAL1, u), at(NORMAL1, v), 1)
  const sides2 = sides(at(NORMAL2, p), at(NORMAL2, q), -1)
  const closest = k.cell(Infinity)
  const ends = [0, 1, 2, 3, 4, 5].map(() => k.cell(0))
  const center = vec3((c) => numbers.at(CENTER1 + c))
  const direction = vec3((c) => entry(k, numbers, c, j))
  const cosine = entry(k, numbers, i, j)
  const [halfI, halfJ] = [at(HALF1, i), at(HALF2, j)]
  const within = (x: Num, half: Num): Num => x.min(half).max(half.negated())
  const rounds = k.sum(1, k.product(3, k.any(sides1.isEither.or(sides2.isEither))))
  k.repeat(0, rounds, (round) => {
    const isOther1 = k.num(2).atMost(k.real(round))
    const isOther2 = k.real(k.sum(round, k.product(k.half(round), -2))).equals(1)
    const side1 = sides1.own.map((x, n) => k.choose(isOther1, sides1.other[n], x))
    const side2 = sides2.own.map((x, n) => k.choose(isOther2, sides2.other[n], x))
    const along2p = side2[0].times(at(HALF2, p))
    const along2q = side2[1].times(at(HALF2, q))
    const setPoint = (x: Num): Vec3 => {
      numbers.set(k.sum(i, POINT), x)
      numbers.set(k.sum(u, POINT), side1[0].times(at(HALF1, u)))
      numbers.set(k.sum(v, POINT), side1[1].times(at(HALF1, v)))
      return vec3((c) => numbers.at(POINT + c))
    }
    const start1 = setPoint(k.num(0))
    const start2 = vec3((c) =>
      center[c].plus(along2p.times(entry(k, numbers, c, p)).plus(along2q.times(entry(k, numbers, c, q)))),
    )
    const e = sub(start2, start1)
    const ei = k.choose(k.real(i).equals(0), e[0], k.choose(k.real(i).equals(1), e[1], e[2]))
    const ej = dot3(direction, e)
    const sine2 = k.num(1).minus(cosine.times(cosine))
    const free = k.choose(sine2.below(MINVAL), 0, ei.minus(cosine.times(ej)).over(sine2))
    const y = within(cosine.times(within(free, halfI)).minus(ej), halfJ)
    const x = within(ei.plus(cosine.times(y)), halfI)
    const end1 = setPoint(x)
    const end2 = add(start2, scale(direction, y))
    const gap = sub(end2, end1)
    const squared = dot3(gap, gap)
    k.when(k.any(squared.below(closest.value)), () => {
      closest.set(squared)
      ;[...end1, ...end2].forEach((coordinate, n) => {
        ends[n].set(coordinate)
      })
    })
  })
  const normal = vec3((c) => numbers.at(NORMAL1 + c))
  const [from, to] = [0, 3].map((n) => vec3((c) => ends[n + c].value))
  const apart = dot3(sub(to, from), normal)
  k.when(k.any(tolerance.below(apart).not()), () => {
    const axes = AXES.map((n) => pair.axis(g1, n))
    const middle = scale(add(from, to), k.num(0.5))
    pair.append(apart, add(pair.center(g1), inWorld(axes, middle)), inWorld(axes, normal))
  })
}

/** The face of the other box that is most turned toward the best face: cut at its sides, with a contact at each corner. */
function collideFace({ pair, numbers, face }: Boxes): void {
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
