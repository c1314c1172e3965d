/** The screenshots of the documentation: model, state, camera, and size of each. */

import type { PanelChoice } from '../../apps/viewer/options.ts'
import type { DecorFlags, VisFlags } from '../../apps/viewer/scene/visFlags.ts'

/** A screenshot of the viewer. */
export interface Shot {
  /** Path of the model in the repository. */
  readonly model: string
  readonly keyframe?: number
  /** Controls by index. */
  readonly controls?: Readonly<Record<number, number>>
  /** Steps from the initial state or the keyframe. */
  readonly steps?: number
  readonly camera?: {
    readonly azimuth?: number
    readonly elevation?: number
    readonly distance?: number
    readonly lookat?: readonly [number, number, number]
  }
  readonly flags?: Partial<Omit<VisFlags, 'decor'>> & { readonly decor?: Partial<DecorFlags> }
  readonly panels?: PanelChoice
  /** Open sections of the panels. */
  readonly sections?: readonly string[]
  readonly plots?: readonly string[]
  /** A grid of environments under random controls, instead of a single model. */
  readonly batch?: {
    readonly environments: number
    readonly terminated: string
    /** One that is made to fail. */
    readonly failing: number
    readonly selected: number
  }
  /** CSS pixels. */
  readonly width: number
  readonly height: number
}

/** All screenshots, by file name. Those with panels have a light and a dark version. */
export const SHOTS: Readonly<Record<string, Shot>> = {
  viewer: {
    model: 'scripts/screenshot/playground.xml',
    steps: 320,
    camera: { azimuth: 126, elevation: -13, distance: 4.6, lookat: [0.3, 0, 0.6] },
    panels: true,
    sections: ['Plots', 'Statistics'],
    plots: ['energy', 'ncon'],
    width: 1280,
    height: 760,
  },
  'viewer-humanoid': {
    model: 'models/humanoid.xml',
    keyframe: 0,
    steps: 150,
    camera: { azimuth: 145, elevation: -10, distance: 2.7, lookat: [0, 0, 0.82] },
    flags: { transparent: true, decor: { contactPoints: true, contactForces: true, joints: true, centers: true } },
    width: 760,
    height: 620,
  },
  'viewer-contacts': {
    model: 'models/boxes.xml',
    keyframe: 0,
    steps: 260,
    camera: { azimuth: 120, elevation: -12, distance: 3, lookat: [0.15, 0, 0.55] },
    flags: { transparent: true, labels: 'contact force', decor: { contactPoints: true, contactForces: true } },
    width: 760,
    height: 620,
  },
  'viewer-islands': {
    model: 'scripts/screenshot/playground.xml',
    steps: 700,
    camera: { azimuth: 128, elevation: -22, distance: 4, lookat: [0.4, 0.05, 0.4] },
    flags: { islands: true, decor: { contactPoints: true } },
    width: 760,
    height: 620,
  },
  'viewer-robot': {
    model: 'scripts/screenshot/robot.xml',
    keyframe: 0,
    steps: 200,
    camera: { azimuth: 150, elevation: -16, distance: 1.75, lookat: [0.17, 0, 0.36] },
    width: 760,
    height: 620,
  },
  'viewer-batch': {
    model: 'models/humanoid.xml',
    steps: 420,
    batch: { environments: 64, terminated: 'qpos[2] < 0.72', failing: 42, selected: 60 },
    width: 1100,
    height: 560,
  },
}
