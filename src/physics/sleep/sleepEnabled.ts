import { EnableBit, Integrator } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

const SLEEP = EnableBit.sleep
const RK4 = Integrator.RK4

/**
 * Whether trees may sleep: the option is set, and the integrator supports it. Runge–Kutta does not: its inner stages
 * would move sleeping trees.
 */
export function sleepEnabled(m: Model): boolean {
  return (m.opt.enableflags & SLEEP) !== 0 && m.opt.integrator !== RK4
}
