import { expect, test } from 'vitest'
import { ModelError } from '../../src/core/model/errors.ts'
import { loadModel } from '../../src/format/load.ts'
import { BOX, mshFile, objFile, stlFile, textStlFile } from '../support/meshFiles.ts'
import { Random } from './mutate.ts'
import { fuzzRuns } from './runs.ts'

const RUNS = fuzzRuns(7000)
/** Longest that one damaged file may take, ms. */
const LIMIT = 20_000

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const SEEDS: readonly (readonly [ending: string, content: Uint8Array])[] = [
  ['stl', stlFile(BOX)],
  ['stl', bytesOf(textStlFile(BOX))],
  ['obj', bytesOf(objFile(BOX))],
  ['msh', mshFile(BOX)],
]

/** Numbers that declare too much, or are no numbers, as four bytes. */
const WORDS = [0, 1, 0xffffffff, 0x7fffffff, 0x80000000, 0x7f800000, 0x7fc00000, 0x7f7fffff, 0x00000001, 200_001]
const TEXTS = [
  'nan',
  '-1',
  '0',
  '1e400',
  '999999999999',
  '/',
  '//',
  '\n',
  'f 1 1 1',
  'f',
  'v',
  'v 1',
  '\\',
  'f 1 2 3 4 5 6 7 8',
  'o x',
  'inf',
  '1/2/3/4',
]
const SCALES = ['1 1 1', '-1 1 1', '1e-30 1 1', '1e30 1e30 1e30', '0 1 1']
const MODES = ['legacy', 'convex', 'exact', 'shell']

type Damage = (content: Uint8Array, random: Random) => Uint8Array

const DAMAGES: readonly Damage[] = [
  // a few bytes anywhere
  (content, random) => {
    const out = content.slice()
    for (let i = random.below(8); i >= 0; i--) out[random.below(out.length)] = random.below(256)
    return out
  },
  // cut off
  (content, random) => content.slice(0, random.below(content.length)),
  // more than there should be
  (content, random) => Uint8Array.from([...content, ...content.subarray(random.below(content.length))]),
  // four bytes that matter
  (content, random) => {
    const out = content.slice()
    const at = 4 * random.below(Math.floor(out.length / 4))
    new DataView(out.buffer).setUint32(at, random.pick(WORDS), true)
    return out
  },
  // one of the numbers that a binary file declares
  (content, random) => {
    const out = content.slice()
    new DataView(out.buffer).setUint32(random.pick([0, 4, 8, 12, 80]), random.pick(WORDS), true)
    return out
  },
  // words into text
  (content, random) => {
    const at = random.below(content.length)
    const end = at + random.below(6)
    return Uint8Array.from([...content.subarray(0, at), ...bytesOf(random.pick(TEXTS)), ...content.subarray(end)])
  },
  // a piece moved
  (content, random) => {
    const out = content.slice()
    out.copyWithin(random.below(out.length), random.below(out.length), random.below(out.length))
    return out
  },
]

function model(ending: string, random: Random): string {
  const attributes = `scale="${random.pick(SCALES)}" inertia="${random.pick(MODES)}"`
  const hull = random.next() < 0.2 ? 'maxhullvert="5"' : ''
  // distances are sampled in an octree, which takes a while
  const type = random.next() < 0.02 ? 'sdf' : random.pick(['mesh', 'box'])
  const geom = `<geom type="${type}" mesh="m" contype="${random.below(2)}"/>`
  return `<mujoco><asset><mesh name="m" file="m.${ending}" ${attributes} ${hull}/></asset>
    <worldbody><body><freejoint/><geom size="1"/>${geom}</body></worldbody></mujoco>`
}

test('the mesh files that are damaged here load while they are whole', () => {
  for (const [ending, content] of SEEDS) {
    const xml = `<mujoco><asset><mesh name="m" file="m.${ending}"/></asset>
      <worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>`
    expect(loadModel(xml, { files: { [`m.${ending}`]: content } }).mesh_facenum[0]).toBe(12)
  }
})

test(`${RUNS} damaged mesh files load or give a ModelError at the mesh, and none hangs`, () => {
  let loaded = 0
  for (let seed = 0; seed < RUNS; seed++) {
    const random = new Random(seed)
    const [ending, content] = SEEDS[seed % SEEDS.length]
    let damaged = random.pick(DAMAGES)(content, random)
    if (random.next() < 0.3) damaged = damaged.length > 100 ? random.pick(DAMAGES)(damaged, random) : damaged
    const xml = model(ending, random)

    const start = performance.now()
    try {
      const m = loadModel(xml, { files: { [`m.${ending}`]: damaged } })
      expect([...m.mesh_vert, ...m.mesh_pos, ...m.geom_size].every(Number.isFinite), `seed ${seed}`).toBe(true)
      loaded++
    } catch (error) {
      if (!(error instanceof ModelError)) throw new Error(`seed ${seed}: ${String(error)}`, { cause: error })
      expect(error.element, `seed ${seed}: ${error.message}`).toBeDefined()
    }
    expect(performance.now() - start, `seed ${seed} took too long`).toBeLessThan(LIMIT)
  }
  expect(loaded).toBeGreaterThan(RUNS / 100)
  expect(loaded).toBeLessThan(RUNS)
})
