import { atan2, cos, sin } from '../../../core/math/functions.ts'
import { rotationToQuat } from '../../../core/math/quat.ts'
import { cross, dot3 } from '../../../core/math/vec3.ts'
import { ModelError, type Source } from '../../../core/model/errors.ts'
import type { CompilerAttributes, OrientationAttributes } from '../schema/schemaTree.ts'
import { mulUnitQuat, normalize } from './partPose.ts'

/** The five ways to write an orientation, each turned into a unit quaternion. */

const DEGREE = Math.PI / 180

/** An angle of a joint as written, in radians. */
export function toRadians(angle: number, compiler: CompilerAttributes): number {
  return compiler.angle === 1 ? angle * DEGREE : angle
}

/** Half of an angle of an orientation, in radians. Degrees are converted with other rounding than those of joints. */
function halfAngle(angle: number, compiler: CompilerAttributes): number {
  return (compiler.angle === 1 ? (angle / 180) * Math.PI : angle) / 2
}

/** The orientation that an element asks for. The alternatives win over `quat`. */
export function orientation(
  attributes: OrientationAttributes,
  compiler: CompilerAttributes,
  source: Source,
): Float64Array {
  const { axisangle, xyaxes, zaxis, euler } = attributes
  if (axisangle) return axisAngle(axisangle, compiler, source)
  if (xyaxes) return xyAxes(xyaxes, source)
  if (zaxis) {
    const z = Float64Array.from(zaxis)
    if (normalize(z) === 0) throw tooSmall('zaxis', zaxis, source)
    return zAxis(z)
  }
  if (euler) return eulerAngles(euler, compiler, source)
  const quat = Float64Array.from(attributes.quat)
  if (normalize(quat) === 0)
    throw new ModelError('the quaternion has no length', {
      source,
      attribute: 'quat',
      expected: 'a quaternion of nonzero length',
      found: attributes.quat.join(' '),
    })
  return quat
}

/** (cos θ/2, a sin θ/2) for the unit axis a. */
function axisAngle(given: readonly number[], compiler: CompilerAttributes, source: Source): Float64Array {
  const axis = Float64Array.from(given.slice(0, 3))
  if (normalize(axis) === 0) throw tooSmall('axisangle', given, source)
  const half = halfAngle(given[3], compiler)
  const s = sin(half)
  return Float64Array.of(cos(half), s * axis[0], s * axis[1], s * axis[2])
}

/** Axes x and y of the new frame; y is made perpendicular to x first. */
function xyAxes(given: readonly number[], source: Source): Float64Array {
  const x = Float64Array.from(given.slice(0, 3))
  const y = Float64Array.from(given.slice(3))
  const z = new Float64Array(3)
  if (normalize(x) === 0) throw tooSmall('xyaxes', given, source)
  const along = dot3(x, 0, y, 0)
  for (let i = 0; i < 3; i++) y[i] -= along * x[i]
  if (normalize(y) === 0)
    throw new ModelError('the y axis has no part perpendicular to the x axis', {
      source,
      attribute: 'xyaxes',
      expected: 'two directions that differ',
      found: given.join(' '),
    })
  cross(z, 0, x, 0, y, 0)
  normalize(z)
  const quat = new Float64Array(4)
  rotationToQuat(quat, 0, Float64Array.of(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]), 0)
  normalize(quat)
  return quat
}

/** The shortest rotation that takes +z to the unit vector z; a half turn about x where that is not unique. */
export function zAxis(z: Float64Array): Float64Array {
  const up = Float64Array.of(0, 0, 1)
  const axis = new Float64Array(3)
  cross(axis, 0, up, 0, z, 0)
  const s = normalize(axis)
  if (s === 0) axis.set([1, 0, 0])
  const half = atan2(s, z[2]) / 2
  const sine = sin(half)
  return Float64Array.of(cos(half), sine * axis[0], sine * axis[1], sine * axis[2])
}

/** Three turns, one after the other: about the moving axes (lower-case letter) or the fixed ones (upper case). */
export function eulerAngles(
  angles: ArrayLike<number>,
  compiler: CompilerAttributes,
  source: Source | undefined,
): Float64Array {
  const { eulerseq } = compiler
  if (!/^[xyzXYZ]{3}$/.test(eulerseq))
    throw new ModelError('the sequence of Euler angles is not valid', {
      source,
      attribute: 'eulerseq',
      expected: 'three letters out of x, y, z, X, Y, Z',
      found: `"${eulerseq}"`,
    })
  const quat = Float64Array.of(1, 0, 0, 0)
  for (let k = 0; k < 3; k++) {
    const half = halfAngle(angles[k], compiler)
    const turn = Float64Array.of(cos(half), 0, 0, 0)
    const letter = eulerseq[k]
    turn['xyz'.indexOf(letter.toLowerCase()) + 1] = sin(half)
    if (letter === letter.toLowerCase()) mulUnitQuat(quat, quat, turn)
    else mulUnitQuat(quat, turn, quat)
  }
  return quat
}

function tooSmall(attribute: string, given: readonly number[], source: Source): ModelError {
  return new ModelError('the axis has no length', {
    source,
    attribute,
    expected: 'a direction of nonzero length',
    found: given.join(' '),
  })
}
