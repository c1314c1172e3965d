import { cos, pow, sin } from '../../../core/math/functions.ts'
import { BuiltinMesh } from '../schema/schemaMesh.ts'
import type { MeshData, Refuse } from './mesh.ts'

/** Meshes that are made by a formula, all within a box of half side 1 (the torus: 1 plus its tube). */

/** Maximum number of points along one side of a grid: 250,000 points, whose hull takes some seconds. */
const MAX_RESOLUTION = 500
/** Maximum number of sides of a cone. */
const MAX_SIDES = 10_000

export function builtinMesh(kind: BuiltinMesh, params: readonly number[], refuse: Refuse): MeshData {
  const name = Object.keys(BuiltinMesh).find((key) => BuiltinMesh[key as keyof typeof BuiltinMesh] === kind)
  const fail = (expected: string): Error =>
    refuse(`wrong parameters of the built-in mesh '${name}'`, {
      attribute: 'params',
      expected,
      found: params.join(' '),
    })
  const need = (count: number): void => {
    if (params.length !== count) throw fail(`${count} number${count > 1 ? 's' : ''}`)
  }
  /** Parameters count down to whole numbers. */
  const whole = (i: number, least: number, most: number): number => {
    const value = Math.trunc(params[i])
    if (value < least || value > most) throw fail(`number ${i + 1} from ${least} to ${most}`)
    return value
  }
  const within = (i: number, ok: boolean, range: string): number => {
    if (!ok) throw fail(`number ${i + 1} ${range}`)
    return params[i]
  }

  switch (kind) {
    case BuiltinMesh.sphere:
      need(1)
      return sphere(whole(0, 0, 4))
    case BuiltinMesh.hemisphere:
      need(1)
      return hemisphere(whole(0, 0, 10))
    case BuiltinMesh.cone:
      need(2)
      return cone(whole(0, 0, MAX_SIDES), params[1])
    case BuiltinMesh.supersphere: {
      need(3)
      const [, e, n] = params
      return supersphere(
        whole(0, 3, MAX_RESOLUTION),
        within(1, e >= 0, 'not negative'),
        within(2, n >= 0, 'not negative'),
      )
    }
    case BuiltinMesh.supertorus: {
      need(4)
      const [, r, s, t] = params
      within(1, r > 0 && r <= 1, 'more than 0, at most 1')
      within(2, s > 0, 'more than 0')
      within(3, t > 0, 'more than 0')
      return supertorus(whole(0, 3, MAX_RESOLUTION), r, s, t)
    }
    case BuiltinMesh.wedge: {
      need(5)
      const [, , horizontal, vertical, gamma] = params
      within(2, horizontal > 0 && horizontal <= 180, 'more than 0, at most 180')
      within(3, vertical > 0 && vertical <= 90, 'more than 0, at most 90')
      within(4, gamma >= 0 && gamma <= 1, 'from 0 to 1')
      const azimuth = binCenters(whole(0, 1, MAX_RESOLUTION), (horizontal * Math.PI) / 180, gamma)
      const elevation = binCenters(whole(1, 1, MAX_RESOLUTION), (vertical * Math.PI) / 180, gamma)
      return wedge(azimuth, elevation)
    }
    case BuiltinMesh.plate:
      need(2)
      return plate(whole(0, 1, MAX_RESOLUTION), whole(1, 1, MAX_RESOLUTION))
    case BuiltinMesh.none:
      throw refuse('not a built-in mesh', { attribute: 'builtin', found: name })
  }
}

/** An icosahedron whose faces are cut into four, some times over, all vertices on the unit sphere. */
function sphere(subdivisions: number): MeshData {
  const g = Math.fround((1 + Math.sqrt(5)) / 2)
  const vertex: number[] = []
  const { fround } = Math
  // in single precision throughout, as the reference does it
  const add = (x: number, y: number, z: number): number => {
    const length = fround(Math.sqrt(fround(fround(fround(x * x) + fround(y * y)) + fround(z * z))))
    vertex.push(fround(x / length), fround(y / length), fround(z / length))
    return vertex.length / 3 - 1
  }
  // three golden rectangles, each in a coordinate plane
  for (const y of [g, -g]) for (const x of [-1, 1]) add(x, y, 0)
  for (const z of [g, -g]) for (const y of [-1, 1]) add(0, y, z)
  for (const x of [g, -g]) for (const z of [-1, 1]) add(x, 0, z)
  let face = [
    [0, 11, 5],
    [0, 5, 1],
    [0, 1, 7],
    [0, 7, 10],
    [0, 10, 11],
    [1, 5, 9],
    [5, 11, 4],
    [11, 10, 2],
    [10, 7, 6],
    [7, 1, 8],
    [3, 9, 4],
    [3, 4, 2],
    [3, 2, 6],
    [3, 6, 8],
    [3, 8, 9],
    [4, 9, 5],
    [2, 4, 11],
    [6, 2, 10],
    [8, 6, 7],
    [9, 8, 1],
  ]
  for (let i = 0; i < subdivisions; i++) {
    const middles = new Map<string, number>()
    const middle = (a: number, b: number): number => {
      const key = a < b ? `${a},${b}` : `${b},${a}`
      const known = middles.get(key)
      if (known !== undefined) return known
      const half = (k: number): number => fround(vertex[3 * a + k] + vertex[3 * b + k]) / 2
      const id = add(half(0), half(1), half(2))
      middles.set(key, id)
      return id
    }
    face = face.flatMap(([a, b, c]) => {
      const ab = middle(a, b)
      const bc = middle(b, c)
      const ca = middle(c, a)
      return [
        [a, ab, ca],
        [b, bc, ab],
        [c, ca, bc],
        [ab, bc, ca],
      ]
    })
  }
  return { vertex: Float32Array.from(vertex), face: Int32Array.from(face.flat()) }
}

/** The upper half of an octahedron cut into rings of 4, 8, 12 … points, blown up to a sphere, on a disk. */
function hemisphere(resolution: number): MeshData {
  const rings = resolution + 1
  const vertex = [0, 0, 1]
  const face: number[] = []
  const firstOf = (ring: number): number => (ring === 0 ? 0 : 1 + 2 * ring * (ring - 1))
  for (let ring = 1; ring <= rings; ring++) {
    for (let quarter = 0; quarter < 4; quarter++)
      for (let k = 0; k < ring; k++) {
        // from the x axis to the y axis, turned by quarters
        const [x, y] = turned(ring - k, k, quarter)
        const z = rings - ring
        const length = Math.sqrt(x * x + y * y + z * z)
        vertex.push(x / length, y / length, z / length)
      }
    const above = (i: number): number => firstOf(ring - 1) + (ring === 1 ? 0 : i % (4 * (ring - 1)))
    const here = (i: number): number => firstOf(ring) + (i % (4 * ring))
    for (let quarter = 0; quarter < 4; quarter++)
      for (let k = 0; k < ring; k++) {
        const upper = quarter * (ring - 1) + k
        const lower = quarter * ring + k
        face.push(above(upper), here(lower), here(lower + 1))
        if (k < ring - 1) face.push(above(upper), here(lower + 1), above(upper + 1))
      }
  }
  const center = vertex.length / 3
  vertex.push(0, 0, 0)
  const rim = firstOf(rings)
  for (let k = 0; k < 4 * rings; k++) face.push(rim + k, center, rim + ((k + 1) % (4 * rings)))
  return { vertex: Float32Array.from(vertex), face: Int32Array.from(face) }
}

/** (x, y) turned by a number of right angles. */
function turned(x: number, y: number, quarter: number): readonly [number, number] {
  if (quarter === 0) return [x, y]
  if (quarter === 1) return [-y, x]
  return quarter === 2 ? [-x, -y] : [y, -x]
}

/**
 * A regular polygon of radius 1 below, one of radius r (or a point) above; its faces are those of the hull. Angles of the
 * upper one go on where those of the lower one end.
 */
function cone(edges: number, radius: number): MeshData {
  const vertex: number[] = []
  const ring = (first: number, r: number, z: number): void => {
    for (let i = first; i < first + edges; i++) {
      const angle = (2 * Math.PI * i) / edges
      vertex.push(r * cos(angle), r * sin(angle), z)
    }
  }
  ring(0, 1, -1)
  if (radius > 0) ring(edges, radius, 1)
  else vertex.push(0, 0, 1)
  return { vertex: Float32Array.from(vertex) }
}

/** sign(x) |x|^p */
function signedPower(x: number, p: number): number {
  return x < 0 ? -pow(-x, p) : x > 0 ? pow(x, p) : 0
}

/** A sphere in coordinates of latitude and longitude, whose sines and cosines are raised to the powers n and e. */
function supersphere(resolution: number, e: number, n: number): MeshData {
  const vertex = [0, 0, -1]
  for (let i = 1; i < resolution; i++) {
    const latitude = -Math.PI / 2 + (Math.PI * i) / resolution
    const r = signedPower(cos(latitude), n)
    const z = signedPower(sin(latitude), n)
    for (let j = 0; j < resolution; j++) {
      const longitude = -Math.PI + (2 * Math.PI * j) / resolution
      vertex.push(r * signedPower(cos(longitude), e), r * signedPower(sin(longitude), e), z)
    }
  }
  const top = vertex.length / 3
  vertex.push(0, 0, 1)

  const face: number[] = []
  const at = (ring: number, j: number): number => 1 + ring * resolution + (j % resolution)
  for (let j = 0; j < resolution; j++) face.push(0, at(0, j + 1), at(0, j))
  for (let ring = 0; ring + 2 < resolution; ring++)
    for (let j = 0; j < resolution; j++) {
      face.push(at(ring, j), at(ring, j + 1), at(ring + 1, j))
      face.push(at(ring, j + 1), at(ring + 1, j + 1), at(ring + 1, j))
    }
  for (let j = 0; j < resolution; j++) face.push(at(resolution - 2, j), at(resolution - 2, j + 1), top)
  return { vertex: Float32Array.from(vertex), face: Int32Array.from(face) }
}

/**
 * A torus of radius 1 and tube radius r, sines and cosines raised to the powers t around, s along the tube's section.
 */
function supertorus(resolution: number, r: number, s: number, t: number): MeshData {
  const vertex: number[] = []
  const face: number[] = []
  const at = (i: number, j: number): number => (i % resolution) * resolution + (j % resolution)
  for (let i = 0; i < resolution; i++) {
    const around = (2 * Math.PI * i) / resolution
    for (let j = 0; j < resolution; j++) {
      const section = (2 * Math.PI * j) / resolution
      const distance = 1 + r * signedPower(cos(section), s)
      const x = distance * signedPower(cos(around), t)
      const y = distance * signedPower(sin(around), t)
      vertex.push(x, y, r * signedPower(sin(section), s))
      face.push(at(i, j), at(i + 1, j), at(i, j + 1))
      face.push(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1))
    }
  }
  return { vertex: Float32Array.from(vertex), face: Int32Array.from(face) }
}

/**
 * Centers of bins that share out the angles from -half to half; toward gamma = 1 they crowd in the middle. Edges are
 * reached step by step, with the rounding of the reference: the middle of an odd number is not quite at 0.
 */
function binCenters(count: number, half: number, gamma: number): Float64Array {
  const edge = new Float64Array(count + 1)
  for (let i = 0, x = -1; i <= count; i++, x += 2 / count) edge[i] = half * (gamma * pow5(x) + (1 - gamma) * x)
  return Float64Array.from({ length: count }, (_, i) => 0.5 * (edge[i + 1] + edge[i]))
}

function pow5(x: number): number {
  return x < 0 ? -pow(-x, 5) : pow(x, 5)
}

/** Points of a unit sphere around -z, each with three normals: outward, along azimuth, along elevation. */
function wedge(azimuth: Float64Array, elevation: Float64Array): MeshData {
  const vertex: number[] = []
  const normal: number[] = []
  for (const a of azimuth)
    for (const e of elevation) {
      const outward = [cos(e) * sin(a), sin(e), -cos(e) * cos(a)]
      vertex.push(...outward)
      normal.push(...outward, cos(a), 0, sin(a), -sin(e) * sin(a), cos(e), sin(e) * cos(a))
    }
  return { vertex: Float32Array.from(vertex), normal: Float32Array.from(normal) }
}

/** A grid of points in the plane z = -1, each with the three axes as normals. */
function plate(columns: number, rows: number): MeshData {
  const vertex: number[] = []
  const normal: number[] = []
  const face: number[] = []
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < rows; j++) {
      vertex.push((2 * i + 1) / columns - 1, (2 * j + 1) / rows - 1, -1)
      normal.push(1, 0, 0, 0, 1, 0, 0, 0, 1)
      if (i + 1 === columns || j + 1 === rows) continue
      const a = i * rows + j
      face.push(a, a + rows, a + 1, a + rows + 1, a + 1, a + rows)
    }
  return { vertex: Float32Array.from(vertex), face: Int32Array.from(face), normal: Float32Array.from(normal) }
}
