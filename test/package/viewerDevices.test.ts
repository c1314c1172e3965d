import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { colorCount, servePages } from './pages.ts'
import { dist } from './support.ts'
import { soon, withViewer } from './viewerPage.ts'

/** The viewer on phones, its accessibility, and its behavior in adverse conditions. */

const { viewer, missing } = withViewer()
const isMissing = missing !== undefined

describe.skipIf(isMissing)('on a phone', { timeout: 120_000 }, () => {
  const size = { width: 390, height: 780 }
  let phone: Page
  let fingers: CDPSession

  /** Touch points; none: all fingers are lifted. */
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
  const picture = () => phone.locator('.picture canvas').screenshot()

  test('panels are sheets above the bar, one at a time, with large touch targets', async () => {
    phone = await viewer.newPage({ viewport: size, hasTouch: true, isMobile: true })
    fingers = await phone.context().newCDPSession(phone)
    await viewer.open('toy', phone)
    const [model, motion] = [
      phone.getByRole('region', { name: 'Model' }),
      phone.getByRole('region', { name: 'Motion' }),
    ]
    expect([await model.isVisible(), await motion.isVisible()]).toEqual([false, false])
    await viewer.button('Motion panel', phone).tap()
    expect([await model.isVisible(), await motion.isVisible()]).toEqual([false, true])
    await viewer.button('Model panel', phone).tap()
    expect([await model.isVisible(), await motion.isVisible()]).toEqual([true, false])
    const [sheet, bar] = [await model.boundingBox(), await phone.getByRole('toolbar').boundingBox()]
    expect(sheet!.y + sheet!.height).toBeLessThanOrEqual(bar!.y + 1)
    expect(sheet!.y).toBeGreaterThan(0.3 * size.height)
    expect(bar!.height).toBeLessThan(0.15 * size.height)
    const small = await phone.getByRole('button').evaluateAll((all) =>
      all
        .map((each) => ({ name: each.ariaLabel, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < 40)
        .map(({ name }) => name),
    )
    expect(small).toEqual([])
    await viewer.button('Close panel', phone).tap()
    expect(await model.isVisible()).toBe(false)
  })

  test('one finger orbits the camera, two zoom', async () => {
    const still = await picture()
    await touch('touchStart', { x: 200, y: 200 })
    await touch('touchMove', { x: 260, y: 220 })
    await touch('touchEnd')
    const turned = await picture()
    expect(turned.equals(still)).toBe(false)
    await touch('touchStart', { x: 150, y: 300 }, { x: 250, y: 300 })
    await touch('touchMove', { x: 100, y: 300 }, { x: 300, y: 300 })
    await touch('touchEnd')
    expect((await picture()).equals(turned)).toBe(false)
  })

  test('a double tap selects a body, and a finger pulls it', async () => {
    await viewer.open('toy', phone)
    const at = viewer.placeOf([-0.5, 0, 0.3], size)
    await phone.touchscreen.tap(at.x, at.y)
    await phone.touchscreen.tap(at.x, at.y)
    await touch('touchStart', at)
    await touch('touchMove', { x: at.x + 40, y: at.y - 60 })
    await touch('touchEnd')
    await viewer.button('Motion panel', phone).click()
    await viewer.section('Inspector', phone)
    const selected = () =>
      phone.getByLabel('Object').evaluate((each: HTMLSelectElement) => each.selectedOptions[0]?.label)
    await soon(selected).toBe('ball')
    const place = phone.getByRole('table', { name: 'Fields' }).locator('tr', { hasText: /^xpos/ }).locator('td')
    await soon(async () => Number((await place.textContent())!.split(/\s+/)[2])).toBeGreaterThan(0.4)
    await phone.context().close()
  })
})

describe.skipIf(isMissing)('accessibility', { timeout: 120_000 }, () => {
  test('every control has a name, and every part of the page is a landmark', async () => {
    await viewer.open('toy')
    const { page } = viewer
    await page.locator('details').evaluateAll((all) => {
      for (const each of all) (each as HTMLDetailsElement).open = true
    })
    await viewer.button('Energy').click()
    const session = await page.context().newCDPSession(page)
    const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: AccessibilityNode[] }
    const seen = nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name }) => ({ role: role?.value, name: name?.value }))
    const used =
      /^(button|slider|combobox|checkbox|searchbox|spinbutton|textbox|treeitem|img|image|table|dialog|tree|figure)$/
    // figures are read by their captions
    const nameless = seen.filter(({ role, name }) => used.test(role ?? '') && role !== 'figure' && !name)
    expect(nameless).toEqual([])
    expect(seen.filter(({ role }) => role === 'slider').length).toBeGreaterThan(3)
    const landmarks = seen.filter(({ role }) => role === 'region' || role === 'toolbar').map(({ name }) => name)
    expect(landmarks).toEqual(expect.arrayContaining(['Model', 'Motion', 'Playback']))
    expect(seen).toContainEqual({ role: 'image', name: 'Simulation of toy' })
  })

  test('the focus moves from the picture through the panels to the bar', async () => {
    await viewer.open('toy')
    const { page } = viewer
    const order: string[] = []
    for (let i = 0; i < 60 && !order.includes('Motion panel'); i++) {
      await page.keyboard.press('Tab')
      order.push(
        await page.evaluate(() => {
          const at = document.activeElement?.shadowRoot?.activeElement
          return at?.ariaLabel ?? at?.textContent ?? ''
        }),
      )
    }
    const places = ['Simulation of toy', 'Physics', 'Controls', 'Play', 'History', 'Help', 'Motion panel'].map((name) =>
      order.indexOf(name),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('dialog', { name: 'Help' }).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
  })

  test('text has enough contrast in the light and dark themes', async () => {
    const page = await viewer.newPage({ viewport: { width: 800, height: 400 }, colorScheme: 'light' })
    await viewer.open('toy', page)
    const backgrounds = new Set<string>()
    for (const act of [
      () => page.emulateMedia({ colorScheme: 'dark' }),
      () => viewer.button('Light or dark', page).click(),
    ]) {
      const { background, worst } = await page.evaluate(lowestContrast)
      expect(worst).toBeGreaterThan(4.5)
      backgrounds.add(background)
      await act()
    }
    // light, dark by the system, light by the user
    expect(await page.evaluate(lowestContrast)).toMatchObject({ background: [...backgrounds][0] })
    expect(backgrounds.size).toBe(2)
    await page.context().close()
  })
})

describe.skipIf(isMissing)('in adverse conditions', { timeout: 120_000 }, () => {
  test('a page without cross-origin isolation plays too', async () => {
    const server = await servePages({ viewer: join(dist, 'viewer'), model: viewer.folder })
    const page = await viewer.newPage({ viewport: { width: 800, height: 400 } })
    await page.goto(`${server.url}viewer/index.html?model=../model/toy.xml`)
    await page.waitForFunction(() => document.title.includes('·'))
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false)
    await viewer.button('Play', page).click()
    await soon(() => viewer.time(page)).toBeGreaterThan(0.2)
    await viewer.button('Pause', page).click()
    await page.getByLabel('History').fill('5')
    await soon(() => viewer.time(page)).toBeCloseTo(0.01, 6)
    expect(await colorCount(page)).toBeGreaterThan(5)
    await page.context().close()
    server.close()
  })

  test('a simulation that diverges stops with a notice, and can be reset', async () => {
    await viewer.open('unstable')
    await viewer.button('Play').click()
    const alert = viewer.page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toMatch(/unstable: the .* of joint 'spring'/)
    await viewer.button('Play').waitFor()
    await soon(() => viewer.page.locator('summary', { hasText: 'Warnings (1)' }).count()).toBe(1)
    await viewer.button('Reset').click()
    await soon(() => alert.isVisible()).toBe(false)
    await soon(() => viewer.time()).toBe(0)
  })

  test('a model that is too slow for real time does not block the page', async () => {
    await viewer.open('heap')
    await viewer.button('Play').click()
    await soon(() => viewer.time()).toBeGreaterThan(0)
    await viewer.page.keyboard.press('F1')
    await viewer.page.keyboard.press('Escape')
    expect(await viewer.page.getByLabel('Real time factor').textContent()).toMatch(/^0(\.\d+)? × real$/)
    await viewer.button('Pause').click()
    await viewer.button('Play').waitFor()
  })

  test('a worker that cannot start is reported', async () => {
    const page = await viewer.newPage({ viewport: { width: 800, height: 400 } })
    await page.route(/worker-.*\.js/, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(`${viewer.server.url}?model=model/toy.xml`)
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toMatch(/worker|simulation/)
    await page.context().close()
    viewer.errors.length = 0
  })
})

interface AccessibilityNode {
  readonly ignored: boolean
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
}

/** The lowest contrast of a text color with its background, and the background of panels. Runs in the page. */
function lowestContrast(): { worst: number; background: string } {
  const root = document.querySelector('.kinetree-viewer')!.shadowRoot!.querySelector<HTMLElement>('.kinetree')!
  const probe = document.createElement('i')
  root.append(probe)
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  const light = (name: string) => {
    probe.style.color = `var(${name})`
    pen.fillStyle = getComputedStyle(probe).color
    pen.fillRect(0, 0, 1, 1)
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((byte) =>
      byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
    ) as [number, number, number]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  let worst = Infinity
  const pairs = [
    ...['--ink', '--faint', '--accent', '--bad'].flatMap((text) => ['--sheet', '--field'].map((on) => [text, on])),
    ['--ink', '--hover'],
    ['--onAccent', '--accent'],
  ] as [string, string][]
  for (const [text, on] of pairs) {
    const [a, b] = [light(text), light(on)]
    worst = Math.min(worst, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05))
  }
  probe.style.color = 'var(--sheet)'
  const background = getComputedStyle(probe).color
  probe.remove()
  return { worst, background }
}
