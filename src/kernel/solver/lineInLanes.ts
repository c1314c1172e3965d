import { MINVAL } from '../../core/math/constants.ts'
import type { Cell, Index, LaneKernel, Mask, Num } from '../language/kernelLanguage.ts'
import { Option } from '../record/kernelLayout.ts'
import { Lane, laneNumbers, truth } from './laneNumbers.ts'
import { rowArrays, visitRows } from './rowsInLanes.ts'
import { SOLVER_NUMBERS } from './solverArrays.ts'
import type { TreeContext } from './solverContext.ts'

/**
 * The line search of `lineKernels.ts` for several states at once, without elliptic contacts. What a branch decides for
 * one state, masks decide here.
 */

/** Cost, slope and curvature at `Lane.at`, see `evaluatePoint` and `bendPoint`. */
export function evaluateInLanes({ k, shape }: TreeContext): void {
  const { jar, Jv, D, R, frictionloss } = rowArrays(k, shape)
  const lane = laneNumbers(k)
  const alpha = lane.at(Lane.at)
  const slope0 = lane.at(Lane.slope)
  const half = lane.at(Lane.bend).times(0.5)
  const cost = k.cell(alpha.times(slope0.plus(alpha.times(half))))
  const slope = k.cell(slope0.plus(alpha.times(2).times(half)))
  const curvature = k.cell(half.times(2))
  const add = (row: Index, clamp: (x: Num) => Num, holds: (x: Num) => Mask, isRow?: Mask): void => {
    const x0 = jar.at(row)
    const v = Jv.at(row)
    const push = D.at(row).times(v)
    const moved = alpha.times(v)
    const x = x0.plus(moved)
    const c = clamp(x)
    const c0 = clamp(x0)
    const fall = c.times(moved).plus(c.minus(c0).times(x0.minus(c.plus(c0).times(0.5))))
    const there = (y: Num): Num => (isRow === undefined ? y : k.choose(isRow, y, 0))
    slope.add(there(push.times(c)))
    cost.add(there(D.at(row).times(fall)))
    curvature.add(k.choose(isRow === undefined ? holds(x) : holds(x).and(isRow), push.times(v), 0))
  }
  visitRows(k, {
    friction: (row) => {
      const knee = R.at(row).times(frictionloss.at(row))
      add(
        row,
        (x) => x.min(knee).max(knee.negated()),
        (x) => x.abs().below(knee),
      )
    },
    unilateral: (row, isRow) =>
      add(
        row,
        (x) => x.min(0),
        (x) => x.below(0),
        isRow,
      ),
  })
  lane.set(Lane.costAt, cost.value)
  lane.set(Lane.slopeAt, slope.value)
  lane.set(Lane.bendAt, k.choose(k.num(0).below(curvature.value), curvature.value, MINVAL))
}

/** A point of the line. */
interface Point {
  readonly alpha: Num
  readonly cost: Num
  readonly slope: Num
  readonly bend: Num
}

/** A point that changes. */
class PointCell {
  readonly #k: LaneKernel
  readonly #cells: readonly Cell[]
  constructor(k: LaneKernel, { alpha, cost, slope, bend }: Point) {
    this.#k = k
    this.#cells = [alpha, cost, slope, bend].map((x) => k.cell(x))
  }
  get value(): Point {
    const [alpha, cost, slope, bend] = this.#cells.map((cell) => cell.value)
    return { alpha, cost, slope, bend }
  }
  /** Takes a point where the mask holds. */
  take(mask: Mask, { alpha, cost, slope, bend }: Point): void {
    ;[alpha, cost, slope, bend].forEach((x, i) => {
      const cell = this.#cells[i]
      cell.set(this.#k.choose(mask, x, cell.value))
    })
  }
}

/**
 * The search of `searchLine` in lanes that are `going`: → `Lane.alpha`, `Lane.fall`.
 * @param evaluate runs `evaluateInLanes`
 */
export function searchInLanes({ k, a }: TreeContext, evaluate: () => void): void {
  const lane = laneNumbers(k)
  const flat = a.numbers.at(SOLVER_NUMBERS.FLAT)
  const most = k.numbers('options').at(Option.ls_iterations)
  const descent = lane.at(Lane.descent)
  const zero = k.num(0)
  const start: Point = { alpha: zero, cost: zero, slope: descent.negated(), bend: zero }
  // the start counts, as in the stage
  const evaluations = k.cell(1)
  const open = k.cell(lane.at(Lane.going))
  const isOpen = (): Mask => open.value.equals(0).not()
  const mayGoOn = (): Mask => evaluations.value.below(most)
  const isFlat = (p: Point): Mask => p.slope.abs().below(flat)
  const isLower = (p: Point): Mask => p.cost.below(0)
  const pointAt = (alpha: Num, where: Mask): Point => {
    lane.set(Lane.at, alpha)
    evaluate()
    evaluations.add(truth(k, where))
    return { alpha, cost: lane.at(Lane.costAt), slope: lane.at(Lane.slopeAt), bend: lane.at(Lane.bendAt) }
  }
  /** A point where the slope would be zero if the curvature stayed. */
  const newton = (from: Point, where: Mask): Point => pointAt(from.alpha.minus(from.slope.over(from.bend)), where)
  const found = new PointCell(k, start)
  const end = (where: Mask, p: Point): void => {
    found.take(where, p)
    open.set(k.choose(where, 0, open.value))
  }

  const p1 = new PointCell(k, pointAt(k.choose(k.num(0).below(descent), 1, descent.over(MINVAL)), isOpen()))
  const first = p1.value
  end(
    isOpen()
      .and(isFlat(first))
      .and(first.alpha.equals(0).or(isLower(first))),
    first,
  )

  // walk until the slope changes sign
  const direction = k.choose(first.slope.below(0), 1, -1)
  const p2 = new PointCell(k, start)
  const walks = (): Mask => isOpen().and(p1.value.slope.times(direction).atMost(flat.negated())).and(mayGoOn())
  k.while(
    () => k.any(walks()),
    () => {
      const where = walks()
      p2.take(where, p1.value)
      p1.take(where, newton(p1.value, where))
      end(where.and(isFlat(p1.value)).and(isLower(p1.value)), p1.value)
    },
  )
  end(isOpen().and(mayGoOn().not()), p1.value)

  k.when(k.any(isOpen()), () => {
    // narrow the bracket
    const next2 = new PointCell(k, p1.value)
    const next1 = new PointCell(k, newton(p1.value, isOpen()))
    k.while(
      () => k.any(isOpen().and(mayGoOn())),
      () => {
        const where = isOpen().and(mayGoOn())
        const middle = pointAt(p1.value.alpha.plus(p2.value.alpha).times(0.5), where)
        const candidates = [next1.value, next2.value, middle]
        for (const p of candidates) {
          const better = isOpen().or(p.cost.below(found.value.cost))
          end(where.and(isFlat(p)).and(better), p)
        }
        const rest = where.and(isOpen())
        const moved1 = narrow(k, p1, candidates, rest)
        const moved2 = narrow(k, p2, candidates, rest)
        end(rest.and(moved1.or(moved2).not()), middle)
        for (const [moved, next, p] of [[moved1, next1, p1] as const, [moved2, next2, p2] as const])
          k.when(k.any(moved), () => next.take(moved, newton(p.value, moved)))
      },
    )
    const lower = p1.value.cost.atMost(p2.value.cost)
    const left = isOpen()
    end(left.and(lower).and(isLower(p1.value)), p1.value)
    end(left.and(lower.not()).and(isLower(p2.value)), p2.value)
  })
  const { alpha, cost } = found.value
  lane.set(Lane.alpha, k.choose(lane.at(Lane.going).equals(0), 0, alpha))
  lane.set(Lane.fall, cost.negated())
}

/** Moves an end of the bracket to a candidate on its side whose slope is closer to zero. Returns where it has moved. */
function narrow(k: LaneKernel, end: PointCell, candidates: readonly Point[], where: Mask): Mask {
  let moved = k.num(1).equals(0)
  for (const p of candidates) {
    const { slope } = end.value
    const below = slope.below(0).and(p.slope.below(0)).and(slope.below(p.slope))
    const above = k.num(0).below(slope).and(k.num(0).below(p.slope)).and(p.slope.below(slope))
    const nearer = where.and(below.or(above))
    end.take(nearer, p)
    moved = moved.or(nearer)
  }
  return moved
}
