import { beforeAll, describe, expect, test } from 'vitest'
import { ModelError } from '../../../src/core/model/errors.ts'
import { compareSensors, type SensorVerdict } from '../../../tools/compare/compareSensors.ts'
import { contactStates } from '../../../tools/compare/contactStates.ts'
import {
  modelFromReference,
  ReferenceModel,
  type ReferenceModule,
  RefusedByReference,
} from '../../../tools/compare/index.ts'
import { withSensors } from '../support/addSensors.ts'
import type { CorpusModel } from '../support/corpus.ts'
import { holdCounts, type Judged, MODELS_PER_REFERENCE } from '../support/eachModel.ts'
import { quietReference } from '../support/judging.ts'

/**
 * Every model of a corpus with sensors of every type put on it. How many match is kept in counts/, and may only grow:
 * KINETREE_UPDATE_COUNTS=1 raises it.
 */

/** Larger models take minutes. */
const MOST_DOFS = 150

/** The reference simulates these to find the range of lengths of their tendons, and looks at all sensors in each step of that. */
const SIMULATED: ReadonlySet<string> = new Set(['mujoco-tests/user/testdata/lengthrange.xml'])

/** Compares the sensors of one model after the other. What does not load, or not with sensors, is left out. */
async function senseAll(models: readonly CorpusModel[]): Promise<Judged<SensorVerdict>[]> {
  const all: Judged<SensorVerdict>[] = []
  let mj: ReferenceModule | undefined
  for (const [i, model] of models.entries()) {
    if (i % MODELS_PER_REFERENCE === 0) mj = await quietReference()
    const reference = model.loadsInReference === false ? undefined : loaded(mj!, model)
    if (!reference) continue
    try {
      const m = modelFromReference(reference)
      all.push({ name: model.name, verdict: compareSensors(m, reference, contactStates(m, 1, 1)) })
    } finally {
      reference.delete()
    }
  }
  return all
}

function loaded(mj: ReferenceModule, model: CorpusModel): ReferenceModel | undefined {
  try {
    return new ReferenceModel(mj, withSensors(model).source)
  } catch (error) {
    if (error instanceof ModelError || error instanceof RefusedByReference) return undefined
    throw error
  }
}

/** The tests of one corpus, a file each, to run side by side. */
export function testSensors(corpus: string, models: () => readonly CorpusModel[]): void {
  describe(`sensors put on the models of '${corpus}'`, () => {
    let sensed: Judged<SensorVerdict>[]
    beforeAll(async () => {
      const small = models().filter(({ name, dofs }) => dofs <= MOST_DOFS && !SIMULATED.has(name))
      sensed = await senseAll(small)
      console.log(
        `\n${JSON.stringify({ ...countsOf(sensed), worst: worstOf(sensed), rounding: roundingOf(sensed) })}\n`,
      )
    }, 600_000)

    test('tell what those of the reference tell', () => {
      const lines = sensed.flatMap(({ name, verdict: { differences } }) =>
        differences.slice(0, 5).map((line) => `${name}: ${line}`),
      )
      expect(lines).toEqual([])
    })

    test('are no fewer than before', () => holdCounts(`sensors-${corpus}`, countsOf(sensed)))
  })
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
