import { MINVAL } from '../../../../core/math/constants.ts'
import { symmetricEigen } from '../../../../core/math/eigen.ts'
import { quatToMat } from '../../../../core/math/quat.ts'
import { ModelError, type Source } from '../../../../core/model/errors.ts'
import { orientation } from '../../geometry/orientation.ts'
import { composeInto, EPS, type Pose } from '../../geometry/partPose.ts'
import type { InertialSpec } from '../../schema/spec.ts'
import type { Body, Parts } from '../parts/parts.ts'

/** Where a body's mass is and how it is spread: written, or inferred from its geoms. */

/** A piece of mass: where it is, and its principal moments of inertia. */
export interface Mass {
  readonly pose: Pose
  readonly mass: number
  readonly inertia: Float64Array
}

/** Mass and inertia as written. */
export function readInertial(body: Body): void {
  if (!body.written) return
  const { spec, frame } = body.written
  placeInertial(body, spec)
  if (frame) composeInto(frame, body.inertial)
}

function placeInertial(body: Body, { attributes: a, compiler, source }: InertialSpec): void {
  body.explicitInertia = true
  body.inertial.pos.set(a.pos)
  body.mass = a.mass
  if (a.fullinertia === undefined) {
    body.inertial.quat.set(orientation(a, compiler, source))
    if (a.diaginertia) body.inertia.set(a.diaginertia)
    return
  }
  if (a.diaginertia)
    throw new ModelError('inertia is given twice', {
      source,
      attribute: 'fullinertia',
      expected: "either 'fullinertia' or 'diaginertia'",
      found: 'both',
    })
  const { values, quat } = symmetricEigen(a.fullinertia)
  checkPositive(values, source, 'fullinertia')
  body.inertial.quat.set(quat)
  body.inertia.set(values)
}

/** Infers mass and inertia from the geoms where `inertiafromgeom` says so, then bounds and checks them. */
export function completeInertial(body: Body): void {
  const { compiler } = body.spec
  const fromGeoms = compiler.inertiafromgeom === 1 || (compiler.inertiafromgeom === 2 && !body.explicitInertia)
  const placed = (fromGeoms && inferFromGeoms(body)) || body.explicitInertia
  if (body.parent === undefined) return
  // a body without mass has its inertial frame at its own pose, in numbers
  if (!placed) body.inertial.copy(body.pose)

  const { inertia } = body
  body.mass = Math.max(body.mass, compiler.boundmass)
  for (let i = 0; i < 3; i++) inertia[i] = Math.max(inertia[i], compiler.boundinertia)

  const source = body.written?.spec.source ?? body.source
  if (body.mass < 0 || inertia.some((i) => i < 0))
    throw new ModelError('mass and inertia must not be negative', { source, attribute: 'mass', found: `${body.mass}` })

  const [x, y, z] = inertia
  if (x + y >= z && x + z >= y && y + z >= x) return
  if (compiler.balanceinertia === 1) {
    inertia.fill((x + y + z) / 3)
    return
  }
  throw new ModelError('no rigid body has this inertia', {
    source,
    attribute: body.written?.spec.attributes.fullinertia ? 'fullinertia' : 'diaginertia',
    expected: 'no principal moment larger than the sum of the other two',
    found: `${x} ${y} ${z}`,
    suggestion: 'balanceinertia="true" of the compiler replaces such moments by their mean',
  })
}

/** True if some geom has mass. */
function inferFromGeoms(body: Body): boolean {
  const [low, high] = body.spec.compiler.inertiagrouprange
  const heavy = body.geoms.filter((geom) => {
    const { group } = geom.spec.attributes
    return group >= low && group <= high && geom.mass > EPS
  })
  if (heavy.length === 0) return false
  if (heavy.length === 1) {
    // taken as it is: axes are neither sorted nor computed anew
    body.inertial.copy(heavy[0].pose)
    body.mass = heavy[0].mass
    body.inertia.set(heavy[0].inertia)
  } else {
    combine(body, heavy)
  }
  return true
}

/** Puts several pieces of mass together and finds the principal axes of the whole. */
export function combine(body: Body, pieces: readonly Mass[]): void {
  let mass = 0
  const com = new Float64Array(3)
  for (const piece of pieces) {
    mass += piece.mass
    for (let i = 0; i < 3; i++) com[i] += piece.mass * piece.pose.pos[i]
  }
  for (let i = 0; i < 3; i++) com[i] /= mass

  const total = new Float64Array(6)
  for (const piece of pieces) addInertia(total, piece, com)
  const { values, quat } = symmetricEigen(total)
  checkPositive(values, body.source, undefined)
  body.mass = mass
  body.inertial.pos.set(com)
  body.inertial.quat.set(quat)
  body.inertia.set(values)
}

/**
 * total += R diag(I) Rᵀ + m (|o|² 1 − o oᵀ), where o leads from the common center to that of the piece. Where a body
 * is symmetric, rounding alone decides which axes come out as principal; this order of operations rounds as MuJoCo.
 */
function addInertia(total: Float64Array, { pose, mass, inertia }: Mass, com: Float64Array): void {
  const R = new Float64Array(9)
  quatToMat(R, 0, pose.quat, 0)
  // entry (i, j) of R · (diag(I) · Rᵀ)
  const own = (i: number, j: number): number =>
    R[3 * i] * (inertia[0] * R[3 * j]) +
    R[3 * i + 1] * (inertia[1] * R[3 * j + 1]) +
    R[3 * i + 2] * (inertia[2] * R[3 * j + 2])
  const x = pose.pos[0] - com[0]
  const y = pose.pos[1] - com[1]
  const z = pose.pos[2] - com[2]
  total[0] = total[0] + own(0, 0) + mass * (y * y + z * z)
  total[1] = total[1] + own(1, 1) + mass * (x * x + z * z)
  total[2] = total[2] + own(2, 2) + mass * (x * x + y * y)
  total[3] = total[3] + own(0, 1) - mass * x * y
  total[4] = total[4] + own(0, 2) - mass * x * z
  total[5] = total[5] + own(1, 2) - mass * y * z
}

function checkPositive(values: Float64Array, source: Source, attribute: string | undefined): void {
  if (!(values[2] >= EPS))
    throw new ModelError('the principal moments of inertia must be positive', {
      expected: 'a positive definite inertia matrix',
      source,
      attribute,
      found: Array.from(values).join(' '),
    })
}

/** A body with joints needs mass and inertia, its own or that of bodies fixed to it. */
export function checkMovingMass(bodies: readonly Body[]): void {
  for (const body of bodies)
    if (body.joints.length > 0 && !hasInertia(body))
      throw new ModelError('a body that moves must have mass and inertia', {
        source: body.source,
        expected: 'a geom with mass or an inertial element, here or in a body fixed to this one',
        found: `mass ${body.mass}, inertia ${body.inertia.join(' ')}`,
      })
}

function hasInertia(body: Body): boolean {
  if (body.mass >= MINVAL && body.inertia.every((i) => i >= MINVAL)) return true
  return body.children.some((child) => child.joints.length === 0 && hasInertia(child))
}

/** Scales all masses so that they add up to a given total; not done for a total that is not positive. */
export function setTotalMass({ bodies }: Parts, total: number): void {
  if (!(total > 0)) return
  let sum = 0
  for (const body of bodies) sum += body.mass
  const scale = Math.max(MINVAL, total / Math.max(MINVAL, sum))
  for (const body of bodies) {
    body.mass *= scale
    for (let i = 0; i < 3; i++) body.inertia[i] *= scale
  }
}
