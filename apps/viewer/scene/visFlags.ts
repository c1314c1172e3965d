/** What of a model is drawn, and how. Names, keys and defaults follow MuJoCo's viewer, which users know. */

/** A switch: what it is called, and the key that turns it. */
export interface Flag {
  readonly label: string
  readonly key: string
  readonly isOn?: true
}

/** Things of the model, and how they look. */
export const MODEL_FLAGS = {
  tendons: { label: 'tendons', key: 'v', isOn: true },
  skins: { label: 'skins', key: ';', isOn: true },
  statics: { label: 'static bodies', key: 'd', isOn: true },
  textures: { label: 'textures', key: 'x', isOn: true },
  transparent: { label: 'transparent', key: 't' },
  hulls: { label: 'convex hulls', key: 'h' },
  islands: { label: 'islands and sleep by color', key: 'n' },
} as const satisfies Record<string, Flag>

/** Signs that explain a picture. */
export const DECOR_FLAGS = {
  contactPoints: { label: 'contact points', key: 'c' },
  contactForces: { label: 'contact forces', key: 'f' },
  contactSplit: { label: 'split forces: normal, friction', key: 'p' },
  joints: { label: 'joints', key: 'j' },
  actuators: { label: 'actuators', key: 'u' },
  activations: { label: 'color by activation', key: ',' },
  centers: { label: 'centers of mass', key: 'm' },
  inertias: { label: 'inertias', key: 'i' },
  scaledInertias: { label: 'inertias scaled by mass', key: "'" },
  constraints: { label: 'equality constraints', key: 'e' },
  connections: { label: 'skeleton', key: 'a' },
  rangefinders: { label: 'rangefinders', key: 'y', isOn: true },
  cameras: { label: 'cameras', key: 'q' },
  lights: { label: 'lights', key: 'z' },
  bodyVolumes: { label: 'bounding volumes of bodies', key: '`' },
  meshVolumes: { label: 'bounding volumes of meshes', key: '\\' },
  pulls: { label: 'pull of the mouse', key: 'o', isOn: true },
  appliedForces: { label: 'applied forces', key: 'b' },
} as const satisfies Record<string, Flag>

/** How the picture is made. */
export const PICTURE_FLAGS = {
  shadows: { label: 'shadows', key: 's', isOn: true },
  reflections: { label: 'reflections', key: 'r', isOn: true },
  skybox: { label: 'sky', key: 'k', isOn: true },
  haze: { label: 'haze', key: '/', isOn: true },
  fog: { label: 'fog', key: 'g' },
  wireframe: { label: 'wireframe', key: 'w' },
} as const satisfies Record<string, Flag>

/** Frames that are drawn. */
export const FRAME_KINDS = ['none', 'body', 'geom', 'site', 'camera', 'light', 'contact', 'world'] as const
export type FrameKind = (typeof FRAME_KINDS)[number]

/** What labels are about. */
export const LABEL_KINDS = [
  'none',
  'body',
  'joint',
  'geom',
  'site',
  'camera',
  'light',
  'tendon',
  'actuator',
  'constraint',
  'skin',
  'selection',
  'contact',
  'contact force',
  'island',
] as const
export type LabelKind = (typeof LABEL_KINDS)[number]

/** Things that belong to groups, 0 to 5. */
export const GROUP_KINDS = ['geom', 'site', 'joint', 'tendon', 'actuator', 'skin'] as const
export type GroupKind = (typeof GROUP_KINDS)[number]
/** VisFlags where true. */
export type Groups = boolean[]

type Switches<F> = { -readonly [K in keyof F]: boolean }
export type DecorFlags = Switches<typeof DECOR_FLAGS>

export interface VisFlags extends Switches<typeof MODEL_FLAGS>, Switches<typeof PICTURE_FLAGS> {
  readonly decor: DecorFlags
  readonly groups: Readonly<Record<GroupKind, Groups>>
  frames: FrameKind
  labels: LabelKind
  /** Levels of trees of bounding volumes; −1: all. */
  volumeDepth: number
}

/** What is shown at first. */
export function defaultVisFlags(): VisFlags {
  return {
    ...(switchesOf(MODEL_FLAGS) as Switches<typeof MODEL_FLAGS>),
    ...(switchesOf(PICTURE_FLAGS) as Switches<typeof PICTURE_FLAGS>),
    decor: switchesOf(DECOR_FLAGS) as DecorFlags,
    groups: Object.fromEntries(
      GROUP_KINDS.map((kind) => [kind, [true, true, true, false, false, false]]),
    ) as unknown as VisFlags['groups'],
    frames: 'none',
    labels: 'none',
    volumeDepth: 1,
  }
}

/** Whether a group is shown; numbers beyond the groups are those at the ends. */
export function isGroupShown(groups: Groups, group: number): boolean {
  return groups[Math.max(0, Math.min(5, group))]
}

function switchesOf(flags: Readonly<Record<string, Flag>>): Record<string, boolean> {
  return Object.fromEntries(Object.entries(flags).map(([name, { isOn }]) => [name, isOn === true]))
}
