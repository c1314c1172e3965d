import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { PerspectiveCamera, Vector3 } from 'three'
import { afterAll, beforeAll, expect } from 'vitest'
import { FreeCamera } from '../../apps/viewer/view/freeCamera.ts'
import { startViewServer, type ViewServer } from '../../bin/viewServer.ts'
import { loadModel } from '../../src/index.ts'
import { browserOrReason, SOFTWARE_GL } from './browser.ts'
import { dist, root } from './support.ts'

/** A model with at least one object of every kind. */
const TOY = `
<mujoco model="toy">
  <worldbody>
    <light name="lamp" pos="0 0 3"/>
    <camera name="side" pos="0 -3 1" xyaxes="1 0 0 0 .3 1"/>
    <geom name="floor" type="plane" size="3 3 .1" rgba=".4 .5 .4 1"/>
    <body name="arm" pos="0 0 1.2">
      <joint name="elbow" axis="0 1 0" range="-90 90" damping=".1"/>
      <geom name="rod" type="capsule" fromto="0 0 0 .5 0 0" size=".05" rgba=".8 .5 .2 1"/>
      <site name="tip" pos=".5 0 0"/>
    </body>
    <body name="ball" pos="-.5 0 .3"><freejoint name="fly"/><geom name="ball" size=".15" rgba=".2 .4 .8 1"/></body>
  </worldbody>
  <tendon><fixed name="string"><joint joint="elbow" coef="1"/></fixed></tendon>
  <equality><joint name="lock" joint1="elbow" active="false"/></equality>
  <actuator><motor name="drive" joint="elbow" ctrlrange="-2 2"/></actuator>
  <sensor><jointpos name="angle" joint="elbow"/><framepos name="place" objtype="site" objname="tip"/></sensor>
  <keyframe><key name="bent" qpos=".7 -.5 0 .3 1 0 0 0"/></keyframe>
</mujoco>`

/** A mass on a spring that is too stiff for its time step. */
const UNSTABLE = `
<mujoco model="unstable">
  <option timestep=".1" integrator="RK4"/>
  <worldbody><body><joint name="spring" type="slide" stiffness="1e9" ref="1"/><geom size=".1"/></body></worldbody>
</mujoco>`

/** Too slow for real time on any machine. */
const HEAP = `
<mujoco model="heap">
  <option timestep="1e-5"/>
  <worldbody>
    <geom type="plane" size="3 3 .1"/>
    <replicate count="60" offset="0 0 .2"><body pos="0 0 .2"><freejoint/><geom type="box" size=".1 .1 .1"/></body></replicate>
  </worldbody>
</mujoco>`

/** Pixels per CSS pixel; few of them keep software rendering fast. */
const SCALE = 0.5

interface Place {
  readonly x: number
  readonly y: number
}

/** The built viewer in a page of a real browser, served as by `kinetree view`. */
export class ViewerPage {
  /** Errors of the page and of its console. */
  readonly errors: string[] = []
  readonly folder = mkdtempSync(join(tmpdir(), 'kinetree-viewer-'))
  server!: ViewServer
  browser!: Browser
  page!: Page

  /** Opens a model, by its name without extension, in this page or another. */
  async open(model: string, page = this.page, address = this.server.url): Promise<void> {
    await page.goto(`${address}?model=model/${model}.xml`)
    await page.waitForFunction(() => document.title.includes('·'))
  }

  /** A page in a new context, for another kind of device. */
  async newPage(options: BrowserContextOptions): Promise<Page> {
    const page = await (await this.browser.newContext({ deviceScaleFactor: SCALE, ...options })).newPage()
    page.on('pageerror', (error) => this.errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text())
    })
    return page
  }

  /** Opens or closes a section of the panels. */
  section(title: string, page = this.page): Promise<void> {
    return page.locator('summary', { hasText: new RegExp(`^${title}`) }).click()
  }

  button(name: string, page = this.page): Locator {
    return page.getByRole('button', { name, exact: true })
  }

  /** Simulated time that the page shows, s. */
  async time(page = this.page): Promise<number> {
    return Number.parseFloat((await page.getByLabel('Time', { exact: true }).textContent())!)
  }

  /** Where the initial camera sees a point of the toy, CSS pixels. */
  placeOf(point: readonly [number, number, number], { width, height } = this.page.viewportSize()!): Place {
    const model = loadModel(TOY)
    const free = new FreeCamera()
    free.frame(model)
    const camera = new PerspectiveCamera(model.vis.global.fovy, width / height)
    free.place(camera)
    camera.updateMatrixWorld()
    const { x, y } = new Vector3(...point).project(camera)
    return { x: (width * (x + 1)) / 2, y: (height * (1 - y)) / 2 }
  }

  /** The values of a field in the inspector. */
  field(name: string): Promise<string | null> {
    const table = this.page.getByRole('table', { name: 'Fields' })
    return table
      .locator('tr', { hasText: new RegExp(`^${name}`) })
      .first()
      .locator('td')
      .textContent()
  }
}

/** Starts the viewer before the tests of a file and stops it after them. */
export function withViewer(): { readonly viewer: ViewerPage; readonly missing: string | undefined } {
  const { launch, missing } = browserOrReason()
  const viewer = new ViewerPage()
  beforeAll(async () => {
    if (!launch) return
    cpSync(join(root, 'models/humanoid.xml'), join(viewer.folder, 'humanoid.xml'))
    writeFileSync(join(viewer.folder, 'toy.xml'), TOY)
    writeFileSync(join(viewer.folder, 'unstable.xml'), UNSTABLE)
    writeFileSync(join(viewer.folder, 'heap.xml'), HEAP)
    viewer.server = await startViewServer({ viewer: join(dist, 'viewer'), folder: viewer.folder, port: 0 })
    viewer.browser = await launch(SOFTWARE_GL)
    viewer.page = await viewer.newPage({ viewport: { width: 1000, height: 480 } })
  })
  afterAll(async () => {
    await viewer.browser?.close()
    await viewer.server?.close()
    rmSync(viewer.folder, { recursive: true })
  })
  return { viewer, missing }
}

/** Polls what a page shows; a busy machine may take long. */
export function soon<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 30_000 })
}
