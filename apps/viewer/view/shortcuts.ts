import type { Workbench } from '../panels/workbench.ts'
import {
  DECOR_FLAGS,
  type Flag,
  FRAME_KINDS,
  type GroupKind,
  LABEL_KINDS,
  MODEL_FLAGS,
  PICTURE_FLAGS,
  type Shown,
} from '../scene/shown.ts'
import type { Stage } from '../stage.ts'
import type { Shortcut } from './keyboard.ts'

/** What keys do to a picture and its simulation, as in MuJoCo's viewer where it has them. */
export function shortcutsOf(stage: Stage, workbench: Workbench, showHelp: () => void): Shortcut[] {
  return [
    ...simulationKeys(stage, workbench),
    ...cameraKeys(stage, workbench),
    ...pageKeys(workbench, showHelp),
    ...drawingKeys(stage, workbench),
  ]
}

function simulationKeys(stage: Stage, workbench: Workbench): Shortcut[] {
  const group = 'Simulation'
  return [
    { group, key: ' ', says: 'play, pause', run: () => stage.send({ do: stage.status?.isPlaying ? 'pause' : 'play' }) },
    { group, key: 'ArrowRight', says: 'one step', run: () => stage.send({ do: 'step', steps: 1 }) },
    { group, key: 'ArrowLeft', says: 'one step back', run: () => stage.send({ do: 'step', steps: -1 }) },
    { group, key: 'Backspace', says: 'back to the start', run: () => stage.send({ do: 'reset' }) },
    { group, key: '+', says: 'faster', run: () => workbench.playback.changeSpeed(1) },
    { group, key: '-', says: 'slower', run: () => workbench.playback.changeSpeed(-1) },
    { group, key: 'Ctrl+C', says: 'copy the state as a keyframe', run: () => workbench.copyState() },
  ]
}

function cameraKeys(stage: Stage, workbench: Workbench): Shortcut[] {
  const group = 'Camera and selection'
  const { view } = stage
  const turnCamera = (by: number) => {
    const { cameras } = view
    if (!cameras) return
    const modes = cameras.modes(stage.selected?.body)
    const now = modes.findIndex((mode) => JSON.stringify(mode) === JSON.stringify(cameras.mode))
    cameras.mode = modes[(now + by + modes.length) % modes.length]!
    view.redraw()
  }
  const free = () => {
    if (view.cameras) view.cameras.mode = { kind: 'free' }
    view.redraw()
  }
  const selectParent = () => {
    const { selected, subject } = stage
    if (!selected || !subject) return
    const body = subject.model.body_parentid[selected.body]
    stage.select({ geom: -1, body, point: [0, 0, 0], local: [0, 0, 0] })
  }
  return [
    { group, key: ']', says: 'next camera', run: () => turnCamera(1) },
    { group, key: '[', says: 'camera before', run: () => turnCamera(-1) },
    { group, key: 'Escape', says: 'free camera', run: free },
    { group, key: 'Ctrl+A', says: 'look at everything', run: () => workbench.frame() },
    { group, key: 'PageUp', says: 'choose the parent of the chosen body', run: selectParent },
  ]
}

function pageKeys(workbench: Workbench, showHelp: () => void): Shortcut[] {
  const group = 'Page'
  return [
    { group, key: 'F1', says: 'this help', run: showHelp },
    { group, key: '?', says: 'this help', run: showHelp },
    { group, key: 'F2', says: 'numbers over the picture', run: () => workbench.toggleInfo() },
    { group, key: 'F3', says: 'statistics', run: () => workbench.toggleSection('Statistics') },
    { group, key: 'F4', says: 'plots of the sensors', run: () => workbench.plotSensors() },
    { group, key: 'F8', says: 'panels on the left', run: () => workbench.toggle('left') },
    { group, key: 'F9', says: 'panels on the right', run: () => workbench.toggle('right') },
    { group, key: 'Ctrl+P', says: 'screenshot', run: () => workbench.screenshot() },
  ]
}

function drawingKeys(stage: Stage, workbench: Workbench): Shortcut[] {
  const group = 'Drawing'
  const change = (flip: (shown: Shown) => unknown) => () => {
    const { view } = stage
    if (view.scene) flip(view.scene.shown)
    workbench.refreshDrawing()
    view.redraw()
  }
  const flags = <K extends string>(
    of: Readonly<Record<K, Flag>>,
    where: (shown: Shown) => Record<NoInfer<K>, boolean>,
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
  return choices[(choices.indexOf(now) + 1) % choices.length]!
}
