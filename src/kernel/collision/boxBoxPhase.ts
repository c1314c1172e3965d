import { MINVAL } from '../../core/math/constants.ts'
import { NEARLY_ONE } from '../../physics/collision/pair/boxAxes.ts'
import { EDGE_PREFERENCE, FACE_COSINE, FACE_SHARE, PARALLEL_EDGES } from '../../physics/collision/pair/boxBox.ts'
import { ROUNDING } from '../../physics/collision/pair/boxPair.ts'
import type { Cell, Counter, Index, Mask, Num } from '../language/kernelLanguage.ts'
import { sub } from '../language/vectors.ts'
import { collideEdges } from './boxEdgesPhase.ts'
import { collideFace } from './boxFacePhase.ts'
import {
  AXES,
  after,
  axesOf,
  type Boxes,
  CENTER1,
  COUNT,
  EDGES,
  entry,
  HALF1,
  HALF2,
  M,
  NORMAL1,
  NORMAL2,
  next,
} from './boxNumbers.ts'
import { dot3, type NarrowPair, vec3 } from './narrowPair.ts'

/** Two boxes by the separating axis test, as `pair/boxAxes.ts` and `pair/boxBox.ts`. */

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

/** The unit vector across two edges, in the frame of box 1: its two parts that are not zero. And its squared sine. */
function across({ pair: { k }, numbers }: Boxes, edge: Index): { x: Num; y: Num; squared: Num } {
  const [, u, v, j] = axesOf(k, edge)
  const x = entry(k, numbers, v, j).negated()
  const y = entry(k, numbers, u, j)
  const squared = x.times(x).plus(y.times(y))
  const inverse = k.num(1).over(squared.sqrt())
  return { x: x.times(inverse), y: y.times(inverse), squared }
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
