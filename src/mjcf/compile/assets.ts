import type { LoadOptions } from '../files.ts'
import type { Spec } from '../spec.ts'

/** Textures, materials, height fields and skins of one model, in the order of their ids. */
export interface Assets {
  /** Names of textures whose pictures were not there. */
  readonly missingPictures: readonly string[]
}

/** Reads the files that assets name, and checks and completes what the assets say. */
export function compileAssets(_spec: Spec, _options: LoadOptions): Assets {
  return { missingPictures: [] }
}
