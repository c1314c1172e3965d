import { describe, expect, test } from 'vitest'
import type { Model } from '../../../src/core/model/model.ts'
import { collision } from '../../../src/physics/collision/collision.ts'
import { contactStates } from '../../../tools/compare/contactStates.ts'
import { type ContactVerdict, contactReport, judgeContacts, totalOf } from '../../../tools/compare/index.ts'
import { KNOWN_CONTACTS } from '../known/knownContacts.ts'
import { holdCounts } from '../support/counts.ts'
import type { Check, Judged } from './check.ts'

type JudgedModel = Judged<ContactVerdict>

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
  /** Pairs of geoms with contacts; those with the same ones, in any order; those with the same or with as good ones. */
  readonly pairs: number
  readonly samePairs: number
  readonly rightPairs: number
}

function countsOf(judged: readonly JudgedModel[]): ContactCounts {
  const { contacts, matched, rounding, ...of } = totalOf(judged.map(({ verdict }) => verdict))
  const samePairs = of.equalPairs + of.setPairs
  return {
    models: judged.length,
    states: judged.reduce((sum, { verdict }) => sum + verdict.states, 0),
    contacts,
    matched: matched + rounding,
    modelsMatched: judged.filter(({ verdict }) => verdict.differences.length === 0).length,
    pairs: of.pairs,
    samePairs,
    rightPairs: samePairs + of.goodPairs,
  }
}

/** A line for each pair of geoms whose contacts differ, at most so many a model. */
function lines({ name, verdict }: JudgedModel, most = 5): string[] {
  const { differences } = verdict
  const shown = differences.slice(0, most).map(({ state, text }) => `${name}, ${state}: ${text}`)
  return differences.length > most ? [...shown, `${name}: and ${differences.length - most} more`] : shown
}

/** Contacts in states in which geoms touch. */
export function contactCheck(corpus: string): Check {
  const judged: JudgedModel[] = []
  return {
    name: 'contacts',
    visit: (m, reference, { name }) => {
      const states = contactStates(m, 1, randomPoses(m))
      judged.push({ name, verdict: judgeContacts(collision, m, reference, { states }) })
    },
    report: () =>
      [...judged.flatMap((model) => lines(model, 3)), contactReport(judged.map(({ verdict }) => verdict))].join('\n'),
    test: () => {
      describe('contacts', () => {
        test('contacts are those of the reference, or of meshes as good, in every state tried', () => {
          const differences = judged.filter(({ name }) => !(name in KNOWN_CONTACTS)).flatMap((model) => lines(model))
          expect(differences).toEqual([])
        })

        test('contacts differ only in the pairs that are known to differ', () => {
          for (const { name, verdict } of judged) {
            const known = KNOWN_CONTACTS[name]
            if (!known) continue
            const found = [...new Set(verdict.differences.map(({ types }) => types))]
            expect([...found].sort(), name).toEqual([...known.types].sort())
          }
        })

        test('no fewer contacts match than before', () => holdCounts(`contacts-${corpus}`, countsOf(judged)))
      })
    },
  }
}
