import { dirname, relative, resolve, sep } from 'node:path'
import { type SaveOptions, saveModel } from '../../src/format/save/saveModel.ts'
import { printable } from '../text/printable.ts'
import { type Command, ExitCode } from '../usage.ts'
import { loadLimits, memoryOption, openModel } from './model.ts'
import { writeWhole } from './writeWhole.ts'

export const convert: Command = {
  name: 'convert',
  summary: 'Write a model, MJCF or URDF, as one MJCF file',
  operands: '<model.xml or robot.urdf>',
  details:
    'Writes the compiled model: without includes, default classes, and frames, with\n' +
    'explicit inertias and all digits. Meshes and textures stay in their own files.',
  options: {
    out: { value: 'file', help: 'file to write, instead of standard output' },
    mujoco: { help: 'omit or replace extensions to MJCF, with a warning each' },
    ...memoryOption,
  },
  examples: ['kinetree convert robot.urdf --out robot.xml', 'kinetree convert robot.xml --mujoco > plain.xml'],

  async run(args, io) {
    const path = args.single('model')
    const m = openModel(path, io, loadLimits(args))
    const out = args.text('out')
    const options: SaveOptions = {
      dialect: args.has('mujoco') ? 'mujoco' : 'kinetree',
      onWarning: (warning) => io.err(`warning: ${printable(warning)}\n`),
    }
    if (out === undefined) {
      io.out(saveModel(m, options))
      return ExitCode.ok
    }
    const assetFolder = relative(dirname(resolve(out)), dirname(resolve(path)))
      .split(sep)
      .join('/')
    writeWhole(out, saveModel(m, { ...options, assetFolder }))
    io.out(`${printable(out)}\n`)
    return ExitCode.ok
  },
}
