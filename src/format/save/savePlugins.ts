import type { PluginSource } from '../../core/model/assetOrigins.ts'
import type { Model } from '../../core/model/model.ts'
import { node, section, type XmlNode } from './xmlWriter.ts'

/** Plugins: shapes that are given by functions. The functions stay behind, their names and settings are written. */

/** Declarations of all plugins that geoms and meshes name. */
export function extensionNodes(m: Model): XmlNode[] {
  const names = new Set<string>()
  for (const { plugin } of m.sources.meshes) if (plugin) names.add(plugin.plugin)
  for (const field of m.sdf) if (field) names.add(field.plugin)
  return section(
    'extension',
    [...names].map((plugin) => node('extension/plugin', { plugin })),
  )
}

/** The plugin of a geom or a mesh, as what stands in its element. */
export function pluginNodes(source: PluginSource | undefined): XmlNode[] {
  if (!source) return []
  const { plugin, config } = source
  return [
    node(
      'plugin',
      { plugin },
      [...config].map(([key, value]) => node('config', { key, value })),
    ),
  ]
}
