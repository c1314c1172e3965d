import { normalize4 } from '../../../core/math/quat.ts'
import { JointType, ObjType } from '../../../core/model/enums.ts'
import { ModelError } from '../../../core/model/errors.ts'
import type { Model } from '../../../core/model/model.ts'
import { normalize } from '../geometry/partPose.ts'
import type { KeyAttributes } from '../schema/schemaTree.ts'
import type { KeySpec, Spec } from '../schema/spec.ts'
import { usualPosition } from '../structure/copiedKeyframes.ts'
import type { Parts } from './parts/parts.ts'
import type { Section } from './parts/section.ts'

type State = Exclude<keyof KeyAttributes, 'name' | 'time' | 'userdata'>

/** Keyframes, and the size of the user data. */
export function keyframeSection(spec: Spec, parts: Parts): Section {
  return {
    count: (sizes) => {
      sizes.nkey = Math.max(spec.keys.length, spec.size.nkey)
      sizes.nuserdata = spec.size.nuserdata
    },
    fill: (m) => fillKeyframes(m, spec, parts),
  }
}

/**
 * An attribute that is not given is as after a reset, and so are numbers that are NaN. Numbers that are
 * missing at the end are as written in joints and bodies: no unit and no frame is applied.
 */
function fillKeyframes(m: Model, { keys }: Spec, { joints, bodies }: Parts): void {
  const mocaps = bodies.filter((body) => body.mocap)
  const mocapPos = Float64Array.from(mocaps.flatMap(({ id }) => [...m.body_pos.subarray(3 * id, 3 * id + 3)]))
  const mocapQuat = Float64Array.from(mocaps.flatMap(({ id }) => [...m.body_quat.subarray(4 * id, 4 * id + 4)]))
  const written = {
    qpos: joints.flatMap((joint) => usualPosition(joint.spec)),
    mpos: mocaps.flatMap(({ spec }) => spec.attributes.pos),
    mquat: mocaps.flatMap(({ spec }) => spec.attributes.quat),
  }
  for (let k = 0; k < m.nkey; k++) {
    m.key_time[k] = keys[k]?.attributes.time ?? 0
    // positions and quaternions of mocap bodies count only as a whole
    const set = (
      out: Float64Array,
      attribute: State,
      reset: Float64Array,
      missing: ArrayLike<number> = reset,
      whole = 1,
    ): void => {
      const given = keys[k]?.attributes[attribute]
      out.set(reset, k * reset.length)
      if (!given) return
      if (given.length > reset.length)
        throw new ModelError('the keyframe does not fit the model', {
          source: keys[k].source,
          attribute,
          expected: `at most ${reset.length} numbers`,
          found: `${given.length}`,
        })
      out.set(missing, k * reset.length)
      const count = given.length - (given.length % whole)
      for (let i = 0; i < count; i++) out[k * reset.length + i] = Number.isNaN(given[i]) ? reset[i] : given[i]
    }
    set(m.key_qpos, 'qpos', m.qpos0, written.qpos)
    set(m.key_qvel, 'qvel', new Float64Array(m.nv))
    set(m.key_act, 'act', new Float64Array(m.na))
    set(m.key_ctrl, 'ctrl', new Float64Array(m.nu))
    set(m.key_mpos, 'mpos', mocapPos, written.mpos, 3)
    set(m.key_mquat, 'mquat', mocapQuat, written.mquat, 4)
    setUserdata(m, k, keys[k])
    normalizeQuaternions(m, k)
  }
  m.names.set(
    ObjType.key,
    Array.from({ length: m.nkey }, (_, k) => keys[k]?.attributes.name ?? ''),
  )
}

/** User data is given completely, or is zero. */
function setUserdata(m: Model, key: number, spec: KeySpec | undefined): void {
  const given = spec?.attributes.userdata
  if (!given) return
  if (given.length !== m.nuserdata)
    throw new ModelError('the user data of the keyframe does not fit the model', {
      source: spec.source,
      attribute: 'userdata',
      expected: `${m.nuserdata} numbers, as 'nuserdata' of <size> says`,
      found: `${given.length}`,
    })
  m.key_userdata.set(given, key * m.nuserdata)
}

function normalizeQuaternions(m: Model, key: number): void {
  for (let joint = 0; joint < m.njnt; joint++) {
    const at = key * m.nq + m.jnt_qposadr[joint]
    if (m.jnt_type[joint] === JointType.free) normalizeTwice(m.key_qpos, at + 3)
    else if (m.jnt_type[joint] === JointType.ball) normalizeTwice(m.key_qpos, at)
  }
  for (let mocap = 0; mocap < m.nmocap; mocap++) {
    const at = 4 * (key * m.nmocap + mocap)
    normalize(m.key_mquat.subarray(at, at + 4))
  }
}

/** A quaternion whose length overflows becomes zero, and then the identity, as in the reference. */
function normalizeTwice(q: Float64Array, at: number): void {
  normalize(q.subarray(at, at + 4))
  normalize4(q, at)
}
