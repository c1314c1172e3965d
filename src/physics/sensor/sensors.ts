import type { Data } from '../../core/data/data.ts'
import { DisableBit, SensorType, Stage } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { cutOff } from './sensorCutoff.ts'
import { fromHistory, isPastOrHeld } from './sensorHistory.ts'
import { needBodyForces, needSubtreeVelocity } from './sensorPrerequisites.ts'
import { evaluateSensor } from './sensorTable.ts'

/**
 * Sensors, stage by stage: (results of the stage) → sensordata. Values are from the start of the step, because
 * sensors run before the integrator. Sensors of sleeping trees keep their values. As in MuJoCo, `sensor_noise` is
 * information only and never added.
 */

const PLUGIN: number = SensorType.plugin
const USER: number = SensorType.user

/** Sensors that depend on positions. MuJoCo: mj_sensorPos. */
export function sensorPos(m: Model, d: Data): void {
  runStage(m, d, Stage.pos)
}

/** Sensors that depend on velocities too. MuJoCo: mj_sensorVel. */
export function sensorVel(m: Model, d: Data): void {
  runStage(m, d, Stage.vel)
}

/** Sensors that depend on accelerations and forces too. MuJoCo: mj_sensorAcc. */
export function sensorAcc(m: Model, d: Data): void {
  runStage(m, d, Stage.acc)
}

/** Those of a stage that are marked: a kernel has computed the others. */
export function markedSensors(m: Model, d: Data, stage: Stage, marked: Uint8Array): void {
  runStage(m, d, stage, marked)
}

function runStage(m: Model, d: Data, stage: number, marked?: Uint8Array): void {
  const { nsensor, sensor_needstage, sensor_type, sensor_adr } = m
  if (nsensor === 0 || (m.opt.disableflags & DisableBit.sensor) !== 0) return
  const { sensordata, sensor_awake } = d
  let users = 0
  for (let i = 0; i < nsensor; i++) {
    if (sensor_needstage[i] !== stage || sensor_awake[i] === 0) continue
    if (marked !== undefined && marked[i] === 0) continue
    const type = sensor_type[i]
    if (type === USER) users++
    else if (type === PLUGIN) continue
    else if (isPastOrHeld(m, d, i)) fromHistory(m, d, i)
    else {
      evaluateSensor(m, d, i, sensordata, sensor_adr[i])
      cutOff(m, i, sensordata, sensor_adr[i])
    }
  }
  if (users > 0) userSensors(m, d, stage)
}

/** User sensors, after all others of the stage; zero without a callback. */
function userSensors(m: Model, d: Data, stage: number): void {
  const { nsensor, sensor_needstage, sensor_type, sensor_adr, sensor_dim } = m
  const { sensordata } = d
  const { sensor } = d.callbacks
  for (let i = 0; i < nsensor; i++) {
    if (sensor_type[i] !== USER || sensor_needstage[i] !== stage) continue
    sensordata.fill(0, sensor_adr[i], sensor_adr[i] + sensor_dim[i])
  }
  if (sensor === undefined) return
  // quantities that a callback may read
  if (stage === Stage.vel) needSubtreeVelocity(m, d)
  else if (stage === Stage.acc) needBodyForces(m, d)
  sensor(m, d, stage)
  for (let i = 0; i < nsensor; i++)
    if (sensor_type[i] === USER && sensor_needstage[i] === stage) cutOff(m, i, sensordata, sensor_adr[i])
}
