import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { collision } from '../../src/collision/collision.ts'
import { contactStates } from '../../src/compare/contactStates.ts'
import {
  type ContactVerdict,
  contactReport,
  judgeContacts,
  ReferenceModel,
  type ReferenceModule,
  totalOf,
} from '../../src/compare/index.ts'
import { ModelError } from '../../src/model/errors.ts'
import type { Model } from '../../src/model/model.ts'
import type { CorpusModel } from './corpus.ts'
import { quietReference } from './judging.ts'
import { KNOWN_CONTACTS } from './knownContacts.ts'

/**
 * Contacts of every model of a corpus in both engines, in states in which geoms touch. How many match is kept in
 * counts/, and may only grow: KINETREE_UPDATE_COUNTS=1 raises it.
 */
const update = process.env['KINETREE_UPDATE_COUNTS'] === '1'

/** The memory of one instance of the reference only ever grows, so it serves only so many models. */
const MODELS_PER_REFERENCE = 20

interface JudgedModel {
  readonly name: string
  readonly verdict: ContactVerdict
}

/** Judges all models that load in both engines. */
async function judgeAll(models: readonly CorpusModel[]): Promise<JudgedModel[]> {
  const judged: JudgedModel[] = []
  let mj: ReferenceModule | undefined
  for (const [i, model] of models.entries()) {
    if (i % MODELS_PER_REFERENCE === 0) mj = await quietReference()
    const verdict = model.loadsInReference === false ? undefined : judgeModel(mj!, model)
    if (verdict) judged.push({ name: model.name, verdict })
  }
  return judged
}

function judgeModel(mj: ReferenceModule, { load, source }: CorpusModel): ContactVerdict | undefined {
  const m = loaded(load)
  if (!m) return undefined
  const reference = new ReferenceModel(mj, source)
  try {
    return judgeContacts(collision, m, reference, { states: contactStates(m, 1, randomPoses(m)) })
  } finally {
    reference.delete()
  }
}

function loaded(load: () => Model): Model | undefined {
  try {
    return load()
  } catch (error) {
    if (error instanceof ModelError) return undefined
    throw error
  }
}

/** Small models are tried in more poses: what takes time is to load them. */
function randomPoses(m: Model): number {
  return Math.min(12, Math.max(2, Math.round(500 / m.ngeom)))
}

interface ContactCounts {
  readonly models: number
  readonly states: number
  readonly contacts: number
  readonly matched: number
  readonly modelsMatched: number
}

function countsOf(judged: readonly JudgedModel[]): ContactCounts {
  const { contacts, matched, rounding } = totalOf(judged.map(({ verdict }) => verdict))
  return {
    models: judged.length,
    states: judged.reduce((sum, { verdict }) => sum + verdict.states, 0),
    contacts,
    matched: matched + rounding,
    modelsMatched: judged.filter(({ verdict }) => verdict.differences.length === 0).length,
  }
}

/** The counts of a corpus may only grow. */
function holdCounts(corpus: string, counts: ContactCounts): void {
  const file = new URL(`counts/contacts-${corpus}.json`, import.meta.url)
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as ContactCounts
  const keys = Object.keys(counts) as (keyof ContactCounts)[]
  if (update) {
    const grown = keys.map((key) => [key, Math.max(counts[key], recorded[key] ?? 0)])
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(grown), null, 2)}\n`)
  }
  for (const key of keys) expect(counts[key], `${key} in corpus '${corpus}'`).toBeGreaterThanOrEqual(recorded[key] ?? 0)
}

/** A line for each pair of geoms whose contacts differ, at most so many a model. */
function lines({ name, verdict }: JudgedModel, most = 5): string[] {
  const { differences } = verdict
  const shown = differences.slice(0, most).map(({ state, text }) => `${name}, ${state}: ${text}`)
  return differences.length > most ? [...shown, `${name}: and ${differences.length - most} more`] : shown
}

/** The tests of one corpus, a file each, to run side by side. */
export function testContacts(corpus: string, models: () => readonly CorpusModel[]): void {
  describe(`contacts of the models of '${corpus}'`, () => {
    let judged: JudgedModel[]
    beforeAll(async () => {
      judged = await judgeAll(models())
      const differences = judged.flatMap((model) => lines(model, 3))
      console.log(`\n${[...differences, contactReport(judged.map(({ verdict }) => verdict))].join('\n')}\n`)
    }, 300_000)

    it('are those of the reference, in every state tried', () => {
      const differences = judged.filter(({ name }) => !(name in KNOWN_CONTACTS)).flatMap((model) => lines(model))
      expect(differences).toEqual([])
    })

    it('differ only in the pairs that are known to differ', () => {
      for (const { name, verdict } of judged) {
        const known = KNOWN_CONTACTS[name]
        if (!known) continue
        const found = [...new Set(verdict.differences.map(({ types }) => types))]
        expect([...found].sort(), name).toEqual([...known.types].sort())
      }
    })

    it('are no fewer than before', () => holdCounts(corpus, countsOf(judged)))
  })
}
