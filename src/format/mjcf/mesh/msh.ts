import type { MeshData, Refuse } from './mesh.ts'

/**
 * MuJoCo's own binary format, little-endian: the numbers of vertices, normals, texture coordinates and faces, then the
 * arrays in this order. Normals and texture coordinates belong to the vertices.
 */
export function readMsh(bytes: Uint8Array, refuse: Refuse): MeshData {
  if (bytes.length < 16) throw refuse('the file is too short for MSH', { found: `${bytes.length} bytes` })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [nvert, nnormal, ntexcoord, nface] = [0, 4, 8, 12].map((at) => view.getInt32(at, true))
  const wrong = (what: string, found: number): Error => refuse(`wrong number of ${what}`, { found: `${found}` })
  if (nvert < 4) throw wrong('vertices', nvert)
  if (nnormal !== 0 && nnormal !== nvert) throw wrong('normals', nnormal)
  if (ntexcoord !== 0 && ntexcoord !== nvert) throw wrong('texture coordinates', ntexcoord)
  if (nface < 0) throw wrong('faces', nface)
  const expected = 16 + 12 * nvert + 12 * nnormal + 8 * ntexcoord + 12 * nface
  if (bytes.length !== expected)
    throw refuse('the size of the file does not fit the numbers in it', {
      expected: `${expected} bytes`,
      found: `${bytes.length}`,
    })

  let at = 16
  const floats = (count: number): Float32Array => {
    const values = new Float32Array(count)
    for (let i = 0; i < count; i++, at += 4) values[i] = view.getFloat32(at, true)
    if (!values.every(Number.isFinite)) throw refuse('a number in the file is not finite')
    return values
  }
  const vertex = floats(3 * nvert)
  const normal = floats(3 * nnormal)
  const texcoord = floats(2 * ntexcoord)
  const face = new Int32Array(3 * nface)
  for (let i = 0; i < face.length; i++, at += 4) face[i] = view.getInt32(at, true)
  return {
    vertex,
    ...(nface > 0 && { face }),
    ...(nnormal > 0 && { normal, faceNormal: face }),
    ...(ntexcoord > 0 && { texcoord, faceTexcoord: face }),
  }
}
