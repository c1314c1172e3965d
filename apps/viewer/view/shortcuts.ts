import type { Panels } from '../panels/panels.ts'
import {
  DECOR_FLAGS,
  type Flag,
  FRAME_KINDS,
  type GroupKind,
  LABEL_KINDS,
  MODEL_FLAGS,
  PICTURE_FLAGS,
  type VisFlags,
} from '../scene/visFlags.ts'
import type { ViewerContext } from '../viewerContext.ts'
import type { Shortcut } from './keyboard.ts'

/** What keys do to a picture and its simulation, as in MuJoCo's viewer where it has them. */
export function shortcutsOf(context: ViewerContext, panels: Panels, showHelp: () => void): Shortcut[] {
  return [
    ...simulationKeys(context, panels),
    ...cameraKeys(context, panels),
    ...pageKeys(panels, showHelp),
    ...drawingKeys(context, panels),
  ]
}

function simulationKeys(context: ViewerContext, panels: Panels): Shortcut[] {
  const group = 'Simulation'
  return [
    {
      group,
      key: ' ',
      says: 'play, pause',
      run: () => context.send({ do: context.status?.isPlaying ? 'pause' : 'play' }),
    },
    { group, key: 'ArrowRight', says: 'one step', run: () => context.send({ do: 'step', steps: 1 }) },
    { group, key: 'ArrowLeft', says: 'one step back', run: () => context.send({ do: 'step', steps: -1 }) },
    { group, key: 'Backspace', says: 'back to the start', run: () => context.send({ do: 'reset' }) },
    { group, key: '+', says: 'faster', run: () => panels.playback.changeSpeed(1) },
    { group, key: '-', says: 'slower', run: () => panels.playback.changeSpeed(-1) },
    { group, key: 'Ctrl+C', says: 'copy the state as a keyframe', run: () => panels.copyState() },
  ]
}

function cameraKeys(context: ViewerContext, panels: Panels): Shortcut[] {
  const group = 'Camera and selection'
  const { view } = context
  const turnCamera = (by: number) => {
    const { cameras } = view
    if (!cameras) return
    const modes = cameras.modes(context.selected?.body)
    const now = modes.findIndex((mode) => JSON.stringify(mode) === JSON.stringify(cameras.mode))
    cameras.mode = modes[(now + by + modes.length) % modes.length]
    view.redraw()
  }
  const free = () => {
    if (view.cameras) view.cameras.mode = { kind: 'free' }
    view.redraw()
  }
  const selectParent = () => {
    const { selected, current } = context
    if (!selected || !current) return
    const body = current.model.body_parentid[selected.body]
    context.select({ geom: -1, body, point: [0, 0, 0], local: [0, 0, 0] })
  }
  return [
    { group, key: ']', says: 'next camera', run: () => turnCamera(1) },
    { group, key: '[', says: 'camera before', run: () => turnCamera(-1) },
    { group, key: 'Escape', says: 'free camera', run: free },
    { group, key: 'Ctrl+A', says: 'look at everything', run: () => panels.frame() },
    { group, key: 'PageUp', says: 'choose the parent of the chosen body', run: selectParent },
  ]
}

function pageKeys(panels: Panels, showHelp: () => void): Shortcut[] {
  const group = 'Page'
  return [
    { group, key: 'F1', says: 'this help', run: showHelp },
    { group, key: '?', says: 'this help', run: showHelp },
    { group, key: 'F2', says: 'numbers over the picture', run: () => panels.toggleInfo() },
    { group, key: 'F3', says: 'statistics', run: () => panels.toggleSection('Statistics') },
    { group, key: 'F4', says: 'plots of the sensors', run: () => panels.plotSensors() },
    { group, key: 'F8', says: 'panels on the left', run: () => panels.toggle('left') },
    { group, key: 'F9', says: 'panels on the right', run: () => panels.toggle('right') },
    { group, key: 'Ctrl+P', says: 'screenshot', run: () => panels.screenshot() },
  ]
}

function drawingKeys(context: ViewerContext, panels: Panels): Shortcut[] {
  const group = 'Drawing'
  const change = (flip: (shown: VisFlags) => unknown) => () => {
    const { view } = context
    if (view.scene) flip(view.scene.shown)
    panels.refreshDrawing()
    view.redraw()
  }
  const flags = <K extends string>(
    of: Readonly<Record<K, Flag>>,
    where: (shown: VisFlags) => Record<NoInfer<K>, boolean>,
  ) =>
    (Object.keys(of) as K[]).map((name): Shortcut => {
      const { key, label } = of[name]
      return { group, key, says: label, run: change((shown) => (where(shown)[name] = !where(shown)[name])) }
    })
  const groups = (prefix: string, kind: GroupKind): Shortcut[] =>
    [0, 1, 2, 3, 4, 5].map((i) => ({
      group,
      key: `${prefix}${i}`,
      listed: i === 0 ? `${prefix}0 … 5` : '',
      says: `${kind}s of a group`,
      run: change(({ groups }) => (groups[kind][i] = !groups[kind][i])),
    }))
  return [
    {
      group,
      key: 'F6',
      says: 'next kind of frames',
      run: change((shown) => (shown.frames = next(FRAME_KINDS, shown.frames))),
    },
    {
      group,
      key: 'F7',
      says: 'next kind of labels',
      run: change((shown) => (shown.labels = next(LABEL_KINDS, shown.labels))),
    },
    ...flags(DECOR_FLAGS, ({ decor }) => decor),
    ...flags(MODEL_FLAGS, (shown) => shown),
    ...flags(PICTURE_FLAGS, (shown) => shown),
    ...groups('', 'geom'),
    ...groups('Shift+', 'site'),
  ]
}

/** The choice after one, and after the last the first. */
function next<T>(choices: readonly T[], now: T): T {
  return choices[(choices.indexOf(now) + 1) % choices.length]
}
