import { MINVAL } from '../../../../core/math/constants.ts'
import { JOINT_NV, JointType } from '../../../../core/model/enums.ts'
import { ModelError } from '../../../../core/model/errors.ts'
import type { Model } from '../../../../core/model/model.ts'
import { toRadians } from '../../geometry/orientation.ts'
import { movePoint, normalize, turnVector } from '../../geometry/partPose.ts'
import { checkRange, isLimited } from '../parts/limitRange.ts'
import type { Body, Joint } from '../parts/parts.ts'

/** Maximum number of degrees of freedom of one body. */
const MAX_DOFS = 6

/** Places a joint in its body and resolves its limits. */
export function compileJoint(joint: Joint): void {
  const { attributes: a, compiler, source } = joint.spec
  const free = a.type === JointType.free
  const ball = a.type === JointType.ball
  const hinge = a.type === JointType.hinge

  joint.range = a.range
  joint.limited = !free && isLimited(a.limited, a.range, compiler, source, 'limited', 'range')
  joint.actuatorLimited =
    !free &&
    !ball &&
    isLimited(a.actuatorfrclimited, a.actuatorfrcrange, compiler, source, 'actuatorfrclimited', 'actuatorfrcrange')
  if (joint.limited) {
    if (!ball) checkRange(a.range, source, 'range')
    else if (a.range[0] !== 0)
      throw new ModelError('the range of a ball joint is a largest angle', {
        source,
        attribute: 'range',
        expected: '0 as the first number',
        found: a.range.join(' '),
      })
    // an unlimited joint keeps the numbers of its range as written
    if (ball || hinge) joint.range = a.range.map((angle) => toRadians(angle, compiler))
  }
  if (joint.actuatorLimited) checkRange(a.actuatorfrcrange, source, 'actuatorfrcrange')
  joint.ref = hinge ? toRadians(a.ref, compiler) : a.ref
  joint.springref = hinge ? toRadians(a.springref, compiler) : a.springref

  if (a.springdamper.some((x) => x !== 0) && !a.springdamper.every((x) => x > 0))
    throw new ModelError('a time constant and a damping ratio must both be positive', {
      source,
      attribute: 'springdamper',
      expected: '2 positive numbers, or 0 0',
      found: a.springdamper.join(' '),
    })

  if (!free) {
    joint.pos.set(a.pos)
    if (joint.frame) movePoint(joint.frame, joint.pos)
  }
  if (free || ball) return
  joint.axis.set(a.axis)
  if (joint.frame) turnVector(joint.frame.quat, joint.axis)
  if (normalize(joint.axis) === 0)
    throw new ModelError('the axis has no length', {
      source,
      attribute: 'axis',
      expected: 'a direction of nonzero length',
      found: a.axis.join(' '),
    })
}

/** Which joints may stand together in one body. */
export function checkJoints(body: Body): void {
  let dofs = 0
  let turned: Joint | undefined
  for (const joint of body.joints) {
    const { type } = joint.spec.attributes
    const { source } = joint
    dofs += type === JointType.free ? 6 : type === JointType.ball ? 3 : 1
    if (dofs > MAX_DOFS)
      throw new ModelError('the body has too many degrees of freedom', {
        source,
        expected: `at most ${MAX_DOFS}`,
        found: `${dofs}`,
      })
    if (turned && (type === JointType.ball || type === JointType.hinge))
      throw new ModelError('no rotation may follow a ball joint in the same body', {
        source,
        attribute: 'type',
        suggestion: 'put the joint in a body of its own',
      })
    if (type === JointType.ball) turned = joint
    if (type === JointType.free && body.parent?.parent !== undefined)
      throw new ModelError('only a child of the world can be free', {
        source,
        expected: 'a body directly under worldbody',
        found: `a child of body '${body.parent.name}'`,
      })
  }
}

/**
 * Joints given a time constant τ and a damping ratio ζ get the stiffness w/(τζ)² and the damping 2w/τ, where w is the
 * inertia that they show at qpos0.
 */
export function setSpringDampers(m: Model, joints: readonly Joint[]): void {
  for (const { id, spec } of joints) {
    const [time, ratio] = spec.attributes.springdamper
    if (!(time > 0 && ratio > 0)) continue
    const first = m.jnt_dofadr[id]
    const count = JOINT_NV[m.jnt_type[id] as JointType]
    let inverse = 0
    for (let dof = first; dof < first + count; dof++) inverse += m.dof_invweight0[dof]
    const inertia = count / Math.max(MINVAL, inverse)
    m.jnt_stiffness[id] = inertia / (time * time * ratio * ratio)
    m.dof_damping.fill((2 * inertia) / time, first, first + count)
  }
}
