import { BiasType, DynType, GainType } from '../../../core/model/enums.ts'
import type { Draft, Given, Wrong } from './actuatorShortcut.ts'

/**
 * A direct-current motor in terms of `general`:
 *
 * - gain: resistance R, motor constant K, temperature coefficient, temperature of R, kp, ki, kd, largest voltage
 * - dynamics: electric time constant, largest rate of current, thermal resistance, capacity, ambient temperature,
 *   bristle stiffness, bristle damping, largest rate of the set point, largest integral
 * - bias: cogging amplitude, periodicity, phase, Coulomb friction, static friction, Stribeck velocity
 *
 * What the element does not give comes from its class, if that is about a motor too.
 */
export function expandMotor(a: Draft, given: Given, wrong: Wrong): void {
  const { gainprm: gain, dynprm: dyn, biasprm: bias } = a
  const inherits = a.gaintype === GainType.dcmotor
  const vector = (name: string, inherited: readonly number[]): number[] => {
    const values = (given.get(name) as readonly number[] | undefined) ?? []
    return inherited.map((value, i) => values[i] ?? (inherits ? value : 0))
  }
  const [torqueConstant, emf] = vector('motorconst', [gain[1], 0]) as [number, number]
  const [voltage, stallTorque, idleSpeed] = vector('nominal', [0, 0, 0]) as [number, number, number]
  let R = (given.get('resistance') as number | undefined) ?? (inherits ? gain[0] : 0)
  const emfConstant = emf > 0 ? emf : nominalConstant(R, a.damping[0], voltage, stallTorque, idleSpeed)
  let K = torqueConstant > 0 ? torqueConstant : emfConstant
  if (torqueConstant > 0 && emfConstant > 0) K = Math.sqrt(torqueConstant * emfConstant)
  if (R === 0 && voltage > 0 && stallTorque > 0) R = (K * voltage) / stallTorque
  if (!(K > 0)) throw wrong('the motor constant must be positive', given.has('nominal') ? 'nominal' : 'motorconst')
  if (!(R > 0)) throw wrong('the resistance must be positive', 'resistance')
  gain[0] = R
  gain[1] = K

  const [inductance, electricTime] = vector('inductance', [0, dyn[0]]) as [number, number]
  if (inductance < 0 || electricTime < 0) throw wrong('the inductance cannot be negative', 'inductance')
  dyn[0] = inductance > 0 ? inductance / R : electricTime

  const [maxTorque, maxCurrent, maxRate] = vector('saturation', [0, 0, 0]) as [number, number, number]
  const limit = maxTorque > 0 ? maxTorque : K * maxCurrent
  if (limit > 0) {
    a.forcerange = [-limit, limit]
    a.forcelimited = 1
  }
  if (maxRate > 0) dyn[1] = maxRate

  bias.splice(0, 3, ...vector('cogging', bias.slice(0, 3)))

  const controller = vector('controller', [gain[4], gain[5], gain[6], dyn[7], dyn[8], gain[7]])
  const [, ki, , slew, maxIntegral, maxVoltage] = controller as [number, number, number, number, number, number]
  gain.splice(4, 3, ...controller.slice(0, 3))
  dyn[7] = slew
  dyn[8] = maxIntegral
  if (maxVoltage > 0) gain[7] = maxVoltage
  gain[8] = 0

  const heats = setThermal(a, vector('thermal', [dyn[2], dyn[3], 0, gain[2], gain[3], dyn[4]]), wrong)
  const [stiffness, ...friction] = vector('lugre', [dyn[5], dyn[6], ...bias.slice(3, 6)]) as [number, ...number[]]
  if (stiffness > 0) {
    dyn[5] = stiffness
    dyn[6] = friction[0]
    bias.splice(3, 3, ...friction.slice(1))
  }

  if (!inherits && !given.has('input')) a.ctrlspec = 0
  a.dyntype = DynType.dcmotor
  a.gaintype = GainType.dcmotor
  a.biastype = BiasType.dcmotor
  a.actearly = 1
  a.actlimited = 0
  a.actdim = [slew > 0, ki > 0, heats, stiffness > 0, dyn[0] > 0].filter(Boolean).length
}

/** Back-EMF constant from nominal values. Without load the current only compensates the damping B. */
function nominalConstant(R: number, B: number, voltage: number, stallTorque: number, idleSpeed: number): number {
  if (!(voltage > 0 && idleSpeed > 0)) return 0
  // K·i = B·ω and V = R·i + K·ω, with R known, or from R = K·V/τ
  const root = voltage * voltage - 4 * R * B * idleSpeed * idleSpeed
  if (B > 0 && R > 0 && root >= 0) return (voltage + Math.sqrt(root)) / (2 * idleSpeed)
  const damped = stallTorque > 0 ? voltage / idleSpeed - (voltage * B) / stallTorque : 0
  return B > 0 && R === 0 && damped > 0 ? damped : voltage / idleSpeed
}

/** Sets how the windings heat up; returns whether they do. The time constant gives the resistance or the capacity. */
function setThermal(a: Draft, thermal: readonly number[], wrong: Wrong): boolean {
  let [resistance, capacity, time] = thermal as [number, number, number]
  if (resistance === 0 && capacity === 0 && time === 0) return false
  if (resistance === 0 && time > 0 && capacity > 0) resistance = time / capacity
  if (capacity === 0 && time > 0 && resistance > 0) capacity = time / resistance
  if (!(resistance > 0)) throw wrong('the thermal resistance must be positive', 'thermal')
  if (!(capacity > 0)) throw wrong('the thermal capacity must be positive', 'thermal')
  a.dynprm[2] = resistance
  a.dynprm[3] = capacity
  a.dynprm[4] = thermal[5]
  a.gainprm[2] = thermal[3]
  a.gainprm[3] = thermal[4]
  return true
}
