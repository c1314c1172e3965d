import type { ContactRollout } from './compareContactRollout.ts'
import { solverTotals } from './compareSolver.ts'
import { type FieldResult, fieldLine, matches } from './fields.ts'
import { OUTCOMES, type Outcome, type Verdict } from './judge.ts'
import { tallyLine, totalOf } from './judgeContacts.ts'

/** How many models came out how. */
export interface Counts {
  readonly loaded: number
  readonly modelMatched: number
  readonly dataMatched: number
  readonly rolloutMatched: number
  readonly matched: number
  readonly refusedByBoth: number
}

export function countsOf(verdicts: readonly Verdict[]): Counts {
  const loaded = verdicts.filter((v) => v.model.length > 0)
  return {
    loaded: loaded.length,
    modelMatched: loaded.filter((v) => v.model.every(matches)).length,
    dataMatched: loaded.filter((v) => v.data.length > 0 && v.data.every(matches)).length,
    rolloutMatched: loaded.filter((v) => v.rollouts.length > 0 && v.rollouts.every((r) => r.matches)).length,
    matched: verdicts.filter((v) => v.outcome === 'matched').length,
    refusedByBoth: verdicts.filter((v) => v.outcome === 'refused by both').length,
  }
}

/** The whole report as text: one line a model that was compared, then what is not supported, then the sums. */
export function reportTable(verdicts: readonly Verdict[], { worst = 3 } = {}): string {
  const lines: string[] = []
  const compared = verdicts.filter((v) => v.model.length > 0)
  const nameWidth = Math.max(5, ...compared.map((v) => v.name.length))
  if (compared.length > 0) {
    lines.push(`${'model'.padEnd(nameWidth)}  outcome    fields  worst field error         rollouts`)
    for (const verdict of compared) lines.push(...verdictLines(verdict, nameWidth, worst))
  }
  lines.push(...messages(verdicts, 'refused by us', 'Refused by us, loaded by the reference:'))
  lines.push(...messages(verdicts, 'accepted by us', 'Accepted by us, refused by the reference:'))
  lines.push(...unsupportedLines(verdicts))
  lines.push('', summaryLine(verdicts))
  return lines.join('\n')
}

/** `12 models: 9 matched, 1 different, 2 unsupported` */
export function summaryLine(verdicts: readonly Verdict[]): string {
  const parts = OUTCOMES.map((outcome) => [verdicts.filter((v) => v.outcome === outcome).length, outcome] as const)
  const text = parts.filter(([count]) => count > 0).map(([count, outcome]) => `${count} ${outcome}`)
  return `${verdicts.length} ${verdicts.length === 1 ? 'model' : 'models'}: ${text.join(', ')}`
}

function verdictLines(verdict: Verdict, nameWidth: number, worst: number): string[] {
  const fields = [...verdict.model, ...verdict.data]
  const top = worstFirst(fields)[0]
  const rollouts = verdict.rollouts.map(
    (r) => `${r.integrator} ${r.error.toExponential(1)}${r.chaotic ? ' (chaotic)' : ''}`,
  )
  const line = [
    verdict.name.padEnd(nameWidth),
    verdict.outcome.padEnd(9),
    String(fields.length).padStart(6),
    `${top && top.error > 0 ? `${top.field} ${top.error.toExponential(1)}` : 'all equal'}`.padEnd(24),
    rollouts.join(', '),
  ].join('  ')
  const different = worstFirst(fields.filter((field) => !matches(field)))
  const details = different.slice(0, worst).map((field) => `    ${fieldLine(field)}`)
  if (different.length > worst) details.push(`    and ${different.length - worst} more fields`)
  if (verdict.contacts)
    details.push(`    ${verdict.contacts.states} states with ${tallyLine(totalOf([verdict.contacts]))}`)
  for (const { state, text } of (verdict.contacts?.differences ?? []).slice(0, worst))
    details.push(`    contacts in state '${state}': ${text}`)
  details.push(...constraintLines(verdict, worst))
  for (const r of verdict.rollouts)
    if (!r.matches) details.push(`    ${r.integrator} over ${r.steps} steps: apart by ${r.error.toExponential(1)}`)
  return [line.trimEnd(), ...details]
}

/** What came out for solvers, and for a simulation with contacts. */
function constraintLines({ constraints }: Verdict, worst: number): string[] {
  if (!constraints) return []
  const { solver, rollout } = constraints
  const tallies = Object.values(solverTotals([solver]))
  const sum = (pick: (tally: (typeof tallies)[number]) => number) => tallies.reduce((total, t) => total + pick(t), 0)
  const lines = [
    `${solver.states} states with ${solver.rows} constraint rows, ${sum((t) => t.solves)} solves: ${sum((t) => t.matched)} the same, ${sum((t) => t.rounding)} within rounding`,
    ...solver.differences.slice(0, worst),
    `Euler with all constraints: ${rolloutLine(rollout)}`,
  ]
  return lines.map((line) => `    ${line}`)
}

function rolloutLine({ steps, error, strayedAt, chaoticAt }: ContactRollout): string {
  if (strayedAt !== undefined) return `apart by ${error.toExponential(1)} in step ${strayedAt}`
  const end = chaoticAt === undefined ? '' : ', then a disturbance of 1e-12 has grown too large'
  return `${steps} steps, apart by ${error.toExponential(1)} at most${end}`
}

function messages(verdicts: readonly Verdict[], outcome: Outcome, title: string): string[] {
  const found = verdicts.filter((v) => v.outcome === outcome)
  return found.length === 0 ? [] : ['', title, ...found.map((v) => `  ${v.name}: ${firstLine(v.message)}`)]
}

/** `  41 × <tendon>` for each element that is not supported yet, the most frequent first. */
function unsupportedLines(verdicts: readonly Verdict[]): string[] {
  const byElement = new Map<string, number>()
  for (const { outcome, element = '?' } of verdicts)
    if (outcome === 'unsupported') byElement.set(element, (byElement.get(element) ?? 0) + 1)
  if (byElement.size === 0) return []
  const sorted = [...byElement].sort((a, b) => b[1] - a[1])
  return ['', 'Not supported yet:', ...sorted.map(([element, count]) => `  ${String(count).padStart(4)} × ${element}`)]
}

/** For programs: all fields that were compared, by name, with the worst error of each. */
export function reportJson(verdicts: readonly Verdict[]): object {
  return {
    counts: countsOf(verdicts),
    models: verdicts.map(({ name, outcome, element, message, model, data, rollouts, contacts, constraints }) => ({
      name,
      outcome,
      element,
      message,
      errors: Object.fromEntries([...model, ...data].filter((f) => f.error > 0).map((f) => [f.field, f.error])),
      different: [...model, ...data].filter((f) => !matches(f)),
      rollouts,
      contacts,
      constraints,
    })),
  }
}

/** By how often the tolerance goes into the error, the worst first. */
function worstFirst(results: readonly FieldResult[]): FieldResult[] {
  const excess = (r: FieldResult) => (r.error === 0 ? 0 : r.error / r.tolerance)
  return [...results].sort((a, b) => excess(b) - excess(a))
}

function firstLine(text = ''): string {
  return text.split('\n')[0] ?? ''
}
