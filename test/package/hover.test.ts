import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './support.ts'

/** Files whose members users meet in an editor. */
const files = [
  'core/data/data.ts',
  'core/data/dataScalars.ts',
  'core/data/contactArrays.ts',
  'core/data/constraintArrays.ts',
  'core/model/model.ts',
  'core/model/option.ts',
  'core/model/visual.ts',
  ...['core/model/fields', 'core/model/enums'].flatMap((folder) =>
    readdirSync(join(root, 'src', folder)).map((file) => `${folder}/${file}`),
  ),
]

/** A field of a class, an accessor, or a member of an enumeration, at the start of a line. */
const MEMBER = /^(?: {2}(?:readonly )?(\w+)(?:: [^=(]+)? = | {2}get (\w+)\(|(?: {2}| {4})(\w+): .*,$)/

test.each(files)('every member of %s shows on hover what it is', (file) => {
  const lines = readFileSync(join(root, 'src', file), 'utf8').split('\n')
  const bare = lines.filter(
    (line, i) => MEMBER.test(line) && !/\*\/$/.test(lines[i - 1]) && !/\barena\.\w+\(n/.test(line),
  )
  expect(bare).toEqual([])
})
