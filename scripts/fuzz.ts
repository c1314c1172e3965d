import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runCampaign } from '../test/fuzz/campaign.ts'
import { fuzzCase, fuzzKind } from '../test/fuzz/fuzzCases.ts'
import { runKernelCase } from '../test/fuzz/kernelCases.ts'

/**
 * Runs bad inputs: `npm run fuzz -- [--cases 200000] [--processes 2] [--fresh] [--save]`. A campaign that was stopped
 * continues; `--fresh` starts anew, and `--save` stores the report in test/fuzz/report.json. `--case <number>` prints an
 * input and runs it in this process. `--kernels <seed>`, or `--kernels <first>-<last>`, steps generated robots with
 * kernels and without.
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
    kernels: { type: 'string' },
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

/** Robots of a range of seeds: prints those whose numbers differ, with their models, then sums. */
function runKernels(range: string): void {
  const [first, last = first] = range.split('-').map(Number)
  const counts = { same: 0, refused: 0, failed: 0 }
  for (let seed = first; seed <= last; seed++)
    try {
      counts[runKernelCase(seed)]++
    } catch (error) {
      counts.failed++
      console.log(error instanceof Error ? error.message : error)
    }
  console.log(counts)
  if (counts.failed > 0) process.exitCode = 1
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

if (values.kernels !== undefined) runKernels(values.kernels)
else if (values.case !== undefined) runOne(Number(values.case))
else await runAll()
