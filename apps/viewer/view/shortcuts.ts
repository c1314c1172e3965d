import type { Workbench } from '../panels/workbench.ts'
import type { ModelScene } from '../scene/modelScene.ts'
import type { Stage } from '../stage.ts'
import type { Shortcut } from './keyboard.ts'

type Shown = ModelScene['shown']

/** Switches of what is drawn, under the keys that they have in MuJoCo's viewer. */
const DRAWN: readonly (readonly [key: string, says: string, flip: (shown: Shown) => unknown])[] = [
  ['c', 'contact points', ({ decor }) => (decor.contactPoints = !decor.contactPoints)],
  ['f', 'contact forces', ({ decor }) => (decor.contactForces = !decor.contactForces)],
  ['j', 'joints', ({ decor }) => (decor.joints = !decor.joints)],
  ['i', 'inertias', ({ decor }) => (decor.inertias = !decor.inertias)],
  ['m', 'centres of mass', ({ decor }) => (decor.centres = !decor.centres)],
  ['q', 'cameras', ({ decor }) => (decor.cameras = !decor.cameras)],
  ['z', 'lights', ({ decor }) => (decor.lights = !decor.lights)],
  ['e', 'equality constraints', ({ decor }) => (decor.constraints = !decor.constraints)],
  ['`', 'bounding volumes', ({ decor }) => (decor.volumes = !decor.volumes)],
  ['s', 'shadows', (shown) => (shown.shadows = !shown.shadows)],
]

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
  const groups = (prefix: string, what: string, of: (shown: Shown) => boolean[]): Shortcut[] =>
    [0, 1, 2, 3, 4, 5].map((i) => ({
      group,
      key: `${prefix}${i}`,
      listed: i === 0 ? `${prefix}0 … 5` : '',
      says: `${what} of a group`,
      run: change((shown) => (of(shown)[i] = !of(shown)[i])),
    }))
  return [
    ...DRAWN.map(([key, says, flip]) => ({ group, key, says, run: change(flip) })),
    ...groups('', 'geoms', ({ geomGroups }) => geomGroups),
    ...groups('Shift+', 'sites', ({ siteGroups }) => siteGroups),
  ]
}
