import { formatTime, meanRatios } from '../../bench/report.ts'
import type { BenchRun, MachineResults } from '../../bench/results.ts'
import { kernels, kernelsAlone, withoutKernels, withoutKernelsAlone } from '../../bench/suites/kernels.ts'
import { between } from './between.ts'

/** The guide to kernels with its table of steps on the first machine. */
export function kernelPage(page: string, [machine]: readonly MachineResults[]): string {
  if (machine === undefined) return page
  const { processor, cores } = machine
  const runs = Object.entries(machine.runs).sort(([a], [b]) => Number(a) - Number(b))
  const about = `Measured on ${processor} with ${cores} cores.`
  return between(page, 'kernels', [about, ...runs.map(([major, run]) => section(major, run))].join('\n\n'))
}

/** In one process, and each engine in processes of its own. */
const SUITES = [withoutKernels, kernels, withoutKernelsAlone, kernelsAlone]

function section(major: string, run: BenchRun): string {
  const results = SUITES.map(({ name }) => run.results.filter(({ suite }) => suite === name))
  const rows = results[0].map(({ model, fastest: { reference } }) => [
    model,
    formatTime(reference),
    ...results.map((group) => ratio(group.find((result) => result.model === model)?.fastest)),
  ])
  const means = results.map((group) => (group.length > 0 ? meanRatios(group).fastest.toFixed(2) : ''))
  const head = [`Node ${major}`, 'MuJoCo', 'TypeScript', 'kernels', 'TypeScript, own process', 'kernels, own process']
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'))
  return [head, rule, ...rows, ['**mean**', '', ...means]].map(line).join('\n')
}

function ratio(times: { readonly ours: number; readonly reference: number } | undefined): string {
  return times === undefined ? '' : (times.ours / times.reference).toFixed(2)
}
