import { expect, test } from 'vitest'
import { ModelError } from '../../src/core/model/errors.ts'
import { loadModel } from '../../src/format/load.ts'
import { makePng, picture } from '../support/png.ts'
import { ints, makeSkin, reals } from '../support/skin.ts'
import { MUTATIONS, Random } from './mutate.ts'
import { fuzzRuns } from './runs.ts'

/**
 * Damaged files of assets, and damaged models that name them. Whatever stands there, loading ends soon, with a model
 * or with a `ModelError`, and takes no memory to speak of.
 */

/** Each for damaged files and for damaged models. */
const RUNS = fuzzRuns(3000)
/** Longest that one of them may take, ms. */
const LIMIT = 2000
/** Most memory that the arrays of a model from such small files may take, bytes. */
const MEMORY = 2 ** 28

const BUFFERS = {
  'rgb.png': picture(4, 4, 7),
  'rgba.png': picture(2, 12, 3, 6),
  'grey.png': picture(5, 3, 9, 0),
  'palette.png': makePng({
    width: 4,
    height: 2,
    colorType: 3,
    depth: 2,
    rows: [
      [0, 0x1b],
      [2, 0x1b],
    ],
    chunks: [
      ['PLTE', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
      ['tRNS', [0, 9]],
      ['sRGB', [0]],
    ],
  }),
  'interlaced.png': makePng({
    width: 3,
    height: 3,
    colorType: 0,
    interlaced: true,
    rows: [
      [0, 0],
      [1, 2],
      [2, 6, 8],
      [3, 1],
      [4, 7],
      [4, 3, 4, 5],
    ],
  }),
  'field.png': picture(3, 4, 1, 0),
  'field.bin': Buffer.concat([ints([3, 2]), reals([1, 2, 3, 4, 5, 6])]),
  'skin.skn': makeSkin({ texcoord: [0, 0, 1, 0, 0, 1], bones: [{}, { body: 'c', vertid: [1], vertweight: [2] }] }),
}

/** Copies: the buffers of Node share memory with their slices. */
const FILES: Readonly<Record<string, Uint8Array>> = Object.fromEntries(
  Object.entries(BUFFERS).map(([name, bytes]) => [name, Uint8Array.from(bytes)]),
)

const MODEL = `<mujoco model="assets">
  <compiler strippath="false"/>
  <default><material shininess=".2"/><default class="c"><material><layer texture="rgb" role="rgb"/></material></default></default>
  <asset>
    <texture file="rgb.png" type="2d" hflip="true"/>
    <texture name="cube" type="cube" file="rgba.png" gridsize="6 1" gridlayout="RLUDFB" nchannel="4"/>
    <texture name="sky" type="skybox" fileup="rgb.png" filedown="rgb.png" colorspace="sRGB"/>
    <texture name="grey" type="2d" file="grey.png" nchannel="1" vflip="true"/>
    <texture name="palette" type="2d" file="palette.png" nchannel="4"/>
    <texture name="interlaced" type="2d" file="interlaced.png"/>
    <texture name="painted" builtin="gradient" width="8" height="8" mark="random" random=".1" rgb1="1 0 0"/>
    <texture name="checker" type="2d" builtin="checker" width="8" height="4" mark="edge" markrgb="1 1 1"/>
    <material name="m" texture="rgb" texrepeat="2 2" rgba="1 0 0 1"/>
    <material name="n" class="c"><layer texture="grey" role="orm"/><layer texture="palette" role="normal"/></material>
    <hfield name="hills" file="field.png" size="1 1 .5 .1"/>
    <hfield name="dunes" file="field.bin" size="1 1 .5 .1"/>
    <hfield name="steps" nrow="2" ncol="3" elevation="0 1 2 3 4 5" size="1 1 .5 .1"/>
    <skin file="skin.skn" material="m"/>
    <skin name="s" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2" texcoord="0 0 1 0 0 1">
      <bone body="b" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>
    </skin>
  </asset>
  <worldbody>
    <light texture="painted" type="image"/>
    <geom type="hfield" hfield="hills" material="m"/>
    <body name="b"><freejoint/><geom size=".1" material="n"/><site material="m"/></body>
    <body name="c"><joint/><geom type="hfield" hfield="dunes"/></body>
  </worldbody>
</mujoco>`

/** What goes wrong with bytes. */
const BYTE_MUTATIONS: readonly ((bytes: Uint8Array, random: Random) => Uint8Array)[] = [
  // cut off
  (bytes, random) => bytes.slice(0, random.below(bytes.length)),
  // a bit
  (bytes, random) => changed(bytes, random, (byte) => byte ^ (1 << random.below(8))),
  // a byte
  (bytes, random) => changed(bytes, random, () => random.below(256)),
  // a whole number of 32 bits, of either byte order
  (bytes, random) => {
    const copy = bytes.slice()
    const at = random.below(Math.max(1, bytes.length - 3))
    const value = random.pick([0, 1, -1, 2 ** 31 - 1, -(2 ** 31), 0x7fc0_0000, 0x10000, 1_000_000, 65535, 2 ** 24])
    if (at + 4 <= copy.length) new DataView(copy.buffer).setInt32(at, value, random.next() < 0.5)
    return copy
  },
  // bytes added
  (bytes, random) => {
    const at = random.below(bytes.length + 1)
    const extra = Uint8Array.from({ length: 1 + random.below(40) }, () => random.below(256))
    return Uint8Array.of(...bytes.subarray(0, at), ...extra, ...bytes.subarray(at))
  },
  // bytes removed
  (bytes, random) => {
    const at = random.below(bytes.length)
    return Uint8Array.of(...bytes.subarray(0, at), ...bytes.subarray(at + 1 + random.below(8)))
  },
  // noise only
  (_, random) => Uint8Array.from({ length: random.below(100) }, () => random.below(256)),
  // nothing
  () => new Uint8Array(0),
]

function changed(bytes: Uint8Array, random: Random, change: (byte: number) => number): Uint8Array {
  const copy = bytes.slice()
  const at = random.below(copy.length)
  if (copy.length > 0) copy[at] = change(copy[at])
  return copy
}

/** A picture that is sound in itself, so that what is wrong is not hidden behind a checksum. */
function oddPicture(random: Random): Uint8Array {
  const small = () => random.pick([0, 1, 2, 3, 5, 8, 60000, 2 ** 31 - 1])
  const rows = Array.from({ length: random.below(6) }, () => [
    random.below(6),
    ...Array.from({ length: random.below(20) }, () => random.below(256)),
  ])
  const chunk = (): [string, number[]] => [
    random.pick(['PLTE', 'tRNS', 'sRGB', 'gAMA', 'IDAT', 'ABCD', 'abcd', 'IHDR', 'IEND']),
    Array.from({ length: random.pick([0, 1, 2, 3, 6, 12, 13, 768, 771]) }, () => random.below(256)),
  ]
  return makePng({
    width: small(),
    height: small(),
    colorType: random.pick([0, 2, 3, 4, 6, 1, 9]),
    depth: random.pick([1, 2, 4, 8, 16, 3]),
    interlaced: random.next() < 0.3,
    rows,
    chunks: Array.from({ length: random.below(3) }, chunk),
  })
}

/** Loads, and holds what loading promises whatever it is given. Returns whether there is a model. */
function attempt(xml: string, files: Readonly<Record<string, Uint8Array>>, what: string): boolean {
  const start = performance.now()
  try {
    const model = loadModel(xml, { files })
    expect(model.arena.byteLength, what).toBeLessThan(MEMORY)
    return true
  } catch (error) {
    if (!(error instanceof ModelError)) throw new Error(`${what}: ${String(error)}`, { cause: error })
    return false
  } finally {
    expect(performance.now() - start, `${what}: ms`).toBeLessThan(LIMIT)
  }
}

test('the undamaged model loads', () => {
  expect(attempt(MODEL, FILES, 'undamaged')).toBe(true)
})

test('damaged files give a model or a ModelError, and never anything else', () => {
  const random = new Random(1)
  let loaded = 0
  for (let run = 0; run < RUNS; run++) {
    const name = random.pick(Object.keys(FILES))
    let bytes = FILES[name]
    for (let i = random.below(3); i >= 0; i--) if (bytes.length > 0) bytes = random.pick(BYTE_MUTATIONS)(bytes, random)
    if (name.endsWith('.png') && random.next() < 0.5) bytes = Uint8Array.from(oddPicture(random))
    if (attempt(MODEL, { ...FILES, [name]: bytes }, `run ${run}, ${name}`)) loaded++
  }
  // some damage is not seen: elevations, weights
  expect(loaded).toBeGreaterThan(RUNS / 50)
  expect(loaded).toBeLessThan(RUNS)
}, 120_000)

test('damaged models with assets give a model or a ModelError, and never anything else', () => {
  const random = new Random(2)
  const mutations = Object.entries(MUTATIONS)
  const before = process.memoryUsage().arrayBuffers
  for (let run = 0; run < RUNS; run++) {
    let xml = MODEL
    const names: string[] = []
    for (let i = random.below(3); i >= 0; i--) {
      const [name, mutate] = random.pick(mutations)
      names.push(name)
      if (xml.length > 0) xml = mutate(xml, random)
    }
    attempt(xml, FILES, `run ${run}, ${names.join(', ')}`)
  }
  globalThis.gc?.()
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 31)
}, 240_000)
