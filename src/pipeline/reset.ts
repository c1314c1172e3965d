import { type Data, setInitialState } from '../core/data/data.ts'
import { resetControls } from '../core/data/sampleHistory.ts'
import { checkId, checkModelAndData, kindOf } from '../core/model/argumentChecks.ts'
import { ObjType } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { sleepFromStart } from './initialSleep.ts'

/**
 * Back to the start: all arrays zero, positions at qpos0, mocap bodies at their place, no warnings, and trees with the
 * sleep policy `init` asleep.
 * MuJoCo: mj_resetData.
 */
export function resetData(m: Model, d: Data): void {
  checkModelAndData(m, d)
  d.arena.bytes().fill(0)
  d.kernels.unstored?.noteWritten()
  setInitialState(m, d)
  if (d.initialSleepDue) {
    sleepFromStart(m, d)
    d.initialSleepDue = 0
  }
}

/**
 * Sets all controls to zero; quaternions to the identity.
 * MuJoCo: mj_resetCtrl.
 */
export function resetCtrl(m: Model, d: Data): void {
  d.ctrl.fill(0)
  resetControls(m, d)
}

/**
 * Back to a keyframe, by its id or name. An integer that is no id resets only, as in the reference. Other numbers, and
 * names that do not exist, are a `RangeError`; the state then stays.
 * MuJoCo: mj_resetDataKeyframe.
 */
export function resetDataKeyframe(m: Model, d: Data, keyframe: number | string): void {
  checkModelAndData(m, d)
  const key = keyframeId(m, keyframe)
  resetData(m, d)
  if (!(key >= 0 && key < m.nkey)) return
  const { nq, nv, na, nu, nmocap, nuserdata } = m
  d.time = m.key_time[key]
  d.qpos.set(m.key_qpos.subarray(key * nq, (key + 1) * nq))
  d.qvel.set(m.key_qvel.subarray(key * nv, (key + 1) * nv))
  d.act.set(m.key_act.subarray(key * na, (key + 1) * na))
  d.ctrl.set(m.key_ctrl.subarray(key * nu, (key + 1) * nu))
  d.mocap_pos.set(m.key_mpos.subarray(key * 3 * nmocap, (key + 1) * 3 * nmocap))
  d.mocap_quat.set(m.key_mquat.subarray(key * 4 * nmocap, (key + 1) * 4 * nmocap))
  d.userdata.set(m.key_userdata.subarray(key * nuserdata, (key + 1) * nuserdata))
}

/** Writes the present state into a keyframe of the model, by its id or name. MuJoCo: mj_setKeyframe. */
export function setKeyframe(m: Model, d: Data, keyframe: number | string): void {
  checkModelAndData(m, d)
  const key = keyframeId(m, keyframe)
  checkId(key, m.nkey, 'keyframe')
  m.key_time[key] = d.time
  m.key_qpos.set(d.qpos, key * m.nq)
  m.key_qvel.set(d.qvel, key * m.nv)
  m.key_act.set(d.act, key * m.na)
  m.key_ctrl.set(d.ctrl, key * m.nu)
  m.key_mpos.set(d.mocap_pos, key * 3 * m.nmocap)
  m.key_mquat.set(d.mocap_quat, key * 4 * m.nmocap)
  m.key_userdata.set(d.userdata, key * m.nuserdata)
}

/** The integer that stands for a keyframe; throws for a name that no keyframe has, and for what is no integer. */
function keyframeId(m: Model, keyframe: number | string): number {
  if (Number.isInteger(keyframe)) return keyframe as number
  const id = typeof keyframe === 'string' ? m.names.id(ObjType.key, keyframe) : -1
  if (id >= 0) return id
  const names = m.names.all(ObjType.key).filter((name) => name !== '')
  const known = names.length === 0 ? '' : `, named ${names.slice(0, 12).join(', ')}${names.length > 12 ? ', …' : ''}`
  throw new RangeError(`no keyframe is ${kindOf(keyframe)}; the model has ${m.nkey}${known}`)
}
