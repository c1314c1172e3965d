import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Something that an entry point exports. */
export interface PublicExport {
  readonly name: string
  /** The file that declares it, relative to `src`. */
  readonly file: string
  /** Its doc comment, without stars and on one line; empty where it has none. */
  readonly doc: string
  /** Names of the parameters of a function. */
  readonly parameters: readonly string[]
}

const src = join(import.meta.dirname, '../../src')

/** All exports of a file of `src`, those of files that it passes on included. */
export function publicExports(file: string): PublicExport[] {
  const text = readFileSync(join(src, file), 'utf8')
  const target = (specifier: string) => normalize(join(dirname(file), specifier)).replaceAll('\\', '/')
  const passedOn = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)'/gm)].flatMap(
    ([, list, specifier]) => {
      const names = list.split(',').map((name) => name.replace('type ', '').trim())
      return publicExports(target(specifier)).filter(({ name }) => names.includes(name))
    },
  )
  const all = [...text.matchAll(/^export \* from '([^']+)'/gm)].flatMap(([, specifier]) =>
    publicExports(target(specifier)),
  )
  return [...declaredIn(text).map((declared) => ({ ...declared, file })), ...passedOn, ...all]
}

/** What a text declares and exports. An enumeration is a constant and a type of the same name, with one doc comment. */
function declaredIn(text: string): Omit<PublicExport, 'file'>[] {
  const DECLARATION =
    /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^export (?:async |abstract |declare )*(?:function|class|interface|const|type|enum) (\w+)/gm
  const docs = new Map<string, string>()
  for (const [, comment = '', name] of text.matchAll(DECLARATION)) {
    const doc = comment.replace(/^\s*\/?\*+\/?|\*\/\s*$/gm, '').replace(/\s+/g, ' ')
    docs.set(name, (docs.get(name) ?? '') + doc.trim())
  }
  return [...docs].map(([name, doc]) => ({ name, doc, parameters: parametersOf(text, name) }))
}

/** Names of the parameters of a function, but for those that are taken apart; none where there is no such function. */
function parametersOf(text: string, name: string): string[] {
  const list =
    new RegExp(`^export (?:async )?function ${name}\\(([\\s\\S]*?)\\)(?:: .*)? \\{$`, 'm').exec(text)?.[1] ?? ''
  return [...list.matchAll(/(?:^|,)\s*(\w+)\??(?=:| =)/g)].map(([, parameter]) => parameter)
}
