import { ModelError } from '../../core/model/errors.ts'
import { GRAMMAR } from '../mjcf/schema/grammar.ts'
import { fallbacks } from '../mjcf/schema/readAttributes.ts'
import type { JointEqualitySpec } from '../mjcf/schema/spec.ts'
import { shown, suggestion } from '../mjcf/text/messageText.ts'
import { sourceOf, type XmlElement } from '../mjcf/text/xml.ts'
import { attributesOf, childrenOf } from './readElement.ts'
import { jointType, type UrdfJointType } from './readJoint.ts'
import { element, type RobotContext } from './robotContext.ts'

/** Joints whose position is one number. */
const SCALAR: readonly UrdfJointType[] = ['revolute', 'continuous', 'prismatic']

/** Joints that follow others, as equality constraints: q = offset + multiplier · q_other. */
export function readMimics(robot: XmlElement, context: RobotContext): JointEqualitySpec[] {
  const joints = new Map<string, XmlElement>()
  for (const joint of childrenOf(robot, 'robot').joint) {
    const { name } = attributesOf(joint, 'joint')
    if (!joints.has(name)) joints.set(name, joint)
  }
  return childrenOf(robot, 'robot').joint.flatMap((joint) => {
    const { mimic } = childrenOf(joint, 'joint')
    // a fixed joint has nothing to move
    if (!mimic || jointType(joint) === 'fixed') return []
    return [readMimic(joint, mimic, joints, context)]
  })
}

function readMimic(
  joint: XmlElement,
  mimic: XmlElement,
  joints: ReadonlyMap<string, XmlElement>,
  context: RobotContext,
): JointEqualitySpec {
  const { name } = attributesOf(joint, 'joint')
  const { joint: other, multiplier, offset } = attributesOf(mimic, 'mimic')
  const source = sourceOf(mimic, 'joint')
  const leader = joints.get(other)
  if (!leader)
    throw new ModelError('there is no joint of this name', {
      source,
      attribute: 'joint',
      found: shown(other),
      suggestion: suggestion(other, joints.keys()),
    })
  for (const end of [joint, leader])
    if (!SCALAR.includes(jointType(end)))
      throw new ModelError('only joints with one number can follow each other', {
        source,
        expected: SCALAR.join(', '),
        found: `the joint '${attributesOf(end, 'joint').name}', which is ${jointType(end)}`,
      })
  const attributes = {
    ...fallbacks(GRAMMAR['equality/joint'].attributes),
    joint1: name,
    joint2: other,
    polycoef: [offset, multiplier, 0, 0, 0],
  }
  return element('equality/joint', attributes, mimic, context)
}
