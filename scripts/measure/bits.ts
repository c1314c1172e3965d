import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import load from '@mujoco/mujoco'
import type { Model } from '../../src/core/model/model.ts'
import { loadModelFile } from '../../src/node.ts'
import {
  type BitCount,
  countDataBits,
  countModelBits,
  DYNAMICS_FIELDS,
  POSE_FIELDS,
  stepsWithEqualBits,
  totalBits,
} from '../../tools/compare/compareBits.ts'
import { modelFromReference, ReferenceModel } from '../../tools/compare/reference.ts'

/**
 * Counts numbers that have the bits of the reference, over the models of a folder: poses and other results of a forward
 * pass, with the compiled model of the reference and with ours; numbers of the model; and steps of rollouts.
 * `npx tsx scripts/measure/bits.ts folder [part of a path] [--models]`
 */

const [folder = fileURLToPath(new URL('../../models', import.meta.url)), part = ''] = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--'))
const perModel = process.argv.includes('--models')
const STEPS = 200
const MOST_DOFS = 250

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.xml') && file.includes(part))
  .sort()

type Counts = Map<string, BitCount>
const totals: Record<'filled' | 'ours' | 'model', Counts> = { filled: new Map(), ours: new Map(), model: new Map() }
const rollouts: Record<string, number[]> = {
  'filled smooth': [],
  'filled constrained': [],
  smooth: [],
  constrained: [],
}

function add(to: Counts, counts: Counts): void {
  for (const [field, { numbers, equal }] of counts) {
    const entry = to.get(field) ?? { numbers: 0, equal: 0 }
    entry.numbers += numbers
    entry.equal += equal
    to.set(field, entry)
  }
}

function visit(name: string, m: Model, reference: ReferenceModel): void {
  const filled = modelFromReference(reference)
  const fields = [...POSE_FIELDS, ...DYNAMICS_FIELDS]
  const found = {
    filled: countDataBits(filled, reference, fields),
    ours: countDataBits(m, reference, fields),
    model: countModelBits(m, reference),
  }
  for (const kind of ['filled', 'ours', 'model'] as const) {
    add(totals[kind], found[kind])
    if (!perModel) continue
    const different = [...found[kind]].filter(([, { numbers, equal }]) => equal < numbers)
    const text = different.map(([field, { numbers, equal }]) => `${field} ${numbers - equal}/${numbers}`)
    if (text.length > 0) console.log(`${name}, ${kind}: ${text.join(', ')}`)
  }
  if (m.nv === 0 || m.nv > MOST_DOFS) return
  const steps = {
    'filled smooth': stepsWithEqualBits(filled, reference, STEPS, false),
    'filled constrained': stepsWithEqualBits(filled, reference, STEPS, true),
    smooth: stepsWithEqualBits(m, reference, STEPS, false),
    constrained: stepsWithEqualBits(m, reference, STEPS, true),
  }
  for (const [kind, count] of Object.entries(steps)) rollouts[kind].push(count)
  if (perModel) console.log(`${name}: steps ${JSON.stringify(steps)}`)
}

let mj = await load({ print: () => {}, printErr: () => {} })
let models = 0
for (const file of files) {
  try {
    const lookup = (path: string) => {
      const full = `${folder}/${path}`
      return existsSync(full) && statSync(full).isFile() ? readFileSync(full) : undefined
    }
    const m = loadModelFile(`${folder}/${file}`, { root: folder })
    const reference = new ReferenceModel(mj, { path: file, files: lookup })
    try {
      visit(file, m, reference)
      models++
    } finally {
      const { byteLength } = reference.raw.qpos0.buffer
      reference.delete()
      // the memory of an instance never shrinks
      if (byteLength > 2 ** 29) mj = await load({ print: () => {}, printErr: () => {} })
    }
  } catch (error) {
    if (perModel) console.log(`${file}: left out, ${error instanceof Error ? error.message.slice(0, 100) : error}`)
  }
}

console.log(`${models} models of ${files.length} files`)
for (const [kind, counts] of Object.entries(totals)) {
  const line = ({ numbers, equal }: BitCount) => `${equal} of ${numbers} equal, ${numbers - equal} different`
  const poses = totalBits([...counts].filter(([field]) => POSE_FIELDS.includes(field)).map(([, entry]) => entry))
  console.log(`\n${kind}: all ${line(totalBits(counts.values()))}; poses ${line(poses)}`)
  for (const [field, entry] of counts) if (entry.equal < entry.numbers) console.log(`  ${field}: ${line(entry)}`)
}
for (const [kind, steps] of Object.entries(rollouts)) {
  const at = (n: number) => steps.filter((count) => count >= n).length
  console.log(
    `rollouts, ${kind}: of ${steps.length}, ${[1, 10, 50, STEPS].map((n) => `${at(n)} for ${n} steps`).join(', ')}`,
  )
}
