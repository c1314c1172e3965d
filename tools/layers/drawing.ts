import { between } from '../docs/between.ts'
import { ENTRY_POINTS, FOLDERS, type Folder, LAYERS, PLANNED } from './table.ts'

const WIDTH = 100

/** The architecture page with the drawing and the tree of folders between their markers. */
export function architecturePage(page: string): string {
  return between(between(page, 'layers', fenced(layerDrawing())), 'folders', fenced(folderTree()))
}

/**
 * The layers, highest first. Within a layer a folder stands in a row above all folders that it uses.
 */
export function layerDrawing(): string {
  const lines = [rule('entry points'), ...wrapped(Object.keys(ENTRY_POINTS))]
  for (const { name, folders } of LAYERS.toReversed()) {
    lines.push('', rule(name))
    for (const row of rowsOf(folders).toReversed()) lines.push(...wrapped(row.map(({ path }) => shortName(path, name))))
  }
  return lines.join('\n')
}

/** The folders of `src` as a tree, with what is in each. */
export function folderTree(): string {
  const entries: [path: string, about: string][] = [
    ...Object.entries(ENTRY_POINTS),
    ...FOLDERS.map(({ path, about }): [string, string] => [`${path}/`, about]),
    ...Object.entries(PLANNED).map(([path, about]): [string, string] => [`${path}/`, `(to come) ${about}`]),
  ]
  const lines = ['src/']
  const shown = new Set<string>()
  for (const [path, about] of entries.sort(inTreeOrder)) {
    const names = path.replace(/\/$/, '').split('/')
    for (let depth = 1; depth < names.length; depth++) {
      const parent = names.slice(0, depth).join('/')
      if (!shown.has(parent) && !FOLDERS.some((folder) => folder.path === parent)) lines.push(line(parent, '/', ''))
      shown.add(parent)
    }
    lines.push(line(names.join('/'), path.endsWith('/') ? '/' : '', about.replaceAll('`', '')))
    shown.add(names.join('/'))
  }
  return lines.join('\n')
}

function line(path: string, slash: string, about: string): string {
  const names = path.split('/')
  const name = `${'  '.repeat(names.length)}${names[names.length - 1]}${slash}`
  return about === '' ? name : `${name.padEnd(24)}${about}`
}

/** Folders by level of the table; what is in a folder stands below it, entry points after folders. */
function inTreeOrder([a]: readonly [string, string], [b]: readonly [string, string]): number {
  const rank = (path: string): number => {
    const order = [
      'core',
      'physics',
      'pipeline',
      'sensitivity',
      'threads',
      'kernel',
      'batch',
      'gpu',
      'soft',
      'env',
      'format',
    ]
    const index = order.indexOf(path.split('/')[0])
    return index < 0 ? order.length : index
  }
  return rank(a) - rank(b) || (a < b ? -1 : 1)
}

/** Folders in rows: the first row uses no other folder of the layer. */
function rowsOf(folders: readonly Folder[]): Folder[][] {
  const level = new Map<string, number>()
  const rows: Folder[][] = []
  for (const folder of folders) {
    const row = Math.max(0, ...folder.uses.map((used) => (level.get(used) ?? -1) + 1))
    level.set(folder.path, row)
    rows[row] = [...(rows[row] ?? []), folder]
  }
  return rows
}

function shortName(path: string, layer: string): string {
  return path.startsWith(`${layer}/`) ? path.slice(layer.length + 1) : path
}

function wrapped(names: readonly string[]): string[] {
  const lines: string[] = []
  for (const name of names) {
    const last = lines.length - 1
    if (last >= 0 && lines[last].length + name.length + 3 <= WIDTH) lines[last] += `   ${name}`
    else lines.push(`  ${name}`)
  }
  return lines
}

function rule(name: string): string {
  return `── ${name} ${'─'.repeat(WIDTH - name.length - 4)}`
}

function fenced(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``
}
