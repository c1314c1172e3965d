import type { Plugin } from 'vite'
import { BUNDLED, billOfMaterials, packageOf } from './bundled.ts'

/** Adds the list of packages of others that a build contains, and refuses one that is not known. */
export function bundledList(): Plugin {
  return {
    name: 'kinetree:bundled-list',
    apply: 'build',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const names = new Set(modules.map(packageOf).filter((name) => name !== undefined))
      const unknown = [...names].filter((name) => !(name in BUNDLED))
      if (unknown.length > 0) throw new Error(`tools/docs/bundled.ts does not list ${unknown.join(', ')}`)
      this.emitFile({ type: 'asset', fileName: 'bundled.cdx.json', source: billOfMaterials(names) })
    },
  }
}
