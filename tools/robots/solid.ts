import type { Dice } from './dice.ts'

/** A surface made of polygons, counter-clockwise seen from outside. A cloud of points has none. */
export interface Solid {
  readonly kind: string
  readonly points: readonly (readonly number[])[]
  readonly faces: readonly (readonly number[])[]
}

type Maker = (dice: Dice) => Solid

/** Solids of about unit size, from the usual to the odd. */
const MAKERS: readonly Maker[] = [
  polyhedron,
  polyhedron,
  blob,
  blob,
  prism,
  star,
  torus,
  union,
  cloud,
  sheet,
  (dice) => turned(dice, box(dice)),
]

export function anySolid(dice: Dice): Solid {
  const solid = dice.pick(MAKERS)(dice)
  return dice.chance(0.15) ? spoiled(dice, solid) : solid
}

/** The same surface of triangles, by fans. */
export function triangles({ faces }: Solid): number[][] {
  return faces.flatMap((loop) => loop.slice(2).map((_, i) => [loop[0], loop[i + 1], loop[i + 2]]))
}

function box(dice: Dice): Solid {
  const [x, y, z] = dice.chance(0.2) ? [0.5, 0.5, 0.5] : dice.numbers(3, 0.1, 1)
  const points = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z])
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ]
  return { kind: 'box', points, faces }
}

/** The intersection of a box with half-spaces: exact polygons. */
function polyhedron(dice: Dice): Solid {
  const planes: (readonly [number[], number])[] = []
  const half = dice.numbers(3, 0.3, 1)
  for (const sign of [-1, 1]) for (const k of [0, 1, 2]) planes.push([unit(k, sign), half[k]])
  for (let i = dice.count(0, 9); i > 0; i--) planes.push([dice.direction(), dice.number(0.3, 0.9)])
  const points: number[][] = []
  const sides: number[][] = planes.map(() => [])
  for (let i = 0; i < planes.length; i++)
    for (let j = i + 1; j < planes.length; j++)
      for (let k = j + 1; k < planes.length; k++) {
        const p = meet(planes[i], planes[j], planes[k])
        if (!p || planes.some(([n, d]) => dot(n, p) > d + 1e-9)) continue
        let id = points.findIndex((q) => Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]) < 1e-9)
        if (id < 0) id = points.push(p) - 1
        for (const side of [i, j, k]) if (!sides[side].includes(id)) sides[side].push(id)
      }
  const faces = sides.filter((side) => side.length > 2).map((side) => sorted(side, points))
  const outward = faces.map((loop) => (height(loop, points) > 0 ? loop : loop.toReversed()))
  return { kind: 'polyhedron', points, faces: outward }
}

function unit(k: number, sign: number): number[] {
  return [0, 1, 2].map((i) => (i === k ? sign : 0))
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/** The point that three planes n·x = d share. */
function meet(...planes: readonly (readonly [number[], number])[]): number[] | undefined {
  const [[a, p], [b, q], [c, r]] = planes
  const bc = cross(b, c)
  const det = dot(a, bc)
  if (Math.abs(det) < 1e-6) return undefined
  const [ca, ab] = [cross(c, a), cross(a, b)]
  return [0, 1, 2].map((k) => (p * bc[k] + q * ca[k] + r * ab[k]) / det)
}

/** Vertices of a flat convex face, round its center. */
function sorted(side: readonly number[], points: readonly number[][]): number[] {
  const center = [0, 1, 2].map((k) => side.reduce((sum, v) => sum + points[v][k], 0) / side.length)
  const from = (v: number) => points[v].map((x, k) => x - center[k])
  const first = from(side[0])
  const normal = side.map((v) => cross(first, from(v))).reduce((best, n) => (dot(n, n) > dot(best, best) ? n : best))
  const second = cross(normal, first)
  const scale = Math.sqrt(dot(first, first) / dot(second, second))
  const angle = (v: number) => Math.atan2(scale * dot(from(v), second), dot(from(v), first))
  return [...side].sort((v, w) => angle(v) - angle(w))
}

/** Positive where a face around the origin is counter-clockwise from outside. */
function height([a, b, c]: readonly number[], points: readonly number[][]): number {
  return dot(points[a], cross(points[b], points[c]))
}

/** A sphere of triangles whose radius is noise. */
function blob(dice: Dice): Solid {
  const ball = sphere(dice.count(0, 2))
  const waves = Array.from({ length: 3 }, () => ({ k: dice.direction(), turns: dice.number(1, 6) }))
  const noise = dice.pick([0, 0.05, 0.1])
  const radius = (p: readonly number[]) =>
    1 + noise * waves.reduce((sum, { k, turns }) => sum + Math.cos(turns * dot(k, p)), 0)
  const stretch = dice.chance(0.5) ? dice.numbers(3, 0.3, 1) : [1, 1, 1]
  const points = ball.points.map((p) => p.map((x, k) => stretch[k] * radius(p) * x))
  return { kind: 'blob', points, faces: ball.faces }
}

/** An octahedron or what comes of it when each triangle is cut into four, on the unit sphere. */
function sphere(cuts: number): Solid {
  let points = [0, 1, 2].flatMap((k) => [unit(k, 1), unit(k, -1)])
  let faces = [
    [0, 2, 4],
    [2, 1, 4],
    [1, 3, 4],
    [3, 0, 4],
    [2, 0, 5],
    [1, 2, 5],
    [3, 1, 5],
    [0, 3, 5],
  ]
  for (let i = 0; i < cuts; i++) {
    const known = new Map<string, number>()
    const all = [...points]
    const middle = (a: number, b: number) => {
      const key = [a, b].sort((x, y) => x - y).join()
      const p = points[a].map((x, k) => x + points[b][k])
      const length = Math.hypot(...p)
      const id = known.get(key) ?? all.push(p.map((x) => x / length)) - 1
      known.set(key, id)
      return id
    }
    faces = faces.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)]
      return [
        [a, ab, ca],
        [b, bc, ab],
        [c, ca, bc],
        [ab, bc, ca],
      ]
    })
    points = all
  }
  return { kind: 'sphere', points, faces }
}

/** Two regular polygons and what connects them; a cone-like one where the upper is smaller. */
function prism(dice: Dice): Solid {
  const sides = dice.count(3, 12)
  const top = dice.pick([1, 1, 0.5, 0.9])
  const h = dice.number(0.1, 1)
  const ring = (r: number, z: number) =>
    Array.from({ length: sides }, (_, i) => {
      const angle = (2 * Math.PI * i) / sides
      return [r * Math.cos(angle), r * Math.sin(angle), z]
    })
  return walls('prism', ring(1, -h), ring(top, h))
}

/** A prism whose base is not convex. */
function star(dice: Dice): Solid {
  const tips = dice.count(3, 7)
  const inner = dice.number(0.3, 0.8)
  const h = dice.number(0.1, 0.6)
  const ring = (z: number) =>
    Array.from({ length: 2 * tips }, (_, i) => {
      const angle = (Math.PI * i) / tips
      const r = i % 2 === 0 ? 1 : inner
      return [r * Math.cos(angle), r * Math.sin(angle), z]
    })
  return walls('star', ring(-h), ring(h))
}

/** Two loops one above the other, caps, and quads between. */
function walls(kind: string, lower: number[][], upper: number[][]): Solid {
  const n = lower.length
  const loop = Array.from({ length: n }, (_, i) => i)
  const quads = loop.map((i) => [i, (i + 1) % n, n + ((i + 1) % n), n + i])
  return { kind, points: [...lower, ...upper], faces: [loop.toReversed(), loop.map((i) => n + i), ...quads] }
}

function torus(dice: Dice): Solid {
  const [n, m] = [dice.count(4, 12), dice.count(3, 8)]
  const r = dice.number(0.1, 0.4)
  const points: number[][] = []
  const faces: number[][] = []
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) {
      const [u, v] = [(2 * Math.PI * i) / n, (2 * Math.PI * j) / m]
      const distance = 0.8 + r * Math.cos(v)
      points.push([distance * Math.cos(u), distance * Math.sin(u), r * Math.sin(v)])
      const [a, b] = [i * m, ((i + 1) % n) * m]
      faces.push([a + j, b + j, b + ((j + 1) % m), a + ((j + 1) % m)])
    }
  return { kind: 'torus', points, faces }
}

/** Two or three solids in one file, which may overlap. */
function union(dice: Dice): Solid {
  const parts = Array.from({ length: dice.count(2, 3) }, () => turned(dice, dice.pick([box, polyhedron, prism])(dice)))
  const points: number[][] = []
  const faces: number[][] = []
  for (const part of parts) {
    const start = points.length
    const move = dice.numbers(3, -0.7, 0.7)
    points.push(...part.points.map((p) => p.map((x, k) => x + move[k])))
    faces.push(...part.faces.map((loop) => loop.map((v) => v + start)))
  }
  return { kind: 'union', points, faces }
}

/** Points without faces: on spheres, in boxes, on a grid. */
function cloud(dice: Dice): Solid {
  const count = dice.count(4, 60)
  const way = dice.pick(['sphere', 'box', 'grid'] as const)
  const point = () => {
    if (way === 'sphere') return dice.direction()
    const p = dice.numbers(3, -1, 1)
    return way === 'box' ? p : p.map((x) => Math.round(2 * x) / 2)
  }
  const points = Array.from({ length: count }, point)
  return { kind: 'cloud', points: [...points, [1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, -1, -1]], faces: [] }
}

/** A height field as an open surface. */
function sheet(dice: Dice): Solid {
  const [n, m] = [dice.count(2, 6), dice.count(2, 6)]
  const points: number[][] = []
  const faces: number[][] = []
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) {
      points.push([(2 * i) / (n - 1) - 1, (2 * j) / (m - 1) - 1, dice.number(-0.3, 0.3)])
      if (i > 0 && j > 0) faces.push([(i - 1) * m + j - 1, i * m + j - 1, i * m + j, (i - 1) * m + j])
    }
  return { kind: 'sheet', points, faces }
}

/** A solid in another orientation. */
function turned(dice: Dice, solid: Solid): Solid {
  if (dice.chance(0.4)) return solid
  const x = dice.direction()
  let y = cross(dice.direction(), x)
  y = y.map((value) => value / Math.hypot(...y))
  const z = cross(x, y)
  return { ...solid, points: solid.points.map((p) => [0, 1, 2].map((k) => x[k] * p[0] + y[k] * p[1] + z[k] * p[2])) }
}

/** Faults of files from the wild, most of them harmless. */
function spoiled(dice: Dice, solid: Solid): Solid {
  const { points, faces } = solid
  const kind = `${solid.kind}, spoiled`
  switch (dice.count(0, 4)) {
    case 0: // points that no face uses
      return { kind, points: [...points, ...points.slice(0, 3).map((p) => p.map((x) => 0.5 * x))], faces }
    case 1: // points twice
      return {
        kind,
        points: [...points, ...points],
        faces: faces.map((f, i) => f.map((v) => v + (i % 2) * points.length)),
      }
    case 2: // a face inside out
      return { kind, points, faces: faces.map((f, i) => (i === 0 ? f.toReversed() : f)) }
    case 3: // a hole
      return { kind, points, faces: faces.slice(1) }
    default: // a triangle without area
      return { kind, points, faces: faces.length === 0 ? faces : [...faces, [faces[0][0], faces[0][1], faces[0][0]]] }
  }
}
