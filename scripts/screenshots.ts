/**
 * Takes the screenshots of the viewer for the documentation in a real browser: `npm run screenshots`, or only some:
 * `npm run screenshots viewer-robot`. They are WebP files in docs/pictures; those with panels have a light and a dark
 * version.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { createServer } from 'vite'
import { browserOrReason, SOFTWARE_GL } from '../test/package/browser.ts'
import { SHOTS, type Shot } from './screenshot/shots.ts'

const FOLDER = 'docs/pictures'
/** Largest size of a picture, bytes. */
const LARGEST = 200_000

const files = Object.fromEntries(
  ['models', 'scripts/screenshot'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.xml'))
      .map((name) => [`${folder}/${name}`, readFileSync(`${folder}/${name}`, 'utf8')]),
  ),
)

const { launch, missing } = browserOrReason()
if (!launch) throw new Error(missing)

const server = await createServer({
  configFile: false,
  root: new URL('..', import.meta.url).pathname,
  logLevel: 'error',
  optimizeDeps: { include: ['three', 'saxes', 'fflate'] },
  server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
})
await server.listen()
const { port } = server.httpServer!.address() as AddressInfo
const browser = await launch(SOFTWARE_GL)
try {
  const names = process.argv.slice(2)
  for (const [name, shot] of Object.entries(SHOTS)) {
    if (names.length > 0 && !names.includes(name)) continue
    await take(browser, name, shot, 'light')
    if (shot.panels) await take(browser, `${name}-dark`, shot, 'dark')
  }
} finally {
  await browser.close()
  await server.close()
}

async function take(browser: Browser, name: string, shot: Shot, theme: 'light' | 'dark'): Promise<void> {
  const { width, height } = shot
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1.5, colorScheme: theme })
  page.on('pageerror', (error) => console.error(`${name}: ${error.message}`))
  page.setDefaultTimeout(300_000)
  await page.goto(`http://127.0.0.1:${port}/scripts/screenshot/page.html`)
  await page.waitForFunction(() => window.prepare !== undefined, undefined, { timeout: 60_000 })
  await page.evaluate(([each, by, all]) => window.prepare!(each, by, all), [shot, theme, files] as const)
  const png = (await page.screenshot({ timeout: 300_000 })).toString('base64')
  let bytes: Buffer
  let quality = 0.9
  do {
    bytes = Buffer.from(await page.evaluate(([all, q]) => window.toWebp!(all, q), [png, quality] as const), 'base64')
    quality -= 0.1
  } while (bytes.length > LARGEST && quality > 0.3)
  writeFileSync(`${FOLDER}/${name}.webp`, bytes)
  console.log(`${FOLDER}/${name}.webp: ${Math.round(bytes.length / 1000)} KB`)
  await page.close()
}
