import { SensorArrays } from './sensorFields.ts'

/** Data that users attach to a model: custom fields and keyframes. */
export class ExtraArrays extends SensorArrays {
  // custom fields
  /** First number of the field in `numeric_data`. Shape: nnumeric. */
  readonly numeric_adr = this.arena.i32(this.nnumeric)
  /** Number of numbers. Shape: nnumeric. */
  readonly numeric_size = this.arena.i32(this.nnumeric)
  /** Numbers of all fields. Shape: nnumericdata. */
  readonly numeric_data = this.arena.f64(this.nnumericdata)
  /** First byte of the text in `text_data`. Shape: ntext. */
  readonly text_adr = this.arena.i32(this.ntext)
  /** Number of bytes, with the zero at the end. Shape: ntext. */
  readonly text_size = this.arena.i32(this.ntext)
  /** All texts, UTF-8, each with a zero at the end. Shape: ntextdata. */
  readonly text_data = this.arena.u8(this.ntextdata)
  /** First element of the tuple. Shape: ntuple. */
  readonly tuple_adr = this.arena.i32(this.ntuple)
  /** Number of elements. Shape: ntuple. */
  readonly tuple_size = this.arena.i32(this.ntuple)
  /** `ObjType` of each element. Shape: ntupledata. */
  readonly tuple_objtype = this.arena.i32(this.ntupledata)
  /** Id of each element. Shape: ntupledata. */
  readonly tuple_objid = this.arena.i32(this.ntupledata)
  /** Number that comes with each element. Shape: ntupledata. */
  readonly tuple_objprm = this.arena.f64(this.ntupledata)

  // keyframes
  /** Time of the keyframe, s. Shape: nkey. */
  readonly key_time = this.arena.f64(this.nkey)
  /** Positions. Shape: nkey × nq. */
  readonly key_qpos = this.arena.f64(this.nkey, this.nq)
  /** Velocities. Shape: nkey × nv. */
  readonly key_qvel = this.arena.f64(this.nkey, this.nv)
  /** Activations. Shape: nkey × na. */
  readonly key_act = this.arena.f64(this.nkey, this.na)
  /** Positions of mocap bodies, m. Shape: nkey × (3·nmocap). */
  readonly key_mpos = this.arena.f64(this.nkey, 3 * this.nmocap)
  /** Orientations of mocap bodies. Shape: nkey × (4·nmocap). */
  readonly key_mquat = this.arena.f64(this.nkey, 4 * this.nmocap)
  /** Controls. Shape: nkey × nu. */
  readonly key_ctrl = this.arena.f64(this.nkey, this.nu)
  /** Numbers of the user. Kinetree's own: keyframes of MuJoCo have none. Shape: nkey × nuserdata. */
  readonly key_userdata = this.arena.f64(this.nkey, this.nuserdata)
}
