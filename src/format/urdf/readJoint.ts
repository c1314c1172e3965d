import { rotateByQuat } from '../../core/math/quat.ts'
import { JointType } from '../../core/model/enums.ts'
import { ModelError } from '../../core/model/errors.ts'
import { zAxis } from '../mjcf/geometry/orientation.ts'
import { normalize } from '../mjcf/geometry/partPose.ts'
import { TRISTATE } from '../mjcf/schema/attributes.ts'
import { GRAMMAR } from '../mjcf/schema/grammar.ts'
import { fallbacks } from '../mjcf/schema/readAttributes.ts'
import type { JointAttributes } from '../mjcf/schema/schemaTree.ts'
import type { JointSpec } from '../mjcf/schema/spec.ts'
import { suggestion } from '../mjcf/text/messageText.ts'
import { sourceOf, type XmlElement } from '../mjcf/text/xml.ts'
import { attributesOf, childrenOf, optionalAttributesOf } from './readElement.ts'
import { element, type RobotContext } from './robotContext.ts'

/** The kinds of joints of URDF, and one more that the reference knows: `spherical`, which turns freely. */
const TYPES = ['revolute', 'continuous', 'prismatic', 'fixed', 'floating', 'planar', 'spherical'] as const
export type UrdfJointType = (typeof TYPES)[number]

export function jointType(joint: XmlElement): UrdfJointType {
  const { type } = attributesOf(joint, 'joint')
  const known = TYPES.find((other) => other === type)
  if (known) return known
  throw new ModelError('unknown kind of joint', {
    source: sourceOf(joint, 'type'),
    attribute: 'type',
    expected: TYPES.join(', '),
    found: JSON.stringify(type),
    suggestion: suggestion(type, TYPES),
  })
}

/** The joints of MJCF that move a link as a joint of URDF says: none for a fixed one, three for a planar one. */
export function readJoint(joint: XmlElement, context: RobotContext): JointSpec[] {
  const axis = readAxis(joint)
  const limits = readLimits(joint)
  const { name } = attributesOf(joint, 'joint')
  const make = (suffix: string, attributes: Partial<JointAttributes>): JointSpec => {
    const full = {
      ...fallbacks(GRAMMAR.joint.attributes),
      align: GRAMMAR.freejoint.attributes.align.fallback,
      ...readDynamics(joint),
      ...attributes,
      name: context.names.claim('joint', name + suffix),
    }
    return element('joint', full, joint, context)
  }
  switch (jointType(joint)) {
    case 'fixed':
      return []
    case 'revolute':
    case 'continuous':
      return [make('', { type: JointType.hinge, axis, ...limits })]
    case 'prismatic':
      return [make('', { type: JointType.slide, axis, ...limits })]
    case 'floating':
      return [make('', { type: JointType.free, ...limits })]
    case 'spherical':
      return [make('', { type: JointType.ball, ...limits })]
    case 'planar': {
      // in the plane perpendicular to the axis; the limits are those of the first direction
      const [x, y] = plane(axis, joint)
      return [
        make('_TX', { type: JointType.slide, axis: x, ...limits }),
        make('_TY', { type: JointType.slide, axis: y }),
        make('_RZ', { type: JointType.hinge, axis }),
      ]
    }
  }
}

function readAxis(joint: XmlElement): readonly number[] {
  const { axis } = childrenOf(joint, 'joint')
  return axis ? attributesOf(axis, 'axis').xyz : [1, 0, 0]
}

/** Two directions that span the plane perpendicular to an axis: x and y after the shortest turn of z to the axis. */
function plane(axis: readonly number[], joint: XmlElement): [number[], number[]] {
  const normal = Float64Array.from(axis)
  if (normalize(normal) === 0)
    throw new ModelError('the axis has no length', {
      source: sourceOf(joint),
      expected: 'an <axis> of nonzero length',
      found: axis.join(' '),
    })
  const turn = zAxis(normal)
  const turned = (...v: number[]): number[] => {
    const out = Float64Array.from(v)
    rotateByQuat(out, 0, turn, 0, out, 0)
    return Array.from(out)
  }
  return [turned(1, 0, 0), turned(0, 1, 0)]
}

/** The range counts when both of its ends are given and it is not empty. */
function readLimits(joint: XmlElement): Partial<JointAttributes> {
  const limit = optionalAttributesOf(childrenOf(joint, 'joint').limit, 'limit')
  if (!limit) return {}
  const { lower, upper, effort } = limit
  const limited = lower !== undefined && upper !== undefined && lower < upper
  return {
    range: [lower ?? 0, upper ?? 0],
    limited: limited ? TRISTATE.true : TRISTATE.false,
    actuatorfrcrange: [-Math.abs(effort), Math.abs(effort)],
    actuatorfrclimited: effort === 0 ? TRISTATE.auto : TRISTATE.true,
  }
}

function readDynamics(joint: XmlElement): Partial<JointAttributes> {
  const dynamics = optionalAttributesOf(childrenOf(joint, 'joint').dynamics, 'dynamics')
  return dynamics ? { damping: [dynamics.damping, 0, 0], frictionloss: dynamics.friction } : {}
}
