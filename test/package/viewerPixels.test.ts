import type { Browser, Page } from 'playwright-core'
import { PerspectiveCamera, Vector3 } from 'three'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Viewer } from '../../apps/viewer/embed/viewer.ts'
import { FreeCamera } from '../../apps/viewer/view/freeCamera.ts'
import type * as Kinetree from '../../src/index.ts'
import { type Data, loadModel, type Model } from '../../src/index.ts'
import { browserOrReason, SOFTWARE_GL } from './browser.ts'
import { type PageServer, servePages } from './pages.ts'
import { dist } from './support.ts'

/**
 * Pixels of single objects at the places where the physics has them. The page steps the state itself, without a worker.
 */

type Point = readonly [x: number, y: number, z: number]
type Color = 'red' | 'green' | 'blue' | 'magenta' | 'other'

interface Host {
  kinetree: typeof Kinetree
  createViewer: (container: HTMLElement, options?: object) => Viewer
  viewer?: Viewer
  model: Model
  data: Data
  /** Brightness at a place of the first picture. */
  first: number
}
declare const window: Host & Window

const SIZE = { width: 600, height: 400 }

/** A picture that has not changed for this many animation frames is drawn again in full quality. */
const AT_REST = 16

const PAGE = `<!doctype html><title>Kinetree</title><style>body { margin: 0 }</style>
<div id="host" style="width: ${SIZE.width}px; height: ${SIZE.height}px"></div>
<script type="module">
  import * as kinetree from '/dist/kinetree.js'
  import { createViewer } from '/dist/viewer.js'
  Object.assign(window, { kinetree, createViewer })
</script>`

/** Flat colors: ambient light only. The camera looks along y. */
const FLAT = `
  <statistic center="0 0 0" extent="1" meansize=".3" meanmass="1"/>
  <visual>
    <headlight ambient=".9 .9 .9" diffuse="0 0 0" specular="0 0 0"/><global azimuth="90" elevation="0"/>
    <map force=".1" actuatortendon="2"/><scale forcewidth=".1" constraint=".05" actuatorlength="1.5" actuatorwidth=".1"/>
    <rgba force="0 1 0 1" constraint="1 0 1 1" selectpoint="0 0 1 1" actuator="0 1 0 1" actuatorpositive="1 0 0 1"
      actuatornegative="0 0 1 1"/>
  </visual>`

const { launch, missing } = browserOrReason()
let server: PageServer
let browser: Browser
let page: Page
const errors: string[] = []

beforeAll(async () => {
  if (!launch) return
  server = await servePages({ dist: dist }, {}, { '/': PAGE })
  browser = await launch(SOFTWARE_GL)
  page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 1 })
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(server.url)
  await page.waitForFunction(() => 'createViewer' in window)
}, 120_000)

afterAll(async () => {
  await browser?.close()
  server?.close()
})

/** Shows a model in a new viewer, in a state that `set` prepares. */
async function show(xml: string, set: (data: Data) => void = () => {}): Promise<void> {
  await page.evaluate((text) => {
    window.viewer?.dispose()
    const { loadModel, Data, forward } = window.kinetree
    const model = loadModel(text)
    const data = new Data(model)
    forward(model, data)
    const viewer = window.createViewer(document.querySelector<HTMLElement>('#host')!, { panels: false })
    Object.assign(window, { model, data, viewer })
    viewer.show(model, data)
  }, xml)
  await change(set)
}

/** Changes the state and draws it. The function runs in the page. */
async function change(set: (data: Data) => void): Promise<void> {
  await page.evaluate(`(${set})(window.data), window.kinetree.forward(window.model, window.data), window.viewer.draw()`)
}

/** Presses a key of the viewer. */
async function press(key: string): Promise<void> {
  await page.locator('canvas').focus()
  await page.keyboard.press(key)
}

/** Where the initial camera of a model sees a point, CSS pixels. */
function place(xml: string, point: Point): { x: number; y: number } {
  const model = loadModel(xml)
  const free = new FreeCamera()
  free.frame(model)
  const camera = new PerspectiveCamera(model.vis.global.fovy, SIZE.width / SIZE.height)
  free.place(camera)
  camera.updateMatrixWorld()
  const { x, y } = new Vector3(...point).project(camera)
  return { x: (SIZE.width * (x + 1)) / 2, y: (SIZE.height * (1 - y)) / 2 }
}

/** Red, green and blue of the picture at points of the world, 0 to 255, after some animation frames. */
async function pixels(xml: string, points: readonly Point[], frames = 3): Promise<number[][]> {
  const places = points.map((point) => place(xml, point))
  return page.evaluate(
    async ([at, wait]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      for (let i = 0; i < wait; i++) await frame()
      const canvas = document.querySelector('.kinetree-viewer')!.shadowRoot!.querySelector('canvas')!
      const copy = new OffscreenCanvas(canvas.width, canvas.height)
      const pen = copy.getContext('2d')!
      pen.drawImage(canvas, 0, 0)
      const scale = canvas.width / canvas.clientWidth
      return at.map(({ x, y }) => [
        ...pen.getImageData(Math.round(scale * x), Math.round(scale * y), 1, 1).data.slice(0, 3),
      ])
    },
    [places, frames] as const,
  )
}

/** The colors of the picture at points of the world, by name. */
async function colors(xml: string, points: readonly Point[]): Promise<Color[]> {
  return (await pixels(xml, points)).map(([r, g, b]) => {
    const [isRed, isGreen, isBlue] = [r, g, b].map((x) => x > 1.5 * Math.min(r, g, b) && x > 0.6 * Math.max(r, g, b))
    if (isRed && isBlue && !isGreen) return 'magenta'
    if (isRed && !isGreen && !isBlue && r > 150) return 'red'
    if (isGreen && !isRed && !isBlue && g > 150) return 'green'
    return isBlue && !isRed && !isGreen && b > 150 ? 'blue' : 'other'
  })
}

const all = (color: Color, count: number) => new Array<Color>(count).fill(color)

/** A flat sleeve of skin from x = −0.5 to 0.5 around a hinge at the origin; the middle follows both bones alike. */
const COLUMNS = [-0.5, -0.25, 0, 0.25, 0.5]
const HALF_WIDTH = 0.06
const SLEEVE = `
<mujoco>${FLAT}
  <worldbody>
    <body name="upper" pos="-.5 0 0"><geom size=".01" group="5"/>
      <body name="lower" pos=".5 0 0"><joint axis="0 1 0"/><geom size=".01" group="5" pos=".1 0 0"/></body>
    </body>
  </worldbody>
  <deformable>
    <skin rgba="1 0 0 1" vertex="${COLUMNS.map((x) => `${x} 0 ${-HALF_WIDTH} ${x} 0 ${HALF_WIDTH}`).join(' ')}"
      face="${[0, 2, 4, 6].map((i) => `${i} ${i + 2} ${i + 3} ${i} ${i + 3} ${i + 1}`).join(' ')}">
      <bone body="upper" bindpos="-.5 0 0" bindquat="1 0 0 0" vertid="0 1 2 3 4 5" vertweight="1 1 1 1 .5 .5"/>
      <bone body="lower" bindpos="0 0 0" bindquat="1 0 0 0" vertid="4 5 6 7 8 9" vertweight=".5 .5 1 1 1 1"/>
    </skin>
  </deformable>
</mujoco>`

/** A point of the sleeve when its hinge is at an angle: x along it, z across it. The hinge turns z to x. */
function sleeveAt(angle: number, x: number, z: number): Point {
  const weight = x <= -0.25 ? 0 : x >= 0.25 ? 1 : 0.5 + 2 * x
  const bound = [Math.cos(angle) * x + Math.sin(angle) * z, -Math.sin(angle) * x + Math.cos(angle) * z]
  return [(1 - weight) * x + weight * bound[0], 0, (1 - weight) * z + weight * bound[1]]
}

const ARM = `
<mujoco>${FLAT}
  <worldbody>
    <body name="arm" pos="-.3 0 -.2"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".04" rgba=".5 .5 .5 1"/></body>
  </worldbody>
</mujoco>`

const BALL = `
<mujoco>${FLAT}
  <worldbody><body name="ball" pos="-.3 0 0"><freejoint/><geom size=".05" rgba=".5 .5 .5 1" mass="1"/></body></worldbody>
</mujoco>`

/** A tendon along x at z = 0.2, and a hinge along z at x = −0.3; each has an actuator with an activation. */
const ACTUATORS = `
<mujoco>${FLAT}
  <worldbody>
    <site name="left" pos="-.4 0 .2" group="5"/>
    <body pos="-.3 0 -.3"><joint name="hinge" axis="0 0 1"/><geom size=".02" rgba=".5 .5 .5 1"/></body>
    <body pos=".4 0 .2"><joint type="slide" axis="1 0 0"/><geom size=".02" group="5"/><site name="right" group="5"/></body>
  </worldbody>
  <tendon><spatial name="muscle" width=".01"><site site="left"/><site site="right"/></spatial></tendon>
  <actuator>
    <general tendon="muscle" dyntype="integrator" actlimited="true" actrange="-2 2"/>
    <general joint="hinge" dyntype="filter" dynprm="1" ctrlrange="-2 2"/>
  </actuator>
</mujoco>`
const ON_TENDON: readonly Point[] = [-0.3, -0.1, 0.1, 0.3].map((x) => [x, 0, 0.2])
const ON_HINGE: readonly Point[] = [0.1, 0.2, 0.3].map((z) => [-0.3, 0, -0.3 + z])

/** A box above a floor; its shadow is beside it. */
const SHADOW = `
<mujoco>
  <statistic center="0 0 0" extent="1"/>
  <visual><headlight ambient=".3 .3 .3" diffuse="0 0 0"/><global azimuth="90" elevation="-50"/></visual>
  <asset><material name="plain" rgba=".8 .8 .8 1" specular="0"/></asset>
  <worldbody>
    <light directional="true" pos="0 0 3" dir="1 0 -1" diffuse=".6 .6 .6"/>
    <geom type="plane" size="2 2 .1" material="plain"/>
    <body pos="-.4 0 .6"><freejoint/><geom type="box" size=".15 .15 .15"/></body>
  </worldbody>
</mujoco>`
const IN_SHADOW: Point = [0.2, 0, 0]
const IN_LIGHT: Point = [0.2, 0.5, 0]

describe.skipIf(missing !== undefined)('pixels', { timeout: 120_000 }, () => {
  test.each([0, 0.6, -1.2])(
    'of a skin are where linear blend skinning moves it, its hinge at %f rad',
    async (angle) => {
      await show(SLEEVE)
      await page.evaluate((q) => (window.data.qpos[0] = q), angle)
      await change(() => {})
      // at vertices and in the middle of faces, away from the ends; the skin is linear between vertices
      const along = [-0.45, -0.375, -0.25, 0.25, 0.375, 0.45]
      const across = (share: number) =>
        along.flatMap((x) => [-1, 1].map((side) => sleeveAt(angle, x, side * share * HALF_WIDTH)))
      expect(await colors(SLEEVE, across(0.85))).toEqual(all('red', 12))
      expect(await colors(SLEEVE, across(1.2))).toEqual(all('other', 12))
      // the middle vertices are the means of both bones
      const outside = (angle > 0 ? 1 : -1) * HALF_WIDTH
      expect(await colors(SLEEVE, [sleeveAt(angle, 0, 0.85 * outside), sleeveAt(angle, 0, 1.15 * outside)])).toEqual([
        'red',
        'other',
      ])
      // nothing is left where it was bound
      if (angle !== 0) expect(await colors(SLEEVE, [sleeveAt(0, 0.45, 0)])).toEqual(['other'])
      await press(';')
      expect(await colors(SLEEVE, [sleeveAt(angle, -0.375, 0), sleeveAt(angle, 0.375, 0)])).toEqual(all('other', 2))
    },
  )

  test('of a perturbation force are on the line from the grabbed point to the mouse', async () => {
    await show(ARM)
    const grabbed: Point = [0.1, 0, -0.2]
    const target: Point = [0.3, 0, 0.3]
    const between = [0.35, 0.5, 0.65, 0.8].map((share): Point => {
      const mix = (k: 0 | 1 | 2) => (1 - share) * grabbed[k] + share * target[k]
      return [mix(0), mix(1), mix(2)]
    })
    const [from, to] = [place(ARM, grabbed), place(ARM, target)]
    expect(await colors(ARM, between)).toEqual(all('other', 4))
    await page.mouse.dblclick(from.x, from.y)
    await page.keyboard.down('Control')
    await page.mouse.move(from.x, from.y)
    await page.mouse.down({ button: 'right' })
    await page.mouse.move(to.x, to.y, { steps: 3 })
    await page.keyboard.up('Control')
    expect(await colors(ARM, [...between, target])).toEqual(all('magenta', 5))
    expect(await colors(ARM, [grabbed])).toEqual(['blue'])
    await press('o')
    expect(await colors(ARM, between)).toEqual(all('other', 4))
    await press('o')
    expect(await colors(ARM, between)).toEqual(all('magenta', 4))
    await page.mouse.up({ button: 'right' })
    expect(await colors(ARM, [...between, target])).toEqual(all('other', 5))
  })

  test('of an applied force are on an arrow from the center of mass, as long as the force', async () => {
    // 0.1 m per newton: 0.6 m along x
    await show(BALL, (data) => data.xfrc_applied.set([6, 0, 0, 0, 0, 0], 6))
    const arrow = [0.1, 0.2, 0.4, 0.55].map((x): Point => [-0.3 + x, 0, 0])
    const beside: readonly Point[] = [
      [0.35, 0, 0],
      [-0.4, 0, 0],
      [0, 0, 0.05],
      [0, 0, -0.05],
    ]
    expect(await colors(BALL, arrow)).toEqual(all('other', 4))
    await press('b')
    expect(await colors(BALL, arrow)).toEqual(all('green', 4))
    expect(await colors(BALL, beside)).toEqual(all('other', 4))
    await change((data) => data.xfrc_applied.set([0, 0, 3, 0, 0, 0], 6))
    expect(await colors(BALL, [...arrow, [-0.3, 0, 0.1], [-0.3, 0, 0.25], [-0.3, 0, 0.35]])).toEqual([
      ...all('other', 4),
      ...all('green', 2),
      'other',
    ])
  })

  test('of actuators have the color of their control, or of their activation', async () => {
    await show(ACTUATORS, (data) => {
      data.ctrl.set([-2, 0])
      data.act.set([2, -1])
    })
    expect(await colors(ACTUATORS, ON_HINGE)).toEqual(all('other', 3))
    await press('u')
    // the control of the tendon's actuator has no range: −2 is beyond −1; that of the hinge is zero
    expect(await colors(ACTUATORS, ON_TENDON)).toEqual(all('blue', 4))
    expect(await colors(ACTUATORS, ON_HINGE)).toEqual(all('green', 3))
    await press(',')
    // activations: 2 of [−2, 2], and −1 without a range
    expect(await colors(ACTUATORS, ON_TENDON)).toEqual(all('red', 4))
    expect(await colors(ACTUATORS, ON_HINGE)).toEqual(all('blue', 3))
    await change((data) => data.act.set([0, 1]))
    expect(await colors(ACTUATORS, ON_TENDON)).toEqual(all('green', 4))
    expect(await colors(ACTUATORS, ON_HINGE)).toEqual(all('red', 3))
    await press(',')
    expect(await colors(ACTUATORS, ON_TENDON)).toEqual(all('blue', 4))
  })

  test('are without shadows in the first picture of software rendering, and with shadows at rest', async () => {
    await show(BALL)
    const { x, y } = place(SHADOW, IN_SHADOW)
    await page.evaluate(
      ({ xml, at }) => {
        const { loadModel, Data, forward } = window.kinetree
        const model = loadModel(xml)
        const data = new Data(model)
        forward(model, data)
        // emitted right after the first picture
        window.viewer!.on('load', () => {
          const canvas = document.querySelector('.kinetree-viewer')!.shadowRoot!.querySelector('canvas')!
          const scale = canvas.width / canvas.clientWidth
          if (!(scale < 1)) throw new Error('the first picture is not coarse')
          const copy = new OffscreenCanvas(canvas.width, canvas.height)
          const pen = copy.getContext('2d')!
          pen.drawImage(canvas, 0, 0)
          window.first = pen.getImageData(Math.round(scale * at.x), Math.round(scale * at.y), 1, 1).data[1]
        })
        window.viewer!.show(model, data)
      },
      { xml: SHADOW, at: { x, y } },
    )
    const [[, shadow], [, light]] = await pixels(SHADOW, [IN_SHADOW, IN_LIGHT], AT_REST)
    expect(shadow).toBeLessThan(0.85 * light)
    expect(await page.evaluate(() => window.first)).toBeGreaterThan(0.95 * light)
    await press('s')
    const [[, without]] = await pixels(SHADOW, [IN_SHADOW])
    expect(without).toBeGreaterThan(0.95 * light)
  })

  test('cause no errors in the browser', () => {
    expect(errors).toEqual([])
  })
})

test.runIf(missing !== undefined)('pixels are not tested', () => {
  console.log(`skipped: ${missing}`)
})
