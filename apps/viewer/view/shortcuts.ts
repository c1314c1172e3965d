import type { Stage } from '../stage.ts'
import type { Shortcut } from './keyboard.ts'
import type { View } from './view.ts'

/** What keys do to a picture and its simulation, as in MuJoCo's viewer where it has them. */
export function shortcutsOf(stage: Stage): Shortcut[] {
  const { view } = stage
  const turnCamera = (by: number) => {
    const { cameras } = view
    if (!cameras) return
    const modes = cameras.modes(stage.selected?.body)
    const now = modes.findIndex((mode) => JSON.stringify(mode) === JSON.stringify(cameras.mode))
    cameras.mode = modes[(now + by + modes.length) % modes.length]!
    view.redraw()
  }
  const toggle = (change: (shown: NonNullable<View['scene']>['shown']) => void) => () => {
    if (view.scene) change(view.scene.shown)
    view.redraw()
  }
  return [
    { key: ' ', says: 'play, pause', run: () => stage.send({ do: stage.status?.isPlaying ? 'pause' : 'play' }) },
    { key: 'ArrowRight', says: 'one step', run: () => stage.send({ do: 'step', steps: 1 }) },
    { key: 'ArrowLeft', says: 'one step back', run: () => stage.send({ do: 'step', steps: -1 }) },
    { key: 'Backspace', says: 'back to the start', run: () => stage.send({ do: 'reset' }) },
    { key: ']', says: 'next camera', run: () => turnCamera(1) },
    { key: '[', says: 'camera before', run: () => turnCamera(-1) },
    {
      key: 'Escape',
      says: 'free camera',
      run: () => {
        if (view.cameras) view.cameras.mode = { kind: 'free' }
        view.redraw()
      },
    },
    {
      key: 'c',
      says: 'contact points',
      run: toggle(({ decor }) => (decor.contactPoints = !decor.contactPoints)),
    },
    {
      key: 'f',
      says: 'contact forces',
      run: toggle(({ decor }) => (decor.contactForces = !decor.contactForces)),
    },
    { key: 'j', says: 'joints', run: toggle(({ decor }) => (decor.joints = !decor.joints)) },
    { key: 'i', says: 'inertias', run: toggle(({ decor }) => (decor.inertias = !decor.inertias)) },
    { key: 'm', says: 'centres of mass', run: toggle(({ decor }) => (decor.centres = !decor.centres)) },
    { key: 's', says: 'shadows', run: toggle((shown) => (shown.shadows = !shown.shadows)) },
  ]
}
