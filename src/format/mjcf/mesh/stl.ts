import type { MeshData, Refuse } from './mesh.ts'
import { TextScanner } from './textScanner.ts'

/** Triangles of an STL file. Its corners carry no indices: equal points become one vertex. */

const HEADER = 80
const FACE_BYTES = 50
/** Most faces of one file. */
const MAX_FACES = 200_000
/** Greatest coordinate, as in the reference. */
const MOST_COORDINATE = 2 ** 30

export function readStl(bytes: Uint8Array, refuse: Refuse): MeshData {
  const corners = isText(bytes) ? textCorners(bytes, refuse) : binaryCorners(bytes, refuse)
  for (let i = 0; i < corners.length; i++)
    if (!(Math.abs(corners[i]) <= MOST_COORDINATE)) throw badCoordinate(corners[i], refuse)
  return mergeEqual(corners)
}

function badCoordinate(x: number, refuse: Refuse): Error {
  if (!Number.isFinite(x)) return refuse('a coordinate is not a finite number', { found: `${x}` })
  return refuse('a coordinate is too large for STL', { expected: `at most ${MOST_COORDINATE}`, found: `${x}` })
}

/** A text file starts with `solid` like many binary ones, but then the size does not fit a count of faces. */
function isText(bytes: Uint8Array): boolean {
  if (String.fromCharCode(...bytes.subarray(0, 5)) !== 'solid') return false
  if (bytes.length < HEADER + 4) return true
  return bytes.length !== HEADER + 4 + FACE_BYTES * viewOf(bytes).getUint32(HEADER, true)
}

/** 80 bytes of anything, the number of faces, then for each face normal, three corners and two more bytes. */
function binaryCorners(bytes: Uint8Array, refuse: Refuse): Float32Array {
  if (bytes.length < HEADER + 4)
    throw refuse('the file is too short for STL', {
      expected: `at least ${HEADER + 4} bytes`,
      found: `${bytes.length}`,
    })
  const view = viewOf(bytes)
  const count = view.getUint32(HEADER, true)
  checkCount(count, refuse)
  if (bytes.length !== HEADER + 4 + FACE_BYTES * count)
    throw refuse('the size of the file does not fit its number of faces', {
      expected: `${HEADER + 4 + FACE_BYTES * count} bytes for ${count} faces`,
      found: `${bytes.length}`,
    })
  const corners = new Float32Array(9 * count)
  for (let face = 0; face < count; face++) {
    const start = HEADER + 4 + FACE_BYTES * face + 12
    for (let i = 0; i < 9; i++) corners[9 * face + i] = view.getFloat32(start + 4 * i, true)
  }
  return corners
}

/** `solid`, then for each face `facet normal x y z outer loop vertex x y z vertex … vertex … endloop endfacet`. */
function textCorners(bytes: Uint8Array, refuse: Refuse): Float32Array {
  const scanner = new TextScanner(bytes)
  const corners: number[] = []
  let loop = 0
  while (!scanner.done) {
    const word = scanner.word()
    if (word === 'vertex') {
      for (let i = 0; i < 3; i++) {
        const x = scanner.number()
        if (x === undefined) throw refuse('a vertex needs three numbers', { found: `line ${scanner.line}` })
        corners.push(x)
      }
      loop++
    } else if (word === 'endloop') {
      if (loop !== 3) throw refuse('a face of STL is a triangle', { found: `${loop} corners, line ${scanner.line}` })
      loop = 0
    }
    if (corners.length > 9 * MAX_FACES) checkCount(corners.length / 9, refuse)
  }
  if (loop !== 0) throw refuse('the file ends inside a face')
  checkCount(corners.length / 9, refuse)
  return Float32Array.from(corners)
}

function checkCount(count: number, refuse: Refuse): void {
  if (count < 1 || count > MAX_FACES)
    throw refuse('wrong number of faces', { expected: `1 to ${MAX_FACES}`, found: `${Math.floor(count)}` })
}

/** Gives equal points, bit by bit, one index, in the order in which they first appear. */
function mergeEqual(corners: Float32Array): MeshData {
  const count = corners.length / 3
  const bits = new Int32Array(corners.buffer, corners.byteOffset, corners.length)
  // open addressing, at most half full
  let capacity = 16
  while (capacity < 2 * count) capacity *= 2
  const table = new Int32Array(capacity).fill(-1)
  const vertex = new Float32Array(corners.length)
  const vertexBits = new Int32Array(vertex.buffer)
  const face = new Int32Array(count)
  let used = 0
  for (let corner = 0; corner < count; corner++) {
    const x = bits[3 * corner]
    const y = bits[3 * corner + 1]
    const z = bits[3 * corner + 2]
    let slot = hash(x, y, z) & (capacity - 1)
    let id = table[slot]
    while (id >= 0 && (vertexBits[3 * id] !== x || vertexBits[3 * id + 1] !== y || vertexBits[3 * id + 2] !== z)) {
      slot = (slot + 1) & (capacity - 1)
      id = table[slot]
    }
    if (id < 0) {
      id = used++
      table[slot] = id
      vertexBits[3 * id] = x
      vertexBits[3 * id + 1] = y
      vertexBits[3 * id + 2] = z
    }
    face[corner] = id
  }
  return { vertex: vertex.slice(0, 3 * used), face }
}

function hash(x: number, y: number, z: number): number {
  let h = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return h ^ (h >>> 13)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
