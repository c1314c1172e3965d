import { JointType, SameFrame } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Cell, Index, LaneKernel, LaneStage, Mask, Num, NumArray } from '../language/kernelLanguage.ts'
import {
  add,
  group,
  type Mat3,
  mulQuat,
  normalize,
  put,
  type Quat,
  quatAt,
  quatToMat,
  rotate,
  scale,
  sub,
  turn,
  type Vec3,
  vec3At,
} from '../language/vectors.ts'
import { sinCos } from './sineKernel.ts'

/** Forward kinematics, as `kinematics`: (qpos, mocap) → poses of bodies, joints, inertial frames, geoms and sites. */
export function kinematicsKernel(m: Model): LaneStage {
  return (k) => {
    turnsOfHinges(k, m)
    worldFrame(k)
    k.loop(1, m.nbody, (body) => bodyFrame(k, m, body))
    k.loop(0, m.nbody, (body) => {
      const { position, orientation } = frame(k, m, 'body', body, body)
      put(k.field('xipos', 3), body, position)
      put(k.field('ximat', 9), body, orientation)
    })
    for (const kind of ['geom', 'site'] as const) {
      const owner = k.table(`${kind}_bodyid`, kind === 'geom' ? m.geom_bodyid : m.site_bodyid)
      k.loop(0, kind === 'geom' ? m.ngeom : m.nsite, (i) => {
        const { position, orientation } = frame(k, m, kind, i, owner.at(i))
        put(k.field(`${kind}_xpos`, 3), i, position)
        put(k.field(`${kind}_xmat`, 9), i, orientation)
      })
    }
  }
}

/** Sine and cosine of half the angle of each hinge, in one loop, since they are long. */
function turnsOfHinges(k: LaneKernel, m: Model): void {
  const hinges = [...m.jnt_type.keys()].filter((j) => m.jnt_type[j] === JointType.hinge)
  if (hinges.length === 0) return
  const joint = k.table('hinge_joint', hinges)
  const address = k.table(
    'hinge_qposadr',
    hinges.map((j) => m.jnt_qposadr[j]),
  )
  const sine = k.workspace('half_sine', m.njnt)
  const cosine = k.workspace('half_cosine', m.njnt)
  k.repeat(0, hinges.length, (i) => {
    const travel = k
      .field('qpos')
      .at(address.at(i))
      .minus(k.numbers('qpos0').at(address.at(i)))
    const { sin, cos } = sinCos(k, travel.times(0.5))
    sine.set(joint.at(i), sin)
    cosine.set(joint.at(i), cos)
  })
}

/** The world body: at the origin, unrotated. */
function worldFrame(k: LaneKernel): void {
  const numbers = (...values: number[]): Num[] => values.map((x) => k.num(x))
  put(k.field('xpos', 3), 0, numbers(0, 0, 0))
  put(k.field('xquat', 4), 0, numbers(1, 0, 0, 0))
  put(k.field('xmat', 9), 0, numbers(1, 0, 0, 0, 1, 0, 0, 0, 1))
}

/** A pose that joints move. */
class MovingFrame {
  readonly #cells: readonly Cell[]
  constructor(k: LaneKernel, position: Vec3, quat: Quat) {
    this.#cells = [...position, ...quat].map((x) => k.cell(x))
  }
  get position(): Vec3 {
    const [x, y, z] = this.#cells.map((cell) => cell.value)
    return [x, y, z]
  }
  get quat(): Quat {
    const [, , , w, x, y, z] = this.#cells.map((cell) => cell.value)
    return [w, x, y, z]
  }
  set position(p: Vec3) {
    p.forEach((x, i) => {
      this.#cells[i].set(x)
    })
  }
  set quat(q: Quat) {
    q.forEach((x, i) => {
      this.#cells[3 + i].set(x)
    })
  }
}

/** Pose of a body and of its joints, from the pose of its parent. */
function bodyFrame(k: LaneKernel, m: Model, body: Index): void {
  const bodies = [...m.body_parentid.keys()]
  const freeJoint = k.table(
    'body_freejoint',
    bodies.map((b) => (isFree(m, b) ? m.body_jntadr[b] : -1)),
  )
  const isFreeBody = k.table(
    'body_isfree',
    bodies.map((b) => (isFree(m, b) ? 1 : 0)),
  )
  const freeAddress = k.table(
    'body_freeadr',
    bodies.map((b) => (isFree(m, b) ? m.jnt_qposadr[m.body_jntadr[b]] : 0)),
  )
  const xpos = k.field('xpos', 3)
  const xquat = k.field('xquat', 4)
  const xmat = k.field('xmat', 9)
  k.when(
    isFreeBody.at(body),
    () => {
      // qpos is the global pose
      const qpos = k.field('qpos')
      const at = (i: number): Num => qpos.at(k.sum(freeAddress.at(body), i))
      const position: Vec3 = [at(0), at(1), at(2)]
      const quat = normalize(k, [at(3), at(4), at(5), at(6)])
      const joint = freeJoint.at(body)
      put(xpos, body, position)
      put(xquat, body, quat)
      put(xmat, body, quatToMat(quat))
      put(k.field('xanchor', 3), joint, position)
      put(k.field('xaxis', 3), joint, vec3At(k.numbers('jnt_axis', 3), joint))
    },
    () => {
      const frame = startFrame(k, m, body)
      const first = k.table('body_jntadr', m.body_jntadr).at(body)
      k.loop(first, k.sum(first, k.table('body_jntnum', m.body_jntnum).at(body)), (joint) =>
        moveJoint(k, m, joint, frame),
      )
      const quat = normalize(k, frame.quat)
      put(xpos, body, frame.position)
      put(xquat, body, quat)
      put(xmat, body, quatToMat(quat))
    },
  )
}

/** The pose before the joints: relative to the parent, from the model or from mocap, put into the world frame. */
function startFrame(k: LaneKernel, m: Model, body: Index): MovingFrame {
  const mocap = k.table('body_mocapid', m.body_mocapid)
  const isMocap = k.table(
    'body_ismocap',
    Array.from(m.body_mocapid, (id) => (id >= 0 ? 1 : 0)),
  )
  const frame = new MovingFrame(k, vec3At(k.numbers('body_pos', 3), body), quatAt(k.numbers('body_quat', 4), body))
  if (m.nmocap > 0) {
    k.when(isMocap.at(body), () => {
      frame.position = vec3At(k.field('mocap_pos', 3), mocap.at(body))
      frame.quat = normalize(k, quatAt(k.field('mocap_quat', 4), mocap.at(body)))
    })
  }
  const parent = k.table('body_parentid', m.body_parentid).at(body)
  const hasParent = k.table(
    'body_hasparent',
    Array.from(m.body_parentid, (p) => (p > 0 ? 1 : 0)),
  )
  k.when(hasParent.at(body), () => {
    const R = group(k.field('xmat', 9), parent, 9)
    frame.position = add(vec3At(k.field('xpos', 3), parent), rotate(R, frame.position))
    frame.quat = mulQuat(quatAt(k.field('xquat', 4), parent), frame.quat)
  })
  return frame
}

/** Moves the pose of a body by one of its joints. */
function moveJoint(k: LaneKernel, m: Model, joint: Index, frame: MovingFrame): void {
  const localAxis = vec3At(k.numbers('jnt_axis', 3), joint)
  const offset = vec3At(k.numbers('jnt_pos', 3), joint)
  const address = k.table('jnt_qposadr', m.jnt_qposadr).at(joint)
  const type = k.table('jnt_type', m.jnt_type).at(joint)
  const qpos = k.field('qpos')
  const axis = turn(frame.quat, localAxis)
  const anchor = add(frame.position, turn(frame.quat, offset))
  put(k.field('xaxis', 3), joint, axis)
  put(k.field('xanchor', 3), joint, anchor)

  k.when(
    k.same(type, JointType.slide),
    () => {
      const travel = qpos.at(address).minus(k.numbers('qpos0').at(address))
      frame.position = add(frame.position, scale(axis, travel))
    },
    () => {
      // hinge and ball turn the body about the anchor
      const turned = [1, 0, 0, 0].map((x) => k.cell(x))
      k.when(
        k.same(type, JointType.hinge),
        () => {
          const sine = k.workspace('half_sine', m.njnt).at(joint)
          turned[0].set(k.workspace('half_cosine', m.njnt).at(joint))
          localAxis.forEach((x, i) => {
            turned[1 + i].set(x.times(sine))
          })
        },
        () => {
          const at = (i: number): Num => qpos.at(k.sum(address, i))
          normalize(k, [at(0), at(1), at(2), at(3)]).forEach((x, i) => {
            turned[i].set(x)
          })
        },
      )
      const [w, x, y, z] = turned.map((cell) => cell.value)
      frame.quat = mulQuat(frame.quat, [w, x, y, z])
      frame.position = sub(anchor, turn(frame.quat, offset))
    },
  )
}

/** Whole numbers that kinematics depends on, besides those that never change. */
export const KINEMATICS_FLAGS = ['body_sameframe', 'geom_sameframe', 'site_sameframe'] as const

type FrameKind = 'body' | 'geom' | 'site'

interface Pose {
  readonly position: readonly Num[]
  readonly orientation: Mat3
}

/** Pose of a frame fixed to a body: that of the body or of its inertial frame where the model says so. */
function frame(k: LaneKernel, m: Model, kind: FrameKind, i: Index, owner: Index): Pose {
  const fields = {
    body: { same: m.body_sameframe, pos: 'body_ipos', quat: 'body_iquat' },
    geom: { same: m.geom_sameframe, pos: 'geom_pos', quat: 'geom_quat' },
    site: { same: m.site_sameframe, pos: 'site_pos', quat: 'site_quat' },
  }[kind]
  if ([fields.pos, fields.quat, 'body_ipos', 'body_iquat', `${kind}_sameframe`].some((name) => k.varies(name)))
    return varyingFrame(k, kind, fields, i, owner)
  const flag = (name: string, ...frames: number[]): Index =>
    k
      .table(
        `${kind}_${name}`,
        Array.from(fields.same, (same) => (frames.includes(same) ? 1 : 0)),
      )
      .at(i)
  const position = copies(k, 3)
  const orientation = copies(k, 9)
  const takeFrom = (cells: readonly Cell[], array: NumArray): void =>
    cells.forEach((cell, part) => {
      cell.set(array.at(owner, part))
    })
  k.when(
    flag('position_body', SameFrame.body),
    () => takeFrom(position, k.field('xpos', 3)),
    () =>
      k.when(
        flag('position_inertia', SameFrame.inertia),
        () => takeFrom(position, k.field('xipos', 3)),
        () => {
          framePosition(k, fields.pos, i, owner).forEach((x, part) => {
            position[part].set(x)
          })
        },
      ),
  )
  k.when(
    flag('rotation_body', SameFrame.body, SameFrame.bodyrot),
    () => takeFrom(orientation, k.field('xmat', 9)),
    () =>
      k.when(
        flag('rotation_inertia', SameFrame.inertia, SameFrame.inertiarot),
        () => takeFrom(orientation, k.field('ximat', 9)),
        () => {
          frameOrientation(k, fields.quat, i, owner).forEach((x, part) => {
            orientation[part].set(x)
          })
        },
      ),
  )
  return { position: position.map((cell) => cell.value), orientation: orientation.map((cell) => cell.value) }
}

/** The same, where it is decided by the model as it is when the kernel runs. */
function varyingFrame(
  k: LaneKernel,
  kind: FrameKind,
  { pos, quat }: { readonly pos: string; readonly quat: string },
  i: Index,
  owner: Index,
): Pose {
  const same = k.numbers(`${kind}_sameframe`).at(i)
  const is = (value: number): Mask => same.equals(value)
  const take = (own: readonly Num[], isBody: Mask, body: string, isInertia: Mask, inertia: string): Num[] =>
    own.map((x, part) => {
      const other = kind === 'body' ? x : k.choose(isInertia, k.field(inertia, own.length).at(owner, part), x)
      return k.choose(isBody, k.field(body, own.length).at(owner, part), other)
    })
  const { body, inertia, bodyrot, inertiarot } = SameFrame
  return {
    position: take(framePosition(k, pos, i, owner), is(body), 'xpos', is(inertia), 'xipos'),
    orientation: take(
      frameOrientation(k, quat, i, owner),
      is(body).or(is(bodyrot)),
      'xmat',
      is(inertia).or(is(inertiarot)),
      'ximat',
    ),
  }
}

function framePosition(k: LaneKernel, pos: string, i: Index, owner: Index): readonly Num[] {
  const offset = rotate(group(k.field('xmat', 9), owner, 9), vec3At(k.numbers(pos, 3), i))
  return add(vec3At(k.field('xpos', 3), owner), offset)
}

function frameOrientation(k: LaneKernel, quat: string, i: Index, owner: Index): Mat3 {
  return quatToMat(mulQuat(quatAt(k.field('xquat', 4), owner), quatAt(k.numbers(quat, 4), i)))
}

function copies(k: LaneKernel, count: number): Cell[] {
  return Array.from({ length: count }, () => k.cell(0))
}

function isFree(m: Model, body: number): boolean {
  return m.body_jntnum[body] === 1 && m.jnt_type[m.body_jntadr[body]] === JointType.free
}
