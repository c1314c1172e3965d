import { describe, expect, test, vi } from 'vitest'
import { picture } from '../test/support/png.ts'
import { ModelError } from './core/model/errors.ts'
import { fetchModel } from './web.ts'

const PART = '<mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>'
const including = (...files: string[]) =>
  `<mujoco>\n${files.map((file) => `  <include file="${file}"/>\n`).join('')}</mujoco>`

/** A server that knows a few addresses, and remembers what it was asked for. */
function server(pages: Record<string, string | Response>) {
  const asked: string[] = []
  const fetch = async (url: string): Promise<Response> => {
    asked.push(url)
    const page = pages[url]
    if (page === undefined) return new Response('', { status: 404, statusText: 'Not Found' })
    return typeof page === 'string' ? new Response(page) : page
  }
  return { asked, fetch }
}

async function refusal(promise: Promise<unknown>): Promise<ModelError> {
  const error = await promise.then(
    () => new Error('the model was loaded'),
    (reason: unknown) => reason,
  )
  if (error instanceof ModelError) return error
  throw error
}

const top = 'https://host.test/robots/arm/arm.xml'

describe('fetchModel', () => {
  test('says what may be behind it when a page cannot fetch from another site', async () => {
    const fetch = async () => Promise.reject(new TypeError('Failed to fetch'))
    const adviceFor = async (page: string) => {
      const { origin, protocol } = new URL(page)
      vi.stubGlobal('location', { origin, protocol })
      const { suggestion } = await refusal(fetchModel('http://robots.example/a.xml', { fetch }))
      vi.unstubAllGlobals()
      return suggestion
    }
    expect(await adviceFor('http://page.example/')).toContain('may not allow pages of http://page.example')
    expect(await adviceFor('http://page.example/')).toContain('Access-Control-Allow-Origin')
    expect(await adviceFor('https://page.example/')).toContain('over http:')
    expect(await adviceFor('http://robots.example/')).toBeUndefined()
  })

  test('fetches a model, what it includes, and what that includes', async () => {
    const { asked, fetch } = server({
      [top]: including('hand.xml', '../common/floor.xml'),
      'https://host.test/robots/arm/hand.xml': including('fingers/left.xml'),
      'https://host.test/robots/arm/fingers/left.xml': PART,
      'https://host.test/robots/common/floor.xml': PART,
    })
    const model = await fetchModel(top, { fetch })
    expect(model.nbody).toBe(3)
    expect(new Set(asked).size).toBe(4)
    expect(asked.length).toBe(4)
  })

  test('looks for an include beside the file that includes it, when it is not beside the model', async () => {
    const { fetch } = server({
      [top]: including('hand/hand.xml'),
      'https://host.test/robots/arm/hand/hand.xml': including('finger.xml'),
      'https://host.test/robots/arm/hand/finger.xml': PART,
    })
    expect((await fetchModel(top, { fetch })).nbody).toBe(2)
  })

  test('asks for names with blanks, question marks and percent signs as they are written', async () => {
    const { fetch } = server({
      [top]: including('my hand?%2e#1.xml'),
      'https://host.test/robots/arm/my%20hand%3F%252e%231.xml': PART,
    })
    expect((await fetchModel(top, { fetch })).nbody).toBe(2)
  })

  test('fetches the files of assets all at once, each from where it lies', async () => {
    const asset = '<asset><texture name="t" type="2d" file="a.png"/><hfield file="h.png" size="1 1 1 1"/></asset>'
    const pages: Record<string, string | Uint8Array> = {
      [top]: `<mujoco><compiler texturedir="pictures"/><include file="hand/hand.xml"/>${asset}</mujoco>`,
      'https://host.test/robots/arm/hand/hand.xml':
        '<mujoco><asset><texture name="u" type="2d" file="b.png"/></asset></mujoco>',
      'https://host.test/robots/arm/pictures/a.png': picture(1, 1),
      'https://host.test/robots/arm/h.png': picture(1, 1),
      'https://host.test/robots/arm/hand/b.png': picture(1, 1),
    }
    let open = 0
    let most = 0
    const asked: string[] = []
    const fetch = async (url: string): Promise<Response> => {
      asked.push(url)
      most = Math.max(most, ++open)
      await new Promise((resolve) => setTimeout(resolve, 5))
      open--
      const page = pages[url]
      return page === undefined ? new Response('', { status: 404 }) : new Response(page as BodyInit)
    }
    const model = await fetchModel(top, { fetch })
    expect([model.ntex, model.nhfield]).toEqual([2, 1])
    expect(most).toBe(3)
    expect(asked.length).toBe(6)
  })

  test('loads without pictures that are not there when told so', async () => {
    const asset = '<asset><texture name="t" type="2d" file="a.png"/></asset>'
    const pages = () => server({ [top]: `<mujoco>${asset}</mujoco>` })
    const error = await refusal(fetchModel(top, { fetch: pages().fetch }))
    expect(error.message).toContain("file 'a.png' not found; looked for 'a.png'")
    const model = await fetchModel(top, { fetch: pages().fetch, missingPictures: 'ignore' })
    expect(model.missingPictures).toEqual(['a.png'])
  })

  test('says which address failed and how', async () => {
    const { fetch } = server({})
    const error = await refusal(fetchModel(top, { fetch }))
    expect(error.message).toBe(`cannot fetch ${top}: the server answered 404 Not Found`)
  })

  test('says where a missing file is named', async () => {
    const { fetch } = server({ [top]: including('none.xml') })
    const error = await refusal(fetchModel(top, { fetch }))
    expect(error.file).toBe(top)
    expect(error.line).toBe(2)
    expect(error.message).toContain('none.xml')
  })

  test('gives the address of an included file that has a fault', async () => {
    const part = 'https://host.test/robots/arm/part.xml'
    const { fetch } = server({ [top]: including('part.xml'), [part]: '<mujoco><worldbdoy/></mujoco>' })
    expect((await refusal(fetchModel(top, { fetch }))).file).toBe(part)
  })

  test('passes on what the server says about a file it does not give', async () => {
    const denied = new Response('', { status: 403, statusText: 'Forbidden' })
    const { fetch } = server({ [top]: including('part.xml'), 'https://host.test/robots/arm/part.xml': denied })
    const error = await refusal(fetchModel(top, { fetch }))
    expect(error.message).toContain('https://host.test/robots/arm/part.xml: the server answered 403 Forbidden')
    expect(error.line).toBe(2)
  })

  test('reports a network that is down', async () => {
    const error = await refusal(fetchModel(top, { fetch: () => Promise.reject(new TypeError('no route')) }))
    expect(error.message).toBe(`cannot fetch ${top}: no route`)
  })

  test('never asks for files outside of the folder around the model', async () => {
    const { asked, fetch } = server({ [top]: including('../../secret.xml'), 'https://host.test/secret.xml': PART })
    const error = await refusal(fetchModel(top, { fetch }))
    expect(error.message).toContain('lies outside of https://host.test/robots/')
    expect(error.line).toBe(2)
    expect(asked).toEqual([top])
  })

  test('asks for them when the root is given wide enough', async () => {
    const { fetch } = server({ [top]: including('../../shared.xml'), 'https://host.test/shared.xml': PART })
    expect((await fetchModel(top, { fetch, root: 'https://host.test/' })).nbody).toBe(2)
  })

  test('refuses a file that the server moves to another host', async () => {
    const moved = new Response(PART)
    Object.defineProperty(moved, 'url', { value: 'https://elsewhere.test/part.xml' })
    const { fetch } = server({ [top]: including('part.xml'), 'https://host.test/robots/arm/part.xml': moved })
    expect((await refusal(fetchModel(top, { fetch }))).message).toContain('https://elsewhere.test/part.xml')
  })

  test('finds files beside the place to which the server moved the model', async () => {
    const moved = new Response(including('part.xml'))
    Object.defineProperty(moved, 'url', { value: 'https://cdn.test/v2/arm/arm.xml' })
    const { fetch } = server({ [top]: moved, 'https://cdn.test/v2/arm/part.xml': PART })
    expect((await fetchModel(top, { fetch })).nbody).toBe(2)
  })

  test('stops when asked to, with the reason given', async () => {
    const controller = new AbortController()
    const fetch = (_: string, { signal }: { signal?: AbortSignal }): Promise<Response> =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const loading = fetchModel(top, { fetch, signal: controller.signal })
    controller.abort(new Error('the user left'))
    await expect(loading).rejects.toThrow('the user left')
  })

  test('refuses files above the size limit, whether or not the server says how long they are', async () => {
    const long = PART + ' '.repeat(1000)
    const counted = new Response(long, { headers: { 'content-length': `${long.length}` } })
    for (const page of [long, counted]) {
      const { fetch } = server({ [top]: page })
      const error = await refusal(fetchModel(top, { fetch, maxFileBytes: 500 }))
      expect(error.message).toContain('more than the 500 bytes allowed')
    }
  })

  test('loads a model that has an address but no folder, as long as it names no files', async () => {
    const address = (xml: string) => `data:text/xml,${encodeURIComponent(xml)}`
    expect((await fetchModel(address(PART))).nbody).toBe(2)
    const error = await refusal(fetchModel(address(including('part.xml'))))
    expect(error.message).toContain('the model has no folder')
    expect(error.line).toBe(2)
  })

  test('needs a complete address where there is no page', async () => {
    expect((await refusal(fetchModel('models/arm.xml'))).message).toContain('must be complete')
  })
})
