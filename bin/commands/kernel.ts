import { Data } from '../../src/core/data/data.ts'
import type { Model } from '../../src/core/model/model.ts'
import { accelerate } from '../../src/kernel/accelerate.ts'
import { kernelShader } from '../../src/kernel/kernelShader.ts'
import { kernelSource } from '../../src/kernel/kernelSource.ts'
import { writeKernelCode } from '../../src/kernel/run/kernelFile.ts'
import type { Accelerated } from '../../src/kernel/run/modelKernels.ts'
import { resetData } from '../../src/pipeline/reset.ts'
import { step } from '../../src/pipeline/step.ts'
import type { Io } from '../io.ts'
import { labeled, palette } from '../text/format.ts'
import { printable } from '../text/printable.ts'
import { type Command, ExitCode } from '../usage.ts'
import { loadLimits, memoryOption, openModel } from './model.ts'
import { writeWhole } from './writeWhole.ts'

/** Runs that are timed, from the initial state on, and their length; the fastest one counts. */
const RUNS = 20
const RUN_SECONDS = 0.05
/** Steps between two readings of the clock. */
const STEPS_BETWEEN_CLOCKS = 10

export const kernel: Command = {
  name: 'kernel',
  summary: 'Compile stages for a model, and print what became of them',
  operands: '<model.xml>',
  details: 'Prints the size of each compiled stage, and the time of a step with and without them.',
  options: {
    out: { value: 'file', help: 'write the compiled stages to a file, for readKernelCode' },
    javascript: { help: 'print the compiled stages as JavaScript, and nothing else' },
    wgsl: { help: 'print them as functions of a shader in WGSL, with their loops, and nothing else' },
    rolled: { help: 'keep all loops: smaller code' },
    lean: { help: 'steps store the state, contacts, and sensors only' },
    json: { help: 'print as JSON' },
    ...memoryOption,
  },
  examples: [
    'kinetree kernel models/humanoid.xml',
    'kinetree kernel models/cartpole.xml --javascript',
    'kinetree kernel models/humanoid.xml --out humanoid.kernels',
  ],

  async run(args, io) {
    const m = openModel(args.single('model'), io, loadLimits(args))
    const plain = new Data(m)
    const options = { lean: args.has('lean'), ...(args.has('rolled') ? { unroll: false } : {}) }
    if (args.has('javascript')) {
      io.out(`${kernelSource(m, options)}\n`)
      return ExitCode.ok
    }
    if (args.has('wgsl')) {
      io.out(`${kernelShader(m)}\n`)
      return ExitCode.ok
    }
    const start = io.now()
    const accelerated = accelerate(m, options)
    const ready = io.now() - start
    const out = args.text('out')
    if (out !== undefined) return write(out, accelerated, io)
    const [before, after] = stepTimes(m, [plain, new Data(m)], io)
    const { active, reason, stages, notice, notStored, bytes } = accelerated
    const times = { readySeconds: ready, stepSeconds: before, kernelStepSeconds: after }
    io.out(
      args.has('json')
        ? `${JSON.stringify({ active, reason, stages, notice, notStored, bytes, ...times })}\n`
        : asText(m, accelerated, times, io.color),
    )
    return active ? ExitCode.ok : ExitCode.failed
  },
}

/** Writes kernels to a file, if they may be used. */
function write(file: string, { active, reason, code }: Accelerated, io: Io): ExitCode {
  if (!active) {
    io.err(`${printable(reason!)}\n`)
    return ExitCode.failed
  }
  const bytes = writeKernelCode(code)
  writeWhole(file, bytes)
  io.out(`${printable(file)}, ${kilobytes(bytes.length)}\n`)
  return ExitCode.ok
}

function asText(
  m: Model,
  { reason, stages, notice, notStored, bytes }: Accelerated,
  times: { readySeconds: number; stepSeconds: number; kernelStepSeconds: number },
  color: boolean,
): string {
  const paint = palette(color)
  const microseconds = (seconds: number): string => `${(1e6 * seconds).toFixed(2)} us`
  const rows: (readonly [string, string])[] = [
    ...stages.map(
      ({ stage, bytes: size, unrolled, reason: why }) =>
        [stage, why ?? `${kilobytes(size)}, loops ${unrolled ? 'written out' : 'kept'}`] as const,
    ),
    ['module', reason ?? `${kilobytes(bytes)}, ready in ${(1e3 * times.readySeconds).toFixed(0)} ms`],
    ['step', `${microseconds(times.stepSeconds)} in TypeScript, ${microseconds(times.kernelStepSeconds)} with kernels`],
    ...(notStored.length === 0 ? [] : [['not stored', notStored.join(' ')] as const]),
    ...(notice === undefined ? [] : [['notice', notice] as const]),
  ]
  return `${paint.bold(printable(m.names.model))}\n\n${labeled(rows)}`
}

/** Seconds of a step of each state, measured in turn. */
function stepTimes(m: Model, states: readonly Data[], io: Io): number[] {
  const fastest = states.map(() => Infinity)
  for (let run = 0; run < RUNS; run++)
    states.forEach((d, i) => {
      resetData(m, d)
      const start = io.now()
      let steps = 0
      let end = start
      while (end - start < RUN_SECONDS) {
        for (let j = 0; j < STEPS_BETWEEN_CLOCKS; j++) step(m, d)
        steps += STEPS_BETWEEN_CLOCKS
        end = io.now()
      }
      fastest[i] = Math.min(fastest[i], (end - start) / steps)
    })
  return fastest
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
