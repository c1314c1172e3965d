import { triangleNormal } from '../../../core/math/triangle.ts'
import { dot3 } from '../../../core/math/vec3.ts'

/** A face that is turned from the mean normal at a corner by more than this (a cosine) does not shade that corner. */
const SHARP = 0.8
/** Normals count by what the edges of their face span, in m²; what is shorter than this has no direction. */
const TOO_SHORT = 1e-7

/**
 * Normals at the vertices of a mesh that has none: the mean over the faces around, by area. Unless the mesh is to look
 * smooth, faces that are turned away from the mean do not count. Sums are in single precision as in MuJoCo: around
 * sharp corners they cancel to nothing but rounding.
 */
export function vertexNormals(vertex: Float64Array, face: Int32Array, smooth: boolean): Float32Array {
  const faces = faceNormals(vertex, face)
  const normal = new Float32Array(vertex.length)
  for (let i = 0, f = 0; i < face.length; i += 3, f += 4) {
    if (faces[f + 3] === 0) continue
    for (let corner = i; corner < i + 3; corner++)
      for (let k = 0; k < 3; k++) normal[3 * face[corner] + k] += faces[f + 3] * faces[f + k]
  }
  if (!smooth) dropSharp(normal, faces, face)
  for (let v = 0; v < normal.length; v += 3) {
    const length = lengthAt(normal, v)
    if (length < TOO_SHORT) {
      normal[v] = 0
      normal[v + 1] = 0
      normal[v + 2] = 1
    } else for (let k = 0; k < 3; k++) normal[v + k] /= length
  }
  return normal
}

/** Subtracts from the sum at each corner the normals of faces that are turned away from it. */
function dropSharp(normal: Float32Array, faces: Float64Array, face: Int32Array): void {
  const removed = new Float32Array(normal.length)
  for (let i = 0, f = 0; i < face.length; i += 3, f += 4) {
    if (faces[f + 3] === 0) continue
    for (let corner = i; corner < i + 3; corner++) {
      const v = 3 * face[corner]
      const length = lengthAt(normal, v)
      const dot = normal[v] * faces[f] + normal[v + 1] * faces[f + 1] + normal[v + 2] * faces[f + 2]
      if (length >= TOO_SHORT && dot >= SHARP * length) continue
      for (let k = 0; k < 3; k++) removed[v + k] += faces[f + 3] * faces[f + k]
    }
  }
  for (let i = 0; i < normal.length; i++) normal[i] -= removed[i]
}

function lengthAt(v: Float32Array, i: number): number {
  return Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2])
}

/** Unit normal of each face, and the length that it had; zero for a face that is too small. */
function faceNormals(x: Float64Array, face: Int32Array): Float64Array {
  const out = new Float64Array((4 * face.length) / 3)
  for (let i = 0, o = 0; i < face.length; i += 3, o += 4) {
    triangleNormal(out, o, x, 3 * face[i], 3 * face[i + 1], 3 * face[i + 2])
    const length = Math.sqrt(dot3(out, o, out, o))
    if (length < TOO_SHORT) {
      out.fill(0, o, o + 3)
      continue
    }
    for (let k = 0; k < 3; k++) out[o + k] /= length
    out[o + 3] = length
  }
  return out
}
