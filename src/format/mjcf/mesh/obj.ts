import { GrowingFloats, GrowingInts } from './growingArrays.ts'
import type { MeshData, Refuse } from './mesh.ts'
import { TextScanner } from './textScanner.ts'
import { ClippingBudget, triangulate } from './triangulate.ts'

/**
 * The first shape of an OBJ file: all vertices, and the faces up to the second group or object that has faces.
 * Faces with more than three corners are cut into triangles.
 */

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const SLASH = 47
const SPACE = 32
const MAX_CORNERS = 1 << 16
/** Lines that mean something here. */
const WORDS = ['v', 'vn', 'vt', 'f', 'o', 'g']

/** Faces with any number of corners, each with a vertex, a texture coordinate and a normal; -1 for none. */
class Polygons {
  readonly corners = new GrowingInts()
  /** Where each polygon ends, in corners. */
  readonly ends = new GrowingInts()
  /** The line of the file that each polygon stands in. */
  readonly lines = new GrowingInts()
}

export function readObj(bytes: Uint8Array, refuse: Refuse): MeshData {
  const scanner = new TextScanner(withLineFeeds(bytes))
  const vertex = new GrowingFloats()
  const normal = new GrowingFloats()
  const texcoord = new GrowingFloats()
  const polygons = new Polygons()
  let closed = false

  const numbers = (into: GrowingFloats, count: number, needed = count): void => {
    for (let i = 0; i < count; i++) {
      const x = i >= needed && scanner.lineDone ? 0 : scanner.numberOnLine()
      if (x === undefined || !Number.isFinite(Math.fround(x)))
        throw refuse(`expected ${count} numbers`, { found: `line ${scanner.line}` })
      into.push(x)
    }
  }
  for (; !scanner.done; scanner.nextLine()) {
    switch (scanner.oneOf(WORDS)) {
      case 'v':
        numbers(vertex, 3)
        break
      case 'vn':
        numbers(normal, 3)
        break
      case 'vt':
        numbers(texcoord, 2, 1)
        // pictures start at the top
        texcoord.data[texcoord.length - 1] = 1 - texcoord.data[texcoord.length - 1]
        break
      case 'f':
        if (!closed) readFace(scanner, polygons, vertex.length / 3, texcoord.length / 2, normal.length / 3, refuse)
        break
      case 'o':
      case 'g':
        if (polygons.ends.length > 0) closed = true
    }
  }
  return assemble(vertex.done(), normal.done(), texcoord.done(), polygons, refuse)
}

/** Lines may also end with a carriage return alone. */
function withLineFeeds(bytes: Uint8Array): Uint8Array {
  return bytes.includes(LINE_FEED) ? bytes : bytes.map((byte) => (byte === CARRIAGE_RETURN ? LINE_FEED : byte))
}

/**
 * `v`, `v/t`, `v//n` or `v/t/n` for each corner; numbers count from 1, negative ones from the last. A texture coordinate
 * or normal of number 0 is none.
 */
function readFace(
  scanner: TextScanner,
  { corners, ends, lines }: Polygons,
  vertices: number,
  texcoords: number,
  normals: number,
  refuse: Refuse,
): void {
  const start = corners.length
  const { line } = scanner
  while (!scanner.lineDone) {
    for (let part = 0, more = true; part < 3; part++) {
      const index = more ? scanner.integerHere() : undefined
      if ((!index && part === 0) || (index !== undefined && Math.abs(index) > 0x7fffffff))
        throw badCorner(scanner, refuse)
      let id = -1
      if (index) {
        id = index > 0 ? index - 1 : index + (part === 0 ? vertices : part === 1 ? texcoords : normals)
        if (id < 0) throw refuse('a face refers to something before the first', { found: `line ${scanner.line}` })
      }
      corners.push(id)
      more = more && scanner.next === SLASH
      if (more && part < 2) scanner.skipByte()
    }
    if (scanner.next > SPACE) throw badCorner(scanner, refuse)
    if (corners.length - start > 3 * MAX_CORNERS)
      throw refuse('a face has too many corners', { found: `line ${scanner.line}` })
  }
  // points and lines are left out
  if (corners.length - start < 9) corners.length = start
  else {
    ends.push(corners.length / 3)
    lines.push(line)
  }
}

function badCorner(scanner: TextScanner, refuse: Refuse): Error {
  return refuse('not a corner of a face', {
    expected: 'v, v/t, v//n or v/t/n with numbers from 1',
    found: `line ${scanner.line}`,
  })
}

function assemble(
  vertex: Float32Array,
  normal: Float32Array,
  texcoord: Float32Array,
  polygons: Polygons,
  refuse: Refuse,
): MeshData {
  const corners = polygons.corners.done()
  for (let i = 0; i < corners.length; i += 3)
    if (3 * corners[i] >= vertex.length)
      throw refuse('a face refers to a vertex that is not there', {
        expected: `1 to ${vertex.length / 3}`,
        found: `${corners[i] + 1}`,
      })

  const warnings = [
    ...dropMissing(polygons, corners, 1, texcoord.length / 2, 'texture coordinate'),
    ...dropMissing(polygons, corners, 2, normal.length / 3, 'normal'),
  ]

  const face = new GrowingInts()
  const faceTexcoord = new GrowingInts()
  const faceNormal = new GrowingInts()
  const push = (corner: number): void => {
    face.push(corners[3 * corner])
    faceTexcoord.push(corners[3 * corner + 1])
    faceNormal.push(corners[3 * corner + 2])
  }
  const incomplete: Incomplete[] = []
  const budget = new ClippingBudget()
  let start = 0
  for (const [i, end] of polygons.ends.done().entries()) {
    const count = end - start
    if (count === 3) for (let corner = start; corner < end; corner++) push(corner)
    else {
      const loop = Int32Array.from({ length: count }, (_, k) => corners[3 * (start + k)])
      const triangles = triangulate(vertex, loop, budget)
      if (triangles === undefined)
        throw refuse(`cutting the face in line ${polygons.lines.data[i]} into triangles takes too long`, {
          expected: 'faces with fewer corners, or convex ones',
          found: `${count} corners`,
          suggestion: 'triangulate the mesh in the program that made it',
        })
      for (const corner of triangles) push(start + corner)
      if (triangles.length < 3 * (count - 2))
        incomplete.push({ line: polygons.lines.data[i], corners: count, triangles: triangles.length / 3 })
    }
    start = end
  }
  if (incomplete.length > 0) warnings.push(incompleteWarning(incomplete))
  const normals = faceNormal.done()
  return {
    vertex,
    face: face.length > 0 ? face.done() : undefined,
    ...(normal.length > 0 && normals.some((n) => n >= 0) && { normal, faceNormal: normals }),
    ...(texcoord.length > 0 && { texcoord, faceTexcoord: faceTexcoord.done() }),
    warnings,
  }
}

/**
 * Takes texture coordinates or normals that are not there away from corners: only pictures show them.
 * @param part their place in a corner
 * @returns a warning, if there are some
 */
function dropMissing(
  { ends, lines }: Polygons,
  corners: Int32Array,
  part: number,
  count: number,
  what: string,
): string[] {
  let first = -1
  for (let i = part; i < corners.length; i += 3)
    if (corners[i] >= count) {
      if (first < 0) first = (i - part) / 3
      corners[i] = -1
    }
  if (first < 0) return []
  let polygon = 0
  while (ends.data[polygon] <= first) polygon++
  return [`the face in line ${lines.data[polygon]} refers to a ${what} that is not there; it is drawn without`]
}

/** A polygon that less triangles were cut from than it has room for. */
interface Incomplete {
  readonly line: number
  readonly corners: number
  readonly triangles: number
}

/** The reference drops the same triangles without a word. */
function incompleteWarning([{ line, corners, triangles }, ...others]: readonly Incomplete[]): string {
  const more = others.length === 0 ? '' : ` (and ${others.length} more, the next in line ${others[0].line})`
  return (
    `the face in line ${line}${more} has ${corners} corners, but only ${triangles} of ${corners - 2} triangles ` +
    'could be cut from it: the rest is missing, as in MuJoCo; cut the face in the program that made the file'
  )
}
