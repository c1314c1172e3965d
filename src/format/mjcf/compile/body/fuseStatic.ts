import { MINVAL } from '../../../../core/math/constants.ts'
import { composeInto, Pose } from '../../geometry/partPose.ts'
import type { Spec } from '../../schema/spec.ts'
import type { Body, Parts } from '../parts/parts.ts'
import { bodiesOfActuatorsAndSensors } from '../parts/references.ts'
import { combine, type Mass } from './bodyInertia.ts'

/** Merges each body that has no joints, and that nothing refers to, into its parent. */
export function fuseStatic(parts: Parts, spec: Spec): void {
  const referenced = referencedBodies(parts, spec)
  // parents come first, so a chain of fixed bodies folds up into its first moving ancestor
  for (const body of parts.bodies) {
    if (body.parent === undefined || body.joints.length > 0 || body.mocap || body.skinned) continue
    if (referenced.has(body.name)) continue
    fuse(body, body.parent)
  }
  parts.number()
}

/** Names of bodies that cameras, lights, tuples, contacts, equality constraints, actuators or sensors refer to. */
function referencedBodies(parts: Parts, spec: Spec): Set<string> {
  const names = new Set<string>(bodiesOfActuatorsAndSensors(spec, parts))
  for (const { target } of [...parts.cameras, ...parts.lights]) if (target) names.add(target.name)
  for (const { attributes } of [...spec.contacts, ...spec.equalities]) {
    if (!('body1' in attributes)) continue
    names.add(attributes.body1)
    names.add(attributes.body2)
  }
  names.delete('')
  for (const { children } of spec.tuples)
    for (const { attributes } of children)
      if (attributes.objtype === 'body' || attributes.objtype === 'xbody') names.add(attributes.objname)
  return names
}

function fuse(body: Body, parent: Body): void {
  if (parent.parent !== undefined && body.mass >= MINVAL) {
    const moved: Mass = { pose: Pose.of(body.inertial.pos, body.inertial.quat), mass: body.mass, inertia: body.inertia }
    composeInto(body.pose, moved.pose)
    const own: Mass = {
      pose: Pose.of(parent.inertial.pos, parent.inertial.quat),
      mass: parent.mass,
      inertia: parent.inertia.slice(),
    }
    combine(parent, [own, moved])
  }

  const later = parent.children.splice(parent.children.indexOf(body))
  for (const child of body.children) {
    child.parent = parent
    composeInto(body.pose, child.pose)
    parent.children.push(child)
  }
  for (let i = 1; i < later.length; i++) parent.children.push(later[i])
  for (const part of [...body.geoms, ...body.sites]) composeInto(body.pose, part.pose)
  // cameras and lights keep their numbers in the new frame
  for (const part of [...body.geoms, ...body.sites, ...body.cameras, ...body.lights]) part.body = parent
  for (const geom of body.geoms) parent.geoms.push(geom)
  for (const site of body.sites) parent.sites.push(site)
  for (const camera of body.cameras) parent.cameras.push(camera)
  for (const light of body.lights) parent.lights.push(light)

  parent.contype |= body.contype
  parent.conaffinity |= body.conaffinity
  parent.margin = Math.max(parent.margin, body.margin)
}
