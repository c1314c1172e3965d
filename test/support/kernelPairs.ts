import { expect } from 'vitest'
import { Data, type Model, step } from '../../src/index.ts'
import { accelerate } from '../../src/kernel/accelerate.ts'

/** A state that runs in TypeScript, one that runs with kernels of the same bits, and how they were made. */
export function pair(m: Model, options = {}) {
  const plain = new Data(m)
  const accelerated = accelerate(m, { sameBits: true, ...options })
  return { plain, fast: new Data(m), accelerated }
}

/** Fields that must be the same: results of kernels, and what follows from them. */
const FIELDS =
  `qpos qvel qacc act sensordata geom_xpos cam_xpos cam_xmat light_xpos light_xdir cacc cfrc_ext cfrc_int ten_length ten_J ten_velocity M qLD qfrc_bias qfrc_spring
qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive actuator_length actuator_moment actuator_velocity actuator_input
act_dot actuator_force qfrc_actuator qfrc_smooth qacc_smooth qacc_warmstart qH qDeriv moment_colind moment_rowadr
moment_rownnz`.split(/\s/) as (keyof Data)[]

/** Steps both states with the same controls; they must stay the same. */
export function expectSameSteps(m: Model, plain: Data, fast: Data, steps: number): void {
  for (let i = 0; i < steps; i++) {
    for (let u = 0; u < m.nu; u++) plain.ctrl[u] = fast.ctrl[u] = Math.sin(0.1 * i + u)
    step(m, plain)
    step(m, fast)
    for (const field of FIELDS) expectSame(field, plain[field] as Float64Array, fast[field] as Float64Array, i)
  }
}

/** 0 and −0 are the same here. */
function expectSame(field: string, a: Float64Array, b: Float64Array, step: number): void {
  for (let k = 0; k < a.length; k++)
    if (a[k] !== b[k]) expect.fail(`${field}[${k}] differs in step ${step}: ${a[k]} and ${b[k]}`)
}
