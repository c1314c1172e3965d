import { MINVAL } from '../../math/vec3.ts'

/** A face that is turned from the mean normal at a corner by more than this (a cosine) does not shade that corner. */
const SHARP = 0.8

/**
 * Normals at the vertices of a mesh that has none. Smooth: the mean over the faces around, by area. Otherwise: the mean
 * over the faces, each counting the same, that are turned about as their mean is.
 */
export function vertexNormals(vertex: Float64Array, face: Int32Array, smooth: boolean): Float32Array {
  const faces = faceNormals(vertex, face)
  const normal = new Float64Array(vertex.length)
  for (let i = 0; i < face.length; i++) {
    const f = 4 * Math.floor(i / 3)
    const weight = smooth ? faces[f + 3] : 1
    for (let k = 0; k < 3; k++) normal[3 * face[i] + k] += weight * faces[f + k]
  }
  if (!smooth) dropSharp(normal, faces, face)
  const out = new Float32Array(vertex.length)
  for (let v = 0; v < vertex.length; v += 3) {
    const length = Math.sqrt(normal[v] ** 2 + normal[v + 1] ** 2 + normal[v + 2] ** 2)
    if (length < MINVAL) out[v + 2] = 1
    else for (let k = 0; k < 3; k++) out[v + k] = normal[v + k] / length
  }
  return out
}

/** Subtracts from the sum at each corner the normals of faces that are turned away from it. */
function dropSharp(normal: Float64Array, faces: Float64Array, face: Int32Array): void {
  const removed = new Float64Array(normal.length)
  for (let i = 0; i < face.length; i++) {
    const f = 4 * Math.floor(i / 3)
    const v = 3 * face[i]
    const length = Math.sqrt(normal[v] ** 2 + normal[v + 1] ** 2 + normal[v + 2] ** 2)
    const dot = normal[v] * faces[f] + normal[v + 1] * faces[f + 1] + normal[v + 2] * faces[f + 2]
    if (dot < SHARP * length) for (let k = 0; k < 3; k++) removed[v + k] += faces[f + k]
  }
  for (let i = 0; i < normal.length; i++) normal[i] -= removed[i]
}

/** Unit normal and area of each face. */
function faceNormals(x: Float64Array, face: Int32Array): Float64Array {
  const out = new Float64Array((4 * face.length) / 3)
  for (let i = 0, o = 0; i < face.length; i += 3, o += 4) {
    const a = 3 * face[i]
    const b = 3 * face[i + 1]
    const c = 3 * face[i + 2]
    const ux = x[b] - x[a]
    const uy = x[b + 1] - x[a + 1]
    const uz = x[b + 2] - x[a + 2]
    const vx = x[c] - x[a]
    const vy = x[c + 1] - x[a + 1]
    const vz = x[c + 2] - x[a + 2]
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
    out[o + 3] = length / 2
    if (length < MINVAL) continue
    out[o] = nx / length
    out[o + 1] = ny / length
    out[o + 2] = nz / length
  }
  return out
}
