import { SensorDataType, SensorType, Stage } from '../../../../core/model/enums.ts'

/** What all sensors of a type have in common. */
export interface SensorTraits {
  readonly stage: Stage
  readonly datatype: SensorDataType
  /** How many numbers; 0 where that depends on the sensor. */
  readonly dim: number
}

const { pos, vel, acc } = Stage
const { real, positive, axis, quaternion } = SensorDataType
const of = (stage: Stage, dim: number, datatype: SensorDataType = real): SensorTraits => ({ stage, datatype, dim })

/** By `SensorType`. */
export const SENSOR_TRAITS: Readonly<Record<number, SensorTraits>> = {
  [SensorType.touch]: of(acc, 1, positive),
  [SensorType.accelerometer]: of(acc, 3),
  [SensorType.velocimeter]: of(vel, 3),
  [SensorType.gyro]: of(vel, 3),
  [SensorType.force]: of(acc, 3),
  [SensorType.torque]: of(acc, 3),
  [SensorType.magnetometer]: of(pos, 3),
  [SensorType.rangefinder]: of(pos, 0),
  [SensorType.camprojection]: of(pos, 2),
  [SensorType.jointpos]: of(pos, 1),
  [SensorType.jointvel]: of(vel, 1),
  [SensorType.tendonpos]: of(pos, 1),
  [SensorType.tendonvel]: of(vel, 1),
  [SensorType.actuatorpos]: of(pos, 0),
  [SensorType.actuatorvel]: of(vel, 0),
  [SensorType.actuatorfrc]: of(acc, 0),
  [SensorType.jointactuatorfrc]: of(acc, 1),
  [SensorType.tendonactuatorfrc]: of(acc, 1),
  [SensorType.ballquat]: of(pos, 4, quaternion),
  [SensorType.ballangvel]: of(vel, 3),
  [SensorType.jointlimitpos]: of(pos, 1),
  [SensorType.jointlimitvel]: of(vel, 1),
  [SensorType.jointlimitfrc]: of(acc, 1),
  [SensorType.tendonlimitpos]: of(pos, 1),
  [SensorType.tendonlimitvel]: of(vel, 1),
  [SensorType.tendonlimitfrc]: of(acc, 1),
  [SensorType.framepos]: of(pos, 3),
  [SensorType.framequat]: of(pos, 4, quaternion),
  [SensorType.framexaxis]: of(pos, 3, axis),
  [SensorType.frameyaxis]: of(pos, 3, axis),
  [SensorType.framezaxis]: of(pos, 3, axis),
  [SensorType.framelinvel]: of(vel, 3),
  [SensorType.frameangvel]: of(vel, 3),
  [SensorType.framelinacc]: of(acc, 3),
  [SensorType.frameangacc]: of(acc, 3),
  [SensorType.subtreecom]: of(pos, 3),
  [SensorType.subtreelinvel]: of(vel, 3),
  [SensorType.subtreeangmom]: of(vel, 3),
  [SensorType.insidesite]: of(pos, 1, positive),
  [SensorType.distance]: of(pos, 1),
  [SensorType.normal]: of(pos, 3, axis),
  [SensorType.fromto]: of(pos, 6),
  [SensorType.contact]: of(acc, 0),
  [SensorType.e_potential]: of(pos, 1),
  [SensorType.e_kinetic]: of(pos, 1),
  [SensorType.clock]: of(pos, 1),
  [SensorType.tactile]: of(acc, 0),
}
