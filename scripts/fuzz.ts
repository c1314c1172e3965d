import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runCampaign } from '../test/fuzz/campaign.ts'
import { fuzzCase, fuzzKind } from '../test/fuzz/fuzzCases.ts'

/**
 * Runs bad inputs: `npm run fuzz -- [--cases 200000] [--processes 2] [--fresh] [--save]`. A campaign that was stopped
 * continues; `--fresh` starts anew, and `--save` stores the report in test/fuzz/report.json. `--case <number>` prints an
 * input and runs it in this process.
 */

/** For each case. */
const LIMITS = { milliseconds: 5000, megabytes: 512 }

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '200000' },
    processes: { type: 'string', default: `${availableParallelism()}` },
    fresh: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    case: { type: 'string' },
  },
})

const place = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Prints one input, and what becomes of it. */
function runOne(number: number): void {
  const { text, damage, run } = fuzzCase(number)
  console.log(`case ${number}: ${fuzzKind(number)}, damage: ${damage}`)
  console.log(text)
  console.log(run())
}

async function runAll(): Promise<void> {
  const folder = place('.fuzz')
  const journal = `${folder}/journal.jsonl`
  mkdirSync(folder, { recursive: true })
  if (values.fresh) rmSync(journal, { force: true })
  const cases = Number(values.cases)
  const processes = Number(values.processes)
  const report = await runCampaign({ cases, processes, limits: LIMITS, journal, log: console.log })
  console.table(report.kinds)
  for (const { number, kind, error } of report.failures) console.log(`case ${number}, ${kind}: ${error}`)
  if (values.save)
    writeFileSync(place('test/fuzz/report.json'), `${JSON.stringify({ limits: LIMITS, ...report }, undefined, 2)}\n`)
  if (report.failures.length > 0) process.exitCode = 1
}

if (values.case !== undefined) runOne(Number(values.case))
else await runAll()
