import { MINVAL } from '../../core/math/constants.ts'
import { EITHER_EDGE } from '../../physics/collision/pair/boxBox.ts'
import type { Index, Mask, Num } from '../language/kernelLanguage.ts'
import { add, scale, sub, type Vec3 } from '../language/vectors.ts'
import { AXES, axesOf, type Boxes, CENTER1, entry, HALF1, HALF2, NORMAL1, NORMAL2, POINT } from './boxNumbers.ts'
import { dot3, inWorld, vec3 } from './narrowPair.ts'

/** Two boxes that touch with an edge each, as in `pair/boxBox.ts`. */

/** One contact, between the points of the two supporting edges that are closest to each other. */
export function collideEdges({ pair, numbers, tolerance }: Boxes, edge: Index): void {
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
