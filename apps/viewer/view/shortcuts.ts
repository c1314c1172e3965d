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

/** All shortcuts; those that MuJoCo's viewer has are the same there. */
export function shortcutsOf(context: ViewerContext, panels: Panels, toggleHelp: () => void): Shortcut[] {
  return [
    ...simulationKeys(context, panels),
    ...cameraKeys(context, panels),
    ...pageKeys(panels, toggleHelp),
    ...drawingKeys(context, panels),
  ]
}

function simulationKeys(context: ViewerContext, panels: Panels): Shortcut[] {
  const group = 'Simulation'
  return [
    {
      group,
      key: ' ',
      label: 'play or pause',
      run: () => context.send({ do: context.status?.isPlaying ? 'pause' : 'play' }),
    },
    { group, key: 'ArrowRight', label: 'step forward', run: () => context.send({ do: 'step', steps: 1 }) },
    { group, key: 'ArrowLeft', label: 'step back', run: () => context.send({ do: 'step', steps: -1 }) },
    { group, key: 'Backspace', label: 'reset', run: () => context.send({ do: 'reset' }) },
    { group, key: '+', label: 'faster', run: () => panels.playback.changeSpeed(1) },
    { group, key: '-', label: 'slower', run: () => panels.playback.changeSpeed(-1) },
    { group, key: 'Ctrl+C', label: 'copy the state as a keyframe', run: () => panels.copyState() },
  ]
}

function cameraKeys(context: ViewerContext, panels: Panels): Shortcut[] {
  const group = 'Camera and selection'
  const { view } = context
  const cycleCamera = (by: number) => {
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
    { group, key: ']', label: 'next camera', run: () => cycleCamera(1) },
    { group, key: '[', label: 'previous camera', run: () => cycleCamera(-1) },
    { group, key: 'Escape', label: 'free camera', run: free },
    { group, key: 'Ctrl+A', label: 'frame the whole model', run: () => panels.frame() },
    { group, key: 'PageUp', label: 'select the parent of the selected body', run: selectParent },
  ]
}

function pageKeys(panels: Panels, toggleHelp: () => void): Shortcut[] {
  const group = 'Page'
  return [
    { group, key: 'F1', label: 'help', run: toggleHelp },
    { group, key: '?', label: 'help', run: toggleHelp },
    { group, key: 'F2', label: 'info overlay', run: () => panels.toggleInfo() },
    { group, key: 'F3', label: 'statistics', run: () => panels.toggleSection('Statistics') },
    { group, key: 'F4', label: 'plot the sensors', run: () => panels.plotSensors() },
    { group, key: 'F8', label: 'left panel', run: () => panels.toggle('left') },
    { group, key: 'F9', label: 'right panel', run: () => panels.toggle('right') },
    { group, key: 'Ctrl+P', label: 'screenshot', run: () => panels.screenshot() },
  ]
}

function drawingKeys(context: ViewerContext, panels: Panels): Shortcut[] {
  const group = 'Drawing'
  const change = (flip: (flags: VisFlags) => unknown) => () => {
    const { view } = context
    if (view.scene) flip(view.scene.flags)
    panels.refreshDrawing()
    view.redraw()
  }
  const flagKeys = <K extends string>(
    of: Readonly<Record<K, Flag>>,
    where: (flags: VisFlags) => Record<NoInfer<K>, boolean>,
  ) =>
    (Object.keys(of) as K[]).map((name): Shortcut => {
      const { key, label } = of[name]
      return { group, key, label, run: change((flags) => (where(flags)[name] = !where(flags)[name])) }
    })
  const groups = (prefix: string, kind: GroupKind): Shortcut[] =>
    [0, 1, 2, 3, 4, 5].map((i) => ({
      group,
      key: `${prefix}${i}`,
      shownAs: i === 0 ? `${prefix}0 … 5` : '',
      label: `${kind} groups`,
      run: change(({ groups }) => (groups[kind][i] = !groups[kind][i])),
    }))
  return [
    {
      group,
      key: 'F6',
      label: 'next frame type',
      run: change((flags) => (flags.frames = next(FRAME_KINDS, flags.frames))),
    },
    {
      group,
      key: 'F7',
      label: 'next label type',
      run: change((flags) => (flags.labels = next(LABEL_KINDS, flags.labels))),
    },
    ...flagKeys(DECOR_FLAGS, ({ decor }) => decor),
    ...flagKeys(MODEL_FLAGS, (flags) => flags),
    ...flagKeys(PICTURE_FLAGS, (flags) => flags),
    ...groups('', 'geom'),
    ...groups('Shift+', 'site'),
  ]
}

/** The next choice, cyclically. */
function next<T>(choices: readonly T[], now: T): T {
  return choices[(choices.indexOf(now) + 1) % choices.length]
}
