import type { MeshAttributes } from '../schema/schemaMesh.ts'
import type { MeshData, Refuse } from './mesh.ts'
import { readMsh } from './msh.ts'
import { readObj } from './obj.ts'
import { readStl } from './stl.ts'

/**
 * The content of a mesh file, by the ending of its name.
 * @param mirrored whether the mesh is scaled by a negative volume
 */
export function readMeshFile(name: string, bytes: Uint8Array, mirrored: boolean, refuse: Refuse): MeshData {
  const ending = /\.([^./\\]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  switch (ending) {
    case 'stl':
      return readStl(bytes, refuse)
    case 'obj':
      return readObj(bytes, refuse)
    case 'msh': {
      const data = readMsh(bytes, refuse)
      // the reference turns the faces of mirrored meshes of this format twice, that is, not at all
      return mirrored && data.face ? { ...data, face: turnFaces(data.face) } : data
    }
    default:
      throw refuse('unknown format of meshes', { expected: 'a name that ends in .stl, .obj or .msh' })
  }
}

/** The same faces seen from the other side. */
export function turnFaces(face: Int32Array): Int32Array {
  const turned = face.slice()
  for (let i = 0; i < face.length; i += 3) {
    turned[i + 1] = face[i + 2]
    turned[i + 2] = face[i + 1]
  }
  return turned
}

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
