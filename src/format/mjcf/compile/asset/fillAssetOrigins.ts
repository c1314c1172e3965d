import type { AssetSource, MeshFit, PluginSource } from '../../../../core/model/assetOrigins.ts'
import { ObjType } from '../../../../core/model/enums.ts'
import type { Model } from '../../../../core/model/model.ts'
import { foundFiles } from '../../asset/assetPath.ts'
import type { PluginUse } from '../../schema/readPlugin.ts'
import type { MeshSpec, Spec, TextureSpec } from '../../schema/spec.ts'
import { isMeshType, meshBox } from '../body/meshGeom.ts'
import type { Parts } from '../parts/parts.ts'
import type { Section } from '../parts/section.ts'

/** How meshes and textures were given, so that the model can be saved. */
export function originSection(spec: Spec, parts: Parts): Section {
  return { count: () => {}, fill: (m) => fillSources(m, spec, parts) }
}

function fillSources(m: Model, spec: Spec, { geoms }: Parts): void {
  m.sources.meshes = sourcesOf(
    spec.assets.filter((asset) => asset.kind === 'mesh'),
    m.names.all(ObjType.mesh),
  )
  m.sources.textures = sourcesOf(
    spec.assets.filter((asset) => asset.kind === 'texture'),
    m.names.all(ObjType.texture),
  )
  const fits = new Map<number, MeshFit>()
  for (const { id, mesh, spec: geom } of geoms) {
    if (!mesh || isMeshType(geom.attributes.type)) continue
    const boxCenter = spec.compiler.fitaabb === 1 ? meshBox(mesh).slice(0, 3) : undefined
    fits.set(id, { scale: geom.attributes.fitscale, boxCenter })
  }
  m.sources.fits = fits
}

/** The assets that are in the model; those that nothing uses may be gone. */
function sourcesOf(assets: readonly (MeshSpec | TextureSpec)[], names: readonly string[]): AssetSource[] {
  const sources: AssetSource[] = []
  for (const asset of assets) {
    const { attributes } = asset
    if (attributes.name !== names[sources.length]) continue
    const plugin = asset.kind === 'mesh' && asset.plugin ? pluginSource(asset.plugin) : undefined
    sources.push({ attributes, files: foundFiles(asset), plugin })
  }
  return sources
}

function pluginSource({ plugin, config }: PluginUse): PluginSource {
  return { plugin, config: new Map([...config].map(([key, { value }]) => [key, value])) }
}
