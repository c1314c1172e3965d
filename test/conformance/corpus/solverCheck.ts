import { describe, expect, test } from 'vitest'
import { compareSolver, type SolverVerdict, solverReport, solverTotals } from '../../../tools/compare/compareSolver.ts'
import { contactStates } from '../../../tools/compare/contactStates.ts'
import { KNOWN_SOLVES } from '../known/knownSolves.ts'
import { holdCounts } from '../support/counts.ts'
import type { Check, Judged } from './check.ts'

/** Larger models take minutes. */
const MOST_DOFS = 250

type SolvedModel = Judged<SolverVerdict>

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

/** Constraint rows, islands and every solver, with the contacts of the reference. */
export function solverCheck(corpus: string): Check {
  const solved: SolvedModel[] = []
  const totals = () => Object.entries(solverTotals(solved.map(({ verdict }) => verdict)))
  return {
    name: 'solvers',
    visit: (m, reference, { name, dofs }) => {
      if (m.nv === 0 || dofs > MOST_DOFS) return
      solved.push({ name, verdict: compareSolver(m, reference, contactStates(m, 1, m.nv < 30 ? 2 : 1)) })
    },
    report: () =>
      [...solved.flatMap((model) => lines(model, 3)), solverReport(solved.map(({ verdict }) => verdict))].join('\n'),
    test: () => {
      describe('constraints, with the contacts of the reference', () => {
        test('rows, islands, forces and accelerations are those of the reference, with every solver', () => {
          const differences = solved.filter(({ name }) => !(name in KNOWN_SOLVES)).flatMap((model) => lines(model))
          expect(differences).toEqual([])
        })

        test('solvers take as many iterations as in the reference, as it is or off by rounding, but for rare cases', () => {
          const judged = solved.filter(({ name }) => !(name in KNOWN_SOLVES)).map(({ verdict }) => verdict)
          for (const [name, { solves, sameIterations, roundedIterations }] of Object.entries(solverTotals(judged)))
            expect((sameIterations + roundedIterations) / solves, name).toBeGreaterThan(0.985)
        })

        test('solutions are as far from solved as in the reference, by inverse dynamics, but for rare cases of rounding', () => {
          for (const [name, { matched, sameResiduals }] of totals())
            expect(sameResiduals / matched, name).toBeGreaterThan(0.97)
        })

        test('solutions that are known to differ from the reference still do', () => {
          const known = solved.filter(({ name }) => name in KNOWN_SOLVES)
          expect(known.filter(({ verdict }) => verdict.differences.length === 0).map(({ name }) => name)).toEqual([])
        })

        test('no fewer solves match than before', () => holdCounts(`solver-${corpus}`, countsOf(solved)))
      })
    },
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
