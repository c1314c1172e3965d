import { type Data, setInitialState } from '../core/data/data.ts'
import { resetControls } from '../core/data/sampleHistory.ts'
import type { Model } from '../core/model/model.ts'
import { sleepFromStart } from './initialSleep.ts'

/**
 * Back to the start: all arrays zero, positions at qpos0, mocap bodies at their place, no warnings, and trees with the
 * sleep policy `init` asleep.
 * MuJoCo: mj_resetData.
 */
export function resetData(m: Model, d: Data): void {
  d.arena.bytes().fill(0)
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
 * Back to a keyframe, by its id. An id that does not exist resets only, as the reference does.
 * MuJoCo: mj_resetDataKeyframe.
 */
export function resetDataKeyframe(m: Model, d: Data, key: number): void {
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

/** Writes the present state into a keyframe of the model. MuJoCo: mj_setKeyframe. */
export function setKeyframe(m: Model, d: Data, key: number): void {
  if (!(Number.isInteger(key) && key >= 0 && key < m.nkey))
    throw new RangeError(`keyframe ${key} does not exist; the model has ${m.nkey}`)
  m.key_time[key] = d.time
  m.key_qpos.set(d.qpos, key * m.nq)
  m.key_qvel.set(d.qvel, key * m.nv)
  m.key_act.set(d.act, key * m.na)
  m.key_ctrl.set(d.ctrl, key * m.nu)
  m.key_mpos.set(d.mocap_pos, key * 3 * m.nmocap)
  m.key_mquat.set(d.mocap_quat, key * 4 * m.nmocap)
  m.key_userdata.set(d.userdata, key * m.nuserdata)
}
