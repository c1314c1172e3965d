import { MINVAL } from '../../core/math/constants.ts'
import type { Cell, Counter, Index, Kernel, Mask, Num } from '../language/kernelLanguage.ts'
import { add, scale, sub, type Vec3 } from '../language/vectors.ts'
import { along, dot3, inWorld, type NarrowPair, unitClamp, vec3 } from './narrowPair.ts'
import { ballBox } from './spherePhases.ts'

/** Gaps smaller than this, m, may be rounding. */
const SLACK = 1e-9
/** Squared cosine above which a segment over a corner follows the edge, and does not cross a side. */
const ALONG_EDGE = 0.5

/** What the closest point belongs to. */
const NOTHING = 0
const END = 1
const CORNER = 2
const EDGE = 3

/** The segment p + t g, −1 ≤ t ≤ 1, in the frame of a box with half sizes s; z is its direction, `half` is |g|. */
interface Segment {
  readonly p: Vec3
  readonly g: Vec3
  readonly z: Vec3
  readonly s: Vec3
  readonly half: Num
}

/** The closest point so far. */
interface Closest {
  readonly feature: Counter
  /** The squared distance to beat. */
  readonly best: Cell
  /** Where it is on the segment, and on the edge of the box. */
  readonly place: Cell
  readonly onEdge: Cell
  /** Of an end: the axis of the side that it faces; -1: it is inside. */
  readonly side: Counter
  readonly edgeAxis: Counter
  /** Of a corner, or of the lower end of an edge: 1 where a coordinate is positive. */
  readonly corner: readonly [Counter, Counter, Counter]
}

/**
 * A capsule and a box, as `pair/capsuleBox.ts`: a ball at the point of the segment that is closest to the box, and a
 * second one farther along where it stays over the same feature.
 */
export function capsuleBox(pair: NarrowPair): void {
  const { k, g1, g2, margin } = pair
  const radius = pair.size(g1, 0)
  const half = pair.size(g1, 1)
  const axis = pair.axis(g1, 2)
  const middle = pair.center(g2)
  const between = sub(pair.center(g1), middle)
  const axes = [0, 1, 2].map((i) => pair.axis(g2, i))
  const z = vec3((i) => dot3(axes[i], axis))
  const segment: Segment = {
    p: vec3((i) => dot3(axes[i], between)),
    z,
    g: scale(z, half),
    s: vec3((i) => pair.size(g2, i)),
    half,
  }
  const { p, g, s } = segment
  // apart along an axis of the box; without extent along it, the box does not hold back a ball
  const isApart = [0, 1, 2]
    .map((i): Mask => {
      const reach = s[i].plus(g[i].abs()).plus(radius).plus(margin).plus(SLACK)
      return k.num(0).below(s[i]).and(reach.below(p[i].abs()))
    })
    .reduce((a, b) => a.or(b))
  k.when(k.any(isApart.not()), () => {
    const closest: Closest = {
      feature: k.counter(NOTHING),
      best: k.cell(margin.plus(radius.plus(half).plus(s[0]).plus(s[1]).plus(s[2]).times(2))),
      place: k.cell(0),
      onEdge: k.cell(0),
      side: k.counter(-1),
      edgeAxis: k.counter(0),
      corner: [k.counter(0), k.counter(0), k.counter(0)],
    }
    tryEnds(k, segment, closest)
    for (const j of [0, 1, 2]) tryEdges(k, segment, closest, j)
    k.when(closest.feature.value, () => {
      const stride = k.cell(0)
      const rounds = k.counter(1)
      const further = (way: Num): void => {
        stride.set(way)
        rounds.set(2)
      }
      k.when(k.same(closest.feature.value, END), () => strideFromEnd(k, segment, closest, further))
      k.when(k.same(closest.feature.value, CORNER), () => strideFromCorner(k, segment, closest, further))
      k.when(k.same(closest.feature.value, EDGE), () => {
        for (const j of [0, 1, 2])
          k.when(k.same(closest.edgeAxis.value, j), () => strideFromEdge(k, segment, closest, j, further))
      })
      const t = k.cell(closest.place.value)
      k.repeat(0, rounds.value, () => {
        ballBox(pair, { center: add(inWorld(axes, along(p, g, t.value)), middle), radius })
        t.set(t.value.plus(stride.value))
      })
    })
  })
}

/** The ends of the segment, lower first, where they are inside of the box or over one of its sides. */
function tryEnds(k: Kernel, { p, g, s }: Segment, closest: Closest): void {
  for (const end of [-1, 1]) {
    const x = vec3((i) => p[i].plus(g[i].times(end)))
    const outside = [0, 1, 2].map((i) => s[i].negated().atMost(x[i]).and(x[i].atMost(s[i])).not())
    const squares = vec3((i) => {
      const excess = k.choose(x[i].below(0), x[i].plus(s[i]), x[i].minus(s[i]))
      return k.choose(outside[i], excess.times(excess), 0)
    })
    const squared = squares[0].plus(squares[1]).plus(squares[2])
    const count = sumOf(
      k,
      outside.map((mask) => k.any(mask)),
    )
    k.when(k.product(k.less(count, 2), k.any(squared.below(closest.best.value))), () => {
      closest.best.set(squared)
      closest.place.set(end)
      closest.feature.set(END)
      // the only axis along which it is outside
      closest.side.set(
        k.sum(
          -1,
          sumOf(
            k,
            outside.map((mask, i) => k.product(k.any(mask), i + 1)),
          ),
        ),
      )
    })
  }
}

/**
 * The segment against the four edges along axis j. An edge with its middle at E is E + x s_j e_j; the points x on it and
 * y on the segment that are closest to each other solve
 *
 *     [ A  B ] [x]   [u]     A = s_j²              B = -s_j g_j      C = g·g
 *     [ B  C ] [y] = [v]     u = -s_j (E - p)_j    v = g·(E - p)
 */
function tryEdges(k: Kernel, { p, g, s, half }: Segment, closest: Closest, j: number): void {
  const [i1, i2] = othersOf(j)
  const C = half.times(half)
  const A = s[j].times(s[j])
  const B = s[j].negated().times(g[j])
  const determinant = A.times(C).minus(B.times(B))
  k.when(k.any(determinant.abs().below(MINVAL).not()), () => {
    const inverse = k.num(1).over(determinant)
    const inverseA = k.num(1).over(A)
    const inverseC = k.num(1).over(C)
    const fromJ = p[j].negated()
    const alongJ = g[j].times(fromJ)
    const u = s[j].negated().times(fromJ)
    const Bu = B.times(u)
    const Cu = C.times(u)
    const upper = [k.table('edge_upper_1', [0, 1, 0, 1]), k.table('edge_upper_2', [0, 0, 1, 1])]
    k.repeat(0, 4, (edge) => {
      const [upper1, upper2] = upper.map((table) => table.at(edge))
      const sign = (isUpper: Index): Num => k.real(k.sum(k.product(isUpper, 2), -1))
      const from1 = s[i1].times(sign(upper1)).minus(p[i1])
      const from2 = s[i2].times(sign(upper2)).minus(p[i2])
      /** Summed in the order of the axes. */
      const total = (onJ: Num, on1: Num, on2: Num): Num => (j === 2 ? on1.plus(on2).plus(onJ) : onJ.plus(on1).plus(on2))
      const v = total(alongJ, g[i1].times(from1), g[i2].times(from2))
      const freeX = Cu.minus(B.times(v)).times(inverse)
      const freeY = A.times(v).minus(Bu).times(inverse)
      // a point that was once at an end of the edge and then moves inward, because the segment ends, still counts as there
      const clampedX = unitClamp(freeX)
      const isBeyond = k.num(1).below(freeX.abs())
      const ownY = k.choose(isBeyond, v.minus(clampedX.times(B)).times(inverseC), freeY)
      const y = unitClamp(ownY)
      const isPast = k.num(1).below(ownY.abs())
      const movedX = u.minus(y.times(B)).times(inverseA)
      const x = k.choose(isPast, unitClamp(movedX), clampedX)
      const end = k.choose(isPast.and(k.num(1).below(movedX.abs())), x, k.choose(isBeyond, clampedX, 0))
      const wayJ = fromJ.minus(y.times(g[j])).plus(s[j].times(x))
      const way1 = from1.minus(y.times(g[i1]))
      const way2 = from2.minus(y.times(g[i2]))
      const squared = total(wayJ.times(wayJ), way1.times(way1), way2.times(way2))
      k.when(k.any(squared.below(closest.best.value.minus(MINVAL))), () => {
        closest.best.set(squared)
        closest.place.set(y)
        closest.onEdge.set(x)
        closest.feature.set(k.sum(CORNER, k.any(end.equals(0))))
        closest.edgeAxis.set(j)
        closest.corner[i1].set(upper1)
        closest.corner[i2].set(upper2)
        closest.corner[j].set(k.any(end.equals(1)))
      })
    })
  })
}

/** From the end over a side: along the segment, as far as it stays over that side. */
function strideFromEnd(k: Kernel, { p, g, s }: Segment, { place, side }: Closest, further: (way: Num) => void): void {
  k.when(k.same(k.less(side.value, 0), 0), () => {
    const inward = place.value.negated()
    let stride = k.num(2)
    for (const i of [0, 1, 2]) {
      const isAcross = k.real(side.value).equals(i).not()
      const start = p[i].minus(inward.times(g[i]))
      for (const bound of [s[i].negated(), s[i]]) {
        const way = bound.minus(start).over(g[i]).times(inward)
        stride = k.choose(isAcross.and(k.num(0).below(way)).and(way.below(stride)), way, stride)
      }
    }
    further(stride.times(inward))
  })
}

/** Whether the segment heads away from the feature along an axis: bits of `heading ^ corner`. */
function turnedOf(k: Kernel, { g }: Segment, { corner }: Closest): { heading: Index[]; turned: Index[] } {
  const heading = g.map((x) => k.any(k.num(0).below(x)))
  return { heading, turned: heading.map((bit, i) => k.same(k.same(bit, corner[i].value), 0)) }
}

/** From a corner: along the edge that the segment follows, or over the side that it crosses. */
function strideFromCorner(k: Kernel, segment: Segment, closest: Closest, further: (way: Num) => void): void {
  const { g, z, s } = segment
  const { turned } = turnedOf(k, segment, closest)
  const count = sumOf(k, turned)
  k.when(k.sum(k.same(count, 1), k.same(count, 2)), () => {
    // one axis differs from the other two: the segment runs into the box along it, or away from it
    const single = k.same(count, 1)
    const direction = k.real(k.sum(k.product(single, 2), -1))
    const t = closest.place.value
    for (const axis of [0, 1, 2])
      k.when(k.same(turned[axis], single), () => {
        const least = (stride: Num, way: Num): Num => stride.min(way)
        const crossing = (i: number): Num => s[i].times(2).over(g[i].abs())
        const turn = direction.times(t)
        k.when(
          k.any(k.num(ALONG_EDGE).below(z[axis].times(z[axis]))),
          () => further(direction.times(least(k.num(1).minus(turn), crossing(axis)))),
          () => {
            const [i1, i2] = othersOf(axis)
            const stride = least(least(k.num(1).plus(turn), crossing(i1)), crossing(i2))
            further(direction.negated().times(stride))
          },
        )
      })
  })
}

/** From the middle of an edge along axis j: over the side that the segment is more parallel to. */
function strideFromEdge(k: Kernel, segment: Segment, closest: Closest, j: number, further: (way: Num) => void): void {
  const { g, s } = segment
  const { heading, turned } = turnedOf(k, segment, closest)
  const next = (j + 1) % 3
  const last = (j + 2) % 3
  k.when(k.same(k.sum(turned[next], turned[last]), 1), () => {
    const over = (axis: number): void => {
      const isForward = k.real(turned[axis]).equals(1)
      const t = closest.place.value
      const x = closest.onEdge.value
      const free = k.choose(isForward, k.num(1).minus(t), k.num(1).plus(t))
      const across = s[axis].times(2).over(g[axis].abs())
      const isAlong = k.real(k.same(heading[j], turned[axis])).equals(1)
      const onward = k.choose(isAlong, k.num(1).minus(x), k.num(1).plus(x))
      // not a number where the segment is across the edge at its end: then nothing holds it back
      const stride = free.min(across).min(s[j].times(onward).over(g[j].abs()))
      further(k.choose(isForward, stride, stride.negated()))
    }
    // of the two axes across the edge, the one along which the segment runs farther
    k.when(
      k.any(g[last].abs().below(g[next].abs())),
      () => over(next),
      () => over(last),
    )
  })
}

/** The other two axes, ascending. */
function othersOf(axis: number): [number, number] {
  return [axis === 0 ? 1 : 0, axis === 2 ? 1 : 2]
}

function sumOf(k: Kernel, terms: readonly Index[]): Index {
  return terms.reduce((sum, x) => k.sum(sum, x))
}
