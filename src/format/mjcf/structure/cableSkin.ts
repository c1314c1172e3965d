import { GRAMMAR } from '../schema/grammar.ts'
import { fallbacks } from '../schema/readAttributes.ts'
import type { BoneSpec, CompositeSpec } from '../schema/spec.ts'
import type { Assembly } from './assembly.ts'

/**
 * The skin of a cable of boxes: a band over the upper and the lower sides of all pieces. Across each end of a piece
 * there are two bones, on its left and right edge, each of which moves one vertex above and one below; all vertices
 * start at the origin of their bone.
 *
 * @param bodies names of the bodies of the pieces, in order
 */
export function makeCableSkin(composite: CompositeSpec, assembly: Assembly, bodies: readonly string[]): void {
  const { attributes: a, geom, source, compiler } = composite
  const [halfLength = 0, halfWidth = 0, halfHeight = 0] = geom.size ?? []
  const rows = bodies.length + 1
  const below = 2 * rows

  const face: number[] = []
  const band = (corner: (row: number) => readonly number[]): void => {
    for (let row = 0; row + 1 < rows; row++) face.push(...corner(2 * row))
  }
  band((v) => [v, v + 2, v + 3, v, v + 3, v + 1])
  band((v) => [below + v, below + v + 3, below + v + 2, below + v, below + v + 1, below + v + 3])
  band((v) => [v, below + v + 2, v + 2, v, below + v, below + v + 2])
  band((v) => [v + 1, v + 3, below + v + 3, v + 1, below + v + 3, below + v + 1])
  const end = below - 2
  face.push(0, 1, below + 1, 0, below + 1, below)
  face.push(end, below + end + 1, end + 1, end, below + end, below + end + 1)

  const children = Array.from({ length: 2 * rows }, (_, vertex): BoneSpec => {
    const row = vertex >> 1
    const last = row === rows - 1
    const attributes = {
      ...fallbacks(GRAMMAR.bone.attributes),
      body: bodies[last ? row - 1 : row],
      bindpos: [last ? -2 * halfLength : 0, vertex % 2 === 0 ? -halfWidth : halfWidth, 0],
      bindquat: [1, 0, 0, 0],
      vertid: [vertex, below + vertex],
      vertweight: [1, 1],
    }
    return { kind: 'bone', attributes, source, compiler }
  })
  const attributes = {
    ...fallbacks(GRAMMAR.skin.attributes),
    name: assembly.freeName('skin', `${a.prefix}Skin`),
    rgba: [1, 1, 1, 1],
    inflate: 2 * halfHeight,
    vertex: new Array(6 * below).fill(0),
    face,
  }
  const folders = { model: '', file: undefined }
  assembly.addToList('assets', { kind: 'skin', attributes, source, compiler, folders, children })
}
