import { Arena } from '../memory/arena.ts'
import { AssetSources } from './assetOrigins.ts'
import type { DofChains } from './dofChains.ts'
import { ExtraArrays } from './fields/customFields.ts'
import { ModelSizes } from './fields/modelSizes.ts'
import { Names } from './names.ts'
import { Option, Statistic } from './option.ts'
import type { SdfInstance } from './sdfShape.ts'
import { Visual } from './visual.ts'

export { ModelSizes }

/** What `Model.acceleration` is, as far as the model needs to know; see `Acceleration`. @internal */
export interface ModelAcceleration {
  /** Whether states are in memory that other threads can see. */
  readonly shared: boolean
}

/**
 * What is simulated: everything that stays constant during a simulation, under MuJoCo's names. The arrays are listed by
 * part in the classes that this one extends, one line a field: name, type, shape and meaning. All are carved from one
 * arena in the order in which they stand there. Quaternions are (w, x, y, z), matrices row-major.
 * MuJoCo: mjModel.
 */
export class Model extends ExtraArrays {
  /** Options of the physics; they may change between steps. */
  readonly opt = new Option()
  /** Settings of the picture. */
  readonly vis = new Visual()
  /** Statistics of the model at qpos0. */
  readonly stat = new Statistic()
  /** Names of all objects. */
  readonly names = new Names()
  /** Where meshes, textures and other assets came from, for saving. Kinetree's own. */
  readonly sources = new AssetSources()

  /**
   * Functions that give the signed distance of geoms, by geom; empty: no geom has one. They are not part of the memory
   * of the model: pass them again when building it in another thread (`LoadOptions.sdf`).
   */
  sdf: readonly (SdfInstance | undefined)[] = []

  /** Picture files that were not there, when the user asked to load without them. */
  missingPictures: readonly string[] = []

  /**
   * What is odd about the model although it loads, one text each: file, line and element, then what it is. For example
   * a face of a mesh file that could not be cut into triangles as a whole.
   */
  warnings: readonly string[] = []

  /** Dofs that move each body; see `chainsOf`. @internal */
  chains: DofChains | undefined = undefined

  /** Where the transposed entries of the matrices with the pattern D stand; see `transposedOf`. @internal */
  transposed: Int32Array | undefined = undefined

  /** Stages made for this model, if `kinetree/kernel` has accelerated it: new states use them. @internal */
  acceleration: ModelAcceleration | undefined = undefined

  /** Whether a body has gravity compensation. */
  flg_gravcomp = false
  /** Whether a geom or pair has adhesion. */
  flg_adhesion = false
  /** Whether a geom has a surface velocity. */
  flg_surfacevel = false

  /**
   * @param sizes sizes of the model
   * @param arena memory for the arrays; fresh memory by default
   */
  constructor(sizes: ModelSizes, arena: Arena = Arena.sized((a) => new Model(sizes, a))) {
    super(sizes, arena)
  }
}
