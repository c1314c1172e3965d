/** Visualization flags: what is drawn, and how. Names, keys and defaults are those of MuJoCo's viewer. */

/** A switch: its label and its key. */
export interface Flag {
  readonly label: string
  readonly key: string
  readonly isOn?: true
}

/** Elements of the model, and their appearance. */
export const MODEL_FLAGS = {
  tendons: { label: 'tendons', key: 'v', isOn: true },
  skins: { label: 'skins', key: ';', isOn: true },
  statics: { label: 'static bodies', key: 'd', isOn: true },
  textures: { label: 'textures', key: 'x', isOn: true },
  transparent: { label: 'transparent', key: 't' },
  hulls: { label: 'convex hulls', key: 'h' },
  islands: { label: 'color by island', key: 'n' },
} as const satisfies Record<string, Flag>

/** Decoration: contacts, forces, joints, frames, and so on. */
export const DECOR_FLAGS = {
  contactPoints: { label: 'contact points', key: 'c' },
  contactForces: { label: 'contact forces', key: 'f' },
  contactSplit: { label: 'split contact forces', key: 'p' },
  joints: { label: 'joints', key: 'j' },
  actuators: { label: 'actuators', key: 'u' },
  activations: { label: 'activations', key: ',' },
  centers: { label: 'centers of mass', key: 'm' },
  inertias: { label: 'inertias', key: 'i' },
  scaledInertias: { label: 'scale inertias by mass', key: "'" },
  constraints: { label: 'equality constraints', key: 'e' },
  connections: { label: 'skeleton', key: 'a' },
  rangefinders: { label: 'rangefinders', key: 'y', isOn: true },
  cameras: { label: 'cameras', key: 'q' },
  lights: { label: 'lights', key: 'z' },
  bodyVolumes: { label: 'body bounding volumes', key: '`' },
  meshVolumes: { label: 'mesh bounding volumes', key: '\\' },
  perturbations: { label: 'mouse perturbation', key: 'o', isOn: true },
  appliedForces: { label: 'applied forces', key: 'b' },
} as const satisfies Record<string, Flag>

/** Rendering effects. */
export const PICTURE_FLAGS = {
  shadows: { label: 'shadows', key: 's', isOn: true },
  reflections: { label: 'reflections', key: 'r', isOn: true },
  skybox: { label: 'sky', key: 'k', isOn: true },
  haze: { label: 'haze', key: '/', isOn: true },
  fog: { label: 'fog', key: 'g' },
  wireframe: { label: 'wireframe', key: 'w' },
} as const satisfies Record<string, Flag>

/** Kinds of coordinate frames. */
export const FRAME_KINDS = ['none', 'body', 'geom', 'site', 'camera', 'light', 'contact', 'world'] as const
export type FrameKind = (typeof FRAME_KINDS)[number]

/** Kinds of labels. */
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

/** Kinds of objects that belong to groups, 0 to 5. */
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
  /** Level of the bounding volume hierarchies that is drawn; −1: the leaves. */
  volumeDepth: number
}

/** The flags at the start. */
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

/** Whether a group is visible; groups are clamped to 0 … 5. */
export function isGroupShown(groups: Groups, group: number): boolean {
  return groups[Math.max(0, Math.min(5, group))]
}

function switchesOf(flags: Readonly<Record<string, Flag>>): Record<string, boolean> {
  return Object.fromEntries(Object.entries(flags).map(([name, { isOn }]) => [name, isOn === true]))
}
