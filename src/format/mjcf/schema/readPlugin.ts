import { ModelError, type Source } from '../../../core/model/errors.ts'
import { shown, suggestion } from '../text/messageText.ts'
import { sourceOf, type XmlElement } from '../text/xml.ts'
import { GRAMMAR } from './grammar.ts'
import { childrenOf, givenAttributes, readAttributes } from './readAttributes.ts'

/** Where a plugin is used, or declared with settings of its own. */
export interface PluginUse {
  readonly plugin: string
  readonly config: ReadonlyMap<string, PluginSetting>
  readonly source: Source
}

export interface PluginSetting {
  readonly value: string
  readonly source: Source
}

/** What the sections `extension` declare. */
export interface Extensions {
  /** Names of plugins, with the places where they are declared. */
  readonly plugins: ReadonlyMap<string, Source>
  readonly instances: ReadonlyMap<string, PluginUse>
}

export function readExtensions(sections: readonly XmlElement[]): Extensions {
  const plugins = new Map<string, Source>()
  const instances = new Map<string, PluginUse>()
  for (const section of sections) {
    givenAttributes(section, GRAMMAR.extension.attributes)
    for (const element of childrenOf(section, GRAMMAR.extension)) {
      const { plugin } = readAttributes(element, GRAMMAR['extension/plugin'].attributes)
      if (!plugins.has(plugin)) plugins.set(plugin, sourceOf(element, 'plugin'))
      for (const child of childrenOf(element, GRAMMAR['extension/plugin'])) {
        const { name } = readAttributes(child, GRAMMAR.instance.attributes)
        const source = sourceOf(child)
        if (instances.has(name))
          throw new ModelError(`there already is a plugin instance '${name}'`, { source, attribute: 'name' })
        instances.set(name, { plugin, config: readConfig(child, GRAMMAR.instance), source })
      }
    }
  }
  return { plugins, instances }
}

/** The plugin of a geom or a mesh, if any. */
export function readPlugin(parent: XmlElement, { plugins, instances }: Extensions): PluginUse | undefined {
  const element = childrenOf(parent, parent.name === 'mesh' ? GRAMMAR.mesh : GRAMMAR.geom).find(
    ({ name }) => name === 'plugin',
  )
  if (!element) return undefined
  const { plugin, instance } = readAttributes(element, GRAMMAR.plugin.attributes)
  const source = sourceOf(element)
  const config = readConfig(element, GRAMMAR.plugin)
  if (instance !== '') {
    const found = instances.get(instance)
    if (!found)
      throw new ModelError('unknown plugin instance', {
        source,
        attribute: 'instance',
        found: shown(instance),
        suggestion: suggestion(instance, instances.keys()),
      })
    if ((plugin !== '' && plugin !== found.plugin) || config.size > 0)
      throw new ModelError('an instance already has its plugin and settings', {
        source,
        attribute: 'instance',
        suggestion: "give either 'instance', or 'plugin' and <config>",
      })
    return { ...found, source }
  }
  if (plugin === '')
    throw new ModelError('a plugin needs a name', { source, expected: "the attribute 'plugin' or 'instance'" })
  if (!plugins.has(plugin))
    throw new ModelError('this plugin is not declared', {
      source,
      attribute: 'plugin',
      found: shown(plugin),
      suggestion: suggestion(plugin, plugins.keys()) ?? `<extension><plugin plugin=${shown(plugin)}/></extension>`,
    })
  return { plugin, config, source }
}

function readConfig(
  element: XmlElement,
  rule: typeof GRAMMAR.instance | typeof GRAMMAR.plugin,
): ReadonlyMap<string, PluginSetting> {
  const config = new Map<string, PluginSetting>()
  for (const child of childrenOf(element, rule)) {
    const { key, value } = readAttributes(child, GRAMMAR.config.attributes)
    const source = sourceOf(child, 'key')
    if (config.has(key))
      throw new ModelError('this setting is given twice', { source, attribute: 'key', found: shown(key) })
    config.set(key, { value, source })
  }
  return config
}
