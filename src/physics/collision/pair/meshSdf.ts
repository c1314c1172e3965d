import type { Data } from '../../../core/data/data.ts'
import { MINVAL } from '../../../core/math/constants.ts'
import { halton } from '../../../core/math/scalar.ts'
import { circumcenter } from '../../../core/math/triangle.ts'
import { rotate } from '../../../core/math/vec3.ts'
import { grow } from '../../../core/memory/grow.ts'
import type { Model } from '../../../core/model/model.ts'
import { capped } from '../../../core/model/option.ts'
import { type ContactBuffer, MAX_CONTACTS } from '../contact/contactBuffer.ts'
import { GeomSdf } from '../field/geomSdf.ts'
import { poseInGeom, SdfContactPoints } from './sdfContact.ts'

/**
 * Meshes against signed distance fields: the triangles that come near the surface of the field are found through the
 * boxes around them, and in each of them the point that is deepest in the sdf. That point is looked for by the method
 * of Frank and Wolfe: from a starting point one moves, step after step, a shrinking part of the way toward the corner
 * that lies farthest down the gradient.
 */

/** Registers of this file; points are in the frame of the signed distance sdf. */
class MeshSdfRegisters {
  readonly sdf: GeomSdf = new GeomSdf()
  /** Pose of the mesh. */
  readonly relMat: Float64Array = new Float64Array(9)
  readonly relPos: Float64Array = new Float64Array(3)
  /** A point in the frame of the mesh. */
  readonly local: Float64Array = new Float64Array(3)
  /** Nodes of the hierarchy that are still to be visited. */
  stack: Int32Array = new Int32Array(64)
  /** Points found in the field, those that coincide counted as often as they were found. */
  candidates = 0
  readonly center: Float64Array = new Float64Array(3)
  /** [0]: signed distance. */
  readonly distance: Float64Array = new Float64Array(1)
  /** Corners of a triangle. */
  readonly corner: Float64Array = new Float64Array(9)
  /** The point that descends, and the gradient there. */
  readonly x: Float64Array = new Float64Array(3)
  readonly gradient: Float64Array = new Float64Array(3)
  readonly points: SdfContactPoints = new SdfContactPoints()
}

const registers = new MeshSdfRegisters()
const { sdf, relMat, relPos, local, center, distance, corner, x, gradient, points } = registers

/** Contacts of a mesh (first geom) with a signed distance sdf. */
export function meshSdf(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { mesh_bvhadr, bvh_child, bvh_nodeid, bvh_aabb, geom_dataid } = m
  const mesh = geom_dataid[g1]
  const first = mesh_bvhadr[mesh]
  sdf.setGeom(m, g2)
  poseInGeom(relPos, relMat, d, g1, g2)
  registers.candidates = 0
  let { stack } = registers
  let top = 0
  stack[top++] = 0
  while (top > 0) {
    const node = stack[--top]
    const box = 6 * (first + node)
    toField(bvh_aabb, box, center, 0)
    sdf.distance(distance, center)
    const hx = bvh_aabb[box + 3]
    const hy = bvh_aabb[box + 4]
    const hz = bvh_aabb[box + 5]
    if (distance[0] >= Math.sqrt(hx * hx + hy * hy + hz * hz)) continue
    const face = bvh_nodeid[first + node]
    if (face >= 0) {
      collideFace(m, d, mesh, face, g2, contacts)
      if (registers.candidates >= MAX_CONTACTS) return
      continue
    }
    if (top + 2 > stack.length) stack = registers.stack = grow(stack, top + 2)
    stack[top++] = bvh_child[2 * (first + node)]
    stack[top++] = bvh_child[2 * (first + node) + 1]
  }
}

/** A point of the mesh in the frame of the sdf. */
function toField(p: Float64Array, i: number, out: Float64Array, o: number): void {
  rotate(out, o, relMat, 0, p, i)
  for (let k = 0; k < 3; k++) out[o + k] += relPos[k]
}

function collideFace(m: Model, d: Data, mesh: number, face: number, g2: number, contacts: ContactBuffer): void {
  const { mesh_vert, mesh_face, mesh_vertadr, mesh_faceadr } = m
  const sdf_initpoints = capped(m.opt.sdf_initpoints)
  const sdf_iterations = capped(m.opt.sdf_iterations)
  for (let j = 0; j < 3; j++) {
    const vertex = mesh_vertadr[mesh] + mesh_face[3 * (mesh_faceadr[mesh] + face) + j]
    for (let k = 0; k < 3; k++) local[k] = mesh_vert[3 * vertex + k]
    toField(local, 0, corner, 3 * j)
  }
  if (isClear()) return
  for (let point = 0; point < sdf_initpoints && registers.candidates < MAX_CONTACTS; point++) {
    startingPoint(point)
    for (let step = 0; step < sdf_iterations; step++) {
      sdf.gradient(gradient, x)
      const j = 3 * lowestCorner()
      const part = 2 / (step + 2)
      for (let k = 0; k < 3; k++) x[k] += part * (corner[j + k] - x[k])
    }
    sdf.distance(distance, x)
    if (distance[0] >= 0) continue
    registers.candidates++
    if (!points.includes(contacts.count, x)) appendAt(d, g2, contacts)
  }
}

/** Whether the field is clear of the sphere around a triangle. */
function isClear(): boolean {
  if (!circumcenter(center, 0, corner, 0, 3, 6)) return false
  const radius = Math.sqrt(center[0] * center[0] + center[1] * center[1] + center[2] * center[2])
  for (let k = 0; k < 3; k++) center[k] += corner[6 + k]
  sdf.distance(distance, center)
  return distance[0] >= radius
}

/** Spreads points over the triangle: those of the unit square, folded at its diagonal, are barycentric coordinates. */
function startingPoint(point: number): void {
  let u = halton(point + 1, 2)
  let v = halton(point + 1, 3)
  if (u + v > 1) {
    u = 1 - u
    v = 1 - v
  }
  for (let k = 0; k < 3; k++) x[k] = corner[k] + u * (corner[3 + k] - corner[k]) + v * (corner[6 + k] - corner[k])
}

/** The corner that lies farthest down the gradient. */
function lowestCorner(): number {
  let lowest = 0
  let least = Infinity
  for (let j = 0; j < 3; j++) {
    const height = gradient[0] * corner[3 * j] + gradient[1] * corner[3 * j + 1] + gradient[2] * corner[3 * j + 2]
    if (height < least) {
      least = height
      lowest = j
    }
  }
  return lowest
}

/** Appends a contact at x, whose depth is in `distance`. */
function appendAt(d: Data, g2: number, contacts: ContactBuffer): void {
  sdf.gradient(gradient, x)
  const length = Math.sqrt(gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2])
  if (!(length >= MINVAL)) return
  for (let k = 0; k < 3; k++) gradient[k] /= -length
  points.append(contacts, d, g2, distance, x, gradient)
}
