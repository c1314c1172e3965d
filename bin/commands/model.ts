import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Model } from '../../src/core/model/model.ts'
import { type LoadModelFileOptions, loadModelFile } from '../../src/node.ts'
import type { Io } from '../io.ts'
import { type Arguments, CommandError, didYouMean, type OptionSpec } from '../usage.ts'

/** The option of commands that load one model. */
export const memoryOption = {
  'max-bytes': { value: 'bytes', help: 'memory that loading may take (default 1 GiB)' },
} as const satisfies Record<string, OptionSpec>

/** What that option says. */
export function loadLimits(args: Arguments): LoadModelFileOptions {
  const maxBytes = args.count('max-bytes')
  return maxBytes === undefined ? {} : { maxBytes }
}

/**
 * Loads the named model; if there is no such file, suggests one with a similar name in the same folder.
 * @param io where to print the warnings of the model; absent: nowhere
 */
export function openModel(path: string, io?: Io, options: LoadModelFileOptions = {}): Model {
  if (!existsSync(path)) throw new CommandError(`there is no file '${path}'${didYouMean(path, neighbors(path))}`)
  const m = loadModelFile(path, options)
  for (const warning of m.warnings) io?.err(`warning: ${warning}\n`)
  return m
}

/** Model files in the folder of a path, written as the path is. */
function neighbors(path: string): string[] {
  const folder = dirname(path)
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => /\.(xml|mjcf|urdf)$/i.test(file))
  return files.map((file) => (path === basename(path) ? file : join(folder, file)))
}
