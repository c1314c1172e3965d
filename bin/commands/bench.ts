import { type Command, CommandError, ExitCode } from '../usage.ts'
import { withReference } from './reference.ts'

export const bench: Command = {
  name: 'bench',
  summary: 'Measure the speed against MuJoCo, in the same process',
  operands: '',
  details:
    'Runs our engine and the official WebAssembly build of MuJoCo by turns on the\n' +
    'same states. Needs the package @mujoco/mujoco.',
  options: {
    filter: { value: 'text', help: 'only benchmarks whose name contains this' },
    seconds: { value: 'seconds', help: 'how long to measure each' },
    json: { help: 'print the results as JSON' },
  },
  examples: ['kinetree bench', 'kinetree bench --filter humanoid --seconds 2'],

  async run(args, io) {
    args.none()
    const filter = args.text('filter')
    const seconds = args.positive('seconds')
    const json = args.has('json')
    const results = await withReference('bench', async () => {
      const { runBench } = await import('../../bench/bench.ts')
      return runBench({
        ...(filter === undefined ? {} : { filter }),
        ...(seconds === undefined ? {} : { seconds }),
        // the table as it grows is the result, or shows the progress of one that comes as JSON
        log: (line) => (json ? io.err : io.out)(`${line}\n`),
      })
    })
    if (results.length === 0) throw new CommandError(`no benchmark has '${filter}' in its name`)
    if (json) io.out(`${JSON.stringify(results)}\n`)
    return ExitCode.ok
  },
}
