import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

/** An import of a source file: of another one, or of a library. Paths are relative to `src`. */
export interface Import {
  readonly from: string
  /** A file of `src`, or the name of a library. */
  readonly to: string
}

const src = join(import.meta.dirname, '../../src')

/** The source files of the engine, without tests, relative to `src`. */
export function sourceFiles(): string[] {
  return readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
    .map((entry) => relative(src, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

/** A file without comments and strings, so that only code is looked at. */
export function codeOf(file: string): string {
  return textOf(file).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '')
}

/** All imports of all source files, those of types included. */
export function allImports(): Import[] {
  return sourceFiles().flatMap((from) =>
    [
      ...textOf(from).matchAll(
        /^(?:import|export)\b[^;'"]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
      ),
    ].map(([, named, bare, dynamic]) => {
      const specifier = named ?? bare ?? dynamic
      const to = specifier.startsWith('.') ? normalize(join(dirname(from), specifier)).replaceAll('\\', '/') : specifier
      return { from, to }
    }),
  )
}

function textOf(file: string): string {
  return readFileSync(join(src, file), 'utf8')
}
