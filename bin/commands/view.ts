import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { compileExpression, ExpressionError } from '../../src/batchNode.ts'
import type { Model } from '../../src/index.ts'
import { packageFile } from '../packageFile.ts'
import { type Arguments, type Command, CommandError, ExitCode, UsageError } from '../usage.ts'
import { startViewServer } from '../viewServer.ts'
import { openModel } from './model.ts'

export const view: Command = {
  name: 'view',
  summary: 'Simulate a model in the browser',
  operands: '<model.xml>',
  details:
    'Serves the viewer to this machine only, and reloads the model when one of its\nfiles changes. A grid of environments runs under random controls. Ctrl-C stops the server.',
  options: {
    port: { value: 'number', help: 'port of the server (default: any free port)' },
    root: { value: 'folder', help: "folder with all files (default: the model's folder)" },
    kernels: { help: 'compile stages for the model' },
    batch: { value: 'number', help: 'show a grid of this many environments' },
    reward: { value: 'expression', help: 'reward of an environment' },
    terminated: { value: 'expression', help: 'when an episode ends' },
    'no-open': { help: 'print the address without opening a browser' },
  },
  examples: [
    'kinetree view models/humanoid.xml',
    'kinetree view robot/scene.xml --port 8000 --no-open',
    "kinetree view models/humanoid.xml --batch 64 --terminated 'qpos[2] < 0.5'",
  ],

  async run(args, io) {
    const given = resolve(args.single('model'))
    const file = existsSync(given) ? realpathSync(given) : given
    const folder = existing(args.text('root') ?? dirname(file))
    const path = relative(folder, file)
    if (isAbsolute(path) || path === '..' || path.startsWith(`..${sep}`))
      throw new UsageError(`the model ${basename(file)} is not in the folder ${folder}`)
    if (path.split(sep).some((part) => part.startsWith('.')))
      throw new UsageError(`the model ${path} is hidden in the folder ${folder}, and hidden files are not served`)
    const model = openModel(file, io, { root: folder }) // reports errors of the model here, before the browser opens
    const batch = batchQuery(args, model)
    const viewer = packageFile('dist/viewer')
    if (!existsSync(viewer)) throw new CommandError("the viewer has not been built; run 'npm run build' first")

    const kernels = args.has('kernels')
    if (kernels && args.has('batch'))
      throw new UsageError('--kernels is not for a grid of environments: leave --batch out')
    const server = await startViewServer({ viewer, folder, port: args.count('port') ?? 0, kernels })
    const address = ['model', ...path.split(sep)].map(encodeURIComponent).join('/')
    // a URL inside a URL: its escapes are escaped again
    const url = `${server.url}?model=${address.replaceAll('%', '%25')}${batch}${kernels ? '&kernels' : ''}`
    io.out(`${url}\n`)
    if (!args.has('no-open')) openBrowser(url)
    await stopped(io.stop)
    await server.close()
    return ExitCode.ok
  },
}

/** What the address of the page says about a batch. */
function batchQuery(args: Arguments, model: Model): string {
  const n = args.count('batch')
  if (n !== undefined && n > MOST) throw new UsageError(`--batch shows at most ${MOST} environments, not ${n}`)
  const parameters = n === undefined ? [] : [`&batch=${n}`]
  for (const name of ['reward', 'terminated']) {
    const expression = args.text(name)
    if (expression === undefined) continue
    if (n === undefined) throw new UsageError(`--${name} needs --batch`)
    try {
      compileExpression(model, expression)
    } catch (error) {
      throw error instanceof ExpressionError ? new UsageError(`--${name}: ${error.message}`) : error
    }
    parameters.push(`&${name}=${encodeURIComponent(expression)}`)
  }
  return parameters.join('')
}

/** Most environments of a grid. */
const MOST = 1024

/** The real path of a folder. */
function existing(folder: string): string {
  if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}`)
  return realpathSync(folder)
}

/** Resolves on Ctrl-C or SIGTERM. */
function stopped(stop: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (stop.aborted) done()
    stop.addEventListener('abort', () => done())
    process.once('SIGTERM', () => done())
  })
}

/** Opens the user's browser. If that fails, the printed address remains. */
function openBrowser(url: string): void {
  const [program, ...args] =
    process.platform === 'darwin' ? ['open', url] : process.platform === 'win32' ? ['explorer', url] : ['xdg-open', url]
  spawn(program, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
