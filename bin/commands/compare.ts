import type { Verdict } from '../../tools/compare/judge.ts'
import { Progress } from '../text/progress.ts'
import { type Command, ExitCode } from '../usage.ts'
import { filesAround, openModel } from './model.ts'
import { withReference } from './reference.ts'

const DEFAULT_STATES = 3
const DEFAULT_STEPS = 200

export const compare: Command = {
  name: 'compare',
  summary: 'Compare all numbers with MuJoCo, field by field',
  operands: '<model.xml>',
  details:
    'Loads the model in both engines and compares model constants, forward passes at\n' +
    'random states, simulations without constraints (Euler and RK4), contacts,\n' +
    'constraint rows, all solvers, and a simulation with contacts. Needs the package\n' +
    '@mujoco/mujoco. The exit code is 1 if the engines differ.',
  options: {
    states: { value: 'n', help: `random states to compare (default ${DEFAULT_STATES})` },
    steps: { value: 'n', help: `steps to simulate in both (default ${DEFAULT_STEPS})` },
    json: { help: 'print all results as JSON' },
  },
  examples: ['kinetree compare models/humanoid.xml', 'kinetree compare models/chain.xml --states 20 --steps 1000'],

  async run(args, io) {
    const path = args.single('model')
    const states = args.count('states') ?? DEFAULT_STATES
    const steps = args.count('steps') ?? DEFAULT_STEPS
    openModel(path, io)

    const mj = await withReference('compare', async () => {
      const { default: load } = await import('@mujoco/mujoco')
      const say = (text: string) => io.err(`MuJoCo: ${text}\n`)
      return load({ print: say, printErr: say })
    })
    const { judge } = await import('../../tools/compare/judge.ts')
    const { reportJson, reportTable } = await import('../../tools/compare/report.ts')
    const progress = new Progress(io, 'comparing')
    const verdict: Verdict = judge(
      mj,
      { name: path, load: () => openModel(path), source: filesAround(path) },
      {
        data: { states },
        rollouts: [
          { steps, integrator: 'Euler' },
          { steps, integrator: 'RK4' },
        ],
        contacts: true,
        constraints: { steps },
        progress: (done) => progress.update(done),
      },
    )
    progress.end()
    io.out(
      args.has('json') ? `${JSON.stringify(reportJson([verdict]))}\n` : `${reportTable([verdict], { worst: 10 })}\n`,
    )
    return verdict.outcome === 'matched' ? ExitCode.ok : ExitCode.failed
  },
}
