import { Data } from '../../src/core/data/data.ts'
import { Integrator } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import { accelerate } from '../../src/kernel/accelerate.ts'
import type { Accelerated } from '../../src/kernel/run/modelKernels.ts'
import { resetDataKeyframe } from '../../src/pipeline/reset.ts'
import { step } from '../../src/pipeline/step.ts'
import { breathe, type Io } from '../io.ts'
import { Observer } from '../observer.ts'
import { type SimResult, simReport } from '../simReport.ts'
import { stageTimes, timeStages } from '../stageTimes.ts'
import { grouped } from '../text/format.ts'
import { Progress } from '../text/progress.ts'
import { TrajectoryFile } from '../trajectory.ts'
import { type Arguments, type Command, ExitCode, UsageError } from '../usage.ts'
import { warningsOf } from '../warnings.ts'
import { keyframe, loadLimits, memoryOption, openModel } from './model.ts'

const integrators = Object.keys(Integrator) as (keyof typeof Integrator)[]
const DEFAULT_SECONDS = 10
/** Points per plot of the report. */
const CURVE_POINTS = 240
/** Wall time between two breaks for signals and file writes, s. */
const TURN_SECONDS = 0.02
/** Steps between two readings of the clock. */
const STEPS_BETWEEN_CLOCKS = 20

export const sim: Command = {
  name: 'sim',
  summary: 'Simulate a model and print a report',
  operands: '<model.xml>',
  details:
    'Steps the model without controls from its initial state, or from a keyframe.\n' +
    'Ctrl-C ends the simulation early, with a report and a complete output file.',
  options: {
    time: { value: 'seconds', help: `simulated time (default ${DEFAULT_SECONDS})` },
    steps: { value: 'n', help: 'number of steps, instead of --time' },
    timestep: { value: 'seconds', help: "override the model's time step" },
    integrator: { value: 'name', help: "override the model's integrator, by its MJCF name" },
    key: { value: 'name', help: 'initial keyframe, by name or number' },
    kernels: { help: 'compile stages for the model first' },
    lean: { help: 'with --kernels: store state, contacts, sensors only' },
    profile: { help: 'print the time of each stage, and where it runs' },
    out: { value: 'file', help: 'write the trajectory to a .csv or .json file' },
    every: { value: 'n', help: 'write every n-th step only (default 1)' },
    json: { help: 'print the report as JSON' },
    quiet: { help: 'print nothing but warnings and errors' },
    'no-plot': { help: 'omit the plots' },
    ...memoryOption,
  },
  examples: [
    'kinetree sim models/humanoid.xml',
    'kinetree sim models/double_pendulum.xml --key horizontal --time 20',
    'kinetree sim models/humanoid.xml --kernels --profile',
    'kinetree sim models/chain.xml --steps 1000 --out swing.csv --every 10',
  ],

  async run(args, io) {
    const path = args.single('model')
    if (args.has('time') && args.has('steps')) throw new UsageError('give --time or --steps, not both')
    if (args.has('lean') && !args.has('kernels')) throw new UsageError('--lean needs --kernels')
    if (args.has('every') && !args.has('out')) throw new UsageError('--every needs --out')
    const seconds = args.positive('time') ?? DEFAULT_SECONDS
    const steps = args.count('steps')
    const every = args.count('every') ?? 1
    const timestep = args.positive('timestep')
    const integrator = args.choice('integrator', integrators)

    const m = openModel(path, io, loadLimits(args))
    if (timestep !== undefined) m.opt.timestep = timestep
    if (integrator !== undefined) m.opt.integrator = Integrator[integrator]
    const kernels = args.has('kernels') ? compileStages(m, args.has('lean'), io) : undefined
    const d = new Data(m)
    const key = args.text('key')
    if (key !== undefined) resetDataKeyframe(m, d, keyframe(m, key))

    const stepCount = steps ?? Math.max(1, Math.round(seconds / m.opt.timestep))
    const out = args.text('out')
    const file = out === undefined ? undefined : new TrajectoryFile(out, m)
    if (args.has('profile')) timeStages(d, io.now)
    const result = await simulate(m, d, stepCount, file, every, io)
    if (kernels?.notice !== undefined) io.err(`warning: ${kernels.notice}\n`)
    print(args.has('profile') ? { ...result, stages: stageTimes(d, kernels?.stages ?? []) } : result, m, args, io)
    return ExitCode.ok
  },
}

/** Steps the model, records it at intervals, and measures the time of the steps alone. */
async function simulate(
  m: Model,
  d: Data,
  steps: number,
  file: TrajectoryFile | undefined,
  every: number,
  io: Io,
): Promise<SimResult> {
  const observer = new Observer(m)
  const progress = new Progress(io, 'simulating')
  const curveEvery = Math.max(1, Math.floor(steps / CURVE_POINTS))
  const startTime = d.time
  let done = 0
  let wallSeconds = 0

  observer.look(d)
  observer.record()
  const startEnergy = observer.totalEnergy
  file?.add(d, observer.energy)

  try {
    while (done < steps && !io.stop.aborted) {
      const turnEnd = io.now() + TURN_SECONDS
      do {
        const untilCurve = curveEvery - (done % curveEvery)
        const untilRow = file === undefined ? steps : every - (done % every)
        const run = Math.min(untilCurve, untilRow, steps - done, STEPS_BETWEEN_CLOCKS)
        const before = io.now()
        for (let i = 0; i < run; i++) step(m, d)
        wallSeconds += io.now() - before
        done += run

        const rowDue = file !== undefined && done % every === 0
        const curveDue = done % curveEvery === 0 || done === steps
        if (rowDue || curveDue) observer.look(d)
        if (curveDue) observer.record()
        if (rowDue) file.add(d, observer.energy)
      } while (done < steps && io.now() < turnEnd && !file?.full)
      progress.update(done / steps)
      await breathe()
      await file?.drained()
    }
    await file?.close()
  } catch (error) {
    await file?.discard()
    throw error
  } finally {
    progress.end()
  }

  observer.look(d)
  return {
    model: m.names.model,
    steps: done,
    stepsAsked: steps,
    time: d.time - startTime,
    wallSeconds,
    startEnergy,
    endEnergy: observer.totalEnergy,
    contacts: observer.contacts,
    warnings: warningsOf(d),
    qpos: [...d.qpos],
    qvel: [...d.qvel],
    curves: observer.curves,
    ...(file === undefined ? {} : { file: file.path, rows: file.rows }),
  }
}

function print(result: SimResult, m: Model, args: Arguments, io: Io): void {
  if (args.has('json')) {
    const { curves: _, ...rest } = result
    io.out(`${JSON.stringify(rest)}\n`)
    return
  }
  for (const { warning, message, count } of result.warnings) {
    // an integrator without sleep warns at every step
    const times = count > 1 && warning !== 'sleepless' && warning !== 'capped' ? ` (${grouped(count)} times)` : ''
    io.err(`warning: ${message}${times}\n`)
  }
  if (!args.has('quiet')) io.out(simReport(result, m, { ...io, plot: !args.has('no-plot') }))
}

/** Compiles stages; where that is not possible, says so, and the simulation runs without. */
function compileStages(m: Model, lean: boolean, io: Io): Accelerated {
  const kernels = accelerate(m, { lean })
  if (kernels.reason !== undefined) io.err(`warning: kernels are not used: ${kernels.reason}\n`)
  return kernels
}
