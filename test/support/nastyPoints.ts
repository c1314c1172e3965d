import type { Random } from '../fuzz/fuzzRandom.ts'

/** Points that convex hulls are hard for: in planes, on circles, almost flat, huge, tiny, far away, twice. */

type Place = (random: Random) => number[]

const near = (random: Random, size = 1): number => size * (2 * random.next() - 1)
const repeat = (count: number, make: (i: number) => readonly number[]): number[] =>
  Array.from({ length: count }, (_, i) => make(i)).flat()

/** Corners of a regular polygon, at two heights. */
function prism(random: Random): number[] {
  const sides = 3 + random.below(200)
  const height = 10 ** near(random, 2)
  return repeat(2 * sides, (i) => {
    const angle = (2 * Math.PI * (i >> 1)) / sides
    return [Math.cos(angle), Math.sin(angle), i % 2 === 0 ? 0 : height]
  })
}

/** Rings of different radius, as a lathe makes them. */
function lathe(random: Random): number[] {
  const sides = 8 + random.below(60)
  const rings = 2 + random.below(8)
  const radius = Array.from({ length: rings }, () => 0.2 + random.next())
  const height = Array.from({ length: rings }, () => near(random))
  return repeat(rings * sides, (i) => {
    const angle = (2 * Math.PI * (i % sides)) / sides
    const ring = Math.floor(i / sides)
    return [radius[ring] * Math.cos(angle), radius[ring] * Math.sin(angle), height[ring]]
  })
}

function onSphere(random: Random, count: number): number[] {
  return repeat(count, () => {
    const z = near(random)
    const angle = near(random, Math.PI)
    const r = Math.sqrt(1 - z * z)
    return [r * Math.cos(angle), r * Math.sin(angle), z]
  })
}

/** The kinds of points, each with a name for a sentence. */
export const NASTY_POINTS: Readonly<Record<string, Place>> = {
  'points in a box': (r) => repeat(5 + r.below(300), () => [near(r), near(r), near(r)]),
  'points on a sphere': (r) => onSphere(r, 10 + r.below(300)),
  'flat grids': (r) => {
    const [nx, ny] = [2 + r.below(12), 2 + r.below(12)]
    return repeat(2 * nx * ny, (i) => [i % nx, Math.floor(i / nx) % ny, i < nx * ny ? 0 : 1])
  },
  needles: (r) => repeat(8 + r.below(100), () => [near(r), near(r, 1e-4), near(r, 1e-5)]),
  'points of a lattice': (r) => repeat(10 + r.below(300), () => [r.below(5), r.below(5), r.below(5)]),
  'points of a tilted lattice': (r) =>
    repeat(10 + r.below(200), () => {
      const [i, j, k] = [r.below(5), r.below(5), r.below(5)]
      return [i + j, j - 2 * i + k, 3 * k - i]
    }),
  'a cube with points on faces and edges': (r) =>
    repeat(8 + r.below(200), (i) => {
      if (i < 8) return [i & 1, (i >> 1) & 1, i >> 2]
      const point = [r.next(), r.next(), r.next()]
      for (let k = r.below(3); k >= 0; k--) point[r.below(3)] = r.below(2)
      return point
    }),
  'a box whose zeros are not quite zero': (r) =>
    repeat(8 + r.below(100), (i) => {
      const tiny = near(r, 1e-16)
      return i < 8 ? [(i & 1) + tiny, ((i >> 1) & 1) - tiny, (i >> 2) + tiny] : [r.next(), r.next(), tiny]
    }),
  prisms: prism,
  'prisms with points on their sides': (r) => {
    const points = prism(r)
    const count = points.length / 3
    const middles = repeat(r.below(count), (i) => {
      const j = (i + 2) % count
      return [0, 1, 2].map((k) => 0.5 * (points[3 * i + k] + points[3 * j + k]))
    })
    return [...points, ...middles]
  },
  'turned parts': lathe,
  'points rounded to 64ths': (r) =>
    repeat(10 + r.below(300), () => [near(r), near(r), near(r)].map((x) => Math.round(64 * x) / 64)),
  'points with three decimals': (r) => onSphere(r, 10 + r.below(300)).map((x) => Math.round(1000 * x) / 1000),
  'points on a paraboloid': (r) =>
    repeat(10 + r.below(100), () => {
      const [x, y] = [near(r), near(r)]
      return [x, y, x * x + y * y]
    }),
  'points on a curve': (r) => {
    const count = 5 + r.below(100)
    return repeat(count, (i) => [i / count, (i / count) ** 2, (i / count) ** 3])
  },
  'two clusters': (r) => repeat(10 + r.below(100), (i) => [near(r, 1e-3) + (i % 2), near(r, 1e-3), near(r, 1e-3)]),
  'almost flat points': (r) => {
    const thickness = 10 ** (-6 - 7 * r.next())
    return repeat(10 + r.below(100), () => [near(r), near(r), near(r, thickness)])
  },
  'a disc with noise': (r) => {
    const thickness = 10 ** (-4 - 5 * r.next())
    return repeat(10 + r.below(150), (i) => [Math.cos(i), Math.sin(i), near(r, thickness) + (i % 7 === 0 ? 0.1 : 0)])
  },
}

/** A rotation about no axis in particular. */
const TURN = [0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6]

/**
 * Points of a kind in single precision: sometimes turned, stretched, mirrored, far away, huge, tiny, or with
 * duplicates.
 */
export function nastyPoints(kind: string, random: Random): Float64Array {
  let points = NASTY_POINTS[kind](random)
  if (random.next() < 0.3) {
    points = repeat(points.length / 3, (i) => {
      const [x, y, z] = points.slice(3 * i, 3 * i + 3)
      return [0, 3, 6].map((row) => TURN[row] * x + TURN[row + 1] * y + TURN[row + 2] * z)
    })
  }
  const scale = [1, 1, 1].map(() => (random.next() < 0.2 ? -1 : 1) * (random.next() < 0.2 ? 10 ** near(random, 2) : 1))
  const size = random.next() < 0.3 ? 10 ** near(random, 9) : 1
  const shift = random.next() < 0.2 ? [near(random, 100), near(random, 100), near(random, 100)] : [0, 0, 0]
  points = points.map((x, i) => size * (scale[i % 3] * x + shift[i % 3]))
  if (random.next() < 0.2) points.push(...points.slice(0, 3 * (1 + random.below(10))))
  return Float64Array.from(Float32Array.from(points))
}

/** Any of the kinds of points. */
export function someNastyPoints(random: Random): Float64Array {
  return nastyPoints(random.pick(Object.keys(NASTY_POINTS)), random)
}

/** Points on a sphere in single precision. */
export function spherePoints(random: Random, count: number): Float64Array {
  return Float64Array.from(Float32Array.from(onSphere(random, count)))
}
