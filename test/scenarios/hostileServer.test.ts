import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ModelError } from '../../src/index.ts'
import { type FetchModelOptions, fetchModel } from '../../src/web.ts'

/** `fetchModel` from a server that means harm: it asks for much, sends without end, and sends elsewhere. */

type Answer = (path: string, response: ServerResponse, request: IncomingMessage) => void

let server: Server
let address: string
let answer: Answer
/** Paths that were asked for, requests under way, and the most of them. */
const asked: string[] = []
let open = 0
let most = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!)
    most = Math.max(most, ++open)
    let under = true
    const done = () => {
      if (under) open--
      under = false
    }
    response.on('finish', done).on('close', done)
    answer(request.url!, response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/robot/model.xml`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(forget)

/** Waits for requests that were given up, and forgets them. */
async function forget(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect.poll(() => open).toBe(0)
  asked.length = 0
  most = 0
}

const load = (options?: FetchModelOptions) => fetchModel(address, options)
const include = (file: string) => `<include file="${file}"/>`
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

async function refusal(options?: FetchModelOptions): Promise<string> {
  const error: unknown = await load(options).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ModelError)
  return (error as ModelError).message
}

describe('a server that asks for much is given up on:', () => {
  test('includes that include without end', async () => {
    let next = 0
    answer = (_, response) => response.end(`<mujoco>${include(`${next++}.xml`)}</mujoco>`)
    expect(await refusal()).toBe(
      "'100.xml' is included through more than 100 other files; give a larger 'maxDepth' if the model is trusted",
    )
    expect(asked.length).toBe(101)
    next = 0
    expect(await refusal({ maxDepth: 7 })).toContain('more than 7 other files')
  })

  test('models within models without end', async () => {
    let next = 0
    answer = (_, response) => response.end(`<mujoco><asset><model file="${next++}.xml"/></asset></mujoco>`)
    expect(await refusal()).toContain("give a larger 'maxDepth'")
  })

  test('each file includes ten more', async () => {
    let next = 0
    answer = (_, response) =>
      response.end(
        `<mujoco>${numbers(10)
          .map(() => include(`${next++}.xml`))
          .join('')}</mujoco>`,
      )
    expect(await refusal({ maxFiles: 200 })).toBe(
      "the model names more than 200 files; give a larger 'maxFiles' if the model is trusted",
    )
    expect(asked.length).toBeLessThanOrEqual(201)
  })

  test('hundreds of meshes', async () => {
    const meshes = numbers(500).map((i) => `<mesh name="m${i}" file="m${i}.stl"/>`)
    answer = (path, response) => {
      if (path.endsWith('model.xml')) response.end(`<mujoco><asset>${meshes.join('')}</asset></mujoco>`)
      else setTimeout(() => response.writeHead(404).end(), 1)
    }
    expect(await refusal({ maxFiles: 300 })).toContain('more than 300 files')
    expect(most).toBeLessThanOrEqual(16)
    await forget()
    expect(await refusal({ parallel: 3 })).toContain("file 'm0.stl' not found")
    expect(new Set(asked).size).toBe(501)
    expect(most).toBe(3)
  })
})

describe('a server that sends much is given up on:', () => {
  /** Sends until the other side hangs up. */
  const endless: Answer = (_, response) => {
    const send = () => {
      while (response.writable && response.write(Buffer.alloc(1 << 16, ' ')));
    }
    response.on('drain', send)
    send()
  }

  test('a model without end', async () => {
    answer = endless
    expect(await refusal({ maxFileBytes: 1 << 20 })).toContain("1048576 bytes allowed; give a larger 'maxFileBytes'")
  })

  test('an include that is packed to a thousandth of its length', async () => {
    const packed = gzipSync(Buffer.alloc(1 << 24, ' '))
    answer = (path, response) => {
      if (path.endsWith('model.xml')) response.end(`<mujoco>${include('a.xml')}</mujoco>`)
      else response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
    }
    expect(await refusal({ maxFileBytes: 1 << 20 })).toContain('more than the 1048576 bytes allowed')
  })

  test('many files that are not too long each', async () => {
    answer = (path, response) => {
      if (path.endsWith('model.xml'))
        response.end(
          `<mujoco>${numbers(50)
            .map((i) => include(`${i}.xml`))
            .join('')}</mujoco>`,
        )
      else response.end(`<mujoco>${' '.repeat(1 << 16)}</mujoco>`)
    }
    expect(await refusal({ maxTotalBytes: 1 << 20 })).toBe(
      "the files of the model have more than 1048576 bytes; give a larger 'maxTotalBytes' if the model is trusted",
    )
    expect(asked.length).toBeLessThan(40)
  })
})

describe('a server that sends elsewhere', () => {
  test('is not followed in circles', async () => {
    let next = 0
    answer = (_, response) => response.writeHead(302, { location: `/robot/${next++}.xml` }).end()
    expect(await refusal()).toContain('cannot fetch')
    expect(asked.length).toBeLessThan(30)
  })

  test('is not followed out of the root, and not at all when told so', async () => {
    answer = (path, response) => {
      if (path.endsWith('model.xml')) response.end(`<mujoco>${include('a.xml')}</mujoco>`)
      else if (path === '/robot/a.xml') response.writeHead(302, { location: '/robot/b.xml' }).end()
      else if (path === '/robot/b.xml') response.end('<mujoco/>')
      else response.end('<mujoco/>')
    }
    expect((await load()).nbody).toBe(1)
    expect(await refusal({ redirects: 'error' })).toContain('/robot/a.xml')
    const inner = answer
    answer = (path, response, request) => {
      if (path === '/robot/b.xml') response.writeHead(302, { location: `http://localhost:1/secret.xml` }).end()
      else inner(path, response, request)
    }
    expect(await refusal()).toContain('cannot fetch')
  })
})

describe('a download', () => {
  test('stops at once when the user asks for it, and leaves no request open', async () => {
    answer = (path, response) => {
      if (path.endsWith('model.xml'))
        response.end(
          `<mujoco>${numbers(100)
            .map((i) => include(`${i}.xml`))
            .join('')}</mujoco>`,
        )
      // others are never answered
    }
    const controller = new AbortController()
    const loading = load({ signal: controller.signal })
    setTimeout(() => controller.abort(new Error('enough')), 100)
    await expect(loading).rejects.toThrow('enough')
    await expect.poll(() => open).toBe(0)
    expect(most).toBeLessThanOrEqual(16)
    await expect(load({ signal: controller.signal })).rejects.toThrow('enough')
  })

  test('stops even where fetch does not heed the signal', async () => {
    const fetch = () => new Promise<Response>(() => {})
    await expect(load({ fetch, signal: AbortSignal.timeout(20) })).rejects.toThrow(/timeout|aborted/)
  })

  test('ends the other requests when one of them fails', async () => {
    answer = (path, response) => {
      if (path.endsWith('model.xml'))
        response.end(
          `<mujoco>${numbers(10)
            .map((i) => include(`${i}.xml`))
            .join('')}</mujoco>`,
        )
      else if (path.endsWith('/3.xml')) response.destroy()
    }
    expect(await refusal()).toContain('3.xml')
    await expect.poll(() => open).toBe(0)
  })

  test.each<[FetchModelOptions, string]>([
    [{ maxFiles: 0 }, "the option 'maxFiles' is the number 0; expected a number of at least 1"],
    [{ maxFileBytes: '1e6' as unknown as number }, `the option 'maxFileBytes' is the string "1e6"`],
    [{ parallel: Number.NaN }, "the option 'parallel' is the number NaN"],
    [{ redirects: true as unknown as 'follow' }, "the option 'redirects' is true"],
    [{ signal: 5 as unknown as AbortSignal }, "the option 'signal' is the number 5"],
    [{ fetch: {} as unknown as typeof fetch }, "the option 'fetch' is an object"],
  ])('with an option that means nothing is refused: %o', async (options, message) => {
    await expect(load(options)).rejects.toThrow(message)
    await expect(load(options)).rejects.toThrow(TypeError)
  })
})
