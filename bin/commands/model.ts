import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Model } from '../../src/core/model/model.ts'
import { loadModelFile } from '../../src/node.ts'
import { CommandError, didYouMean, type OptionSpec } from '../usage.ts'

/** The option of commands that load one model. */
export const memoryOption = {
  'max-bytes': { value: 'bytes', help: 'memory that loading may take (default 1 GiB)' },
} as const satisfies Record<string, OptionSpec>

/** Loads the named model; if there is no such file, suggests one with a similar name in the same folder. */
export function openModel(path: string, maxBytes?: number): Model {
  if (!existsSync(path)) throw new CommandError(`there is no file '${path}'${didYouMean(path, neighbors(path))}`)
  return loadModelFile(path, maxBytes === undefined ? {} : { maxBytes })
}

/** Model files in the folder of a path, written as the path is. */
function neighbors(path: string): string[] {
  const folder = dirname(path)
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => /\.(xml|mjcf|urdf)$/i.test(file))
  return files.map((file) => (path === basename(path) ? file : join(folder, file)))
}
