import { JointType } from '../../../../core/model/enums.ts'
import { ModelError } from '../../../../core/model/errors.ts'
import { orientation } from '../../geometry/orientation.ts'
import { composeInto, inverse, movePoint, Pose, turnVector } from '../../geometry/partPose.ts'
import { TRISTATE } from '../../schema/attributes.ts'
import type { Spec } from '../../schema/spec.ts'
import type { Body, Camera, Light } from '../parts/parts.ts'
import { completeInertial, readInertial } from './bodyInertia.ts'
import { compileCamera, compileLight } from './compileCamlight.ts'
import { compileGeom, compileSite } from './compileGeom.ts'
import { checkJoints, compileJoint } from './compileJoint.ts'

/**
 * Compiles a body and its parts, except what depends on other bodies. Parents come before their children.
 * @param spec the whole model: some settings are not those of the file that the body comes from
 */
export function compileBody(body: Body, spec: Spec): void {
  const { attributes: a, compiler, source } = body.spec
  if (body.parent !== undefined) {
    body.pose.pos.set(a.pos)
    body.pose.quat.set(orientation(a, compiler, source))
  }
  readInertial(body)
  for (const geom of body.geoms) compileGeom(geom, spec.compiler.fitaabb === 1)
  completeInertial(body)
  if (body.frame) composeInto(body.frame, body.pose)
  for (const geom of body.geoms) {
    const { contype, conaffinity, margin, gap } = geom.spec.attributes
    body.contype |= contype
    body.conaffinity |= conaffinity
    body.margin = Math.max(body.margin, margin + gap)
  }

  checkJoints(body)
  body.joints.forEach(compileJoint)
  body.sites.forEach(compileSite)
  for (const camera of body.cameras) compileCamera(camera, spec.visual)
  body.lights.forEach(compileLight)

  if (body.mocap && (body.joints.length > 0 || body.parent === undefined || body.parent.parent !== undefined))
    throw new ModelError('a mocap body must be a fixed child of the world', {
      source,
      attribute: 'mocap',
      expected: 'a body without joints directly under worldbody',
      found: body.joints.length > 0 ? 'a body with joints' : `a child of body '${body.parent?.name}'`,
    })
  if (isAligned(body)) alignToInertia(body)
}

/** A lone free body may have its frame moved to its inertial frame, which makes its inertia matrix diagonal. */
function isAligned(body: Body): boolean {
  if (body.joints.length !== 1 || body.children.length > 0) return false
  const { attributes: a, compiler } = body.joints[0].spec
  if (a.type !== JointType.free) return false
  return a.align === TRISTATE.auto ? compiler.alignfree === 1 : a.align === TRISTATE.true
}

function alignToInertia(body: Body): void {
  const back = inverse(body.inertial)
  const moved = Pose.of(body.inertial.pos, body.inertial.quat)
  composeInto(body.pose, moved)
  body.pose.copy(moved)
  body.inertial.copy(new Pose())
  for (const part of [...body.geoms, ...body.sites]) composeInto(back, part.pose)
  // while static bodies are fused, cameras and lights outside of frames keep the numbers that they were written with
  const moves = ({ frame }: Camera | Light): boolean => frame !== undefined || body.spec.compiler.fusestatic === 0
  for (const camera of body.cameras.filter(moves)) composeInto(back, camera.pose)
  for (const light of body.lights.filter(moves)) {
    movePoint(back, light.pos)
    turnVector(back.quat, light.dir)
  }
}
