import { EnableBit, Integrator } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

const SLEEP = EnableBit.sleep
const RK4 = Integrator.RK4

/**
 * Whether trees may sleep: the option is on, and the integrator can do it. Runge–Kutta cannot, because the stages inside
 * of a step would move what sleeps.
 */
export function sleepEnabled(m: Model): boolean {
  return (m.opt.enableflags & SLEEP) !== 0 && m.opt.integrator !== RK4
}
