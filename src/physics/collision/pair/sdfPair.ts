import type { Data } from '../../../core/data/data.ts'
import { MINVAL } from '../../../core/math/constants.ts'
import { halton } from '../../../core/math/scalar.ts'
import { rotate, rotateBack } from '../../../core/math/vec3.ts'
import type { Model } from '../../../core/model/model.ts'
import { capped } from '../../../core/model/option.ts'
import { type ContactBuffer, MAX_CONTACTS } from '../contact/contactBuffer.ts'
import { GeomSdf } from '../field/geomSdf.ts'
import { poseInGeom, SdfContactPoints } from './sdfContact.ts'

/**
 * Signed distance fields against other shapes. With the distance A to the second geom, of type sdf, and B to the first,
 * a point is in both where max(A, B) < 0. From the points of a Halton sequence (https://doi.org/10.1007/BF01386213) in
 * the volume where the boxes of both geoms overlap, gradient descent on F = A + B + |max(A, B)| leads to the middle of
 * the overlap; then one step is taken down max(A, B). Where that ends below zero, there is a contact: its depth is
 * max(A, B), its normal between the gradients of both fields.
 */

/** First length of a step, in gradients; each try is half as long. */
const FIRST_STEP = 2
const SHORTEST_STEP = 1e-4
/** Fraction of the decrease promised by the gradient that a step must reach (Armijo's rule). */
const DECREASE = 0.1
/** Larger gradients end a descent. */
const MAX_GRADIENT = 1e10

/** What is minimized: F, or max(A, B). */
const Aim = { overlap: 0, depth: 1 } as const
type Aim = (typeof Aim)[keyof typeof Aim]

/** Registers of this file; points are in the frame of the second geom, where nothing else is said. */
class SdfPairRegisters {
  readonly first: GeomSdf = new GeomSdf()
  readonly second: GeomSdf = new GeomSdf()
  /** Pose of the second geom in the frame of the first. */
  readonly relMat: Float64Array = new Float64Array(9)
  readonly relPos: Float64Array = new Float64Array(3)
  /** The box of starting points in the frame of the first geom: least and greatest corner. */
  readonly low: Float64Array = new Float64Array(3)
  readonly high: Float64Array = new Float64Array(3)
  /** The point that descends, the next one that is tried, and a point in the frame of the first geom. */
  readonly x: Float64Array = new Float64Array(3)
  readonly tried: Float64Array = new Float64Array(3)
  readonly x1: Float64Array = new Float64Array(3)
  readonly local: Float64Array = new Float64Array(3)
  /** Gradients of A, of B, and of what is minimized. */
  readonly gradA: Float64Array = new Float64Array(3)
  readonly gradB: Float64Array = new Float64Array(3)
  readonly grad: Float64Array = new Float64Array(3)
  /** [0]: A, B, what is minimized at `x` and at `tried`. */
  readonly distA: Float64Array = new Float64Array(1)
  readonly distB: Float64Array = new Float64Array(1)
  readonly value: Float64Array = new Float64Array(1)
  readonly triedValue: Float64Array = new Float64Array(1)
  readonly points: SdfContactPoints = new SdfContactPoints()
}

const registers = new SdfPairRegisters()
const { first, second, relMat, relPos, low, high, x, tried, x1, local, gradA, gradB, grad } = registers
const { distA, distB, value, triedValue, points } = registers

/** Contacts of a primitive shape, or a signed distance field, with a signed distance field (second geom). */
export function sdf(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const sdf_initpoints = capped(m.opt.sdf_initpoints)
  const sdf_iterations = capped(m.opt.sdf_iterations)
  first.setGeom(m, g1)
  second.setGeom(m, g2)
  poseInGeom(relPos, relMat, d, g2, g1)
  if (!intersectBoxes(m, g1, g2)) return
  for (let j = 0; j < sdf_initpoints && contacts.count < MAX_CONTACTS; j++) {
    startingPoint(j)
    if (!descend(Aim.overlap, sdf_iterations) || !descend(Aim.depth, 1)) continue
    if (!(value[0] <= 0) || points.includes(contacts.count, x)) continue
    if (findNormal()) points.append(contacts, d, g2, value, x, grad)
  }
}

/** Fills the box that both geoms' boxes have in common. @returns whether there is one */
function intersectBoxes(m: Model, g1: number, g2: number): boolean {
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
    const fraction = halton(j, k === 0 ? 2 : k === 1 ? 3 : 5)
    local[k] = low[k] + (high[k] - low[k]) * fraction - relPos[k]
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
    if (!(squared <= MAX_GRADIENT * MAX_GRADIENT)) return false
    let length = FIRST_STEP
    do {
      length /= 2
      for (let k = 0; k < 3; k++) tried[k] = x[k] - length * grad[k]
      evaluate(triedValue, aim, tried)
    } while (length > SHORTEST_STEP && triedValue[0] - value[0] > -DECREASE * length * squared)
    if (!(triedValue[0] < value[0])) return !Number.isNaN(triedValue[0])
    value[0] = triedValue[0]
    for (let k = 0; k < 3; k++) x[k] = tried[k]
  }
  return true
}

/** grad = −(unit ∇A − unit ∇B), of unit length. @returns whether it has a direction */
function findNormal(): boolean {
  gradients(x)
  if (!toUnit(gradA) || !toUnit(gradB)) return false
  for (let k = 0; k < 3; k++) grad[k] = gradB[k] - gradA[k]
  return toUnit(grad)
}

/** @returns whether v has a direction */
function toUnit(v: Float64Array): boolean {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
  if (!(length >= MINVAL)) return false
  for (let k = 0; k < 3; k++) v[k] /= length
  return true
}
