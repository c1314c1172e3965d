import type { MeshAttributes } from '../schema/schemaMesh.ts'
import type { MeshData, Refuse } from './meshData.ts'

/** What a mesh element itself gives of points, faces, normals and texture coordinates. */
export function inlineMesh({ vertex, face, normal, texcoord }: MeshAttributes, refuse: Refuse): MeshData {
  const check = (attribute: string, values: readonly number[] | undefined, width: number): void => {
    if (values && values.length % width !== 0)
      throw refuse(`not a whole number of rows`, {
        attribute,
        expected: `a multiple of ${width} numbers`,
        found: `${values.length}`,
      })
  }
  check('vertex', vertex, 3)
  check('face', face, 3)
  check('normal', normal, 3)
  check('texcoord', texcoord, 2)
  return {
    vertex: Float32Array.from(vertex ?? []),
    face: face && Int32Array.from(face),
    normal: normal && Float32Array.from(normal),
    texcoord: texcoord && Float32Array.from(texcoord),
  }
}
