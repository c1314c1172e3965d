import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, test } from 'vitest'
import { dist, root } from './support.ts'

/** `kinetree view`, as it was built. */

const cli = join(dist, 'cli.js')
const home = mkdtempSync(join(tmpdir(), 'kinetree-view-'))
afterAll(() => rmSync(home, { recursive: true }))

mkdirSync(join(home, 'robot/parts'), { recursive: true })
cpSync(join(root, 'models/chain.xml'), join(home, 'robot/parts/100% new #1.xml'))
symlinkSync(join(home, 'robot/parts/100% new #1.xml'), join(home, 'link.xml'))
mkdirSync(join(home, 'robot/meshes'))
mkdirSync(join(home, 'robot/.cache'))
symlinkSync(join(home, 'robot'), join(home, 'linked'))
symlinkSync('meshes', join(home, 'robot/shapes'))
symlinkSync(home, join(home, 'robot/away'))
const PART = '<mujoco><worldbody><geom size="1"/></worldbody></mujoco>'
const including = (file: string) => `<mujoco><include file="${file}"/></mujoco>`
writeFileSync(join(home, 'robot/meshes/part.xml'), PART)
writeFileSync(join(home, 'robot/.cache/hidden.xml'), PART)
writeFileSync(join(home, 'outside.xml'), PART)
writeFileSync(join(home, 'robot/robot.xml'), including('shapes/part.xml'))
writeFileSync(join(home, 'robot/leaving.xml'), including('away/outside.xml'))
writeFileSync(join(home, 'robot/above.xml'), including('../outside.xml'))
writeFileSync(join(home, 'broken.xml'), '<mujoco>\n<nonsense/></mujoco>')

/** Starts it, gives the address that it prints to `look`, and stops it as Ctrl+C does. */
async function viewing(args: readonly string[], look: (url: URL) => Promise<void>): Promise<number | null> {
  const child = spawn(process.execPath, [cli, 'view', ...args, '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    await look(new URL(line))
  } finally {
    child.kill('SIGINT')
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}

/** The model that a page at an address would load. */
const modelOf = (url: URL) => new URL(url.searchParams.get('model')!, url)

describe('kinetree view', () => {
  test('serves the viewer and the model until it is stopped', async () => {
    const code = await viewing([join(root, 'models/humanoid.xml')], async (url) => {
      expect(url.hostname).toBe('127.0.0.1')
      const page = await fetch(url)
      expect(await page.text()).toContain('<div id="viewer">')
      expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(await (await fetch(modelOf(url))).text()).toContain('<mujoco model="humanoid"')
    })
    expect(code).toBe(0)
  })

  test('opens a page with kernels, which may compile WebAssembly', async () => {
    await viewing([join(root, 'models/cartpole.xml'), '--kernels'], async (url) => {
      expect(url.searchParams.has('kernels')).toBe(true)
      expect((await fetch(url)).headers.get('content-security-policy')).toContain("'wasm-unsafe-eval'")
    })
    await viewing([join(root, 'models/cartpole.xml')], async (url) => {
      expect(url.searchParams.has('kernels')).toBe(false)
      expect((await fetch(url)).headers.get('content-security-policy')).not.toContain('wasm')
    })
  })

  test('opens a grid of environments', async () => {
    const args = [join(root, 'models/cartpole.xml'), '--batch', '8', '--terminated', 'abs(qpos[1]) > 1 and time > 2']
    await viewing(args, async (url) => {
      expect(url.searchParams.get('batch')).toBe('8')
      expect(url.searchParams.get('terminated')).toBe('abs(qpos[1]) > 1 and time > 2')
      expect((await fetch(modelOf(url))).status).toBe(200)
    })
  })

  test('finds models with odd names, behind links, and within another folder', async () => {
    for (const args of [
      [join(home, 'robot/parts/100% new #1.xml')],
      [join(home, 'link.xml')],
      [join(home, 'robot/parts/100% new #1.xml'), '--root', join(home, 'robot')],
    ])
      await viewing(args, async (url) => {
        const response = await fetch(modelOf(url))
        expect(response.status, url.href).toBe(200)
        expect(await response.text()).toContain('<mujoco')
      })
  })

  test('serves the files of models in linked folders', async () => {
    for (const args of [
      [join(home, 'linked/robot.xml')],
      [join(home, 'linked/robot.xml'), '--root', join(home, 'linked')],
      [join(home, 'robot/robot.xml'), '--root', join(home, 'linked')],
    ])
      await viewing(args, async (url) => {
        const part = await fetch(new URL('shapes/part.xml', modelOf(url)))
        expect(part.status, url.href).toBe(200)
        expect(await part.text()).toBe(PART)
        expect((await fetch(new URL('away/outside.xml', modelOf(url)))).status).toBe(404)
      })
  })

  test.each([
    [[join(home, 'linked/leaving.xml')], 'is a link that leaves the folder'],
    [[join(home, 'linked/above.xml')], 'lies outside of the folder'],
    [[join(home, 'robot/.cache/hidden.xml'), '--root', join(home, 'robot')], 'is hidden in the folder'],
    [[join(home, 'broken.xml')], 'broken.xml:2:1'],
    [[join(home, 'nothing.xml')], 'nothing.xml'],
    [[join(root, 'models/chain.xml'), '--root', join(home, 'robot')], 'is not in the folder'],
    [[join(home, 'link.xml'), '--root', join(home, 'robot/par')], 'there is no folder'],
    [[join(root, 'models/chain.xml'), '--batch', '1025'], 'at most 1024 environments'],
    [[join(root, 'models/chain.xml'), '--batch', '1.5'], 'needs a whole number'],
    [[join(root, 'models/chain.xml'), '--batch', '2', '--kernels'], '--kernels is not for a grid of environments'],
    [[join(root, 'models/chain.xml'), '--reward', 'time'], '--reward needs --batch'],
    [[join(root, 'models/chain.xml'), '--batch', '2', '--terminated', 'height > 1'], '--terminated: '],
  ])('says what is wrong at once: %j', (args, expected) => {
    const { status, stderr } = spawnSync(process.execPath, [cli, 'view', ...args, '--no-open'], { encoding: 'utf8' })
    expect(status).not.toBe(0)
    expect(stderr).toContain(expected)
  })
})
