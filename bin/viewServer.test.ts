import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startViewServer, type ViewServer } from './viewServer.ts'

const home = mkdtempSync(join(tmpdir(), 'kinetree-view-'))
const script = 'export const viewer = "viewer"\n'.repeat(100)
let server: ViewServer

beforeAll(async () => {
  for (const folder of ['viewer/assets', 'robot/meshes', 'robot/.git', 'robots', 'elsewhere'])
    mkdirSync(join(home, folder), { recursive: true })
  writeFileSync(join(home, 'viewer/index.html'), '<title>viewer</title><script>early()</script>')
  writeFileSync(join(home, 'viewer/assets/main-1234.js'), script)
  writeFileSync(join(home, 'viewer/assets/main-1234.js.br'), brotliCompressSync(script))
  writeFileSync(join(home, 'robot/robot.xml'), '<mujoco/>')
  writeFileSync(join(home, 'robot/empty.xml'), '')
  writeFileSync(join(home, 'robot/meshes/a b.stl'), 'mesh')
  writeFileSync(join(home, 'robot/100%#1?.xml'), 'odd')
  writeFileSync(join(home, 'robot/.git/config'), 'secret')
  writeFileSync(join(home, 'robots/neighbor.xml'), 'secret')
  writeFileSync(join(home, 'elsewhere/secret.txt'), 'secret')
  writeFileSync(join(home, 'secret.txt'), 'secret')
  symlinkSync(join(home, 'secret.txt'), join(home, 'robot/link.txt'))
  symlinkSync(join(home, 'elsewhere'), join(home, 'robot/linked'))
  symlinkSync(home, join(home, 'viewer/home'))
  symlinkSync(join(home, 'robot/robot.xml'), join(home, 'robot/same.xml'))
  symlinkSync(join(home, 'robot/.git/config'), join(home, 'robot/config.txt'))
  symlinkSync(join(home, 'robot/.git'), join(home, 'robot/history'))
  symlinkSync(join(home, 'robot/meshes'), join(home, 'robot/shapes'))
  writeFileSync(join(home, 'robot/page.html'), '<script>stolen()</script>')
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
): Promise<{ status: number; body: string; bytes: Buffer; headers: IncomingHttpHeaders }> {
  const { port } = new URL(server.url)
  return new Promise((done, fail) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        done({ status: response.statusCode!, body: bytes.toString(), bytes, headers: response.headers })
      })
    })
    sent.on('error', fail)
    sent.end()
  })
}

/** Sends bytes as they are, and gives the answer. */
function say(bytes: string): Promise<string> {
  const { port } = new URL(server.url)
  return new Promise((done, fail) => {
    let answer = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.end(bytes))
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('close', () => done(answer))
    socket.on('error', fail)
  })
}

describe('the server of the viewer', () => {
  test('serves the viewer and the files of the model', async () => {
    expect((await ask('/')).body).toContain('viewer')
    expect((await ask('/?model=model/robot.xml')).body).toContain('viewer')
    expect((await ask('/model/robot.xml')).body).toBe('<mujoco/>')
    expect((await ask('/model/same.xml')).body).toBe('<mujoco/>')
    expect((await ask('/model/shapes/a%20b.stl')).body).toBe('mesh')
    expect((await ask('/model/empty.xml')).body).toBe('')
    expect((await ask('/model/meshes/a%20b.stl')).body).toBe('mesh')
    expect((await ask('/model/100%25%231%3F.xml')).body).toBe('odd')
  })

  test.each([
    '/model/../secret.txt',
    '/model/%2e%2e/secret.txt',
    '/model/..%2fsecret.txt',
    '/model/%2e%2e%2fsecret.txt',
    '/model/%252e%252e%252fsecret.txt',
    '/model/..%5csecret.txt',
    '/model/..\\secret.txt',
    '/model/meshes/../../secret.txt',
    '/model/meshes/..%2f..%2fsecret.txt',
    '/model/....//secret.txt',
    '/model/..%2frobots/neighbor.xml',
    '/model//secret.txt',
    '/model/%00',
    '/model/robot.xml%00.txt',
    '/model/%c0%ae%c0%ae/secret.txt',
    '/model/%',
    '/model/link.txt',
    '/model/linked/secret.txt',
    '/model/.git/config',
    '/model/%2egit/config',
    '/model/config.txt',
    '/model/history/config',
    `/model/${'x'.repeat(5000)}`,
    `/model/${'x/'.repeat(2000)}y`,
    '/model/',
    '/model/meshes',
    '/model/meshes/',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/home/secret.txt',
    '/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    'secret.txt',
    '*',
  ])('does not serve %s', async (path) => {
    const { status, body } = await ask(path)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body).not.toContain('secret\n')
    expect(body).not.toBe('secret')
  })

  test('does not serve absolute paths', async () => {
    for (const path of [join(home, 'secret.txt'), 'C:\\secret.txt', 'file:///etc/passwd'])
      for (const written of [path, encodeURIComponent(path)])
        expect((await ask(`/model/${written}`)).status, written).toBe(404)
    expect((await ask(`http://127.0.0.1${join(home, 'secret.txt')}`)).status).toBe(404)
  })

  test.runIf(process.platform !== 'win32')('does not wait for what is no file', async () => {
    execFileSync('mkfifo', [join(home, 'robot/pipe.xml')])
    expect((await ask('/model/pipe.xml')).status).toBe(404)
  })

  test.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '[::1]',
    '0.0.0.0',
    'localhost',
    '127.0.0.1',
    '127.0.0.1:1',
    'localhost:80',
  ])('does not answer to the name %j, to which another site may have pointed this machine', async (host) => {
    expect((await ask('/model/robot.xml', { host })).status).toBe(403)
  })

  test('does not answer to no name', async () => {
    expect(await say('GET /model/robot.xml HTTP/1.0\r\n\r\n')).toContain('403 ')
    expect(await say('GET /model/robot.xml HTTP/1.1\r\nHost:\r\n\r\n')).toContain('403 ')
  })

  test.each(['localhost', 'LOCALHOST', '127.0.0.1'])('answers to %s with its own port', async (name) => {
    const { port } = new URL(server.url)
    expect((await ask('/', { host: `${name}:${port}` })).status).toBe(200)
    expect((await ask('/', { host: `${name}:${port}0` })).status).toBe(403)
    expect((await ask('/', { host: `${name}:${Number(port) - 1}` })).status).toBe(403)
  })

  test.each(['cross-site', 'same-site'])('gives %s pages nothing but a link to the viewer', async (site) => {
    const browser = (dest: string, mode: string) => ({
      'sec-fetch-site': site,
      'sec-fetch-dest': dest,
      'sec-fetch-mode': mode,
    })
    for (const path of ['/', '/changes', '/assets/main-1234.js', '/model/robot.xml', '/model/nothing.xml']) {
      for (const dest of ['empty', 'image', 'script', 'style', 'iframe', 'embed'])
        expect((await ask(path, browser(dest, 'no-cors'))).status, `${dest} ${path}`).toBe(403)
      const { status } = await ask(path, browser('document', 'navigate'))
      expect(status, path).toBe(path === '/' ? 200 : 403)
    }
  })

  test.each(['http://evil.example', 'http://127.0.0.1:1', 'https://localhost', 'null'])(
    'gives pages of the origin %s nothing',
    async (origin) => {
      for (const path of ['/', '/changes', '/model/robot.xml'])
        expect((await ask(path, { origin }, 'HEAD')).status, path).toBe(403)
    },
  )

  test('gives its own pages all files, and those of the model only as data', async () => {
    const own = { 'sec-fetch-site': 'same-origin', origin: server.url.slice(0, -1) }
    expect((await ask('/assets/main-1234.js', { ...own, 'sec-fetch-dest': 'script' })).status).toBe(200)
    expect((await ask('/model/robot.xml', { ...own, 'sec-fetch-dest': 'empty' })).status).toBe(200)
    for (const dest of ['script', 'worker', 'serviceworker', 'style', 'iframe', 'image', 'object'])
      expect((await ask('/model/robot.xml', { ...own, 'sec-fetch-dest': dest })).status, dest).toBe(403)
  })

  test('sends files of the model so that a browser runs nothing in them', async () => {
    for (const path of ['/model/page.html', '/model/robot.xml', '/model/meshes/a%20b.stl']) {
      const { headers } = await ask(path)
      expect(headers['content-type']).toBe('application/octet-stream')
      expect(headers['content-disposition']).toBe('attachment')
      expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';/)
    }
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('takes no %s', async (method) => {
    const { status, headers } = await ask('/model/robot.xml', {}, method)
    expect(status).toBe(405)
    expect(headers.allow).toBe('GET, HEAD')
  })

  test('says all but the body when only that is asked for', async () => {
    const { status, body, headers } = await ask('/model/robot.xml', {}, 'HEAD')
    expect([status, body, headers['content-length']]).toEqual([200, '', '9'])
    expect((await ask('/changes', {}, 'HEAD')).status).toBe(200)
  })

  test('listens on this machine only', async () => {
    const { hostname, port } = new URL(server.url)
    expect(hostname).toBe('127.0.0.1')
    const others = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
    for (const { address } of others) {
      const reached = await new Promise<boolean>((done) => {
        const socket = connect(Number(port), address, () => done(true))
        socket.on('error', () => done(false)).setTimeout(1000, () => done(false))
      })
      expect(reached, address).toBe(false)
    }
  })

  test('allows its pages to share memory with their workers, and pages of others nothing', async () => {
    for (const path of ['/', '/assets/main-1234.js', '/model/robot.xml', '/nothing', '/changes']) {
      const { headers } = await ask(path, {}, 'HEAD')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      expect(headers['cross-origin-embedder-policy']).toBe('require-corp')
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(headers['content-security-policy']).toMatch(/default-src 'none'/)
    }
  })

  test('runs only scripts of the viewer in its pages', async () => {
    const { headers } = await ask('/')
    const hash = createHash('sha256').update('early()').digest('base64')
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(headers['content-security-policy']).toContain("connect-src 'self';")
  })

  test('sends what never changes once, and compressed', async () => {
    const path = '/assets/main-1234.js'
    const plain = await ask(path)
    expect(plain.body).toBe(script)
    expect(plain.headers['cache-control']).toContain('immutable')
    const small = await ask(path, { 'accept-encoding': 'gzip, deflate, br' })
    expect(small.headers['content-encoding']).toBe('br')
    expect(small.bytes).toEqual(brotliCompressSync(script))
    expect(small.headers['content-length']).toBe(String(small.bytes.length))
    for (const accepted of ['gzip', 'gzip;q=1.0, br;q=0']) {
      const zipped = await ask(path, { 'accept-encoding': accepted })
      expect(zipped.headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(zipped.bytes).toString()).toBe(script)
    }
    expect((await ask('/assets/nothing.js')).headers['cache-control']).toBe('no-store')
  })

  test('lets the browser ask whether anything has changed', async () => {
    for (const path of ['/', '/model/robot.xml']) {
      const first = await ask(path)
      expect(first.headers['cache-control']).toBe('no-cache')
      const again = await ask(path, { 'if-none-match': first.headers.etag! })
      expect([again.status, again.body]).toEqual([304, ''])
    }
  })

  test('says when a file that the page has asked for changes, or comes', async () => {
    const controller = new AbortController()
    const response = await fetch(`${server.url}changes`, { signal: controller.signal })
    const reader = response.body!.getReader()
    let text = ''
    const change = async () => {
      text = ''
      while (!text.includes('event: change')) text += new TextDecoder().decode((await reader.read()).value)
    }
    await ask('/model/robot.xml')
    await ask('/model/meshes/later.stl')
    writeFileSync(join(home, 'robot/robot.xml'), '<mujoco model="changed"/>')
    await change()
    writeFileSync(join(home, 'robot/meshes/later.stl'), 'mesh')
    await change()
    // and not when another does
    writeFileSync(join(home, 'robot/other.xml'), 'x')
    await new Promise((done) => setTimeout(done, 400))
    writeFileSync(join(home, 'robot/robot.xml'), '<mujoco model="again"/>')
    await change()
    expect(text.match(/event/g)).toHaveLength(1)
    controller.abort()
  })

  test('tells a bounded number of pages about changes', async () => {
    const controller = new AbortController()
    const open = () => fetch(`${server.url}changes`, { signal: controller.signal })
    const answers = await Promise.all(Array.from({ length: 100 }, open))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect((await open()).status).toBe(503)
    controller.abort()
  })
})
