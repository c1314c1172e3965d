import type { Random } from '../../tools/compare/randomState.ts'

/** Points of convex things of about 0.1 m: pebbles, boxes out of true, prisms, boxes with cut corners, in turn. */
export function generatedHulls(count: number, random: Random): number[][][] {
  return Array.from({ length: count }, (_, i) => {
    const half = [0, 1, 2].map(() => 0.1 * random.uniform(0.5, 1.5))
    const corners = Array.from({ length: 8 }, (_, c) => half.map((h, k) => ((c >> k) & 1 ? h : -h)))
    switch (i % 4) {
      case 0:
        return Array.from({ length: 8 + (i % 60) }, () => Array.from(random.direction(3), (x, k) => x * half[k]))
      case 1:
        return corners.map((corner) => corner.map((x) => x * random.uniform(0.9, 1)))
      case 2:
        return prism(5 + (i % 40), half[0], half[2])
      default:
        return corners.flatMap((corner) => corner.map((_, axis) => corner.map((x, k) => (k === axis ? x : 0.8 * x))))
    }
  })
}

/** A prism with a regular base around the z axis. */
export function prism(sides: number, radius: number, half: number): number[][] {
  return Array.from({ length: 2 * sides }, (_, i) => {
    const angle = (2 * Math.PI * Math.floor(i / 2)) / sides
    return [radius * Math.cos(angle), radius * Math.sin(angle), i % 2 === 0 ? -half : half]
  })
}
