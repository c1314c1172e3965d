import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import type { Random } from '../../core/random/philox.ts'

/** An open or closed interval: least and greatest value. */
export type Range = readonly [low: number, high: number]

export function sumOfSquares(values: Float64Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] * values[i]
  return sum
}

export function clip(value: number, range: Range): number {
  return Math.min(Math.max(value, range[0]), range[1])
}

export function isBetween(value: number, range: Range): boolean {
  return range[0] < value && value < range[1]
}

/** Noise of the first positions, uniform within ± scale. */
export function perturbPositions(m: Model, d: Data, scale: number, random: Random): void {
  for (let i = 0; i < m.nq; i++) d.qpos[i] += random.uniform(-scale, scale)
}

/** Noise of the first velocities, uniform within ± scale. */
export function perturbVelocities(m: Model, d: Data, scale: number, random: Random): void {
  for (let i = 0; i < m.nv; i++) d.qvel[i] += random.uniform(-scale, scale)
}

/** Noise of the first velocities, normal with standard deviation scale. */
export function perturbVelocitiesNormally(m: Model, d: Data, scale: number, random: Random): void {
  for (let i = 0; i < m.nv; i++) d.qvel[i] += scale * random.normal()
}

/** Copies the numbers of `from` from an index on; returns where the next ones go. */
export function append(out: Float64Array, at: number, from: Float64Array, first: number): number {
  for (let i = first; i < from.length; i++) out[at++] = from[i]
  return at
}

/** The same, with each number clipped. */
export function appendClipped(out: Float64Array, at: number, from: Float64Array, first: number, range: Range): number {
  for (let i = first; i < from.length; i++) out[at++] = clip(from[i], range)
  return at
}

/** Euclidean length of the first two positions. */
export function distanceFromOrigin({ qpos }: Data): number {
  return Math.sqrt(qpos[0] * qpos[0] + qpos[1] * qpos[1])
}

/** Throws where a model does not have the coordinates that a task reads. */
export function checkCoordinates(m: Model, name: string, nq: number, what: string): void {
  if (m.nq < nq) throw new RangeError(`the model has nq = ${m.nq}; ${name} needs ${what}`)
}

/** What tasks with a free body keep from call to call: its place before the steps; velocities; terms of the reward. */
export const X_BEFORE = 0
export const Y_BEFORE = 1
export const X_VELOCITY = 2
export const Y_VELOCITY = 3
export const FORWARD = 4
export const CTRL = 5
export const CONTACT = 6
export const SURVIVE = 7
