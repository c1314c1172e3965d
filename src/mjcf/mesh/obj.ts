import type { MeshData, Refuse } from './meshData.ts'
import { TextScanner } from './textScanner.ts'
import { triangulate } from './triangulate.ts'

/**
 * The first shape of an OBJ file: all vertices, and the faces up to the second group or object that has faces.
 * Faces with more than three corners are cut into triangles.
 */

const SLASH = 47
const MAX_CORNERS = 1 << 16

/** An array of numbers that grows. */
class Reals {
  data = new Float32Array(3072)
  length = 0

  push(x: number): void {
    if (this.length === this.data.length) {
      const larger = new Float32Array(2 * this.length)
      larger.set(this.data)
      this.data = larger
    }
    this.data[this.length++] = x
  }

  done(): Float32Array {
    return this.data.slice(0, this.length)
  }
}

/** A corner of a face: which vertex, texture coordinate and normal it has; -1 for none. */
type Corner = readonly [vertex: number, texcoord: number, normal: number]

export function readObj(bytes: Uint8Array, refuse: Refuse): MeshData {
  const scanner = new TextScanner(bytes)
  const vertex = new Reals()
  const normal = new Reals()
  const texcoord = new Reals()
  const polygons: Corner[][] = []
  let closed = false

  const numbers = (into: Reals, count: number): void => {
    for (let i = 0; i < count; i++) {
      const x = scanner.numberOnLine()
      if (x === undefined || !Number.isFinite(Math.fround(x)))
        throw refuse(`expected ${count} numbers`, { found: `line ${scanner.line}` })
      into.push(x)
    }
  }
  for (; !scanner.done; scanner.nextLine()) {
    const word = scanner.word()
    if (word === 'v') numbers(vertex, 3)
    else if (word === 'vn') numbers(normal, 3)
    else if (word === 'vt') {
      numbers(texcoord, 2)
      // pictures start at the top
      texcoord.data[texcoord.length - 1] = 1 - texcoord.data[texcoord.length - 1]
    } else if (word === 'f' && !closed) {
      const polygon = readFace(scanner, [vertex.length / 3, texcoord.length / 2, normal.length / 3], refuse)
      if (polygon.length >= 3) polygons.push(polygon)
    } else if ((word === 'o' || word === 'g') && polygons.length > 0) closed = true
  }
  return assemble(vertex.done(), normal.done(), texcoord.done(), polygons, refuse)
}

/** `v`, `v/t`, `v//n` or `v/t/n` for each corner; numbers count from 1, negative ones from the last. */
function readFace(scanner: TextScanner, counts: Corner, refuse: Refuse): Corner[] {
  const polygon: Corner[] = []
  while (!scanner.lineDone) {
    const corner: [number, number, number] = [-1, -1, -1]
    for (let part = 0; part < 3; part++) {
      const index = scanner.integerHere()
      if (index === 0 || (index === undefined && part === 0) || Math.abs(index ?? 0) > 0x7fffffff)
        throw refuse('not a corner of a face', {
          expected: 'v, v/t, v//n or v/t/n with numbers from 1',
          found: `line ${scanner.line}`,
        })
      if (index !== undefined) corner[part] = index > 0 ? index - 1 : counts[part] + index
      if (index !== undefined && corner[part] < 0)
        throw refuse('a face refers to something before the first', { found: `${index}, line ${scanner.line}` })
      if (scanner.next !== SLASH) break
      scanner.skipByte()
    }
    polygon.push(corner)
    if (scanner.next > 32)
      throw refuse('not a corner of a face', { expected: 'v, v/t, v//n or v/t/n', found: `line ${scanner.line}` })
    if (polygon.length > MAX_CORNERS) throw refuse('a face has too many corners', { found: `line ${scanner.line}` })
  }
  return polygon
}

function assemble(
  vertex: Float32Array,
  normal: Float32Array,
  texcoord: Float32Array,
  polygons: readonly Corner[][],
  refuse: Refuse,
): MeshData {
  const face: number[] = []
  const faceTexcoord: number[] = []
  const faceNormal: number[] = []
  const push = ([v, t, n]: Corner): void => {
    face.push(v)
    faceTexcoord.push(t)
    faceNormal.push(n)
  }
  for (const polygon of polygons) {
    for (const [v] of polygon)
      if (3 * v >= vertex.length)
        throw refuse('a face refers to a vertex that is not there', {
          expected: `1 to ${vertex.length / 3}`,
          found: `${v + 1}`,
        })
    if (polygon.length === 3) polygon.forEach(push)
    else {
      const loop = polygon.map(([v]) => v)
      for (const corner of triangulate(vertex, loop)) push(polygon[corner])
    }
  }
  const data = { vertex, face: face.length > 0 ? Int32Array.from(face) : undefined }
  return {
    ...data,
    ...(normal.length > 0 && faceNormal.some((n) => n >= 0) && { normal, faceNormal: Int32Array.from(faceNormal) }),
    ...(texcoord.length > 0 && { texcoord, faceTexcoord: Int32Array.from(faceTexcoord) }),
  }
}
