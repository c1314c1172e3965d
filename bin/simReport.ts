import { Integrator } from '../src/core/model/enums.ts'
import type { Model } from '../src/core/model/model.ts'
import type { Io } from './io.ts'
import type { Curves } from './observer.ts'
import { type StageTime, whereRun } from './stageTimes.ts'
import { counted, duration, grouped, labeled, palette, short } from './text/format.ts'
import { plot, sideBySide } from './text/plot.ts'
import { printable } from './text/printable.ts'
import { table } from './text/table.ts'
import type { WarningReport } from './warnings.ts'

/** Result of a simulation. */
export interface SimResult {
  readonly model: string
  readonly steps: number
  readonly stepsAsked: number
  /** Simulated time, s. */
  readonly time: number
  /** Wall time of the steps, s. */
  readonly wallSeconds: number
  /** Potential plus kinetic energy, J. */
  readonly startEnergy: number
  readonly endEnergy: number
  readonly contacts: number
  readonly warnings: readonly WarningReport[]
  readonly qpos: readonly number[]
  readonly qvel: readonly number[]
  readonly curves: Curves
  /** The trajectory file and its number of rows, if one was written. */
  readonly file?: string
  readonly rows?: number
  /** Times of stages, if they were asked for. */
  readonly stages?: readonly StageTime[]
}

const PLOT_HEIGHT = 6
/** Narrower terminals get the two plots below each other. */
const TWO_PLOTS_WIDTH = 72
const MAX_WIDTH = 100

export function simReport(
  result: SimResult,
  m: Model,
  options: Pick<Io, 'columns' | 'color'> & { plot: boolean },
): string {
  const paint = palette(options.color)
  const { steps, stepsAsked, time, wallSeconds, startEnergy, endEnergy } = result
  const integrator = Object.keys(Integrator).find(
    (name) => Integrator[name as keyof typeof Integrator] === m.opt.integrator,
  )
  const perStep = wallSeconds / Math.max(1, steps)

  const rows: (readonly [string, string])[] = [
    [
      'model',
      `${counted(m.nbody - 1, 'body', 'bodies')}, ${counted(m.njnt, 'joint')}, ${counted(m.nv, 'dof')}, ${counted(m.ngeom, 'geom')}`,
    ],
    ['simulated', `${short(time)} s in ${counted(steps, 'step')} of ${duration(m.opt.timestep)}, ${integrator}`],
    [
      'took',
      `${duration(wallSeconds)}, ${duration(perStep)} per step, ${grouped(Math.round(time / wallSeconds))} × real time`,
    ],
    ['energy', `${short(startEnergy)} J → ${short(endEnergy)} J, change ${short(endEnergy - startEnergy, 3)} J`],
    ['contacts', `${result.contacts} at the end`],
  ]
  if (result.file !== undefined)
    rows.push(['written', `${printable(result.file)}, ${counted(result.rows ?? 0, 'row')}`])
  const stopped =
    steps < stepsAsked ? paint.warning(` (stopped after ${grouped(steps)} of ${grouped(stepsAsked)} steps)`) : ''

  let text = `${paint.bold(printable(result.model))}${stopped}\n\n${labeled(rows)}`
  if (result.stages !== undefined) text += `\n${profile(result.stages)}`
  if (options.plot && result.curves.time.length > 1)
    text += `\n${curves(result.curves, options.columns, options.color)}`
  return text
}

function profile(stages: readonly StageTime[]): string {
  const whole = stages[0].seconds
  const rows = stages
    .filter(({ seconds }) => seconds > 0)
    .map((time) => [
      '  '.repeat(time.depth) + time.stage,
      duration(time.seconds),
      `${((100 * time.seconds) / whole).toFixed(0)} %`,
      whereRun(time),
    ])
  return table(['stage', 'per step', 'share', 'runs in'], rows, [3])
}

function curves({ time, height, kinetic }: Curves, columns: number, color: boolean): string {
  const total = Math.min(columns, MAX_WIDTH)
  const beside = total >= TWO_PLOTS_WIDTH
  const common = { width: beside ? Math.floor((total - 4) / 2) : total - 2, height: PLOT_HEIGHT, paint: palette(color) }
  const left = plot(time, height, { title: '  height of the center of mass, m', ...common })
  const right = plot(time, kinetic, { title: '  kinetic energy, J', ...common })
  const lines = beside ? sideBySide(left, right) : [...left, '', ...right]
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}
