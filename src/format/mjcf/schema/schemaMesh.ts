import {
  type Attributes,
  anyInts,
  anyReals,
  flag,
  individual,
  kept,
  keyword,
  optionalInt,
  optionalKeyword,
  reals,
  reference,
  single,
  text,
  within,
} from './attributes.ts'

/** Meshes that are made by a formula. */
export const BuiltinMesh = {
  none: 0,
  sphere: 1,
  hemisphere: 2,
  cone: 3,
  supersphere: 4,
  supertorus: 5,
  wedge: 6,
  plate: 7,
} as const
export type BuiltinMesh = (typeof BuiltinMesh)[keyof typeof BuiltinMesh]

/** How the mass of a mesh is spread. */
export const MeshInertia = {
  /** evenly inside the convex hull */
  convex: 0,
  /** evenly inside the surface */
  exact: 1,
  /** as `exact`, but volumes count positive whichever way their face is turned */
  legacy: 2,
  /** evenly on the surface */
  shell: 3,
} as const
export type MeshInertia = (typeof MeshInertia)[keyof typeof MeshInertia]

/** Attributes of meshes. */
export const mesh = {
  name: individual(text()),
  class: individual(text()),
  content_type: individual(kept(text())),
  file: individual(text()),
  vertex: individual(single(anyReals())),
  normal: individual(kept(single(anyReals()))),
  texcoord: individual(kept(single(anyReals()))),
  face: individual(anyInts()),
  refpos: individual(reals(0, 0, 0)),
  refquat: individual(reals(1, 0, 0, 0)),
  scale: reals(1, 1, 1),
  smoothnormal: individual(kept(flag(false))),
  maxhullvert: within(4, 0x7fffffff, optionalInt()),
  inertia: keyword(MeshInertia, 'legacy'),
  builtin: individual(optionalKeyword(BuiltinMesh)),
  params: individual(anyReals()),
  material: individual(kept(reference('material'))),
}

export type MeshAttributes = Attributes<typeof mesh>
