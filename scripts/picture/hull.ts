import type { PagePoint } from './camera.ts'

/** Convex hull of points on the page, in order around it: lower and upper chain of the points sorted by x. */
export function hull(points: readonly PagePoint[]): PagePoint[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y)
  const lower = chain(sorted)
  const upper = chain(sorted.reverse())
  return [...lower.slice(0, -1), ...upper.slice(0, -1)]
}

function chain(points: readonly PagePoint[]): PagePoint[] {
  const kept: PagePoint[] = []
  for (const point of points) {
    while (kept.length >= 2 && turn(kept[kept.length - 2], kept[kept.length - 1], point) <= 0) kept.pop()
    kept.push(point)
  }
  return kept
}

/** Positive when the way a → b → c turns to one side, negative to the other. */
function turn(a: PagePoint, b: PagePoint, c: PagePoint): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}
