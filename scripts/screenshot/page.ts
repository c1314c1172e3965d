import { App } from '../../apps/viewer/app.ts'
import { createBatchViewer } from '../../apps/viewer/embed/batchViewer.ts'
import { startWorker } from '../../apps/viewer/simulation/startWorker.ts'
import { BatchSim, Random } from '../../src/batch.ts'
import { loadModel } from '../../src/index.ts'
import type { Shot } from './shots.ts'

/** The page for screenshots: the viewer, in a given state and with a given camera. */

declare global {
  interface Window {
    /** @param files all models, by their paths in the repository */
    prepare?: (shot: Shot, theme: 'light' | 'dark', files: Readonly<Record<string, string>>) => Promise<void>
    toWebp?: (png: string, quality: number) => Promise<string>
  }
}

window.prepare = async (shot, theme, files) => {
  const place = document.querySelector<HTMLElement>('#viewer')!
  if (shot.batch) return prepareBatch(place, shot, shot.batch, files[shot.model])
  // a small picture is fast to draw until the state is reached
  place.style.width = place.style.height = '40px'
  const app = new App(place, {
    startWorker,
    panels: shot.panels ?? false,
    theme,
    keys: 'none',
    notices: true,
    kernels: false,
  })
  const loaded = await app.load({ path: shot.model, files })
  app.send({ do: 'reset', ...(shot.keyframe === undefined ? {} : { keyframe: shot.keyframe }) })
  for (const [index, value] of Object.entries(shot.controls ?? {}))
    app.send({ do: 'ctrl', index: Number(index), value })
  for (const path of shot.plots ?? []) app.panels.plot(path)
  // a few steps at a time, so that plots have samples
  const { timestep } = loaded.model.opt
  for (let done = 0; done < (shot.steps ?? 0); ) {
    const steps = Math.min(4, shot.steps! - done)
    app.send({ do: 'step', steps })
    done += steps
    while (Math.abs(loaded.data.time - done * timestep) > 1e-9) await new Promise((resolve) => setTimeout(resolve, 1))
  }

  const { scene, cameras } = app.view
  if (!scene || !cameras) throw new Error('no model is shown')
  const { decor, ...flags } = shot.flags ?? {}
  Object.assign(scene.flags, flags)
  Object.assign(scene.flags.decor, decor)
  const { lookat, ...camera } = shot.camera ?? {}
  Object.assign(cameras.free, camera)
  if (lookat) cameras.free.lookat.set(...lookat)
  for (const summary of app.root.querySelectorAll('summary')) {
    const section = summary.parentElement as HTMLDetailsElement
    section.open = (shot.sections ?? []).includes(summary.textContent?.trim() ?? '')
  }
  app.panels.refreshDrawing()
  place.style.width = place.style.height = ''
  // wait for the resize; panels were closed while the viewer was small
  await new Promise((resolve) => setTimeout(resolve, 200))
  for (const side of ['left', 'right'] as const)
    if (shot.panels === true && app.root.querySelector<HTMLElement>(`.panel.${side}`)?.hidden) app.panels.toggle(side)
  // draw the last state, and wait for the panels
  await app.view.screenshot()
  await new Promise((resolve) => setTimeout(resolve, 300))
}

/** A grid of environments after the steps of a shot. */
async function prepareBatch(
  place: HTMLElement,
  shot: Shot,
  { environments, terminated, failing, selected }: NonNullable<Shot['batch']>,
  xml: string,
): Promise<void> {
  const model = loadModel(xml)
  const batch = new BatchSim(model, environments, {
    noise: { qpos: 0.05, qvel: 0.1 },
    terminated,
    reward: 'qpos[2]',
  })
  await batch.ready
  const viewer = createBatchViewer(place, batch, { keys: 'none' })
  const random = new Random(3)
  const nstep = 8
  for (let done = 0; done < (shot.steps ?? 0); done += nstep) {
    if (done % (8 * nstep) === 0)
      for (let i = 0; i < batch.actions.length; i++) batch.actions[i] = random.uniform(-1, 1)
    await batch.step(undefined, nstep)
    viewer.draw()
  }
  batch.states[failing * (model.nq + model.nv) + model.nq] = Number.NaN
  await batch.step(undefined, nstep)
  viewer.draw()
  viewer.select(selected)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await viewer.screenshot()
  await new Promise((resolve) => setTimeout(resolve, 300))
}

window.toWebp = async (png, quality) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d')!.drawImage(picture, 0, 0)
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
