import { FileFault } from './assetPath.ts'

/** Skins in files: bytes → vertices, triangles and bones. */

export interface SkinData {
  readonly vertex: Float32Array
  /** Empty when the skin has no texture coordinates. */
  readonly texcoord: Float32Array
  readonly face: Int32Array
  readonly bones: readonly BoneData[]
}

export interface BoneData {
  readonly body: string
  readonly bindpos: Float32Array
  readonly bindquat: Float32Array
  readonly vertid: Int32Array
  readonly vertweight: Float32Array
}

/** Bytes of the name of a body, filled up with zeros. */
const NAME_BYTES = 40

/**
 * Little-endian: numbers of vertices, texture coordinates, triangles and bones; their coordinates and indices; then
 * for each bone the name of its body, its pose, and how many vertices it moves, their indices and weights.
 */
export function readSkinFile(bytes: Uint8Array): SkinData {
  const reader = new Reader(bytes)
  const [vertices, texcoords, faces, bones] = reader.counts(4) as [number, number, number, number]
  const vertex = reader.reals(3 * vertices)
  const texcoord = reader.reals(2 * texcoords)
  const face = reader.ints(3 * faces)
  const list: BoneData[] = []
  for (let i = 0; i < bones; i++) {
    const body = reader.name()
    const bindpos = reader.reals(3)
    const bindquat = reader.reals(4)
    const [count] = reader.counts(1) as [number]
    list.push({ body, bindpos, bindquat, vertid: reader.ints(count), vertweight: reader.reals(count) })
  }
  if (reader.left > 0) throw new FileFault(`it has ${reader.left} bytes more than its sizes say`)
  return { vertex, texcoord, face, bones: list }
}

/** Takes numbers from the front. Nothing is allocated for what is not there. */
class Reader {
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  get left(): number {
    return this.#view.byteLength - this.#at
  }

  counts(count: number): number[] {
    const counts = [...this.ints(count)]
    if (counts.some((n) => n < 0)) throw new FileFault(`it has a negative size: ${counts.join(' ')}`)
    return counts
  }

  ints(count: number): Int32Array {
    const at = this.#take(4 * count)
    return Int32Array.from({ length: count }, (_, i) => this.#view.getInt32(at + 4 * i, true))
  }

  reals(count: number): Float32Array {
    const at = this.#take(4 * count)
    return Float32Array.from({ length: count }, (_, i) => this.#view.getFloat32(at + 4 * i, true))
  }

  name(): string {
    const at = this.#take(NAME_BYTES)
    const bytes = new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, NAME_BYTES)
    const end = bytes.indexOf(0)
    // a copy: text cannot be decoded from shared memory
    return new TextDecoder().decode(Uint8Array.from(bytes.subarray(0, end < 0 ? NAME_BYTES : end)))
  }

  #take(bytes: number): number {
    if (bytes > this.left) throw new FileFault(`it is too short: ${bytes} more bytes expected, ${this.left} there`)
    const at = this.#at
    this.#at += bytes
    return at
  }
}
