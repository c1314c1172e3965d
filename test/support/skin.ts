/** Makes skin files for tests. */

export interface SkinParts {
  readonly vertex?: readonly number[]
  readonly texcoord?: readonly number[]
  readonly face?: readonly number[]
  readonly bones?: readonly {
    readonly body?: string
    readonly bindpos?: readonly number[]
    readonly bindquat?: readonly number[]
    readonly vertid?: readonly number[]
    readonly vertweight?: readonly number[]
  }[]
  /** Numbers of vertices, texture coordinates, triangles and bones to declare instead of the right ones. */
  readonly declared?: readonly number[]
}

/** A triangle that follows the body `b`, unless told otherwise. */
export function makeSkin({
  vertex = [0, 0, 0, 1, 0, 0, 0, 1, 0],
  texcoord = [],
  face = [0, 1, 2],
  bones = [{}],
  declared = [vertex.length / 3, texcoord.length / 2, face.length / 3, bones.length],
}: SkinParts = {}): Buffer {
  const pieces = [ints(declared), reals(vertex), reals(texcoord), ints(face)]
  for (const { body = 'b', bindpos = [0, 0, 0], bindquat = [1, 0, 0, 0], ...of } of bones) {
    const { vertid = [0, 1, 2], vertweight = [1, 1, 1] } = of
    const name = Buffer.alloc(40)
    name.write(body)
    pieces.push(name, reals(bindpos), reals(bindquat), ints([vertid.length]), ints(vertid), reals(vertweight))
  }
  return Buffer.concat(pieces)
}

export function ints(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [i, value] of values.entries()) bytes.writeInt32LE(value, 4 * i)
  return bytes
}

export function reals(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [i, value] of values.entries()) bytes.writeFloatLE(value, 4 * i)
  return bytes
}
