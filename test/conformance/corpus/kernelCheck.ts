import { expect, test } from 'vitest'
import { Data } from '../../../src/core/data/data.ts'
import type { Model } from '../../../src/core/model/model.ts'
import { accelerate } from '../../../src/kernel/accelerate.ts'
import { step } from '../../../src/pipeline/step.ts'
import type { Check } from './check.ts'

/** Steps of each model; large ones make fewer: about this many steps times dofs. */
const STEPS = 50
const WORK = 5_000

/** Fields that are compared after each step: the results of kernels, and what follows from them. */
const FIELDS = [
  'qpos',
  'qvel',
  'qacc',
  'act',
  'sensordata',
  'xpos',
  'geom_xmat',
  'cdof',
  'ten_J',
  'ten_velocity',
  'M',
  'qLD',
  'cvel',
  'qfrc_bias',
  'qfrc_passive',
  'actuator_length',
  'actuator_moment',
  'actuator_velocity',
  'actuator_force',
  'qfrc_actuator',
  'qfrc_smooth',
  'qacc_smooth',
  'qDeriv',
] as const

/** Kernels on against off: the same numbers, but for the signs of zeros. */
export function kernelCheck(): Check {
  const different: string[] = []
  const withoutKernels: string[] = []
  let models = 0
  return {
    name: 'kernels',
    visit(m, _reference, { name }) {
      const plain = new Data(m)
      const accelerated = accelerate(m)
      try {
        models++
        for (const { stage, reason } of accelerated.stages)
          if (reason !== undefined && /differs|gave up/.test(reason))
            withoutKernels.push(`${name}, ${stage}: ${reason}`)
        const found = firstDifference(m, plain, new Data(m))
        if (found !== undefined) different.push(`${name}: ${found}`)
      } finally {
        accelerated.stop()
      }
    },
    report: () => `kernels: ${models} models`,
    test() {
      test('with kernels every model has the states that it has without', () => expect(different).toEqual([]))
      test('no kernel differs from its stage or gives up', () => expect(withoutKernels).toEqual([]))
    },
  }
}

function firstDifference(m: Model, plain: Data, fast: Data): string | undefined {
  const steps = Math.max(3, Math.min(STEPS, Math.floor(WORK / Math.max(1, m.nv))))
  for (let i = 0; i < steps; i++) {
    for (let u = 0; u < m.nu; u++) plain.ctrl[u] = fast.ctrl[u] = Math.sin(0.1 * i + u)
    step(m, plain)
    step(m, fast)
    for (const field of FIELDS)
      for (let k = 0; k < plain[field].length; k++) {
        const a = plain[field][k]
        const b = fast[field][k]
        if (a !== b && !(Number.isNaN(a) && Number.isNaN(b))) return `${field}[${k}] in step ${i}: ${a} and ${b}`
      }
  }
  return undefined
}
