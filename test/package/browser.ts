import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Where the browser is, unless CHROMIUM says otherwise. */
const candidates = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const args = [
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

/** How to start the browser of this machine, or why it cannot be started. */
export function browserOrReason(): {
  readonly launch?: (more?: readonly string[]) => Promise<Browser>
  readonly missing?: string
} {
  const executablePath = candidates.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined)
    return { missing: 'no Chromium found: install the package chromium, or set CHROMIUM to its path' }
  return { launch: (more = ['--disable-gpu']) => chromium.launch({ executablePath, args: [...args, ...more] }) }
}
