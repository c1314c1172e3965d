import type { Data } from '../../core/data/data.ts'
import { BiasType, TrnType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { isDisabled } from './activation.ts'
import { addMotorFriction } from './dcMotor.ts'

const TENDON: number = TrnType.tendon
const SO3: number = TrnType.so3
const MOTOR: number = BiasType.dcmotor

/**
 * Clamps actuator forces: first by the limits of tendons, then by their own ranges. Friction of motors is added
 * afterward.
 */
export function limitForces(m: Model, d: Data): void {
  if (m.ntendon > 0) limitTendonForces(m, d)
  const { nactuator, actuator_forcelimited, actuator_forcerange, actuator_outadr, actuator_biastype } = m
  const { actuator_trntype } = m
  const { actuator_force } = d
  const { actuation_others: others } = d.scratch
  let count = 0
  for (let i = 0; i < nactuator; i++) {
    const limited = actuator_forcelimited[i]
    if (actuator_biastype[i] === MOTOR || (limited && actuator_trntype[i] === SO3)) others[count++] = i
    if (!limited || actuator_trntype[i] === SO3) continue
    const out = actuator_outadr[i]
    const low = actuator_forcerange[2 * i]
    const high = actuator_forcerange[2 * i + 1]
    if (actuator_force[out] < low) actuator_force[out] = low
    else if (actuator_force[out] > high) actuator_force[out] = high
  }
  for (let k = 0; k < count; k++) {
    const i = others[k]
    if (actuator_trntype[i] === SO3) shorten(actuator_force, actuator_outadr[i], actuator_forcerange, 2 * i + 1)
    else if (!isDisabled(m, i) && d.actuator_awake[i] !== 0) addMotorFriction(m, d, i)
  }
}

/** Clamps the length of a torque vector, and keeps its direction. */
function shorten(force: Float64Array, at: number, bound: Float64Array, b: number): void {
  const x = force[at]
  const y = force[at + 1]
  const z = force[at + 2]
  const size = Math.sqrt(x * x + y * y + z * z)
  if (!(size > bound[b])) return
  const scale = bound[b] / size
  for (let k = at; k < at + 3; k++) force[k] *= scale
}

/** Scales the actuators of a tendon by a common factor where their total force exceeds the tendon's limit. */
function limitTendonForces(m: Model, d: Data): void {
  const { ntendon, tendon_actfrclimited, tendon_actfrcrange } = m
  let any = false
  for (let t = 0; t < ntendon; t++) if (tendon_actfrclimited[t]) any = true
  if (!any) return

  const { nactuator, actuator_trntype, actuator_trnid, actuator_outadr } = m
  const { actuator_force } = d
  const { forceLimit_total: total } = d.scratch
  total.fill(0)
  for (let i = 0; i < nactuator; i++)
    if (actuator_trntype[i] === TENDON) total[actuator_trnid[2 * i]] += actuator_force[actuator_outadr[i]]

  // from total forces to factors
  for (let t = 0; t < ntendon; t++) {
    const force = total[t]
    const low = tendon_actfrcrange[2 * t]
    const high = tendon_actfrcrange[2 * t + 1]
    total[t] = 1
    if (!tendon_actfrclimited[t] || force === 0) continue
    if (force < low) total[t] = low / force
    else if (force > high) total[t] = high / force
  }
  for (let i = 0; i < nactuator; i++)
    if (actuator_trntype[i] === TENDON) actuator_force[actuator_outadr[i]] *= total[actuator_trnid[2 * i]]
}
