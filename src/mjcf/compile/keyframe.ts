import { normalize4 } from '../../math/quat.ts'
import { JointType, ObjType } from '../../model/enums.ts'
import { ModelError } from '../../model/errors.ts'
import type { Model } from '../../model/model.ts'
import type { KeyAttributes } from '../schema.ts'
import type { Spec } from '../spec.ts'
import { normalize } from './pose.ts'

type State = Exclude<keyof KeyAttributes, 'name' | 'time'>

/** Keyframes: what is not given is as after a reset. */
export function fillKeyframes(m: Model, { keys }: Spec): void {
  const mocapPos = new Float64Array(3 * m.nmocap)
  const mocapQuat = new Float64Array(4 * m.nmocap)
  for (let body = 0; body < m.nbody; body++) {
    const mocap = m.body_mocapid[body]
    if (mocap < 0) continue
    mocapPos.set(m.body_pos.subarray(3 * body, 3 * body + 3), 3 * mocap)
    mocapQuat.set(m.body_quat.subarray(4 * body, 4 * body + 4), 4 * mocap)
  }
  for (let k = 0; k < m.nkey; k++) {
    m.key_time[k] = keys[k]?.attributes.time ?? 0
    // numbers that are missing at the end are as usual too; positions and quaternions of mocap bodies only as a whole
    const set = (out: Float64Array, attribute: State, usual: Float64Array, whole = 1): void => {
      const given = keys[k]?.attributes[attribute] ?? []
      if (given.length > usual.length)
        throw new ModelError('the keyframe does not fit the model', {
          source: keys[k].source,
          attribute,
          expected: `at most ${usual.length} numbers`,
          found: `${given.length}`,
        })
      out.set(usual, k * usual.length)
      out.set(given.slice(0, given.length - (given.length % whole)), k * usual.length)
    }
    set(m.key_qpos, 'qpos', m.qpos0)
    set(m.key_qvel, 'qvel', new Float64Array(m.nv))
    set(m.key_act, 'act', new Float64Array(m.na))
    set(m.key_ctrl, 'ctrl', new Float64Array(m.nu))
    set(m.key_mpos, 'mpos', mocapPos, 3)
    set(m.key_mquat, 'mquat', mocapQuat, 4)
    normalizeQuaternions(m, k)
  }
  m.names.set(
    ObjType.key,
    Array.from({ length: m.nkey }, (_, k) => keys[k]?.attributes.name ?? ''),
  )
}

function normalizeQuaternions(m: Model, key: number): void {
  for (let joint = 0; joint < m.njnt; joint++) {
    const at = key * m.nq + m.jnt_qposadr[joint]
    if (m.jnt_type[joint] === JointType.free) normalize4(m.key_qpos, at + 3)
    else if (m.jnt_type[joint] === JointType.ball) normalize4(m.key_qpos, at)
  }
  for (let mocap = 0; mocap < m.nmocap; mocap++) {
    const at = 4 * (key * m.nmocap + mocap)
    normalize(m.key_mquat.subarray(at, at + 4))
  }
}
