import type { Value } from './element.ts'
import type { Workshop } from './workshop.ts'

/** A position, sometimes none. @param reach largest coordinate, m */
export function position({ dice }: Workshop, reach: number): Record<string, Value> {
  return dice.chance(0.15) ? {} : { pos: dice.numbers(3, -reach, reach) }
}

/** An orientation in any of the ways to write one, sometimes none. */
export function orientation(shop: Workshop): Record<string, Value> {
  const { dice } = shop
  const way = dice.pick(['none', 'none', 'quat', 'axisangle', 'xyaxes', 'zaxis', 'euler'] as const)
  switch (way) {
    case 'none':
      return {}
    case 'quat':
      return { quat: quaternion(shop) }
    case 'axisangle':
      return { axisangle: [...dice.axis(), shop.angle(dice.number(-3.5, 3.5))] }
    case 'xyaxes':
      return { xyaxes: twoAxes(shop) }
    case 'zaxis':
      return { zaxis: dice.axis() }
    case 'euler':
      return { euler: dice.chance(0.3) ? rightAngles(shop) : anyAngles(shop) }
  }
}

export function pose(shop: Workshop, reach: number): Record<string, Value> {
  return { ...position(shop, reach), ...orientation(shop) }
}

/** A quaternion of any length, sometimes of length 1 up to its digits, sometimes a quarter turn. */
export function quaternion({ dice }: Workshop): number[] {
  if (dice.chance(0.3)) return dice.pick([QUARTER, HALF, [1, 0, 0, 0], [0, 0, 0, 1], [0.5, 0.5, -0.5, 0.5]])
  const q = dice.numbers(4, -1, 1)
  const length = Math.hypot(...q)
  if (length < 0.1) return [1, 0.2, 0.3, 0.4]
  return dice.chance(0.5) ? q.map((x) => x / length) : q
}

const QUARTER = [0.7, 0, 0.7, 0]
const HALF = [0, 1, 0, 0]

/** Two directions that are not parallel, sometimes orthogonal. */
function twoAxes({ dice }: Workshop): number[] {
  if (dice.chance(0.3)) return dice.pick([AXES_YZ, AXES_ZX, [1, 0, 0, 0, 0, -1]])
  const x = dice.axis()
  let y = dice.axis()
  const cross = Math.hypot(x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0])
  if (cross < 0.1) y = [x[1] + 0.3, x[2] - 0.4, x[0] + 1]
  return [...x, ...y]
}

const AXES_YZ = [0, 1, 0, 0, 0, 1]
const AXES_ZX = [0, 0, 1, 1, 0, 0]

function anyAngles(shop: Workshop): number[] {
  return shop.dice.numbers(3, -3.2, 3.2).map((x) => shop.angle(x))
}

function rightAngles(shop: Workshop): number[] {
  return Array.from({ length: 3 }, () => shop.angle((shop.dice.count(-2, 2) * Math.PI) / 2))
}
