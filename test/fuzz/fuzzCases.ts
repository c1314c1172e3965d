import { Data } from '../../src/core/data/data.ts'
import { ModelError } from '../../src/core/model/errors.ts'
import type { Model } from '../../src/core/model/model.ts'
import { loadModel } from '../../src/format/load.ts'
import { saveModel } from '../../src/format/save/saveModel.ts'
import { step } from '../../src/pipeline/step.ts'
import { ROBOTS } from '../conformance/support/robots.ts'
import { damageBytes } from './byteMutations.ts'
import type { FuzzCase, FuzzOutcome } from './fuzzCase.ts'
import { Random } from './fuzzRandom.ts'
import { grammarModel } from './grammarModel.ts'
import { ASSET_FILES, ASSET_MODEL, MESH_FILES, oddPicture } from './seedAssets.ts'
import { ARM, INCLUDED_FILES, PARENT, SEED_MODELS } from './seedModels.ts'
import { STATE_KINDS } from './stateCases.ts'
import { damageText } from './textMutations.ts'

/**
 * Numbered bad inputs. The number of a case gives its kind and all its random choices, so a case can be run again by
 * its number alone. Whatever the input, loading ends with a model or with a `ModelError` that says where; what loads
 * has finite numbers, can be stepped, and can be saved and loaded. `stateCases.ts` has the damaged states.
 */

/** Kinds of inputs. */
export const FUZZ_KINDS = {
  'damaged model': (random) => {
    // the small models are damaged as often as all the large ones together
    const original = random.next() < 0.7 ? SEED_MODELS[random.below(3)] : random.pick(SEED_MODELS)
    const [xml, damage] = damageText(original, random)
    return modelCase(xml, INCLUDED_FILES, damage)
  },
  'model from the grammar': (random) => modelCase(grammarModel(random, loads), ALL_FILES, 'none'),
  'damaged model from the grammar': (random) => {
    const [xml, damage] = damageText(grammarModel(random, loads), random)
    return modelCase(xml, ALL_FILES, damage)
  },
  'model with copies': (random) => {
    if (random.next() < 0.7) {
      const [xml, damage] = damageText(PARENT, random)
      return modelCase(xml, { 'arm.xml': ARM, 'self.xml': PARENT }, damage)
    }
    const [arm, damage] = damageText(ARM, random)
    return modelCase(PARENT, { 'arm.xml': arm, 'self.xml': PARENT }, `attached model: ${damage}`)
  },
  'model with assets': (random) => {
    const [xml, damage] = damageText(ASSET_MODEL, random)
    return modelCase(xml, ASSET_FILES, damage)
  },
  URDF: (random) => {
    const [xml, damage] = damageText(random.pick(Object.values(ROBOTS)), random)
    return modelCase(xml, ALL_FILES, damage)
  },
  STL: (random) => meshCase(random.pick(['box.stl', 'text.stl']), random),
  OBJ: (random) => meshCase('box.obj', random),
  MSH: (random) => meshCase('box.msh', random),
  PNG: (random) => {
    const name = random.pick(PICTURES)
    return random.next() < 0.5
      ? assetCase(name, oddPicture(random), `${name} made odd`)
      : assetCase(name, damageBytes(ASSET_FILES[name], random), name)
  },
  'height field': (random) => assetCase('field.bin', damageBytes(ASSET_FILES['field.bin'], random), 'field.bin'),
  skin: (random) => assetCase('skin.skn', damageBytes(ASSET_FILES['skin.skn'], random), 'skin.skn'),
  ...STATE_KINDS,
} as const satisfies Readonly<Record<string, (random: Random) => FuzzCase>>

export type FuzzKind = keyof typeof FUZZ_KINDS
const KINDS = Object.keys(FUZZ_KINDS) as FuzzKind[]

type InputFiles = Readonly<Record<string, string | Uint8Array>>

const ALL_FILES = { ...INCLUDED_FILES, ...ASSET_FILES, ...MESH_FILES }
const PICTURES = Object.keys(ASSET_FILES).filter((name) => name.endsWith('.png'))

/** Whether a model loads with all files. */
function loads(xml: string): boolean {
  return loaded(xml, ALL_FILES) !== undefined
}

/** Kinds take turns. */
export function fuzzKind(number: number): FuzzKind {
  return KINDS[number % KINDS.length]
}

export function fuzzCase(number: number): FuzzCase {
  return FUZZ_KINDS[fuzzKind(number)](new Random(number))
}

function modelCase(xml: string, files: InputFiles, damage: string): FuzzCase {
  const run = (): FuzzOutcome => {
    const model = loaded(xml, files)
    if (model === undefined) return 'refused'
    checkNumbers(model)
    if (isSmall(model)) {
      stepOnce(model)
      saveAndLoad(model, files)
    }
    return 'loaded'
  }
  return { damage, text: xml, run }
}

function meshCase(name: string, random: Random): FuzzCase {
  const xml = meshModel(name, random)
  return modelCase(xml, { [name]: damageBytes(MESH_FILES[name], random) }, name)
}

function assetCase(name: string, bytes: Uint8Array, damage: string): FuzzCase {
  return modelCase(ASSET_MODEL, { ...ASSET_FILES, [name]: bytes }, damage)
}

function loaded(xml: string, files: InputFiles): Model | undefined {
  try {
    return loadModel(xml, { files, fileName: 'robot.xml' })
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    if (typeof error.file !== 'string' || !(error.line !== undefined && error.line > 0))
      throw new Error(`the error does not say where: ${error.message}`, { cause: error })
    return undefined
  }
}

/** Steps and texts of larger models would take most of the time. */
function isSmall({ nv, ngeom, nmeshvert, ntexdata }: Model): boolean {
  return nv <= 100 && ngeom <= 200 && nmeshvert <= 1000 && ntexdata <= 10_000
}

const CHECKED = ['qpos0', 'body_pos', 'body_quat', 'body_ipos', 'body_mass', 'body_inertia', 'body_invweight0'] as const
const CHECKED_GEOMS = ['geom_pos', 'geom_quat', 'geom_size', 'geom_rbound', 'mesh_vert', 'mesh_pos'] as const

function checkNumbers(m: Model): void {
  for (const name of [...CHECKED, ...CHECKED_GEOMS])
    if (!m[name].every(Number.isFinite)) throw new Error(`${name} is not finite`)
}

/** A state of numbers that are too large is reset, with a warning; it never has NaN. */
function stepOnce(m: Model): void {
  const d = new Data(m)
  for (let i = 0; i < 2; i++) step(m, d)
  if (![...d.qpos, ...d.qvel].every(Number.isFinite)) throw new Error('the state is not finite')
}

function saveAndLoad(m: Model, files: InputFiles): void {
  const text = saveModel(m)
  let again: Model
  try {
    again = loadModel(text, { files })
  } catch (cause) {
    throw new Error(`what is saved does not load: ${(cause as Error).message}`, { cause })
  }
  if (again.nv !== m.nv || again.nbody !== m.nbody) throw new Error('what is saved loads as another model')
}

const SCALES = ['1 1 1', '-1 1 1', '1e-30 1 1', '1e30 1e30 1e30', '0 1 1', '.001 .001 .001']
const INERTIAS = ['legacy', 'convex', 'exact', 'shell']

function meshModel(file: string, random: Random): string {
  const hull = random.next() < 0.2 ? 'maxhullvert="5"' : ''
  // distances are sampled in an octree, which takes a while
  const type = random.next() < 0.02 ? 'sdf' : random.pick(['mesh', 'box'])
  return `<mujoco><asset>
    <mesh name="m" file="${file}" scale="${random.pick(SCALES)}" inertia="${random.pick(INERTIAS)}" ${hull}/></asset>
    <worldbody><body><freejoint/><geom size="1"/><geom type="${type}" mesh="m" contype="${random.below(2)}"/></body>
    </worldbody></mujoco>`
}
