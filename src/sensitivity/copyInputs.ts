import type { Data } from '../core/data/data.ts'
import type { Model } from '../core/model/model.ts'

/** Copies all inputs of forward dynamics and of a step, including callbacks. */
export function copyInputs(m: Model, target: Data, source: Data): void {
  target.time = source.time
  target.qpos.set(source.qpos)
  target.qvel.set(source.qvel)
  target.act.set(source.act)
  target.qacc_warmstart.set(source.qacc_warmstart)
  target.ctrl.set(source.ctrl)
  target.qfrc_applied.set(source.qfrc_applied)
  target.xfrc_applied.set(source.xfrc_applied)
  target.eq_active.set(source.eq_active)
  target.mocap_pos.set(source.mocap_pos)
  target.mocap_quat.set(source.mocap_quat)
  target.userdata.set(source.userdata)
  if (m.nhistory > 0) target.history.set(source.history)
  Object.assign(target.callbacks, source.callbacks)
}
