import type { Data } from '../../../../core/data/data.ts'
import { MINVAL } from '../../../../core/math/constants.ts'
import { normalize4 } from '../../../../core/math/quat.ts'
import { EqualityType, ObjType } from '../../../../core/model/enums.ts'
import { ModelError } from '../../../../core/model/errors.ts'
import type { Model } from '../../../../core/model/model.ts'
import {
  connectPoints,
  DISTANCE,
  EqualityFrames,
  pointSeparation,
} from '../../../../physics/constraint/equalityFrames.ts'
import { DATA, type Equality, RELATIVE_QUAT, TARGET, TORQUE_SCALE } from '../mechanism/compileEqualities.ts'

/**
 * Completes the data of constraints between bodies from their poses at qpos0: the anchor of a `connect` in the second
 * body; the relative pose of a `weld` that gives none; the target of a `distance` that gives none (a negative number).
 * Sites of connects and welds need no data. (xpos, xquat, xmat, site_xpos at qpos0) → eq_data.
 */
export function setEqualityData(m: Model, d: Data): void {
  const { eq_data, eq_obj1id, eq_obj2id } = m
  for (let id = 0; id < m.neq; id++) {
    const at = DATA * id
    if (m.eq_type[id] === EqualityType.distance && eq_data[at + TARGET] < 0) eq_data[at + TARGET] = distanceOf(m, d, id)
    if (m.eq_objtype[id] === ObjType.site && m.eq_type[id] === EqualityType.connect) eq_data.fill(0, at, at + DATA)
    if (m.eq_objtype[id] !== ObjType.body) continue
    if (m.eq_type[id] === EqualityType.connect) {
      eq_data.fill(0, at + 6, at + TORQUE_SCALE)
      pointInOther(d, eq_data, at, eq_obj1id[id], at + 3, eq_obj2id[id])
    } else if (m.eq_type[id] === EqualityType.weld) {
      const quat = at + RELATIVE_QUAT
      if (eq_data.subarray(quat, quat + 4).some((x) => x !== 0)) {
        normalize4(eq_data, quat)
        continue
      }
      pointInOther(d, eq_data, at, eq_obj2id[id], at + 3, eq_obj1id[id])
      relativeQuat(d, eq_data, quat, eq_obj1id[id], eq_obj2id[id])
    }
  }
}

/** The distance of the two points of an equality. */
function distanceOf(m: Model, d: Data, id: number): number {
  const frames = new EqualityFrames()
  connectPoints(frames, m, d, id)
  pointSeparation(frames)
  return frames.separation[DISTANCE]
}

/** A distance needs a target, because at zero it has no direction. */
export function checkDistances(m: Model, equalities: readonly Equality[]): void {
  for (const [id, { spec, type }] of equalities.entries())
    if (type === EqualityType.distance && !(m.eq_data[DATA * id + TARGET] > MINVAL))
      throw new ModelError('the two points of a distance coincide in the initial pose', {
        source: spec.source,
        expected: "a positive 'distance', or points that are apart",
        suggestion: '<connect> holds two points together',
      })
}

/** The point at data[from], given in the frame of a body, in the frame of another: Rₒᵀ (x + R p − xₒ). */
function pointInOther(d: Data, data: Float64Array, from: number, body: number, to: number, other: number): void {
  const { xpos, xmat } = d
  const world = [0, 1, 2].map((row) => {
    const R = 9 * body + 3 * row
    const turned = xmat[R] * data[from] + xmat[R + 1] * data[from + 1] + xmat[R + 2] * data[from + 2]
    return xpos[3 * body + row] + turned - xpos[3 * other + row]
  })
  for (let column = 0; column < 3; column++) {
    const R = 9 * other + column
    data[to + column] = xmat[R] * world[0] + xmat[R + 3] * world[1] + xmat[R + 6] * world[2]
  }
}

/** Orientation of the second body in the frame of the first: conj(q₁)·q₂. */
function relativeQuat(d: Data, data: Float64Array, to: number, body1: number, body2: number): void {
  const [w1, x1, y1, z1] = d.xquat.subarray(4 * body1, 4 * body1 + 4)
  const [w2, x2, y2, z2] = d.xquat.subarray(4 * body2, 4 * body2 + 4)
  data[to] = w1 * w2 + x1 * x2 + y1 * y2 + z1 * z2
  data[to + 1] = w1 * x2 - x1 * w2 - y1 * z2 + z1 * y2
  data[to + 2] = w1 * y2 + x1 * z2 - y1 * w2 - z1 * x2
  data[to + 3] = w1 * z2 - x1 * y2 + y1 * x2 - z1 * w2
}
