import type { Model } from '../../src/core/model/model.ts'
import type { NumericArray, ReferenceModel } from './reference.ts'

/**
 * Meshes compared bit by bit: what follows from a mesh by arithmetic alone, in one order of operations. Hulls are
 * another matter, see compareMesh.ts.
 */

/** Fields of a mesh, each with its width, and the tables of where those of one mesh start and how many there are. */
const FIELDS = {
  mesh_vert: [3, 'mesh_vertadr', 'mesh_vertnum'],
  mesh_face: [3, 'mesh_faceadr', 'mesh_facenum'],
  mesh_normal: [3, 'mesh_normaladr', 'mesh_normalnum'],
  mesh_facenormal: [3, 'mesh_faceadr', 'mesh_facenum'],
  mesh_texcoord: [2, 'mesh_texcoordadr', 'mesh_texcoordnum'],
  mesh_facetexcoord: [3, 'mesh_faceadr', 'mesh_facenum'],
  mesh_pos: [3, undefined, undefined],
  mesh_quat: [4, undefined, undefined],
} as const

export type MeshField = keyof typeof FIELDS
export const MESH_FIELDS = Object.keys(FIELDS) as readonly MeshField[]

/** The fields that have other bits than in the reference, for each mesh. Zeros are equal whatever their sign. */
export function meshBitDifferences(ours: Model, reference: ReferenceModel): MeshField[][] {
  const cache = new Map<string, NumericArray>()
  const own = (name: string): NumericArray => Reflect.get(ours, name) as NumericArray
  const theirs = (name: string): NumericArray => {
    const known = cache.get(name) ?? reference.array(name)!
    cache.set(name, known)
    return known
  }
  const differ = (field: MeshField, id: number): boolean =>
    !sameBits(sliceOf(own, field, id), sliceOf(theirs, field, id))
  return Array.from({ length: ours.nmesh }, (_, id) => MESH_FIELDS.filter((field) => differ(field, id)))
}

function sliceOf(array: (name: string) => NumericArray, field: MeshField, id: number): NumericArray {
  const [width, adr, num] = FIELDS[field]
  const start = adr === undefined ? id : array(adr)[id]
  const count = num === undefined ? 1 : array(num)[id]
  return start < 0 ? array(field).subarray(0, 0) : array(field).subarray(width * start, width * (start + count))
}

/** Whether two arrays are equal number by number. */
export function sameBits(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
