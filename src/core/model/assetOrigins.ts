/** Source of an asset, which the arrays of a model do not record. */
export interface AssetSource {
  /** Attributes of its element, with the defaults of its class. */
  readonly attributes: Readonly<Record<string, unknown>>
  /** Where the files that attributes name were found, relative to the folder of the model. */
  readonly files: ReadonlyMap<string, string>
  /** The plugin that makes it, with its settings. */
  readonly plugin?: PluginSource | undefined
}

/** A plugin as a model names it. */
export interface PluginSource {
  readonly plugin: string
  readonly config: ReadonlyMap<string, string>
}

/** How a geom of primitive shape takes its size from a mesh. */
export interface MeshFit {
  readonly scale: number
  /** Center of the box around the mesh, in the frame of the mesh, if the geom has the extents of that box. */
  readonly boxCenter: Float64Array | undefined
}

/**
 * What is needed to write a model again besides its arrays: meshes were moved to their own frames and textures were
 * painted or decoded. Without effect on the physics.
 */
export class AssetSources {
  /** By id. */
  meshes: readonly AssetSource[] = []
  textures: readonly AssetSource[] = []
  /** By id of the geom. */
  fits: ReadonlyMap<number, MeshFit> = new Map()
}
