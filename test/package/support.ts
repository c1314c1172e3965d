import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
export const dist = join(root, 'dist')

/** All files of the build that end so, with their text; those of the viewer, which is a page and no module, aside. */
export function builtFiles(ending: string): { path: string; text: string }[] {
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending) && !path.startsWith('viewer/'))
    .map((path) => ({ path, text: readFileSync(join(dist, path), 'utf8') }))
}

/** What a built module imports, statically or not. */
export function importsOf(text: string): string[] {
  const written = text.matchAll(
    /^(?:import|export)\b[^'"\n]*?(?:from\s*)?["']([^"']+)["'];?$|\bimport\(["']([^"']+)["']\)/gm,
  )
  return [...written].map(([, fixed, late]) => (fixed ?? late) as string)
}

/** A built module and all modules of the build that it loads, with what they import from outside. */
export function reachable(entry: string): { modules: Set<string>; outside: Set<string> } {
  const modules = new Set<string>()
  const outside = new Set<string>()
  const visit = (path: string): void => {
    if (modules.has(path)) return
    modules.add(path)
    for (const name of importsOf(readFileSync(path, 'utf8'))) {
      if (name.startsWith('.')) visit(resolve(dirname(path), name))
      else outside.add(name)
    }
  }
  visit(join(dist, entry))
  return { modules, outside }
}

/** An empty project of a user, into which the packed package is installed without network. */
export class Consumer {
  readonly folder = mkdtempSync(join(tmpdir(), 'kinetree-consumer-'))
  /** Files of the packed package. */
  readonly packed: readonly string[]

  constructor() {
    const report = this.run('npm', ['pack', '--json', '--pack-destination', this.folder], root)
    const [{ filename, files }] = JSON.parse(report) as [{ filename: string; files: { path: string }[] }]
    this.packed = files.map(({ path }) => path)
    this.write('package.json', JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
    this.run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`])
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text)
  }

  /** Lets the project use packages of others that this one has. */
  link(...names: readonly string[]): void {
    for (const name of names) {
      const place = join(this.folder, 'node_modules', name)
      mkdirSync(dirname(place), { recursive: true })
      symlinkSync(join(root, 'node_modules', name), place, 'junction')
    }
  }

  run(command: string, args: readonly string[], cwd = this.folder): string {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }
}
