import { readFileSync, writeFileSync } from 'node:fs'
import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, it } from 'vitest'
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
  type Subject,
  type Verdict,
} from '../../src/compare/index.ts'
import { ownModels, sharedIsThere, sharedModels } from './corpus.ts'

/**
 * Every model in both engines. What loads and matches is counted in counts.json, and the counts may only grow:
 * KINETREE_UPDATE_COUNTS=1 raises them. KINETREE_REPORT=file.json writes everything that was found.
 */
const countsFile = new URL('counts.json', import.meta.url)
const reportFile = process.env['KINETREE_REPORT']
const update = process.env['KINETREE_UPDATE_COUNTS'] === '1'

function rollouts(steps: number): RolloutOptions[] {
  return [
    { steps, integrator: 'Euler' },
    { steps, integrator: 'RK4' },
  ]
}

let mj: ReferenceModule
beforeAll(async () => {
  // the reference warns on the console about models that it is given on purpose
  mj = await load({ print: () => {}, printErr: () => {} })
})

describe('our own models', () => {
  let verdicts: Verdict[]
  beforeAll(() => {
    verdicts = judgeAll(ownModels(), 1000)
  }, 120_000)

  it('load and have the numbers of the reference in every field of the model', () => {
    expect(verdicts.filter((v) => v.model.length === 0).map(failure)).toEqual([])
    expect(differences(verdicts, (v) => v.model)).toEqual([])
  })

  it('have the numbers of the reference in every field of the state, in every state tried', () => {
    expect(differences(verdicts, (v) => v.data)).toEqual([])
  })

  it('stay with the reference for 1000 steps of Euler and of Runge–Kutta', () => {
    expect(verdicts.filter((v) => v.rollouts.some((rollout) => !rollout.matches)).map((v) => v.name)).toEqual([])
  })

  it('are no fewer than before', () => holdCounts('own', verdicts))
})

describe.skipIf(!sharedIsThere)('models that others wrote (skipped where ../shared/models is absent)', () => {
  let verdicts: Verdict[]
  beforeAll(() => {
    verdicts = judgeAll(sharedModels(), 1000)
  }, 180_000)

  it('are refused when they are wrong', () => {
    expect(verdicts.filter((v) => v.outcome === 'accepted by us').map(failure)).toEqual([])
  })

  it('are not refused when they are right, unless something in them is not supported yet', () => {
    expect(verdicts.filter((v) => v.outcome === 'refused by us').map(failure)).toEqual([])
  })

  it('agree with the reference when they load', () => {
    expect(differences(verdicts, (v) => [...v.model, ...v.data])).toEqual([])
    expect(verdicts.filter((v) => v.rollouts.some((rollout) => !rollout.matches)).map((v) => v.name)).toEqual([])
  })

  it('are no fewer than before', () => holdCounts('shared', verdicts))
})

/** Verdicts of all corpora so far. */
const judged: Verdict[] = []

function judgeAll(subjects: readonly Subject[], steps: number): Verdict[] {
  const verdicts = subjects.map((subject) => judge(mj, subject, { rollouts: rollouts(steps) }))
  console.log(`\n${reportTable(verdicts)}\n`)
  judged.push(...verdicts)
  if (reportFile) writeFileSync(reportFile, JSON.stringify(reportJson(judged), null, 2))
  return verdicts
}

function failure(verdict: Verdict): string {
  return `${verdict.name}: ${verdict.message ?? verdict.outcome}`
}

function differences(verdicts: readonly Verdict[], fields: (v: Verdict) => Verdict['model']): string[] {
  return verdicts.flatMap((v) =>
    fields(v)
      .filter((field) => !matches(field))
      .map((field) => `${v.name}: ${fieldLine(field)}`),
  )
}

/** The counts of a corpus may only grow. */
function holdCounts(corpus: 'own' | 'shared', verdicts: readonly Verdict[]): void {
  const recorded = JSON.parse(readFileSync(countsFile, 'utf8')) as Record<string, Counts>
  const counts = countsOf(verdicts)
  if (update) {
    const grown = Object.entries(counts).map(([key, count]) => [
      key,
      Math.max(count, recorded[corpus]?.[key as keyof Counts] ?? 0),
    ])
    writeFileSync(countsFile, `${JSON.stringify({ ...recorded, [corpus]: Object.fromEntries(grown) }, null, 2)}\n`)
  }
  for (const [key, count] of Object.entries(recorded[corpus] ?? {}))
    expect(counts[key as keyof Counts], `${key} in corpus '${corpus}'`).toBeGreaterThanOrEqual(count)
}
