import { existsSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Model } from '../../../src/core/model/model.ts'
import {
  judge,
  type ReferenceModel,
  type ReferenceModule,
  type RolloutOptions,
  reportJson,
  reportTable,
  type Verdict,
} from '../../../tools/compare/index.ts'
import type { CorpusModel } from '../support/corpus.ts'
import { quietReference } from '../support/quietReference.ts'
import { bitCheck } from './bitCheck.ts'
import type { Check } from './check.ts'
import { contactCheck } from './contactCheck.ts'
import { derivativeCheck } from './derivativeCheck.ts'
import { dynamicsCheck } from './dynamicsCheck.ts'
import { testFields } from './fieldCheck.ts'
import { integratorCheck } from './integratorCheck.ts'
import { kernelCheck } from './kernelCheck.ts'
import { meshCheck } from './meshCheck.ts'
import { rolloutCheck } from './rolloutCheck.ts'
import { saveCheck } from './saveCheck.ts'
import { sensorCheck } from './sensorCheck.ts'
import { sleepCheck } from './sleepCheck.ts'
import { solverCheck } from './solverCheck.ts'

/**
 * Walks over the models of a corpus. Each is loaded once in both engines and then goes through all checks. How much
 * matches is kept in counts/, a file for each check and corpus, and may only grow: KINETREE_UPDATE_COUNTS=1 raises it.
 * KINETREE_REPORT=folder writes there what was found in each field.
 */
const reportFolder = process.env['KINETREE_REPORT']

/**
 * The memory of an instance of the reference only ever grows, and ends at 2 GB: above so many bytes the next one is
 * taken.
 */
const MOST_MEMORY = 2 ** 29

/** Rollouts of large models are shorter: about this many steps times dofs. */
const ROLLOUT_WORK = 30_000

/** The tests of one corpus, a file each, to run side by side. */
export function testCorpus(corpus: string, models: readonly CorpusModel[]): void {
  const title = `models of '${corpus}'${corpus === 'own' ? '' : ' (skipped where ../shared/models is absent)'}`
  describe.skipIf(models.length === 0)(title, () => {
    const checks: readonly Check[] = [
      meshCheck(corpus),
      contactCheck(corpus),
      solverCheck(corpus),
      rolloutCheck(corpus),
      integratorCheck(corpus),
      saveCheck(),
      derivativeCheck(corpus),
      dynamicsCheck(corpus),
      bitCheck(corpus),
      sleepCheck(corpus, models),
      sensorCheck(corpus),
      kernelCheck(),
    ]
    const verdicts: Verdict[] = []
    const brokenOff: string[] = []
    beforeAll(async () => {
      const clock = new Clock()
      let mj: ReferenceModule | undefined
      for (const model of models) {
        mj ??= await quietReference()
        let memory = 0
        const afterward = (m: Model, reference: ReferenceModel) => {
          clock.lap('fields')
          for (const { name, visit } of checks) {
            try {
              visit(m, reference, model)
            } catch (error) {
              brokenOff.push(`${model.name}, ${name}: ${error instanceof Error ? error.stack : error}`)
            }
            clock.lap(name)
          }
          memory = reference.raw.qpos0.buffer.byteLength
        }
        verdicts.push(judge(mj, model, { rollouts: rolloutsFor(model), afterward }))
        if (memory > MOST_MEMORY) {
          mj = undefined
          globalThis.gc?.()
        }
      }
      const parts = [reportTable(verdicts), ...checks.map((check) => check.report()), clock.report()]
      console.log(`\n${parts.filter((part) => part !== '').join('\n\n')}\n`)
      if (reportFolder && existsSync(reportFolder))
        writeFileSync(`${reportFolder}/${corpus}.json`, JSON.stringify(reportJson(verdicts), null, 2))
    }, 1_800_000)

    test('every check of every model comes to its end', () => expect(brokenOff).toEqual([]))
    testFields(corpus, verdicts)
    for (const check of checks) check.test()
  })
}

function rolloutsFor({ dofs }: CorpusModel): RolloutOptions[] {
  const steps = Math.max(20, Math.min(1000, Math.floor(ROLLOUT_WORK / Math.max(1, dofs))))
  return [
    { steps, integrator: 'Euler' },
    { steps, integrator: 'RK4' },
  ]
}

/** Processor time by name of what it was spent on. */
class Clock {
  readonly #seconds = new Map<string, number>()
  #last = process.cpuUsage()

  /** Gives the time since the last call to `name`. */
  lap(name: string): void {
    const { user, system } = process.cpuUsage(this.#last)
    this.#last = process.cpuUsage()
    this.#seconds.set(name, (this.#seconds.get(name) ?? 0) + (user + system) / 1e6)
  }

  report(): string {
    const parts = [...this.#seconds].map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`)
    return `processor time: ${parts.join(', ')}`
  }
}
