import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'

/**
 * Runs before the tests of the package: sees to it that there is a browser, and says at the end when there was none.
 */
export default function setup(): (() => void) | undefined {
  if (findBrowser() !== undefined) return undefined
  const missing = installBrowser()
  if (missing === undefined) return undefined
  // the processes of the tests inherit it
  process.env['BROWSER_MISSING'] = missing
  return () => console.log(`\nTests in a browser were skipped: ${missing}.`)
}

/** A command that installs a browser. */
interface Way {
  readonly what: string
  readonly command: readonly string[]
}

/** What installing needs from the machine. */
interface Machine {
  run(command: readonly string[]): { readonly ok: boolean; readonly said: string }
  find(): string | undefined
  readonly isRoot: boolean
  readonly mayInstall: boolean
}

const LIMIT = 300_000

const thisMachine: Machine = {
  run([program, ...args]) {
    const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: LIMIT })
    return { ok: status === 0, said: lastLine(error?.message ?? `${stdout}\n${stderr}`) }
  },
  find: () => findBrowser(),
  isRoot: process.getuid?.() === 0,
  mayInstall: process.env['BROWSER_TESTS'] !== 'found' && process.env['CHROMIUM'] === undefined,
}

/**
 * Installs a browser: Debian's where we are root and it has packages, otherwise the one that Playwright keeps in a
 * folder of the user. Says why there is none afterward; undefined where there is one.
 */
export function installBrowser({ run, find, isRoot, mayInstall }: Machine = thisMachine): string | undefined {
  if (!mayInstall) return 'no Chromium found where CHROMIUM says, or, with BROWSER_TESTS=found, on this machine'
  const cli = join(createRequire(import.meta.url).resolve('playwright-core/package.json'), '../cli.js')
  const ways: Way[] = [
    ...(isRoot && run(['apt-get', '--version']).ok
      ? [
          {
            what: "Debian's package",
            command: ['sh', '-c', 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium'],
          },
        ]
      : []),
    { what: "Playwright's download", command: [process.execPath, cli, 'install', 'chromium'] },
  ]
  const failures = ways.map(({ what, command }) => {
    if (find() !== undefined) return ''
    console.log(`No browser found; trying ${what} …`)
    const { ok, said } = run(command)
    return find() === undefined ? `${what}: ${ok ? 'no browser came of it' : said}` : ''
  })
  if (find() !== undefined) return undefined
  return `no Chromium found, and none could be installed (${failures.join('; ')})`
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
