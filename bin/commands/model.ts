import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { ObjType } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import { type LoadModelFileOptions, loadModelFile } from '../../src/node.ts'
import type { ModelFiles } from '../../tools/compare/reference.ts'
import type { Io } from '../io.ts'
import { type Arguments, CommandError, didYouMean, type OptionSpec, UsageError } from '../usage.ts'

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

/** The model and the files of its folder, for the reference. */
export function filesAround(path: string): ModelFiles {
  const folder = dirname(resolve(path))
  const root = dirname(folder)
  return {
    path: `${basename(folder)}/${basename(path)}`,
    files: (file) => {
      const full = join(root, file)
      const isFile = statSync(full, { throwIfNoEntry: false })?.isFile() ?? false
      return isFile ? readFileSync(full) : undefined
    },
  }
}

/** Model files in the folder of a path, written as the path is. */
function neighbors(path: string): string[] {
  const folder = dirname(path)
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => /\.(xml|mjcf|urdf)$/i.test(file))
  return files.map((file) => (path === basename(path) ? file : join(folder, file)))
}

/** A keyframe by name, or by number. */
export function keyframe(m: Model, key: string): number {
  const names = m.names.all(ObjType.key)
  const id = m.names.id(ObjType.key, key)
  if (id >= 0) return id
  const number = /^\d+$/.test(key) ? Number(key) : Number.NaN
  if (number < m.nkey) return number
  const named = names.filter((name) => name !== '')
  const known = m.nkey === 0 ? 'the model has none' : `the model has ${named.length > 0 ? named.join(', ') : m.nkey}`
  throw new UsageError(`there is no keyframe '${key}'; ${known}${didYouMean(key, named)}`)
}
