import { SensorArrays } from './sensorFields.ts'

/** Data that users attach to a model: custom fields and keyframes. */
export class ExtraArrays extends SensorArrays {
  // custom fields
  readonly numeric_adr = this.arena.i32(this.nnumeric)
  readonly numeric_size = this.arena.i32(this.nnumeric)
  readonly numeric_data = this.arena.f64(this.nnumericdata)
  readonly text_adr = this.arena.i32(this.ntext)
  readonly text_size = this.arena.i32(this.ntext)
  readonly text_data = this.arena.u8(this.ntextdata)
  readonly tuple_adr = this.arena.i32(this.ntuple)
  readonly tuple_size = this.arena.i32(this.ntuple)
  readonly tuple_objtype = this.arena.i32(this.ntupledata)
  readonly tuple_objid = this.arena.i32(this.ntupledata)
  readonly tuple_objprm = this.arena.f64(this.ntupledata)

  // keyframes
  readonly key_time = this.arena.f64(this.nkey)
  readonly key_qpos = this.arena.f64(this.nkey, this.nq)
  readonly key_qvel = this.arena.f64(this.nkey, this.nv)
  readonly key_act = this.arena.f64(this.nkey, this.na)
  readonly key_mpos = this.arena.f64(this.nkey, 3 * this.nmocap)
  readonly key_mquat = this.arena.f64(this.nkey, 4 * this.nmocap)
  readonly key_ctrl = this.arena.f64(this.nkey, this.nu)
  /** `Data.userdata` of each keyframe. Our own: keyframes of MuJoCo have none. */
  readonly key_userdata = this.arena.f64(this.nkey, this.nuserdata)
}
