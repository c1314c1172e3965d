import { JOINT_NQ, JOINT_NV, JointType } from '../../../../core/model/enums.ts'
import { EPS } from '../../geometry/partPose.ts'
import type { Body, Parts } from './parts.ts'
import { isIdentity, isOrigin } from './sameFrame.ts'

/**
 * How positions and degrees of freedom are numbered, and which dofs can act on which. Everything here follows from
 * the tree alone.
 */
export interface Layout {
  readonly nq: number
  readonly nv: number
  /** By body: first dof (-1: none) and number of dofs. */
  readonly bodyDofAdr: Int32Array
  readonly bodyDofNum: Int32Array
  /** By body: 1 if its inertia is constant and diagonal in joint space, 2 if besides it only slides. */
  readonly bodySimple: Uint8Array
  /** By joint. */
  readonly qposAdr: Int32Array
  readonly dofAdr: Int32Array
  /** By dof. */
  readonly dofBody: Int32Array
  readonly dofJoint: Int32Array
  readonly dofParent: Int32Array
  readonly dofTree: Int32Array
  /** Length of the run of simple dofs that starts here; 0 for others. */
  readonly dofSimple: Int32Array
  readonly ntree: number
}

/** @param coupled bodies whose inertia depends on more than the tree, such as tendons with armature */
export function layOut({ bodies, joints }: Parts, coupled: ReadonlySet<Body> = new Set()): Layout {
  const qposAdr = new Int32Array(joints.length)
  const dofAdr = new Int32Array(joints.length)
  const bodyDofAdr = new Int32Array(bodies.length).fill(-1)
  const bodyDofNum = new Int32Array(bodies.length)
  const dofBody: number[] = []
  const dofJoint: number[] = []
  const dofParent: number[] = []
  const dofTree: number[] = []
  let nq = 0
  let ntree = 0

  for (const joint of joints) {
    const { type } = joint.spec.attributes
    const body = joint.body.id
    qposAdr[joint.id] = nq
    dofAdr[joint.id] = dofBody.length
    nq += JOINT_NQ[type]
    for (let i = 0; i < JOINT_NV[type]; i++) {
      const dof = dofBody.length
      const parent = bodyDofNum[body] > 0 ? dof - 1 : lastDofAbove(joint.body, bodyDofAdr, bodyDofNum)
      if (bodyDofNum[body]++ === 0) bodyDofAdr[body] = dof
      if (parent < 0) ntree++
      dofBody.push(body)
      dofJoint.push(joint.id)
      dofParent.push(parent)
      dofTree.push(ntree - 1)
    }
  }

  const bodySimple = Uint8Array.from(bodies, (body) => (coupled.has(body) ? 0 : simplicity(body)))
  const nv = dofBody.length
  const dofSimple = new Int32Array(nv)
  for (let dof = nv - 1; dof >= 0; dof--)
    if (bodySimple[dofBody[dof]]) dofSimple[dof] = 1 + (dof + 1 < nv ? dofSimple[dof + 1] : 0)

  return {
    nq,
    nv,
    bodyDofAdr,
    bodyDofNum,
    bodySimple,
    qposAdr,
    dofAdr,
    dofBody: Int32Array.from(dofBody),
    dofJoint: Int32Array.from(dofJoint),
    dofParent: Int32Array.from(dofParent),
    dofTree: Int32Array.from(dofTree),
    dofSimple,
    ntree,
  }
}

function lastDofAbove(body: Body, adr: Int32Array, num: Int32Array): number {
  for (let b = body.parent; b !== undefined; b = b.parent) if (num[b.id] > 0) return adr[b.id] + num[b.id] - 1
  return -1
}

/**
 * A body is simple if nothing hangs on it, it moves relative to the world or to a body fixed there, its frame is its
 * inertial frame, and its joints are at the center of mass along coordinate axes, none after a rotation.
 */
function simplicity(body: Body): number {
  const { parent } = body
  if (parent === undefined) return 1
  const top = parent.parent === undefined || (parent.parent.parent === undefined && parent.joints.length === 0)
  if (!top || body.children.length > 0 || body.spec.attributes.simple === 0) return 0
  if (!isIdentity(body.inertial.pos, body.inertial.quat)) return 0

  let slides = body.joints.length > 0
  let turned = false
  for (const joint of body.joints) {
    const { type } = joint.spec.attributes
    const straight = type === JointType.slide || type === JointType.hinge
    if (turned || !isOrigin(joint.pos)) return 0
    if (straight && joint.axis.filter((x) => Math.abs(x) > EPS).length > 1) return 0
    if (type === JointType.ball || type === JointType.hinge) turned = true
    if (type !== JointType.slide) slides = false
  }
  return slides ? 2 : 1
}
