import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { DECOR_FLAGS, type Flag, MODEL_FLAGS, PICTURE_FLAGS } from '../../apps/viewer/scene/visFlags.ts'
import { withViewer } from './viewerPage.ts'

/** What the viewer draws, by the pixels of its picture. */

const { viewer, missing } = withViewer()

/** A model at rest with everything that flags show or hide. */
const SCENE = `
<mujoco model="scene">
  <statistic extent="1.2" center="0 0 .4"/>
  <visual><global azimuth="120" elevation="-20"/><rgba haze=".9 .4 .4 1"/><quality shadowsize="256"/><map fogstart=".5" fogend="3" force=".1"/></visual>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1=".3 .5 .7" rgb2="1 1 1" width="32" height="32"/>
    <texture name="checker" type="2d" builtin="checker" rgb1=".2 .3 .4" rgb2=".8 .8 .8" width="32" height="32"/>
    <material name="floor" texture="checker" texuniform="true" texrepeat="4 4" reflectance=".4"/>
    <mesh name="star" vertex="0 0 0 .3 0 0 0 .3 0 0 0 .3 .1 .1 .1" face="0 2 1 0 1 3 0 3 2 1 4 3 3 4 2 2 4 1"/>
  </asset>
  <worldbody>
    <light directional="true" pos="0 0 3" dir=".3 .4 -1"/>
    <light name="lamp" pos=".5 .6 .9" dir="0 0 -1" diffuse=".1 .1 .1" castshadow="false"/>
    <camera name="eye" pos=".6 .2 .7"/>
    <geom type="plane" size="0 0 .1" material="floor"/>
    <geom type="mesh" mesh="star" pos="-.5 .3 .25"/>
    <site name="hook" pos="0 .5 1" size=".02"/>
    <body name="arm" pos="0 .4 .6">
      <joint name="hinge" axis="0 1 0" damping="1"/>
      <geom type="capsule" size=".05" fromto="0 0 0 .4 0 0" rgba=".8 .5 .2 1"/>
      <site name="tip" pos=".4 0 0" size=".02"/><site name="ray" pos=".2 0 -.06" zaxis="0 0 -1" size=".01"/>
      <body name="hand" pos=".45 0 .15"><joint axis="0 0 1"/><geom type="box" size=".06 .06 .06"/></body>
    </body>
    <body name="box" pos="0 -.3 .098"><freejoint/><geom type="box" size=".12 .12 .1" rgba=".3 .5 .8 1"/></body>
    <body name="lid" pos="0 -.3 .257"><freejoint/><geom type="box" size=".08 .08 .06" rgba=".3 .7 .4 1" group="3"/></body>
    <body pos=".4 -.3 .098"><freejoint/><geom size=".1" rgba=".8 .3 .3 1"/></body>
  </worldbody>
  <tendon><spatial name="string" width=".015" rgba=".9 .1 .7 1"><site site="hook"/><site site="tip"/></spatial></tendon>
  <equality><connect body1="arm" body2="hand" anchor=".2 .1 .1"/></equality>
  <actuator><general name="drive" joint="hinge" dyntype="filter" dynprm="1"/></actuator>
  <sensor><rangefinder site="ray"/></sensor>
  <keyframe><key ctrl="1"/></keyframe>
</mujoco>`

/** Waits for the next picture. Counts its pixels that differ from the last picture, and from the first. */
async function look(): Promise<{ readonly changed: number; readonly fromFirst: number }> {
  return viewer.page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    const canvas = document.querySelector('.kinetree-viewer')!.shadowRoot!.querySelector('canvas')!
    const copy = new OffscreenCanvas(canvas.width, canvas.height)
    const pen = copy.getContext('2d')!
    pen.drawImage(canvas, 0, 0)
    const now = new Int32Array(pen.getImageData(0, 0, copy.width, copy.height).data.buffer)
    const memory = globalThis as typeof globalThis & { first?: Int32Array; last?: Int32Array }
    const { first = now, last = now } = memory
    memory.first = first
    memory.last = now
    let [changed, fromFirst] = [0, 0]
    for (let i = 0; i < now.length; i++) {
      if (now[i] !== last[i]) changed++
      if (now[i] !== first[i]) fromFirst++
    }
    return { changed, fromFirst }
  })
}

/** Presses keys one after the other. Returns how many pixels the last one changes. */
async function press(...keys: string[]): Promise<number> {
  let changed = 0
  for (const key of keys) {
    await viewer.page.keyboard.press(key)
    changed = (await look()).changed
  }
  return changed
}

describe.skipIf(missing !== undefined)('the picture', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    if (missing !== undefined) return
    writeFileSync(join(viewer.folder, 'scene.xml'), SCENE)
    viewer.page = await viewer.newPage({ viewport: { width: 240, height: 180 }, deviceScaleFactor: 1 })
    viewer.page.setDefaultTimeout(120_000)
    await viewer.open('scene')
    // one step, so that contacts have forces
    await viewer.page.keyboard.press('ArrowRight')
    while (!((await viewer.time()) > 0)) await viewer.page.waitForTimeout(50)
    await look()
    while ((await look()).changed > 0);
    await viewer.page.evaluate(() => delete (globalThis as { first?: unknown }).first)
    await look()
  }, 180_000)

  const flags: readonly (readonly [string, Flag])[] = [
    ...Object.entries(DECOR_FLAGS),
    ...Object.entries(MODEL_FLAGS),
    ...Object.entries(PICTURE_FLAGS),
  ]
  /** Flags that are visible only together with another, by key. */
  const needs: Readonly<Record<string, string>> = {
    [DECOR_FLAGS.contactSplit.key]: DECOR_FLAGS.contactForces.key,
    [DECOR_FLAGS.scaledInertias.key]: DECOR_FLAGS.inertias.key,
  }
  /** Flags with tests of their own, in `viewerPixels.test.ts`. */
  const elsewhere: readonly string[] = ['skins', 'perturbations', 'appliedForces', 'activations']

  test.each(flags.filter(([name]) => !elsewhere.includes(name)))(
    'changes with %s, and changes back',
    async (_, { key }) => {
      const first = needs[key] ? [needs[key]] : []
      expect(await press(...first, key)).toBeGreaterThan(5)
      await press(key, ...first)
      // the same state gives exactly the same picture
      expect((await look()).fromFirst).toBe(0)
    },
  )

  test('has labels of every kind', async () => {
    // none → body → joint → geom → site → camera → light → tendon → actuator → constraint
    for (const kind of ['body', 'joint', 'geom', 'site', 'camera', 'light', 'tendon', 'actuator', 'constraint'])
      expect(await press('F7'), kind).toBeGreaterThan(20)
    for (let i = 0; i < 6; i++) await press('F7')
    expect((await look()).fromFirst).toBe(0)
  })

  test('has frames of every kind', async () => {
    for (const kind of ['body', 'geom', 'site', 'camera', 'light', 'contact', 'world'])
      expect(await press('F6'), kind).toBeGreaterThan(20)
    await press('F6')
    expect((await look()).fromFirst).toBe(0)
  })

  test('shows and hides groups', async () => {
    expect(await press('3')).toBeGreaterThan(20)
    expect(await press('3')).toBeGreaterThan(20)
    expect(await press('0')).toBeGreaterThan(1000)
    expect(await press('0')).toBeGreaterThan(1000)
  })

  test('is the same again after all flags have changed twice', async () => {
    const keys = flags.map(([, { key }]) => key)
    await press(...keys)
    expect((await look()).fromFirst).toBeGreaterThan(1000)
    await press(...keys)
    expect((await look()).fromFirst).toBe(0)
  })

  test('causes no errors in the browser', () => {
    expect(viewer.errors).toEqual([])
  })
})
