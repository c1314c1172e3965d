import { MINVAL } from '../../../core/math/constants.ts'
import { triangleNormal } from '../../../core/math/triangle.ts'
import { dot3 } from '../../../core/math/vec3.ts'
import { normalize } from '../geometry/partPose.ts'

/** A face that is turned from the mean normal at a corner by more than this (a cosine) does not shade that corner. */
const SHARP = 0.8

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
      for (let k = 0; k < 3; k++) normal[3 * face[corner] + k] += faces[f + k] * faces[f + 3]
  }
  if (!smooth) dropSharp(normal, faces, face)
  for (let v = 0; v < normal.length; v += 3) {
    const length = Math.fround(Math.sqrt(squareInSingle(normal, v)))
    if (length > MINVAL) for (let k = 0; k < 3; k++) normal[v + k] /= length
    else {
      normal[v] = 0
      normal[v + 1] = 0
      normal[v + 2] = 1
    }
  }
  return normal
}

/** Subtracts from the sum at each corner the normals of faces that are turned away from it. */
function dropSharp(normal: Float32Array, faces: Float64Array, face: Int32Array): void {
  const removed = new Float32Array(normal.length)
  const mean = new Float64Array(3)
  for (let i = 0, f = 0; i < face.length; i += 3, f += 4) {
    if (faces[f + 3] === 0) continue
    for (let corner = i; corner < i + 3; corner++) {
      const v = 3 * face[corner]
      for (let k = 0; k < 3; k++) mean[k] = normal[v + k]
      normalize(mean)
      if (dot3(faces, f, mean, 0) >= SHARP) continue
      for (let k = 0; k < 3; k++) removed[v + k] += faces[f + k] * faces[f + 3]
    }
  }
  for (let i = 0; i < normal.length; i++) normal[i] -= removed[i]
}

/** Squared length of a vector, in single precision. */
export function squareInSingle(v: Float32Array, i: number): number {
  const { fround } = Math
  return fround(fround(fround(v[i] * v[i]) + fround(v[i + 1] * v[i + 1])) + fround(v[i + 2] * v[i + 2]))
}

/** Unit normal of each face, and the length that it had; zero for a face that is too small. */
function faceNormals(x: Float64Array, face: Int32Array): Float64Array {
  const out = new Float64Array((4 * face.length) / 3)
  for (let i = 0, o = 0; i < face.length; i += 3, o += 4) {
    const normal = out.subarray(o, o + 3)
    triangleNormal(normal, 0, x, 3 * face[i], 3 * face[i + 1], 3 * face[i + 2])
    out[o + 3] = normalize(normal)
  }
  return out
}
