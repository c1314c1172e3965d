import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import load from '@mujoco/mujoco'
import { expect } from 'vitest'
import {
  type Counts,
  countsOf,
  fieldLine,
  judge,
  matches,
  type ReferenceModule,
  type RolloutOptions,
  reportJson,
  reportTable,
  type Verdict,
} from '../../src/compare/index.ts'
import type { CorpusModel } from './corpus.ts'

/**
 * Every model of a corpus in both engines. What loads and matches is counted in counts/, and the counts may only
 * grow: KINETREE_UPDATE_COUNTS=1 raises them. KINETREE_REPORT=folder writes everything that was found there.
 */
const reportFolder = process.env['KINETREE_REPORT']
const update = process.env['KINETREE_UPDATE_COUNTS'] === '1'

/** The memory of one instance of the reference only ever grows, so it serves only so many models. */
const MODELS_PER_REFERENCE = 20
/** Rollouts of large models are shorter: about this many steps times dofs. */
const ROLLOUT_WORK = 30_000

/** Judges all models of a corpus and prints the table. */
export async function judgeAll(corpus: string, models: readonly CorpusModel[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  let mj: ReferenceModule | undefined
  for (const [i, model] of models.entries()) {
    if (i % MODELS_PER_REFERENCE === 0) mj = await quietReference()
    verdicts.push(judge(mj!, model, { rollouts: rolloutsFor(model) }))
  }
  console.log(`\n${reportTable(verdicts)}\n`)
  if (reportFolder && existsSync(reportFolder))
    writeFileSync(`${reportFolder}/${corpus}.json`, JSON.stringify(reportJson(verdicts), null, 2))
  return verdicts
}

/** The reference, without its warnings about models that it is given on purpose. */
export function quietReference(): Promise<ReferenceModule> {
  return load({ print: () => {}, printErr: () => {} })
}

function rolloutsFor({ dofs }: CorpusModel): RolloutOptions[] {
  const steps = Math.max(20, Math.min(1000, Math.floor(ROLLOUT_WORK / Math.max(1, dofs))))
  return [
    { steps, integrator: 'Euler' },
    { steps, integrator: 'RK4' },
  ]
}

/** A line for each verdict of some kind. */
export function outcomes(verdicts: readonly Verdict[], outcome: Verdict['outcome']): string[] {
  return verdicts.filter((v) => v.outcome === outcome).map((v) => `${v.name}: ${v.message ?? v.outcome}`)
}

/** A line for each field that differs. */
export function differences(verdicts: readonly Verdict[], fields: (v: Verdict) => Verdict['model']): string[] {
  return verdicts.flatMap((v) =>
    fields(v)
      .filter((field) => !matches(field))
      .map((field) => `${v.name}: ${fieldLine(field)}`),
  )
}

/** Names of the models whose rollouts leave the reference. */
export function strays(verdicts: readonly Verdict[]): string[] {
  return verdicts.filter((v) => v.rollouts.some((rollout) => !rollout.matches)).map((v) => v.name)
}

/** The counts of a corpus may only grow. */
export function holdCounts(corpus: string, verdicts: readonly Verdict[]): void {
  const file = new URL(`counts/${corpus}.json`, import.meta.url)
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Counts
  const counts = countsOf(verdicts)
  const keys = Object.keys(recorded) as (keyof Counts)[]
  if (update) {
    const grown = keys.map((key) => [key, Math.max(counts[key], recorded[key])])
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(grown), null, 2)}\n`)
  }
  for (const key of keys) expect(counts[key], `${key} in corpus '${corpus}'`).toBeGreaterThanOrEqual(recorded[key])
}
