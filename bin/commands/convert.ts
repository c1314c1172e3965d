import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { saveModel } from '../../src/format/save/saveModel.ts'
import { type Command, CommandError, ExitCode } from '../usage.ts'
import { openModel } from './model.ts'

export const convert: Command = {
  name: 'convert',
  summary: 'Write a model, MJCF or URDF, as one MJCF file',
  operands: '<model.xml or robot.urdf>',
  details:
    'Everything is written where it ended up: without includes, classes of defaults\n' +
    'and frames, with explicit inertias and all digits. Meshes and pictures stay in\n' +
    'their own files.',
  options: { out: { value: 'file', help: 'file to write, in place of standard output' } },
  examples: ['kinetree convert robot.urdf --out robot.xml', 'kinetree convert models/humanoid.xml | less'],

  async run(args, io) {
    const path = args.single('model')
    const m = openModel(path)
    const out = args.text('out')
    if (out === undefined) {
      io.out(saveModel(m))
      return ExitCode.ok
    }
    const assetFolder = relative(dirname(resolve(out)), dirname(resolve(path)))
      .split(sep)
      .join('/')
    write(out, saveModel(m, { assetFolder }))
    io.out(`${out}\n`)
    return ExitCode.ok
  },
}

/** Writes a file that appears under its name only when it is complete. */
function write(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, text)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw new CommandError(`cannot write '${file}': ${(error as Error).message}`)
  }
}
