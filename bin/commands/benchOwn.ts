import type { ModelTimes } from '../../bench/ownModel.ts'
import type { ModelFiles, ReferenceModule } from '../../tools/compare/reference.ts'
import type { Io } from '../io.ts'
import { type StageTime, whereRun } from '../stageTimes.ts'
import { duration, palette } from '../text/format.ts'
import { printable } from '../text/printable.ts'
import { table } from '../text/table.ts'
import { type Arguments, CommandError, ExitCode, UsageError } from '../usage.ts'
import { filesAround, keyframe, openModel } from './model.ts'
import { withReference } from './reference.ts'

/** Steps of the motion that is measured, and before it. */
const STEPS = 100
const SETTLE = 100
/** Duration of a measurement, s. */
const SECONDS = 1

/** Options that are about the benchmarks of this engine. */
const OTHERS = ['filter', 'slow', 'against', 'processes', 'alone', 'save']

/** `kinetree bench model.xml`: the speed of a user's model. */
export async function benchOwn(args: Arguments, io: Io): Promise<ExitCode> {
  const path = args.single('model')
  for (const option of OTHERS) if (args.has(option)) throw new UsageError(`--${option} is not for a model of your own`)
  const m = openModel(path, io)
  const key = args.text('key')
  const plan = { settle: SETTLE, steps: STEPS, ...(key === undefined ? {} : { keyframe: keyframe(m, key) }) }
  const reference = await referenceOf(path, io)
  const { benchModel } = await import('../../bench/ownModel.ts')
  const times = benchModel({
    load: () => openModel(path),
    plan,
    seconds: args.positive('seconds') ?? SECONDS,
    lean: args.has('lean'),
    ...(reference ? { reference } : {}),
  })
  if (times.reason !== undefined) io.err(`warning: kernels are not used: ${times.reason}\n`)
  io.out(
    args.has('json')
      ? `${JSON.stringify(times)}\n`
      : `${palette(io.color).bold(printable(m.names.model))}\n\n${asText(times)}`,
  )
  return ExitCode.ok
}

/** The reference, if it is installed and takes the model. */
async function referenceOf(
  path: string,
  io: Io,
): Promise<{ readonly mj: ReferenceModule; readonly source: ModelFiles } | undefined> {
  const { ReferenceModel, RefusedByReference } = await import('../../tools/compare/reference.ts')
  const source = filesAround(path)
  try {
    const mj = await withReference('bench', async () => (await import('../../bench/reference.ts')).loadReference())
    new ReferenceModel(mj, source).delete()
    return { mj, source }
  } catch (error) {
    if (error instanceof RefusedByReference) io.err(`warning: MuJoCo refuses the model: ${error.message}\n`)
    // it is not installed
    else if (!(error instanceof CommandError)) throw error
    return undefined
  }
}

function asText({ step, stages }: ModelTimes): string {
  const ways = [
    ['TypeScript', step.typescript],
    ['with kernels', step.kernels],
    ['MuJoCo', step.mujoco],
  ] as const
  const steps = ways.flatMap(([way, time]) =>
    time === undefined ? [] : [[way, duration(time), (time / step.typescript).toFixed(2)]],
  )
  return `${table(['step', 'time', 'ratio'], steps)}\n${stageTable(stages.typescript, stages.kernels)}`
}

/** Times of stages, which are longer by those of the clock. */
function stageTable(plain: readonly StageTime[], fast: readonly StageTime[] | undefined): string {
  const used = plain.map((time, i) => [time, fast?.[i]] as const).filter(([time]) => time.seconds > 0)
  const name = ({ depth, stage }: StageTime) => '  '.repeat(depth) + stage
  if (fast === undefined)
    return table(
      ['stage', 'TypeScript'],
      used.map(([time]) => [name(time), duration(time.seconds)]),
    )
  const rows = used.map(([time, other]) => [
    name(time),
    duration(time.seconds),
    duration(other!.seconds),
    whereRun(other!),
  ])
  return table(['stage', 'TypeScript', 'with kernels', 'runs in'], rows, [3])
}
