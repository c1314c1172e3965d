import { SUITES } from '../../bench/bench.ts'
import { ALL_STEPS, type BenchResult, formatTime, type MeanRatios, meanRatios } from '../../bench/report.ts'
import { type BenchRun, type BenchUpdate, type MachineResults, machineName } from '../../bench/results.ts'
import type { Suite } from '../../bench/suite.ts'
import { between } from './between.ts'

/** The page about speed, from the stored results. */
export function benchmarkPage(machines: readonly MachineResults[]): string {
  return `${INTRODUCTION}\n${machines.map(machineSection).join('\n')}`
}

/** Suites whose cases are whole motions. */
const MOTIONS: ReadonlySet<string> = new Set(['kernels', 'batches with kernels'])

/** The README with the means of steps on the first machine, by suite. */
export function readmeWithBenchmarks(readme: string, [machine]: readonly MachineResults[]): string {
  if (machine === undefined) return readme
  const { processor, cores } = machine
  const runs = sortedRuns(machine)
  const stepsOf = (suite: Suite, run: BenchRun) =>
    resultsOf(suite, run).filter(({ step }) => step || MOTIONS.has(suite.name))
  const suites = SUITES.filter((suite) => runs.some(([, run]) => stepsOf(suite, run).length > 0))
  const rows = runs.map(([major, run]) => [
    `Node ${major}`,
    ...suites.map((suite) => meanRatios(stepsOf(suite, run)).fastest.toFixed(2)),
  ])
  const text = `Time of a step over that of MuJoCo: geometric means on ${processor} with ${cores} cores. Below 1 this engine is faster.
[Benchmarks](docs/benchmarks.md) lists every case.`
  return between(readme, 'bench', `${text}\n\n${table(['', ...suites.map(({ name }) => name)], rows)}`)
}

const INTRODUCTION = `# Benchmarks

Times of this engine and of MuJoCo's official WebAssembly build (\`@mujoco/mujoco\`), both on one thread but for batches.
Both run in the same process, from the same states, in alternating batches of calls that last about a millisecond. Times
are those of one call in the fastest batch, because other work on the machine can only make a batch slower. The ratio is
ours over MuJoCo's: below 1 this engine is faster. Means are geometric, first of these ratios, then of the median ratios
of batches that ran one after the other.

Suites of [kernels](guide/kernels.md) time whole motions under random controls that start from the same state in all
engines. Where an engine has a process of its own, three processes of each engine run in turn, and the median counts.

\`npm run bench\` measures your machine. \`npm run bench -- --save\` stores the results in
[bench/results](../bench/results), and \`npm run tables\` makes this page from them; with \`--filter\`, it replaces the
results of these cases only.
\`npm run bench -- --against <dist>\` compares steps with those of another build, such as one of an earlier commit.
`

function machineSection(machine: MachineResults): string {
  const runs = sortedRuns(machine)
  const about = runs.flatMap(([major, run]) => [
    describe(run),
    ...(run.updates ?? []).map((u) => describeUpdate(major, u)),
  ])
  return [
    `## ${machine.processor}, ${machine.cores} cores`,
    '',
    ...about.map((line) => `- ${line}`),
    `- file: [${machineName(machine)}.json](../bench/results/${machineName(machine)}.json)`,
    '',
    meanTable(runs),
    '',
    ...SUITES.flatMap((suite) => suiteSection(suite, runs)),
  ].join('\n')
}

type Runs = readonly (readonly [major: string, run: BenchRun])[]

/** By version of Node. */
function sortedRuns({ runs }: MachineResults): Runs {
  return Object.entries(runs).sort(([a], [b]) => Number(a) - Number(b))
}

function describe({ commit, date, node, v8, mujoco }: BenchRun): string {
  return `Node ${node} (V8 ${v8}), MuJoCo ${mujoco}, commit ${commit}, ${date}`
}

function describeUpdate(major: string, { filter, commit, date }: BenchUpdate): string {
  return `Node ${major}, cases with '${filter}' in their name: commit ${commit}, ${date}`
}

/** Geometric means of each suite that is measured against MuJoCo, and of all steps. */
function meanTable(runs: Runs): string {
  const names = SUITES.map(({ name }) => name).filter((name) => runs.some(([, { means }]) => means[name]))
  const row = (name: string) => runs.map(([, { means }]) => (means[name] ? formatMeans(means[name]) : ''))
  const rows = names.map((name) => [name, ...row(name)])
  const steps = [`**${ALL_STEPS}**`, ...row(ALL_STEPS)]
  return table(['mean of ours / MuJoCo: fastest (median)', ...runs.map(([major]) => `Node ${major}`)], [...rows, steps])
}

function formatMeans({ median, fastest }: MeanRatios): string {
  return `${fastest.toFixed(2)} (${median.toFixed(2)})`
}

function suiteSection(suite: Suite, runs: Runs): string[] {
  const cases = new Map<string, Pick<BenchResult, 'model' | 'stage'>>()
  for (const [, run] of runs) for (const result of resultsOf(suite, run)) cases.set(nameOf(result), result)
  if (cases.size === 0) return []
  const { name, summary, against } = suite
  const head = runs.flatMap(([major]) => [
    `Node ${major}: ours`,
    against === undefined ? 'MuJoCo' : 'reference',
    'ratio',
  ])
  const rows = [...cases].map(([key, { model, stage }]) => [
    model,
    stage,
    ...runs.flatMap(([, run]) => cells(resultsOf(suite, run).find((result) => nameOf(result) === key))),
  ])
  const reference = against === undefined ? '' : ` The reference is ${against}.`
  return [
    `### ${name[0].toUpperCase()}${name.slice(1)}`,
    '',
    `${summary}.${reference}`,
    '',
    table(['', '', ...head], rows),
    '',
  ]
}

function cells(result: BenchResult | undefined): string[] {
  if (!result) return ['', '', '']
  const { ours, reference } = result.fastest
  return [formatTime(ours), formatTime(reference), (ours / reference).toFixed(2)]
}

function nameOf({ model, stage }: Pick<BenchResult, 'model' | 'stage'>): string {
  return `${model} / ${stage}`
}

function resultsOf(suite: Suite, run: BenchRun): BenchResult[] {
  return run.results.filter((result) => result.suite === suite.name)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const isText = (column: number) => rows.every((row) => !/^[\d.]/.test(row[column]) || column === 0)
  return [line(head), line(head.map((_, i) => (isText(i) ? '---' : '---:'))), ...rows.map(line)].join('\n')
}
