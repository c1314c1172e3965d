import type { Random } from '../../../tools/compare/randomState.ts'
import { mshFile, objFile, stlFile } from '../../support/meshFiles.ts'

/** Meshes drawn at random, with faces of their own, in all formats and with all attributes that move them. */

/** A model with one mesh, and the file that it may name. */
export interface DrawnMesh {
  readonly xml: string
  readonly files: Readonly<Record<string, string | Uint8Array>>
}

interface Surface {
  readonly vertex: number[]
  readonly face: number[]
}

/** @param inertia how its mass is distributed */
export function drawnMesh(random: Random, inertia: 'legacy' | 'exact' | 'shell'): DrawnMesh {
  const surface = whole(random, 3) === 0 ? torus(random) : ball(random)
  const scaled = { ...surface, vertex: surface.vertex.map(sizeOf(random)) }
  // faces that overlap or are turned have a volume only where it counts as positive
  if (inertia === 'legacy' && whole(random, 3) === 0) spoil(scaled, random)
  const attributes = [`inertia="${inertia}"`, ...placement(random)]
  const numbers = (count: number): string => Array.from({ length: count }, () => round(random.normal())).join(' ')
  const count = scaled.vertex.length / 3
  if (whole(random, 3) === 0) attributes.push('smoothnormal="true"')
  const format = ['inline', 'stl', 'obj', 'msh'][whole(random, 4)]
  const ownNormals = format === 'inline' && whole(random, 3) === 0
  if (ownNormals) attributes.push(`normal="${numbers(3 * count)}"`)
  if (format === 'inline' && whole(random, 3) === 0) attributes.push(`texcoord="${numbers(2 * count)}"`)
  if (format === 'inline') {
    attributes.push(`vertex="${scaled.vertex.join(' ')}"`, `face="${scaled.face.join(' ')}"`)
    return { xml: model(attributes), files: {} }
  }
  const content = format === 'stl' ? stlFile(scaled) : format === 'msh' ? mshFile(scaled) : objFile(scaled)
  return { xml: model([...attributes, `file="m.${format}"`]), files: { [`m.${format}`]: content } }
}

function model(attributes: readonly string[]): string {
  return `<mujoco><asset><mesh name="m" ${attributes.join(' ')}/></asset><worldbody><body><freejoint/>
    <geom type="mesh" mesh="m" contype="0" conaffinity="0"/></body></worldbody></mujoco>`
}

/** A mesh that is made by a formula without elementary functions. */
export function builtinMeshes(): string[] {
  const builtin = (kind: string, params: string): string => model([`builtin="${kind}"`, `params="${params}"`])
  return [
    ...[0, 1, 2, 3, 4].map((n) => builtin('sphere', `${n}`)),
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => builtin('hemisphere', `${n}`)),
    ...['2 2', '3 5', '10 7', '30 31'].map((params) => builtin('plate', params)),
  ]
}

/** A sphere of rings with noise on its radius. */
function ball(random: Random): Surface {
  const rings = 2 + whole(random, 8)
  const around = 3 + whole(random, 12)
  const noise = whole(random, 3) === 0 ? 0 : random.uniform(0, 0.6)
  const radius = (): number => 1 + random.uniform(-noise, noise)
  const vertex = [0, 0, -1]
  for (let i = 1; i < rings; i++)
    for (let j = 0; j < around; j++) {
      const r = radius()
      const latitude = Math.PI * (i / rings - 0.5)
      const longitude = (2 * Math.PI * j) / around
      vertex.push(r * Math.cos(latitude) * Math.cos(longitude))
      vertex.push(r * Math.cos(latitude) * Math.sin(longitude), r * Math.sin(latitude))
    }
  const top = vertex.length / 3
  vertex.push(0, 0, 1)
  const at = (ring: number, j: number): number => 1 + ring * around + (j % around)
  const face: number[] = []
  for (let j = 0; j < around; j++) {
    face.push(0, at(0, j + 1), at(0, j))
    for (let ring = 0; ring + 2 < rings; ring++) {
      face.push(at(ring, j), at(ring, j + 1), at(ring + 1, j))
      face.push(at(ring, j + 1), at(ring + 1, j + 1), at(ring + 1, j))
    }
    face.push(at(rings - 2, j), at(rings - 2, j + 1), top)
  }
  return { vertex, face }
}

function torus(random: Random): Surface {
  const around = 3 + whole(random, 12)
  const along = 3 + whole(random, 8)
  const tube = random.uniform(0.1, 0.9)
  const vertex: number[] = []
  const face: number[] = []
  const at = (i: number, j: number): number => (i % around) * along + (j % along)
  for (let i = 0; i < around; i++)
    for (let j = 0; j < along; j++) {
      const u = (2 * Math.PI * i) / around
      const v = (2 * Math.PI * j) / along
      const distance = 1 + tube * Math.cos(v)
      vertex.push(distance * Math.cos(u), distance * Math.sin(u), tube * Math.sin(v))
      face.push(at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1))
    }
  return { vertex, face }
}

/** A size from millimeters to hundreds of meters, long or flat or neither, away from the origin. */
function sizeOf(random: Random): (x: number, i: number) => number {
  const size = 10 ** random.uniform(-3, 2)
  const stretch = [0, 1, 2].map(() => (whole(random, 2) === 0 ? 1 : 10 ** random.uniform(-1, 1)))
  const shift = [0, 1, 2].map(() => (whole(random, 2) === 0 ? 0 : random.uniform(-3, 3)))
  return (x, i) => Math.fround(size * stretch[i % 3] * (x + shift[i % 3]))
}

/** Makes corners coincide, repeats faces and turns some. */
function spoil({ vertex, face }: Surface, random: Random): void {
  const count = vertex.length / 3
  for (let i = 0; i < 4; i++) {
    const [from, to] = [whole(random, count), whole(random, count)]
    for (let k = 0; k < 3; k++) vertex[3 * to + k] = vertex[3 * from + k]
    const f = 3 * whole(random, face.length / 3)
    const [a, b, c] = face.slice(f, f + 3)
    face.push(a, c, b, a, a, b)
  }
}

/** Attributes that scale, mirror, move and turn the points. */
function placement(random: Random): string[] {
  const attributes: string[] = []
  if (whole(random, 2) === 0) {
    const signs = [0, 1, 2].map(() => (whole(random, 4) === 0 ? -1 : 1))
    attributes.push(`scale="${signs.map((sign) => sign * round(random.uniform(0.1, 3))).join(' ')}"`)
  }
  if (whole(random, 2) === 0) attributes.push(`refpos="${[...random.vector(3)].map(round).join(' ')}"`)
  if (whole(random, 2) === 0) attributes.push(`refquat="${[...random.vector(4)].map(round).join(' ')}"`)
  return attributes
}

function round(x: number): number {
  return Math.round(1000 * x) / 1000
}

/** A whole number from 0 to below a limit. */
function whole(random: Random, limit: number): number {
  return Math.floor(random.uniform(0, limit))
}
