import { App } from '../../apps/viewer/app.ts'
import { startWorker } from '../../apps/viewer/simulation/startWorker.ts'
import type { Shot } from './shots.ts'

/** The page on which screenshots are taken: the viewer, brought to a state and looked at from a place. */

declare global {
  interface Window {
    /** @param files all models, by their paths in the repository */
    prepare?: (shot: Shot, theme: 'light' | 'dark', files: Readonly<Record<string, string>>) => Promise<void>
    toWebp?: (png: string, quality: number) => Promise<string>
  }
}

window.prepare = async (shot, theme, files) => {
  const place = document.querySelector<HTMLElement>('#viewer')!
  // as long as nobody looks, pictures are small, and made quickly
  place.style.width = place.style.height = '40px'
  const app = new App(place, {
    startWorker,
    panels: shot.panels ?? false,
    theme,
    keys: 'none',
    notices: true,
  })
  const loaded = await app.load({ path: shot.model, files })
  app.send({ do: 'reset', ...(shot.keyframe === undefined ? {} : { keyframe: shot.keyframe }) })
  for (const [index, value] of Object.entries(shot.controls ?? {}))
    app.send({ do: 'ctrl', index: Number(index), value })
  for (const path of shot.plots ?? []) app.panels.plot(path)
  // in parts, so that curves have points
  const { timestep } = loaded.model.opt
  for (let done = 0; done < (shot.steps ?? 0); ) {
    const steps = Math.min(4, shot.steps! - done)
    app.send({ do: 'step', steps })
    done += steps
    while (Math.abs(loaded.data.time - done * timestep) > 1e-9) await new Promise((resolve) => setTimeout(resolve, 1))
  }

  const { scene, cameras } = app.view
  if (!scene || !cameras) throw new Error('there is no picture')
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
  // until the viewer has seen how large it is now; where it was small, its panels were closed
  await new Promise((resolve) => setTimeout(resolve, 200))
  for (const side of ['left', 'right'] as const)
    if (shot.panels === true && app.root.querySelector<HTMLElement>(`.panel.${side}`)?.hidden) app.panels.toggle(side)
  // a picture of the last state, and the page around it
  await app.view.screenshot()
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
