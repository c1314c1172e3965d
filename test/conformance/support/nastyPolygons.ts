import type { Random } from '../../../tools/compare/randomState.ts'

/** Polygons of OBJ files, drawn at random, that are hard to cut into triangles. */

/** Kinds of polygons, as points in a plane. */
const KINDS = [
  'convex',
  'regular',
  'star',
  'concave',
  'crossing',
  'grid',
  'comb',
  'spiral',
  'line',
  'one point',
  'duplicates',
] as const

type Point = readonly [number, number]

/** Corners in a plane, in order around. */
function flatPolygon(kind: (typeof KINDS)[number], n: number, random: Random): Point[] {
  const around = (radius: (i: number) => number, angle = (i: number): number => (2 * Math.PI * i) / n): Point[] =>
    Array.from({ length: n }, (_, i) => [radius(i) * Math.cos(angle(i)), radius(i) * Math.sin(angle(i))])
  const coordinate = (): number => random.uniform(-1, 1)
  const any = (): Point[] => Array.from({ length: n }, () => [coordinate(), coordinate()])
  switch (kind) {
    case 'convex': {
      const angles = Array.from({ length: n }, () => random.uniform(0, 2 * Math.PI)).sort((a, b) => a - b)
      return around(
        () => 1,
        (i) => angles[i],
      )
    }
    case 'regular':
      return around(() => 1)
    case 'star':
      return around((i) => (i % 2 === 0 ? 1 : 0.3))
    case 'concave':
      return around(() => random.uniform(0.1, 1))
    case 'crossing':
      return any()
    case 'grid':
      return any().map(([x, y]) => [Math.round(2 * x), Math.round(2 * y)])
    case 'comb':
      return Array.from({ length: n }, (_, i) => [i < n - 2 ? i / n : n - 1 - i, i < n - 2 ? i % 2 : -1])
    case 'spiral':
      return around(
        (i) => (i + 1) / n,
        (i) => (5 * i) / n,
      )
    case 'line':
      return any().map(([x]) => [x, 2 * x])
    case 'one point':
      return any().map(() => [0.5, 0.25])
    case 'duplicates': {
      const points = around(() => 1)
      return points.map((point, i) => (i % 3 === 2 ? points[i - 1] : point))
    }
  }
}

const ROUND = Math.PI / 6

/** An OBJ file with one polygon of 4 to 20 corners among the faces of a tetrahedron, which gives it a volume. */
export function nastyPolygonFile(random: Random): string {
  const kind = KINDS[whole(random, KINDS.length)]
  const n = 4 + whole(random, 17)
  const points = flatPolygon(kind, n, random)
  // aligned with the axes, turned by round angles, or anyhow
  const turn = whole(random, 3)
  const angle = (): number =>
    turn === 0 ? 0 : turn === 1 ? ROUND * whole(random, 12) : random.uniform(-Math.PI, Math.PI)
  const [a, b, c] = [angle(), angle(), angle()]
  const plane = whole(random, 3)
  const bumps = whole(random, 4) === 0 ? 10 ** random.uniform(-9, 0) : 0
  const shift = whole(random, 3) === 0 ? 0 : 10 ** random.uniform(-2, 3)
  const scale = whole(random, 3) === 0 ? 1 : 10 ** random.uniform(-6, 3)
  const offset = [0, 1, 2].map(() => random.uniform(-shift, shift))
  const reversed = whole(random, 2) === 0
  let text = '# drawn at random\n'
  for (const [u, v] of points) {
    const w = bumps === 0 ? 0 : random.uniform(-bumps, bumps)
    let p = [u, v, w]
    p = [...p.slice(plane), ...p.slice(0, plane)]
    p = rotated(rotated(rotated(p, 0, 1, a), 1, 2, b), 0, 2, c)
    text += `v ${p.map((x, k) => Math.fround(scale * (x + offset[k]))).join(' ')}\n`
  }
  for (const corner of ['10 0 0', '0 10 0', '0 0 10', '-10 -10 -10']) text += `v ${corner}\n`
  const [p, q, r, s] = [n + 1, n + 2, n + 3, n + 4]
  const order = Array.from({ length: n }, (_, i) => (reversed ? n - i : i + 1))
  text += `f ${p} ${q} ${r}\nf ${order.join(' ')}\nf ${p} ${s} ${q}\nf ${q} ${s} ${r}\nf ${r} ${s} ${p}\n`
  return text
}

function rotated(p: readonly number[], i: number, j: number, angle: number): number[] {
  const out = [...p]
  out[i] = Math.cos(angle) * p[i] - Math.sin(angle) * p[j]
  out[j] = Math.sin(angle) * p[i] + Math.cos(angle) * p[j]
  return out
}

/** A whole number from 0 to below a limit. */
function whole(random: Random, limit: number): number {
  return Math.floor(random.uniform(0, limit))
}
