import { describe, expect, test } from 'vitest'
import { compareSensors, type SensorVerdict } from '../../../tools/compare/compareSensors.ts'
import { contactStates } from '../../../tools/compare/contactStates.ts'
import {
  type ModelFiles,
  modelFromReference,
  ReferenceModel,
  type ReferenceModule,
  RefusedByReference,
} from '../../../tools/compare/index.ts'
import { withSensors } from '../support/addSensors.ts'
import { holdCounts } from '../support/counts.ts'
import type { Check, Judged } from './check.ts'

/** Larger models take minutes. */
const MOST_DOFS = 150

/**
 * The reference simulates these to find the range of lengths of their tendons, and looks at all sensors in each step of
 * that.
 */
const SIMULATED: ReadonlySet<string> = new Set(['mujoco-tests/user/testdata/lengthrange.xml'])

/** Sensors of every type, put on the model. What the reference does not load with them is left out. */
export function sensorCheck(corpus: string): Check {
  const sensed: Judged<SensorVerdict>[] = []
  return {
    name: 'sensors',
    visit: (m, { mj }, model) => {
      const { name, dofs } = model
      if (dofs > MOST_DOFS || SIMULATED.has(name)) return
      const reference = loaded(mj, withSensors(model, m))
      if (!reference) return
      try {
        const sensitive = modelFromReference(reference)
        const verdict = compareSensors(sensitive, reference, contactStates(sensitive, 1, 1))
        sensed.push({ name, verdict })
      } finally {
        reference.delete()
      }
    },
    report: () => {
      const counts = { ...countsOf(sensed), worst: worstOf(sensed), rounding: roundingOf(sensed) }
      return `sensors: ${JSON.stringify(counts)}`
    },
    test: () => {
      describe('sensors of every type', () => {
        test('sensors have the readings of the reference', () => {
          const lines = sensed.flatMap(({ name, verdict: { differences } }) =>
            differences.slice(0, 5).map((line) => `${name}: ${line}`),
          )
          expect(lines).toEqual([])
        })

        test('no fewer sensors are compared than before', () => holdCounts(`sensors-${corpus}`, countsOf(sensed)))
      })
    },
  }
}

function loaded(mj: ReferenceModule, source: ModelFiles): ReferenceModel | undefined {
  try {
    return new ReferenceModel(mj, source)
  } catch (error) {
    if (error instanceof RefusedByReference) return undefined
    throw error
  }
}

interface SensorCounts {
  readonly models: number
  readonly states: number
  readonly sensors: number
  readonly numbers: number
}

function countsOf(all: readonly Judged<SensorVerdict>[]): SensorCounts {
  const sum = (of: (verdict: SensorVerdict) => number) => all.reduce((total, { verdict }) => total + of(verdict), 0)
  return {
    models: all.length,
    states: sum(({ states }) => states),
    sensors: sum(({ sensors }) => sensors),
    numbers: sum(({ numbers }) => numbers),
  }
}

function worstOf(all: readonly Judged<SensorVerdict>[]): number {
  return Math.max(0, ...all.map(({ verdict }) => verdict.worst))
}

function roundingOf(all: readonly Judged<SensorVerdict>[]): number {
  return all.reduce((total, { verdict }) => total + verdict.rounding, 0)
}
