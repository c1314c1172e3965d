import { Arena } from '../memory/arena.ts'
import type { AssetSources } from './assetOrigins.ts'
import type { ObjType } from './enums.ts'
import { MADE_WHEN_READ } from './fields/assetFields.ts'
import { ModelSizes, SIZE_NAMES } from './fields/modelSizes.ts'
import { Model } from './model.ts'
import { refuseDamagedModel, refuseDamagedSizes } from './modelIntegrity.ts'
import type { Option, Statistic } from './option.ts'
import type { SdfInstance } from './sdfShape.ts'
import type { Visual } from './visual.ts'

/**
 * A model as plain data that `postMessage` and `structuredClone` take. Sending copies its memory, unless that is a
 * `SharedArrayBuffer`: then all threads look at one model.
 */
export interface ModelMessage {
  readonly sizes: Readonly<Record<string, number>>
  readonly memory: ArrayBufferLike
  readonly byteOffset: number
  readonly opt: Option
  readonly vis: Visual
  readonly stat: Statistic
  readonly name: string
  readonly names: readonly (readonly [type: ObjType, names: readonly string[]])[]
  readonly sources: AssetSources
  readonly missingPictures: readonly string[]
  readonly warnings: readonly string[]
  readonly flags: { readonly gravcomp: boolean; readonly adhesion: boolean; readonly surfacevel: boolean }
  /** Whether geoms have distances given by functions, which no message can carry. */
  readonly hasSdf: boolean
}

/**
 * Message that sends a compiled model to another thread.
 * MuJoCo: mj_saveModel.
 */
export function modelMessage(m: Model): ModelMessage {
  // the receiver cannot make what is not made yet
  for (const name of MADE_WHEN_READ) void m[name]
  return {
    sizes: Object.fromEntries(SIZE_NAMES.map((name) => [name, m[name]])),
    memory: m.arena.buffer!,
    byteOffset: m.arena.byteOffset,
    opt: { ...m.opt },
    vis: { ...m.vis },
    stat: { ...m.stat },
    name: m.names.model,
    names: m.names.entries(),
    sources: { ...m.sources },
    missingPictures: m.missingPictures,
    warnings: m.warnings,
    flags: { gravcomp: m.flg_gravcomp, adhesion: m.flg_adhesion, surfacevel: m.flg_surfacevel },
    hasSdf: m.sdf.length > 0,
  }
}

/**
 * The model that a message holds.
 * MuJoCo: mj_loadModel.
 * @param sdf the functions of `Model.sdf`, where the model that was sent has some
 * @throws RangeError when an integer of the model counts or indexes nothing
 */
export function modelFromMessage(message: ModelMessage, sdf: readonly (SdfInstance | undefined)[] = []): Model {
  if (message.hasSdf && sdf.length === 0)
    throw new TypeError(
      'geoms of this model have distances given by functions, which do not travel between threads: give them again',
    )
  refuseDamagedSizes(message.sizes)
  const sizes = Object.assign(new ModelSizes(), message.sizes)
  const m = new Model(sizes, new Arena(message.memory, message.byteOffset))
  Object.assign(m.opt, message.opt)
  Object.assign(m.vis, message.vis)
  Object.assign(m.stat, message.stat)
  m.names.model = message.name
  for (const [type, names] of message.names) m.names.set(type, names)
  Object.assign(m.sources, message.sources)
  m.missingPictures = message.missingPictures
  m.warnings = message.warnings
  m.flg_gravcomp = message.flags.gravcomp
  m.flg_adhesion = message.flags.adhesion
  m.flg_surfacevel = message.flags.surfacevel
  m.sdf = sdf
  refuseDamagedModel(m)
  return m
}
