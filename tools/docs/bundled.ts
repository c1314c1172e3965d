import { readFileSync } from 'node:fs'

/** Packages of others whose code is in the build, and what they are used for. */
export const BUNDLED: Readonly<Record<string, string>> = {
  fflate: 'decompression of PNG pictures and zip archives',
  saxes: 'XML parser',
  three: 'pictures of the viewer',
  xmlchars: 'character classes of XML, for saxes',
}

/** A package as it is locked. */
export interface LockedPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  /** Hash of its tarball, as in the lockfile. */
  readonly integrity: string
}

interface Lockfile {
  readonly version: string
  readonly packages: Readonly<Record<string, Omit<LockedPackage, 'name'>>>
}

function readLockfile(): Lockfile {
  return JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as Lockfile
}

/** The bundled packages in alphabetical order. */
export function bundledPackages(names: Iterable<string> = Object.keys(BUNDLED)): LockedPackage[] {
  const { packages } = readLockfile()
  return [...names].sort().map((name) => {
    const locked = packages[`node_modules/${name}`]
    if (!locked) throw new Error(`the lockfile has no package ${name}`)
    const { version, license, integrity } = locked
    return { name, version, license, integrity }
  })
}

/** The name of the package that a module belongs to; undefined if it is one of ours. */
export function packageOf(path: string): string | undefined {
  return /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1]?.replace('\\', '/')
}

/**
 * A bill of materials, which programs for audits read: https://cyclonedx.org/docs/1.5/json/.
 * @param names bundled packages
 */
export function billOfMaterials(names: Iterable<string>): string {
  const { version } = readLockfile()
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: component('kinetree', version) },
    components: bundledPackages(names).map(({ name, version, license, integrity }) => ({
      ...component(name, version),
      licenses: [{ license: { id: license } }],
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    })),
  }
  return `${JSON.stringify(bill, undefined, 2)}\n`
}

function component(name: string, version: string): object {
  // https://github.com/package-url/purl-spec
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return { type: 'library', 'bom-ref': purl, name, version, purl }
}
