import { MeshArrays } from './meshes.ts'

/** Other things that geoms refer to: height fields, textures, materials, skins. */
export class AssetArrays extends MeshArrays {}
