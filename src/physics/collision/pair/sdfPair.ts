import type { Data } from '../../../core/data/data.ts'
import { rotate, rotateBack } from '../../../core/math/vec3.ts'
import type { Model } from '../../../core/model/model.ts'
import { type ContactBuffer, MAX_CONTACTS } from '../contact/contactBuffer.ts'
import { GeomSdf } from '../field/geomSdf.ts'
import { halton } from './halton.ts'
import { poseInGeom } from './relativePose.ts'

/**
 * Signed distance fields against other shapes. With the distance A to the second geom, of type sdf, and B to the first,
 * a point is in both where max(A, B) < 0. From points spread over the volume where the boxes of both geoms overlap, one
 * walks down F = A + B + |max(A, B)|, whose minima lie in the middle of the overlap, then takes one step down
 * max(A, B). Where that ends below zero, there is a contact: its depth is max(A, B), its normal between the
 * gradients of both fields. All starting points that end in an overlap make contacts.
 */

/** First length of a step, in gradients; each try is half as long. */
const FIRST = 2
/** Shortest step. */
const SHORTEST = 1e-4
/** Share of the decrease promised by the gradient that a step must reach. */
const DECREASE = 0.1
/** Gradients beyond this end a walk. */
const MAXVAL = 1e10
const EPS = 1e-15

const first = new GeomSdf()
const second = new GeomSdf()

/** What is minimized. */
const Aim = { overlap: 0, depth: 1 } as const
type Aim = (typeof Aim)[keyof typeof Aim]

/** Pose of the second geom relative to the first. */
const relMat = new Float64Array(9)
const relPos = new Float64Array(3)

/** The box of starting points in the frame of the first geom: least and greatest corner. */
const low = new Float64Array(3)
const high = new Float64Array(3)

// points in the frame of the second geom, and of the first
const x = new Float64Array(3)
const x1 = new Float64Array(3)
const tried = new Float64Array(3)
const gradA = new Float64Array(3)
const gradB = new Float64Array(3)
const grad = new Float64Array(3)
const local = new Float64Array(3)
const distA = new Float64Array(1)
const distB = new Float64Array(1)
const value = new Float64Array(1)
const triedValue = new Float64Array(1)
const fraction = new Float64Array(1)

/** Points of the contacts found so far, in the frame of the second geom. */
const found = new Float64Array(3 * MAX_CONTACTS)

export function sdf(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  first.setGeom(m, g1)
  second.setGeom(m, g2)
  poseInGeom(relPos, relMat, d, g2, g1)
  if (!overlap(m, g1, g2)) return
  const { geom_xmat, geom_xpos } = d
  const { sdf_initpoints, sdf_iterations } = m.opt
  for (let j = 0; j < sdf_initpoints && contacts.count < MAX_CONTACTS; j++) {
    startingPoint(j)
    if (!descend(Aim.overlap, sdf_iterations) || !descend(Aim.depth, 1)) continue
    const dist = value[0]
    if (!(dist <= 0) || isKnown(contacts.count)) continue
    if (!normalAt()) continue
    const i = contacts.count++
    contacts.dist[i] = dist
    for (let k = 0; k < 3; k++) found[3 * i + k] = x[k]
    rotate(contacts.normal, 3 * i, geom_xmat, 9 * g2, grad, 0)
    rotate(contacts.pos, 3 * i, geom_xmat, 9 * g2, x, 0)
    for (let k = 0; k < 3; k++) {
      contacts.pos[3 * i + k] += geom_xpos[3 * g2 + k] + (contacts.normal[3 * i + k] * dist) / 2
      contacts.tangent[3 * i + k] = 0
    }
  }
}

/** Fills the box that both geoms' boxes have in common. @returns whether there is one */
function overlap(m: Model, g1: number, g2: number): boolean {
  const { geom_aabb } = m
  for (let k = 0; k < 3; k++) {
    let center = relPos[k]
    let half = 0
    for (let j = 0; j < 3; j++) {
      center += relMat[3 * k + j] * geom_aabb[6 * g2 + j]
      half += Math.abs(relMat[3 * k + j]) * geom_aabb[6 * g2 + 3 + j]
    }
    low[k] = Math.max(center - half, geom_aabb[6 * g1 + k] - geom_aabb[6 * g1 + 3 + k])
    high[k] = Math.min(center + half, geom_aabb[6 * g1 + k] + geom_aabb[6 * g1 + 3 + k])
    if (low[k] > high[k]) return false
  }
  return true
}

/** Puts starting point j, in the frame of the second geom, into x. */
function startingPoint(j: number): void {
  for (let k = 0; k < 3; k++) {
    halton(fraction, j, k === 0 ? 2 : k === 1 ? 3 : 5)
    local[k] = low[k] + (high[k] - low[k]) * fraction[0] - relPos[k]
  }
  rotateBack(x, 0, relMat, 0, local, 0)
}

/** out[0] = what is minimized, at p; also fills distA and distB. */
function evaluate(out: Float64Array, aim: Aim, p: Float64Array): void {
  rotate(x1, 0, relMat, 0, p, 0)
  for (let k = 0; k < 3; k++) x1[k] += relPos[k]
  second.distance(distA, p)
  first.distance(distB, x1)
  const a = distA[0]
  const b = distB[0]
  const max = Math.max(a, b)
  out[0] = aim === Aim.depth ? max : a + b + Math.abs(max)
}

/** Fills gradA and gradB at p, both in the frame of the second geom. */
function gradients(p: Float64Array): void {
  rotate(x1, 0, relMat, 0, p, 0)
  for (let k = 0; k < 3; k++) x1[k] += relPos[k]
  second.gradient(gradA, p)
  first.gradient(local, x1)
  rotateBack(gradB, 0, relMat, 0, local, 0)
}

/** Walks x down; fills `value`. @returns whether all went well */
function descend(aim: Aim, steps: number): boolean {
  evaluate(value, aim, x)
  for (let step = 0; step < steps; step++) {
    const a = distA[0]
    const b = distB[0]
    gradients(x)
    const larger = a > b ? gradA : gradB
    const sign = Math.max(a, b) > 0 ? 1 : -1
    let squared = 0
    for (let k = 0; k < 3; k++) {
      grad[k] = aim === Aim.depth ? larger[k] : gradA[k] + gradB[k] + sign * larger[k]
      squared += grad[k] * grad[k]
    }
    if (!(squared <= MAXVAL * MAXVAL)) return false
    let length = FIRST
    do {
      length /= 2
      for (let k = 0; k < 3; k++) tried[k] = x[k] - length * grad[k]
      evaluate(triedValue, aim, tried)
    } while (length > SHORTEST && triedValue[0] - value[0] > -DECREASE * length * squared)
    if (!(triedValue[0] < value[0])) return !Number.isNaN(triedValue[0])
    value[0] = triedValue[0]
    for (let k = 0; k < 3; k++) x[k] = tried[k]
  }
  return true
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

/** grad = −(unit ∇A − unit ∇B), of unit length. @returns whether it has a direction */
function normalAt(): boolean {
  gradients(x)
  if (!toUnit(gradA) || !toUnit(gradB)) return false
  for (let k = 0; k < 3; k++) grad[k] = gradB[k] - gradA[k]
  return toUnit(grad)
}

/** @returns whether v has a direction */
function toUnit(v: Float64Array): boolean {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
  if (!(length >= EPS)) return false
  for (let k = 0; k < 3; k++) v[k] /= length
  return true
}
