import { GainType } from './enums.ts'
import type { Model } from './model.ts'

/** Inputs of controllers and motors, by the bits of `actuator_ctrlspec`. */
const INPUTS = ['pos', 'vel', 'ff', 'voltage'] as const
const ROTATION_VECTOR = ['rx', 'ry', 'rz'] as const
const QUATERNION = ['qw', 'qx', 'qy', 'qz'] as const

/**
 * Name of one of the controls of an actuator that takes several kinds: 'pos', 'vel', 'ff', 'voltage', or the parts of a
 * rotation vector or quaternion. Undefined for all other actuators, and for inputs that are not there.
 * MuJoCo: mj_actuatorInputName.
 */
export function actuatorInputName(m: Model, actuator: number, input: number): string | undefined {
  if (!(input >= 0 && input < m.actuator_ctrlnum[actuator])) return undefined
  if (m.actuator_gaintype[actuator] === GainType.so3)
    return (m.actuator_ctrlnum[actuator] === 4 ? QUATERNION : ROTATION_VECTOR)[input]
  return INPUTS.filter((_, bit) => m.actuator_ctrlspec[actuator] & (1 << bit))[input]
}
