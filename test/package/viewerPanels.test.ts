import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Data, loadModel, resetDataKeyframe } from '../../src/index.ts'
import { soon, withViewer } from './viewerPage.ts'

/** Panels and shortcuts of the viewer. */

const { viewer, missing } = withViewer()

describe.skipIf(missing !== undefined)('the panels', { timeout: 120_000 }, () => {
  beforeEach(() => viewer.open('toy'))
  // also after a failed test
  afterEach(() => viewer.page.keyboard.up('Control'))

  test('reset to a keyframe, and copy the state as one', async () => {
    await viewer.section('Keyframes')
    await viewer.button('bent').click()
    await viewer.button('Copy state as keyframe').click()
    const xml = await viewer.page.getByLabel('Keyframe as MJCF').inputValue()
    expect(xml).toMatch(/^<key time="0" qpos="0\.7 -0\.5 0 0\.3 1 0 0 0"\/>$/)
    const text = readFileSync(`${viewer.folder}/toy.xml`, 'utf8').replace(/<key name.*\/>/, xml)
    const model = loadModel(text)
    const data = new Data(model)
    resetDataKeyframe(model, data, 0)
    expect(data.qpos[0]).toBe(0.7)
  })

  test('set joint positions and controls with sliders', async () => {
    await viewer.section('Inspector')
    await viewer.page.getByLabel('Kind').selectOption('joint')
    await viewer.section('Joints')
    await viewer.page.getByRole('slider', { name: 'elbow' }).fill('0.5')
    await soon(() => viewer.field('qpos')).toBe('0.5')
    await viewer.page.getByRole('slider', { name: 'drive' }).fill('1.5')
    await viewer.page.getByLabel('Kind').selectOption('actuator')
    await soon(() => viewer.field('ctrl')).toBe('1.5')
    await viewer.button('Zero').click()
    await soon(() => viewer.field('ctrl')).toBe('0')
  })

  test('inspect a body that the mouse selects, pulls and twists', async () => {
    const { page } = viewer
    await viewer.section('Inspector')
    const ball = viewer.placeOf([-0.5, 0, 0.3])
    await page.mouse.dblclick(ball.x, ball.y)
    await soon(() => viewer.field('xpos')).toMatch(/^-0\.5 {2}0 {2}0\.3$/)
    await page.keyboard.down('Control')
    // while paused, a free body follows the mouse
    await page.mouse.down({ button: 'right' })
    await page.mouse.move(ball.x, ball.y - 60, { steps: 3 })
    await soon(() => viewer.field('xpos')).not.toMatch(/ 0\.3$/)
    await page.mouse.up({ button: 'right' })
    await page.mouse.down()
    await page.mouse.move(ball.x + 60, ball.y, { steps: 3 })
    await soon(() => viewer.field('xquat')).not.toMatch(/^1 /)
    await page.mouse.up()
    await page.keyboard.up('Control')
  })

  test('pull an arm up against gravity with the mouse', async () => {
    const { page } = viewer
    await viewer.section('Inspector')
    const tip = viewer.placeOf([0.45, 0, 1.2])
    await page.mouse.dblclick(tip.x, tip.y)
    await page.getByLabel('Kind').selectOption('joint')
    await page.keyboard.down('Control')
    await page.mouse.down({ button: 'right' })
    await page.mouse.move(tip.x, tip.y - 80, { steps: 3 })
    await page.keyboard.press('Space')
    await soon(async () => Number(await viewer.field('qpos'))).toBeLessThan(-0.1)
    await page.mouse.up({ button: 'right' })
    await page.keyboard.up('Control')
    await soon(async () => Number(await viewer.field('qpos'))).toBeGreaterThan(0.1)
  })

  test('add noise to controls', async () => {
    await viewer.section('Inspector')
    await viewer.page.getByLabel('Kind').selectOption('actuator')
    await viewer.page.getByRole('slider', { name: 'noise', exact: true }).fill('1')
    await viewer.button('Step').click()
    await soon(() => viewer.field('ctrl')).not.toBe('0')
  })

  test('inspect every kind of object', async () => {
    await viewer.section('Inspector')
    for (const [kind, name, field, expected] of [
      ['body', 'ball', 'xpos', /^-0\.5 {2}0 {2}0\.3$/],
      ['joint', 'elbow', 'jnt_type', /hinge/],
      ['geom', 'rod', 'geom_type', /capsule/],
      ['site', 'tip', 'site_xpos', /^0\.5 {2}0 {2}1\.2$/],
      ['tendon', 'string', 'ten_length', /^0$/],
      ['actuator', 'drive', 'actuator_ctrlrange', /^-2 {2}2$/],
      ['sensor', 'place', 'sensordata', /^0\.5 {2}0 {2}1\.2$/],
      ['equality', 'lock', 'eq_active', /^0$/],
      ['camera', 'side', 'cam_pos', /^0 {2}-3 {2}1$/],
      ['light', 'lamp', 'light_pos', /^0 {2}0 {2}3$/],
    ] as const) {
      await viewer.page.getByLabel('Kind').selectOption(kind)
      await viewer.page.getByLabel('Object').selectOption(name)
      await soon(() => viewer.field(field)).toMatch(expected)
    }
  })

  test('plot typed and suggested fields, and energy, which is then enabled', async () => {
    await viewer.section('Plots')
    const input = viewer.page.getByRole('combobox', { name: 'Field to plot' })
    await input.fill('ang')
    expect(await viewer.page.getByRole('option').allTextContents()).toContain('sensor.angle')
    await input.press('ArrowDown')
    await input.press('Enter')
    await input.fill('xpos.ball')
    await input.press('Enter')
    await input.fill('nothing')
    await input.press('Enter')
    expect(await input.getAttribute('aria-invalid')).toBe('true')
    await viewer.button('Energy').click()
    await viewer.button('Step').click()
    const plots = () =>
      viewer.page.getByRole('img', { name: /^Plot of/ }).evaluateAll((all) => all.map((each) => each.ariaLabel))
    await soon(plots).toEqual([
      expect.stringMatching(/^Plot of sensor\.angle: sensor\.angle \d/),
      expect.stringMatching(/^Plot of xpos\.ball: xpos\.ball\[0\] -0\.5, xpos\.ball\[1\] 0, xpos\.ball\[2\] 0\.\d+$/),
      expect.stringMatching(/^Plot of energy: energy.potential \d.*, energy.kinetic \d.*, energy.total \d/),
    ])
    await viewer.button('Remove energy').click()
    await soon(async () => (await plots()).length).toBe(2)
  })

  test('show solver iterations, islands and residuals', async () => {
    await viewer.page.keyboard.press('F3')
    await viewer.button('Play').click()
    const table = viewer.page.getByRole('table', { name: 'Solver' })
    await soon(() => table.locator('tr', { hasText: 'contacts' }).textContent()).toMatch(/[1-9]/)
    await viewer.button('Pause').click()
    const residual = await table.locator('tr', { hasText: 'residual' }).locator('td').textContent()
    expect(residual).toMatch(/\d/)
    expect(Number(residual)).toBeLessThan(1e-6)
    // the heading, the ball on the floor, and the arm if it is at its limit
    await soon(() => viewer.page.getByRole('table', { name: 'Islands' }).locator('tr').count()).toBeGreaterThan(1)
    await viewer.section('Contacts')
    const contacts = viewer.page.getByRole('table', { name: 'Contacts' })
    await soon(() => contacts.textContent()).toMatch(/floor – ball/)
  })

  test('search the model, and navigate its tree with the keyboard', async () => {
    await viewer.section('Tree')
    await viewer.page.getByRole('searchbox', { name: 'Search the model' }).fill('tip')
    await viewer.button('site tip').click()
    await soon(() => viewer.field('site_xpos')).toMatch(/^0\.5/)
    await viewer.page.getByRole('searchbox').fill('')
    const world = viewer.page.getByRole('treeitem', { name: 'body world' })
    await world.focus()
    for (let i = 0; i < 3; i++) await viewer.page.keyboard.press('ArrowDown')
    await viewer.page.keyboard.press('ArrowDown')
    await viewer.page.keyboard.press('ArrowRight')
    await viewer.page.keyboard.press('ArrowRight')
    await viewer.page.keyboard.press('Enter')
    expect(await viewer.page.getByRole('treeitem', { selected: true }).getAttribute('aria-label')).toBe('joint elbow')
    await soon(() => viewer.page.getByLabel('Object').inputValue()).toBe('0')
  })

  test('change physics options, with immediate effect', async () => {
    await viewer.section('Physics')
    await viewer.page.getByRole('spinbutton', { name: 'time step' }).fill('0.01')
    await viewer.page.getByRole('spinbutton', { name: 'gravity z' }).fill('0')
    await viewer.page.getByLabel('cone').selectOption('elliptic')
    await viewer.page.getByLabel('jacobian').selectOption('sparse')
    await viewer.section('Flags')
    await viewer.page.getByRole('checkbox', { name: 'sleep' }).check()
    for (let i = 0; i < 3; i++) await viewer.button('Step').click()
    await soon(() => viewer.time()).toBeCloseTo(0.03, 6)
    await viewer.section('Inspector')
    await viewer.page.getByLabel('Object').selectOption('ball')
    expect(await viewer.field('xpos')).toMatch(/ 0\.3$/)
  })

  test('switch to a camera of the model', async () => {
    await viewer.section('Camera')
    const camera = viewer.page.getByLabel('Camera', { exact: true })
    await viewer.page.keyboard.press(']')
    await viewer.button('Step').click()
    await soon(() => camera.evaluate((each: HTMLSelectElement) => each.selectedOptions[0].label)).toBe('side')
    await camera.selectOption('free')
  })

  test("respond to the shortcuts of MuJoCo's viewer", async () => {
    const { page } = viewer
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await soon(() => viewer.time()).toBeCloseTo(0.004, 6)
    await page.keyboard.press('ArrowLeft')
    await soon(() => viewer.time()).toBeCloseTo(0.002, 6)
    await page.keyboard.press('Backspace')
    await soon(() => viewer.time()).toBe(0)
    await page.keyboard.press('-')
    await soon(() => page.getByLabel('Speed').inputValue()).toBe('0.8')
    await page.keyboard.press('F2')
    await soon(() => page.getByRole('region', { name: 'Info' }).isVisible()).toBe(true)
    await page.keyboard.press('F8')
    await soon(() => page.getByRole('region', { name: 'Model' }).isVisible()).toBe(false)
    await page.keyboard.press('F8')
    await viewer.section('Drawing')
    const contacts = page.getByRole('checkbox', { name: 'contact points' })
    await page.keyboard.press('c')
    await soon(() => contacts.isChecked()).toBe(true)
    await page.keyboard.press('F1')
    await soon(() => page.getByRole('dialog', { name: 'Help' }).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await soon(() => page.getByRole('dialog', { name: 'Help' }).isVisible()).toBe(false)
  })

  test('save a picture of any size', async () => {
    await viewer.section('Save')
    await viewer.page.getByLabel('Width in pixels').fill('320')
    await viewer.page.getByLabel('Height in pixels').fill('200')
    const file = await saved(() => viewer.button('PNG').click())
    expect(file.name).toBe('toy.png')
    expect([file.bytes.readUInt32BE(16), file.bytes.readUInt32BE(20)]).toEqual([320, 200])
    const whole = await saved(() => viewer.page.keyboard.press('Control+p'))
    expect([whole.bytes.readUInt32BE(16), whole.bytes.readUInt32BE(20)]).toEqual([500, 240])
  })

  test('save a video', async () => {
    await viewer.button('Record video').click()
    await viewer.button('Play').click()
    await soon(() => viewer.time()).toBeGreaterThan(0.3)
    const file = await saved(() => viewer.button('Stop recording').click())
    expect(file.name).toBe('toy.webm')
    // magic number of Matroska, the container of WebM
    expect(file.bytes.readUInt32BE(0)).toBe(0x1a45dfa3)
    expect(file.bytes.length).toBeGreaterThan(1000)
  })

  test('save the history as a table, and the model', async () => {
    await viewer.section('Save')
    for (let i = 0; i < 2; i++) await viewer.button('Step').click()
    const csv = (await saved(() => viewer.button('CSV').click())).bytes.toString().trim().split('\n')
    expect(csv).toHaveLength(4)
    expect(csv[0]).toMatch(
      /^time,qpos\.elbow,qpos\.fly\[0\].*,energy\.kinetic,ctrl\.drive,sensor\.angle,sensor\.place\[0\]/,
    )
    const json = JSON.parse((await saved(() => viewer.button('JSON').click())).bytes.toString())
    expect(json.rows.map(([time]: number[]) => time)).toEqual([0, 0.002, 0.004])
    const mjcf = await saved(() => viewer.button('MJCF').click())
    expect(loadModel(mjcf.bytes.toString()).names.model).toBe('toy')
  })

  test('cause no errors in the browser', () => {
    expect(viewer.errors).toEqual([])
  })
})

/** The file that the page downloads. */
async function saved(act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([viewer.page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

test.runIf(missing !== undefined)('the panels of the viewer are not tested', () => {
  console.log(`skipped: ${missing}`)
})
