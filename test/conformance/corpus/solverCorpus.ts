import { beforeAll, describe, expect, test } from 'vitest'
import type { Model } from '../../../src/core/model/model.ts'
import { compareSolver, type SolverVerdict, solverReport, solverTotals } from '../../../tools/compare/compareSolver.ts'
import { contactStates } from '../../../tools/compare/contactStates.ts'
import type { ReferenceModel } from '../../../tools/compare/index.ts'
import { KNOWN_SOLVES } from '../known/knownSolves.ts'
import type { CorpusModel } from '../support/corpus.ts'
import { eachModel, holdCounts, type Judged } from '../support/eachModel.ts'

/**
 * Constraint rows, islands and every solver on every model of a corpus, with the contacts of the reference. How many
 * solves match is kept in counts/, and may only grow: KINETREE_UPDATE_COUNTS=1 raises it.
 */

/** Larger models take minutes. */
const MOST_DOFS = 250

type SolvedModel = Judged<SolverVerdict>

function solveModel(m: Model, reference: ReferenceModel): SolverVerdict | undefined {
  return m.nv === 0 ? undefined : compareSolver(m, reference, contactStates(m, 1, m.nv < 30 ? 2 : 1))
}

interface SolverCounts {
  readonly models: number
  readonly states: number
  readonly rows: number
  readonly solves: number
  readonly matched: number
}

/** Counts what is not known to differ: how many solves of the others match is up to rounding. */
function countsOf(all: readonly SolvedModel[]): SolverCounts {
  const solved = all.filter(({ name }) => !(name in KNOWN_SOLVES))
  const verdicts = solved.map(({ verdict }) => verdict)
  const tallies = Object.values(solverTotals(verdicts))
  return {
    models: solved.length,
    states: sum(verdicts.map(({ states }) => states)),
    rows: sum(verdicts.map(({ rows }) => rows)),
    solves: sum(tallies.map(({ solves }) => solves)),
    matched: sum(tallies.map(({ matched, rounding }) => matched + rounding)),
  }
}

/** A line for each difference, at most so many a model. */
function lines({ name, verdict: { differences } }: SolvedModel, most = 5): string[] {
  const shown = differences.slice(0, most).map((text) => `${name}, ${text}`)
  return differences.length > most ? [...shown, `${name}: and ${differences.length - most} more`] : shown
}

/** The tests of one corpus, a file each, to run side by side. */
export function testSolvers(corpus: string, models: () => readonly CorpusModel[]): void {
  describe(`constraints of the models of '${corpus}', with the contacts of the reference`, () => {
    let solved: SolvedModel[]
    beforeAll(async () => {
      const small = models().filter(({ dofs }) => dofs <= MOST_DOFS)
      solved = await eachModel(small, solveModel)
      const differences = solved.flatMap((model) => lines(model, 3))
      console.log(`\n${[...differences, solverReport(solved.map(({ verdict }) => verdict))].join('\n')}\n`)
    }, 300_000)

    test('have the rows, islands, forces and accelerations of the reference, with every solver', () => {
      const differences = solved.filter(({ name }) => !(name in KNOWN_SOLVES)).flatMap((model) => lines(model))
      expect(differences).toEqual([])
    })

    test('take as many iterations as in the reference, as it is or off by rounding, but for rare cases', () => {
      const totals = Object.entries(solverTotals(solved.map((s) => s.verdict)))
      for (const [name, { solves, sameIterations, roundedIterations }] of totals) {
        expect((sameIterations + roundedIterations) / solves, name).toBeGreaterThan(0.98)
      }
    })

    test('are as far from solved as in the reference, by inverse dynamics, but for rare cases of rounding', () => {
      for (const [name, { matched, sameResiduals }] of Object.entries(solverTotals(solved.map((s) => s.verdict))))
        expect(sameResiduals / matched, name).toBeGreaterThan(0.97)
    })

    test('differ where they are known to differ', () => {
      const known = solved.filter(({ name }) => name in KNOWN_SOLVES)
      expect(known.filter(({ verdict }) => verdict.differences.length === 0).map(({ name }) => name)).toEqual([])
    })

    test('match no less than before', () => holdCounts(`solver-${corpus}`, countsOf(solved)))
  })
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
