import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashingProgram, PINNED_HASHES } from '../test/support/pinnedHashes.ts'
import { PINNED_SCENES } from '../test/support/pinnedScenes.ts'

/**
 * Compares the bits of several JavaScript engines: `npx tsx scripts/engines.ts`. Needs a build. Prints for each engine
 * how many pinned scenes have their hash after 1,000 steps, and how many models compile to the same memory as in this
 * Node, with their meshes. Fails where one does not.
 */

const ENGINES: readonly (readonly [name: string, ...command: string[]])[] = [
  ...['20', '22', '24', '26'].map((v) => [`Node ${v}`, 'npx', '--yes', '-p', `node@${v}`, 'node'] as const),
  ['Bun', 'npx', '--yes', 'bun'],
  ['Deno', 'npx', '--yes', 'deno', 'run', '--allow-read'],
]

const repository = new URL('../', import.meta.url)
const built = (file: string): string => new URL(`dist/${file}`, repository).href
const shared = fileURLToPath(new URL('../shared/models/', repository))

/** Models with their folder as root; those of others are not part of this project. */
function modelFiles(): string[] {
  const own = ['humanoid', 'quadruped', 'muscle_arm'].map((name) =>
    fileURLToPath(new URL(`models/${name}.xml`, repository)),
  )
  if (!existsSync(`${shared}manifest.jsonl`)) return own
  const lines = readFileSync(`${shared}manifest.jsonl`, 'utf8').trim().split('\n')
  return [...own, ...lines.map((line) => `${shared}${(JSON.parse(line) as { file: string }).file}`)]
}

/** A program that prints a hash of the memory of each model that loads. */
function compilingProgram(files: readonly string[]): string {
  return `
import { createHash } from 'node:crypto'
import { loadModelFile } from ${JSON.stringify(built('node.js'))}
const results = []
for (const file of ${JSON.stringify(files)}) {
  let hash = 'refused'
  try {
    const model = loadModelFile(file, ${JSON.stringify({ root: shared })})
    const sum = createHash('sha256')
    for (const value of Object.values(model)) if (ArrayBuffer.isView(value)) sum.update(value)
    hash = sum.digest('hex')
  } catch {}
  results.push(hash)
}
console.log(JSON.stringify(results))
`
}

const folder = mkdtempSync(join(tmpdir(), 'kinetree-'))
const files = modelFiles()
let failed = false
try {
  const stepping = join(folder, 'stepping.mjs')
  const compiling = join(folder, 'compiling.mjs')
  writeFileSync(stepping, hashingProgram(built('kinetree.js'), PINNED_SCENES))
  writeFileSync(compiling, compilingProgram(files))
  const run = ([program, ...args]: readonly string[], file: string): unknown[] =>
    JSON.parse(
      execFileSync(program, [...args, file], { maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] }).toString(),
    )
  const models = run(['node'], compiling)
  for (const [name, ...command] of ENGINES) {
    const scenes = run(command, stepping)
    const same = PINNED_SCENES.filter(({ name }, i) => `${scenes[i]}` === `${PINNED_HASHES[name]}`)
    const compiled = run(command, compiling)
    const loaded = models.filter((hash) => hash !== 'refused').length
    const equal = models.filter((hash, i) => hash !== 'refused' && hash === compiled[i]).length
    console.log(
      `${name}: ${same.length} of ${PINNED_SCENES.length} scenes, ${equal} of ${loaded} models have the same bits`,
    )
    failed ||= same.length < PINNED_SCENES.length || equal < loaded
  }
} finally {
  rmSync(folder, { recursive: true })
}
if (failed) process.exitCode = 1
