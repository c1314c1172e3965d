import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startViewServer, type ViewServer } from './viewServer.ts'

const home = mkdtempSync(join(tmpdir(), 'kinetree-view-'))
let server: ViewServer

beforeAll(async () => {
  for (const folder of ['viewer', 'robot/meshes']) mkdirSync(join(home, folder), { recursive: true })
  writeFileSync(join(home, 'viewer/index.html'), '<title>viewer</title>')
  writeFileSync(join(home, 'robot/robot.xml'), '<mujoco/>')
  writeFileSync(join(home, 'robot/meshes/a b.stl'), 'mesh')
  writeFileSync(join(home, 'secret.txt'), 'secret')
  symlinkSync(join(home, 'secret.txt'), join(home, 'robot/link.txt'))
  server = await startViewServer({ viewer: join(home, 'viewer'), folder: join(home, 'robot'), port: 0 })
})

afterAll(async () => {
  await server.close()
  rmSync(home, { recursive: true })
})

/** Asks without tidying the path up, as `fetch` would do. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; body: string }> {
  const { port } = new URL(server.url)
  return new Promise((done, fail) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = ''
      response.on('data', (chunk) => (body += chunk))
      response.on('end', () => done({ status: response.statusCode!, body }))
    })
    sent.on('error', fail)
    sent.end()
  })
}

describe('the server of the viewer', () => {
  it('serves the viewer and the files of the model', async () => {
    expect((await ask('/')).body).toContain('viewer')
    expect((await ask('/?model=model/robot.xml')).body).toContain('viewer')
    expect((await ask('/model/robot.xml')).body).toBe('<mujoco/>')
    expect((await ask('/model/meshes/a%20b.stl')).body).toBe('mesh')
  })

  it.each([
    '/model/../secret.txt',
    '/model/%2e%2e/secret.txt',
    '/model/..%2fsecret.txt',
    '/../secret.txt',
    '/model/link.txt',
    '/model/',
    '/model/meshes',
  ])('does not serve %s', async (path) => {
    const { status, body } = await ask(path)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body).not.toContain('secret\n')
  })

  it('does not serve absolute paths', async () => {
    expect((await ask(`/model/${join(home, 'secret.txt')}`)).status).toBe(404)
  })

  it('answers only to names of this machine', async () => {
    expect((await ask('/', { host: 'evil.example' })).status).toBe(403)
  })

  it('takes nothing', async () => {
    expect((await ask('/', {}, 'POST')).status).toBe(405)
  })

  it('listens on this machine only', () => {
    expect(new URL(server.url).hostname).toBe('127.0.0.1')
  })

  it('allows pages to share memory with their workers', async () => {
    const { headers } = await fetch(server.url)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
  })

  it('says when a file of the model changes', async () => {
    const controller = new AbortController()
    const response = await fetch(`${server.url}changes`, { signal: controller.signal })
    const reader = response.body!.getReader()
    writeFileSync(join(home, 'robot/robot.xml'), '<mujoco model="changed"/>')
    let text = ''
    while (!text.includes('event: change')) text += new TextDecoder().decode((await reader.read()).value)
    controller.abort()
  })
})
