import type { MeshData, Refuse } from './meshData.ts'
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
