import { existsSync } from 'node:fs'
import type { AloneTime } from '../../bench/alone.ts'
import { ENGINES, type Engine } from '../../bench/engine.ts'
import type { BenchResult } from '../../bench/report.ts'
import type { BenchOptions } from '../../bench/suite.ts'
import type { Io } from '../io.ts'
import { packageFile } from '../packageFile.ts'
import { type Command, CommandError, ExitCode, UsageError } from '../usage.ts'
import { benchOwn } from './benchOwn.ts'
import { withReference } from './reference.ts'

export const bench: Command = {
  name: 'bench',
  summary: 'Measure the speed of a model, or compare with MuJoCo',
  operands: '[model.xml]',
  details:
    'With a model: times its steps under random controls, without and with kernels,\n' +
    'and by stage; also those of MuJoCo if the package @mujoco/mujoco is installed.\n' +
    'Without one: alternates this engine and the official WebAssembly build of MuJoCo\n' +
    'on the models of the benchmarks, and needs that package. With --against,\n' +
    'alternates steps of this build and of another build of this engine.',
  options: {
    filter: { value: 'text', help: "only if 'suite / model / stage' contains this" },
    key: { value: 'name', help: 'with a model: initial keyframe, by name or number' },
    lean: { help: 'with a model: steps with kernels are lean' },
    seconds: { value: 'seconds', help: 'duration of each measurement' },
    slow: { help: 'include benchmarks that take minutes' },
    against: { value: 'folder', help: "compare with the build in another 'dist'" },
    processes: { value: 'n', help: 'with --against: combine runs in n processes' },
    alone: { value: 'engine', help: 'time mujoco, typescript, or kernels only' },
    save: { help: 'store the results in bench/results' },
    json: { help: 'print the results as JSON' },
  },
  examples: [
    'kinetree bench models/humanoid.xml',
    'kinetree bench',
    'kinetree bench --filter humanoid --seconds 2',
    'kinetree bench --against ../before/dist --processes 5',
  ],

  async run(args, io) {
    if (args.operands.length > 0) return benchOwn(args, io)
    for (const option of ['key', 'lean']) if (args.has(option)) throw new UsageError(`--${option} needs a model`)
    const [filter, seconds, against] = [args.text('filter'), args.positive('seconds'), args.text('against')]
    const [json, save] = [args.has('json'), args.has('save')]
    if (save && against !== undefined) throw new UsageError('--save stores results against MuJoCo: leave --against out')
    if (save && !existsSync(packageFile('bench'))) throw new CommandError('--save needs a checkout of the repository')
    const options = {
      ...(filter === undefined ? {} : { filter }),
      ...(seconds === undefined ? {} : { seconds }),
      slow: args.has('slow'),
      // the table is the result, or shows the progress where the result is JSON
      log: (line: string) => (json ? io.err : io.out)(`${line}\n`),
    }
    const engine = args.choice('alone', ENGINES)
    if (engine !== undefined) return alone(engine, filter ?? '', seconds ?? ALONE_SECONDS, json, io)
    const processes = args.count('processes')
    if (processes !== undefined && against === undefined) throw new UsageError('--processes needs --against')
    const results = await (against === undefined
      ? againstReference(options)
      : againstBuild(against, options, processes ?? 1))
    if (results.length === 0) throw new CommandError(`no benchmark has '${filter}' in its name`)
    if (json) io.out(`${JSON.stringify(results)}\n`)
    if (save) {
      const { describeRun, saveRun } = await import('../../bench/results.ts')
      const file = saveRun(describeRun(results), undefined, filter)
      io.err(`stored in ${file}\nnow run 'npm run tables' and 'npm run pictures collision-growth'\n`)
    }
    return ExitCode.ok
  },
}

/** Duration of a measurement where none is given, s. */
const ALONE_SECONDS = 0.3

/** Times steps of one engine in a process that runs no other: what suites with processes of their own start. */
async function alone(engine: Engine, filter: string, seconds: number, json: boolean, io: Io): Promise<ExitCode> {
  const times = await withReference('bench', async () =>
    (await import('../../bench/alone.ts')).timeAlone(engine, filter, seconds),
  )
  if (times.length === 0) throw new CommandError(`no model of the kernel benchmarks has '${filter}' in its name`)
  const line = ({ model, median, fastest }: AloneTime) =>
    `${model.padEnd(MODEL_WIDTH)} ${`${median.toFixed(2)} µs`.padStart(12)} ${`${fastest.toFixed(2)} µs`.padStart(12)}`
  io.out(json ? `${JSON.stringify(times)}\n` : times.map((time) => `${line(time)}\n`).join(''))
  return ExitCode.ok
}

const MODEL_WIDTH = 20

function againstReference(options: BenchOptions): Promise<BenchResult[]> {
  return withReference('bench', async () => (await import('../../bench/bench.ts')).runBench(options))
}

async function againstBuild(folder: string, options: BenchOptions, processes: number): Promise<BenchResult[]> {
  const { BuildError, compareBuilds, compareBuildsIn } = await import('../../bench/builds.ts')
  try {
    return await (processes === 1 ? compareBuilds(folder, options) : compareBuildsIn(processes, folder, options))
  } catch (error) {
    throw error instanceof BuildError ? new CommandError(error.message) : error
  }
}
