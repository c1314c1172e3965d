import type { Data } from '../../../core/data/data.ts'
import { circumcenter } from '../../../core/math/triangle.ts'
import { rotate } from '../../../core/math/vec3.ts'
import type { Model } from '../../../core/model/model.ts'
import { type ContactBuffer, MAX_CONTACTS } from '../contact/contactBuffer.ts'
import { GeomSdf } from '../field/geomSdf.ts'
import { halton } from './halton.ts'
import { poseInGeom } from './relativePose.ts'

/**
 * Meshes against signed distance fields: the triangles that come near the surface of the field are found through the
 * boxes around them, and in each of them the point that is deepest in the field. That point is looked for
 * by the method of Frank and Wolfe: from a starting point one moves, step after step, a shrinking part of the way towards
 * the corner that lies farthest down the gradient.
 */

const EPS = 1e-15

const field = new GeomSdf()

/** Pose of the mesh in the frame of the field. */
const relMat = new Float64Array(9)
const relPos = new Float64Array(3)
const local = new Float64Array(3)

/** Nodes of the tree that are still to be looked at. */
let stack = new Int32Array(64)
/** Points found in the field, those that coincide counted as often as they were found. */
let candidates = 0

const center = new Float64Array(3)
const distance = new Float64Array(1)
const corner = new Float64Array(9)
const x = new Float64Array(3)
const gradient = new Float64Array(3)
const u = new Float64Array(1)
const v = new Float64Array(1)
/** Points of the contacts found so far, in the frame of the field. */
const found = new Float64Array(3 * MAX_CONTACTS)

export function meshSdf(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { mesh_bvhadr, bvh_child, bvh_nodeid, bvh_aabb, geom_dataid } = m
  const mesh = geom_dataid[g1]
  const first = mesh_bvhadr[mesh]
  field.setGeom(m, g2)
  poseInGeom(relPos, relMat, d, g1, g2)
  candidates = 0
  let top = 0
  stack[top++] = 0
  while (top > 0) {
    const node = stack[--top]
    const box = 6 * (first + node)
    toField(bvh_aabb, box, center, 0)
    field.distance(distance, center)
    const hx = bvh_aabb[box + 3]
    const hy = bvh_aabb[box + 4]
    const hz = bvh_aabb[box + 5]
    if (distance[0] >= Math.sqrt(hx * hx + hy * hy + hz * hz)) continue
    const face = bvh_nodeid[first + node]
    if (face >= 0) {
      collideFace(m, d, mesh, face, g2, contacts)
      if (candidates >= MAX_CONTACTS) return
      continue
    }
    if (top + 2 > stack.length) grow()
    stack[top++] = bvh_child[2 * (first + node)]
    stack[top++] = bvh_child[2 * (first + node) + 1]
  }
}

function grow(): void {
  const larger = new Int32Array(2 * stack.length)
  larger.set(stack)
  stack = larger
}

/** A point of the mesh in the frame of the field. */
function toField(p: Float64Array, i: number, out: Float64Array, o: number): void {
  rotate(out, o, relMat, 0, p, i)
  for (let k = 0; k < 3; k++) out[o + k] += relPos[k]
}

function collideFace(m: Model, d: Data, mesh: number, face: number, g2: number, contacts: ContactBuffer): void {
  const { mesh_vert, mesh_face, mesh_vertadr, mesh_faceadr } = m
  const { sdf_initpoints, sdf_iterations } = m.opt
  for (let j = 0; j < 3; j++) {
    const vertex = mesh_vertadr[mesh] + mesh_face[3 * (mesh_faceadr[mesh] + face) + j]
    for (let k = 0; k < 3; k++) local[k] = mesh_vert[3 * vertex + k]
    toField(local, 0, corner, 3 * j)
  }
  if (isClear()) return
  for (let point = 0; point < sdf_initpoints && candidates < MAX_CONTACTS; point++) {
    startingPoint(point)
    for (let step = 0; step < sdf_iterations; step++) {
      field.gradient(gradient, x)
      const j = 3 * lowestCorner()
      const part = 2 / (step + 2)
      for (let k = 0; k < 3; k++) x[k] += part * (corner[j + k] - x[k])
    }
    field.distance(distance, x)
    if (distance[0] >= 0) continue
    candidates++
    if (!isKnown(contacts.count)) addTouch(d, g2, contacts)
  }
}

/** Whether the field is clear of the sphere around a triangle. */
function isClear(): boolean {
  if (!circumcenter(center, 0, corner, 0, 3, 6)) return false
  const radius = Math.sqrt(center[0] * center[0] + center[1] * center[1] + center[2] * center[2])
  for (let k = 0; k < 3; k++) center[k] += corner[6 + k]
  field.distance(distance, center)
  return distance[0] >= radius
}

/** Spreads points over the triangle: those of the unit square, folded at its diagonal, are its barycentric coordinates. */
function startingPoint(point: number): void {
  halton(u, point + 1, 2)
  halton(v, point + 1, 3)
  if (u[0] + v[0] > 1) {
    u[0] = 1 - u[0]
    v[0] = 1 - v[0]
  }
  for (let k = 0; k < 3; k++) x[k] = corner[k] + u[0] * (corner[3 + k] - corner[k]) + v[0] * (corner[6 + k] - corner[k])
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

/** Whether x is a point of one of the contacts. */
function isKnown(count: number): boolean {
  for (let i = 0; i < count; i++) {
    let squared = 0
    for (let k = 0; k < 3; k++) squared += (found[3 * i + k] - x[k]) * (found[3 * i + k] - x[k])
    if (Math.sqrt(squared) < EPS) return true
  }
  return false
}

/** Makes a contact at x, whose depth is in `distance`. */
function addTouch(d: Data, g2: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  field.gradient(gradient, x)
  const length = Math.sqrt(gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2])
  if (!(length >= EPS)) return
  const i = contacts.count++
  for (let k = 0; k < 3; k++) {
    found[3 * i + k] = x[k]
    gradient[k] /= -length
  }
  contacts.dist[i] = distance[0]
  rotate(contacts.normal, 3 * i, geom_xmat, 9 * g2, gradient, 0)
  rotate(contacts.pos, 3 * i, geom_xmat, 9 * g2, x, 0)
  for (let k = 0; k < 3; k++) {
    contacts.pos[3 * i + k] += geom_xpos[3 * g2 + k] + (contacts.normal[3 * i + k] * distance[0]) / 2
    contacts.tangent[3 * i + k] = 0
  }
}
