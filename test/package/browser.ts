import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Where browsers usually are that can be driven from outside, besides the one that Playwright installs. */
const USUAL: readonly string[] = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** How a browser is started that nobody sees. */
export const BROWSER_ARGUMENTS: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Draws with WebGL on machines that have no graphics card. */
export const SOFTWARE_GL: readonly string[] = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
]

/** The browser of this machine: the one that CHROMIUM names, where it is set; otherwise the first that is there. */
export function findBrowser(
  named = process.env['CHROMIUM'],
  candidates: readonly string[] = [...USUAL, chromium.executablePath()],
): string | undefined {
  return (named ? [named] : candidates).find((path) => existsSync(path))
}

/**
 * How to start the browser of this machine, or why it cannot be started; see `browserSetup.ts`, which looks for one,
 * and installs it where it may, before any test runs.
 * @throws where BROWSER_TESTS=required and there is none: then tests that need one fail, and are not skipped
 */
export function browserOrReason(): {
  readonly launch?: (more?: readonly string[]) => Promise<Browser>
  readonly missing?: string
} {
  const executablePath = findBrowser()
  if (executablePath !== undefined)
    return {
      launch: (more = ['--disable-gpu']) => chromium.launch({ executablePath, args: [...BROWSER_ARGUMENTS, ...more] }),
    }
  const missing =
    process.env['BROWSER_MISSING'] ?? 'no Chromium found: install the package chromium, or set CHROMIUM to its path'
  if (process.env['BROWSER_TESTS'] === 'required') throw new Error(missing)
  return { missing }
}
