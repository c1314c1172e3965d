import { beforeAll, describe, expect, test } from 'vitest'
import type { Model } from '../../../src/core/model/model.ts'
import { collision } from '../../../src/physics/collision/collision.ts'
import { contactStates } from '../../../tools/compare/contactStates.ts'
import {
  type ContactVerdict,
  contactReport,
  judgeContacts,
  type ReferenceModel,
  totalOf,
} from '../../../tools/compare/index.ts'
import { KNOWN_CONTACTS } from '../known/knownContacts.ts'
import type { CorpusModel } from '../support/corpus.ts'
import { eachModel, holdCounts, type Judged } from '../support/eachModel.ts'

/**
 * Contacts of every model of a corpus in both engines, in states in which geoms touch. How many match is kept in
 * counts/, and may only grow: KINETREE_UPDATE_COUNTS=1 raises it.
 */

type JudgedModel = Judged<ContactVerdict>

function judgeModel(m: Model, reference: ReferenceModel): ContactVerdict {
  return judgeContacts(collision, m, reference, { states: contactStates(m, 1, randomPoses(m)) })
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
      judged = await eachModel(models(), judgeModel)
      const differences = judged.flatMap((model) => lines(model, 3))
      console.log(`\n${[...differences, contactReport(judged.map(({ verdict }) => verdict))].join('\n')}\n`)
    }, 300_000)

    test('are those of the reference, in every state tried', () => {
      const differences = judged.filter(({ name }) => !(name in KNOWN_CONTACTS)).flatMap((model) => lines(model))
      expect(differences).toEqual([])
    })

    test('differ only in the pairs that are known to differ', () => {
      for (const { name, verdict } of judged) {
        const known = KNOWN_CONTACTS[name]
        if (!known) continue
        const found = [...new Set(verdict.differences.map(({ types }) => types))]
        expect([...found].sort(), name).toEqual([...known.types].sort())
      }
    })

    test('are no fewer than before', () => holdCounts(`contacts-${corpus}`, countsOf(judged)))
  })
}
