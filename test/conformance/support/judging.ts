import { existsSync, writeFileSync } from 'node:fs'
import load from '@mujoco/mujoco'
import {
  fieldLine,
  judge,
  matches,
  type ReferenceModule,
  type RolloutOptions,
  reportJson,
  reportTable,
  type Verdict,
} from '../../../tools/compare/index.ts'
import type { CorpusModel } from './corpus.ts'
import { MODELS_PER_REFERENCE } from './eachModel.ts'

/**
 * Every model of a corpus in both engines. KINETREE_REPORT=folder writes everything that was found there.
 */
const reportFolder = process.env['KINETREE_REPORT']

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
