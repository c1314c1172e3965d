import { ModelError } from '../../../../core/model/errors.ts'
import { orientation } from '../../geometry/orientation.ts'
import { composeInto, normalize, Pose } from '../../geometry/partPose.ts'
import type { BodyChild, BodySpec, FrameSpec } from '../../schema/spec.ts'
import { Body, Camera, Geom, Joint, Light, Parts, Site } from './parts.ts'

/** The tree of bodies out of the tree that was written: frames dissolve into the pieces they hold. */
export function buildTree(world: BodySpec): Parts {
  return new Parts(buildBody(world, undefined, undefined))
}

function buildBody(spec: BodySpec, parent: Body | undefined, frame: Pose | undefined): Body {
  const body = new Body(spec, parent, frame)
  if (parent === undefined && spec.inertial)
    throw new ModelError('the world has no inertia', { source: spec.inertial.source })
  if (spec.inertial) body.written = { spec: spec.inertial, frame: undefined }
  addChildren(body, spec.children, undefined)
  return body
}

function addChildren(body: Body, children: readonly BodyChild[], frame: Pose | undefined): void {
  for (const child of children) {
    switch (child.kind) {
      case 'body':
        body.children.push(buildBody(child, body, frame))
        break
      case 'frame':
        addChildren(body, child.children, innerFrame(child, frame))
        break
      case 'inertial':
        body.written = { spec: child, frame }
        break
      case 'joint':
        if (body.parent === undefined)
          throw new ModelError('the world cannot have joints', {
            source: child.source,
            suggestion: 'put the joint into a <body>',
          })
        body.joints.push(new Joint(child, body, frame))
        break
      case 'geom':
        body.geoms.push(new Geom(child, body, frame))
        break
      case 'site':
        body.sites.push(new Site(child, body, frame))
        break
      case 'camera':
        body.cameras.push(new Camera(child, body, frame))
        break
      case 'light':
        body.lights.push(new Light(child, body, frame))
        break
      case 'replicate':
      case 'attach':
      case 'composite':
        throw new TypeError(`<${child.kind}> must be expanded before a model is compiled`)
      default:
        child satisfies never
    }
  }
}

/** The pose of a frame in the coordinates of the body that it stands in. */
function innerFrame(spec: FrameSpec, outer: Pose | undefined): Pose {
  const pose = Pose.of(spec.attributes.pos, orientation(spec.attributes, spec.compiler, spec.source))
  if (outer) {
    composeInto(outer, pose)
    normalize(pose.quat)
  }
  return pose
}
