import type { Data } from '../../core/data/data.ts'
import { SensorType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { force, torque } from './bodyForceSensors.ts'
import { cameraProjection } from './cameraSensors.ts'
import { contact } from './contactSensor.ts'
import { distance, fromTo, normal } from './distanceSensors.ts'
import { clock, kineticEnergy, potentialEnergy } from './energySensors.ts'
import {
  accelerometer,
  frameAngAcc,
  frameAngVel,
  frameLinAcc,
  frameLinVel,
  gyro,
  velocimeter,
} from './frameMotionSensors.ts'
import { frameAxis, framePos, frameQuat } from './frameSensors.ts'
import { insideSiteSensor } from './insideSite.ts'
import { ballAngVel, ballQuat, jointActuatorForce, jointPos, jointVel } from './jointSensors.ts'
import {
  jointLimitForce,
  jointLimitPos,
  jointLimitVel,
  tendonLimitForce,
  tendonLimitPos,
  tendonLimitVel,
} from './limitSensors.ts'
import { rangefinder } from './rangefinder.ts'
import { magnetometer, touch } from './siteSensors.ts'
import { subtreeAngMom, subtreeCom, subtreeLinVel } from './subtreeSensors.ts'
import { tactile } from './tactileSensor.ts'
import {
  actuatorForce,
  actuatorPos,
  actuatorVel,
  tendonActuatorForce,
  tendonPos,
  tendonVel,
} from './tendonActuatorSensors.ts'

/** Computes the `sensor_dim` values of a sensor, and writes them from out[at] on. */
export type SensorFunction = (m: Model, d: Data, sensor: number, out: Float64Array, at: number) => void

/** Sensors that the engine computes. A callback computes those of type `user`; loading rejects plugins. */
export type BuiltinSensor = Exclude<keyof typeof SensorType, 'plugin' | 'user'>

export const SENSOR_FUNCTIONS: Readonly<Record<BuiltinSensor, SensorFunction>> = {
  touch,
  accelerometer,
  velocimeter,
  gyro,
  force,
  torque,
  magnetometer,
  rangefinder,
  camprojection: cameraProjection,
  jointpos: jointPos,
  jointvel: jointVel,
  tendonpos: tendonPos,
  tendonvel: tendonVel,
  actuatorpos: actuatorPos,
  actuatorvel: actuatorVel,
  actuatorfrc: actuatorForce,
  jointactuatorfrc: jointActuatorForce,
  tendonactuatorfrc: tendonActuatorForce,
  ballquat: ballQuat,
  ballangvel: ballAngVel,
  jointlimitpos: jointLimitPos,
  jointlimitvel: jointLimitVel,
  jointlimitfrc: jointLimitForce,
  tendonlimitpos: tendonLimitPos,
  tendonlimitvel: tendonLimitVel,
  tendonlimitfrc: tendonLimitForce,
  framepos: framePos,
  framequat: frameQuat,
  framexaxis: frameAxis,
  frameyaxis: frameAxis,
  framezaxis: frameAxis,
  framelinvel: frameLinVel,
  frameangvel: frameAngVel,
  framelinacc: frameLinAcc,
  frameangacc: frameAngAcc,
  subtreecom: subtreeCom,
  subtreelinvel: subtreeLinVel,
  subtreeangmom: subtreeAngMom,
  insidesite: insideSiteSensor,
  distance,
  normal,
  fromto: fromTo,
  contact,
  e_potential: potentialEnergy,
  e_kinetic: kineticEnergy,
  clock,
  tactile,
}

/** Sensor functions by `sensor_type`. */
const functions: SensorFunction[] = []
for (const [name, compute] of Object.entries(SENSOR_FUNCTIONS)) functions[SensorType[name as BuiltinSensor]] = compute

/** Computes a sensor of any type but `user` and `plugin`, before its cutoff. */
export function evaluateSensor(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  functions[m.sensor_type[sensor]](m, d, sensor, out, at)
}
