import {
  type Attributes,
  anyInts,
  anyReals,
  direction,
  individual,
  int,
  kept,
  keyword,
  real,
  reals,
  reference,
  required,
  single,
  text,
  upTo,
  within,
  word,
} from './attributes.ts'
import * as tree from './schemaTree.ts'

/** Attributes of the elements that make copies of others: they are gone when the model is compiled. */

const name = individual(text())
const className = individual(text())

/** Maximum number of copies of one element. */
const MAX_COPIES = 1_000_000

export const replicate = {
  /** These have no meaning: copies are frames without a name, and their names get a suffix. */
  name: kept(name),
  prefix: kept(text()),
  childclass: className,
  count: required(within(-MAX_COPIES, MAX_COPIES, int(1))),
  /** From each copy to the next, in the frame of the former. */
  offset: reals(0, 0, 0),
  /** Turn from each copy to the next: angles of copy i are i times these. */
  euler: reals(0, 0, 0),
  /** Stands between a name and the number of the copy. */
  sep: text(),
}

export const attach = {
  model: reference('model'),
  body: reference('body'),
  frame: reference('frame'),
  prefix: required(text()),
}

export const modelAsset = { name, file: required(text()), content_type: kept(text()) }

export const composite = {
  prefix: text(),
  type: required(word({ cable: 0, particle: 1, grid: 2, rope: 3, loop: 4, cloth: 5 })),
  /** Vertices of a cable. */
  count: within(-MAX_COPIES, MAX_COPIES, anyInts()),
  offset: reals(0, 0, 0),
  vertex: single(anyReals()),
  /** Joint of the first body. */
  initial: keyword({ none: 0, ball: 1, free: 2 }, 'ball'),
  /** How each coordinate runs: `s`, `cos(s)`, `sin(s)` or `0`. */
  curve: text(),
  /** Length of a straight cable; radius and number of half turns of a round one. */
  size: upTo(1, 1, 0, 0),
  quat: direction(reals(1, 0, 0, 0)),
}

const { type, contype, conaffinity, condim, group, priority, size, material, rgba, friction, mass, density } = tree.geom
const { solmix, solref, solimp, margin, gap, surfacevel, adhesion } = tree.geom
export const compositeGeom = {
  ...{ type, contype, conaffinity, condim, group, priority, size, material, rgba, friction, mass, density },
  ...{ solmix, solref, solimp, margin, gap, surfacevel, adhesion },
}

const { range, armature, frictionloss, axis, solreflimit, solimplimit } = tree.joint
const { solreffriction, solimpfriction } = tree.joint
export const compositeJoint = {
  kind: required(keyword({ main: 0 }, 'main')),
  group: kept(int(3)),
  stiffness: real(0),
  damping: real(0),
  armature,
  /** These have no effect on cables: the range alone decides whether a joint is limited. */
  limited: kept(text()),
  solreffix: kept(upTo(1, 0.02, 1)),
  solimpfix: kept(upTo(1, 0.9, 0.95, 0.001, 0.5, 2)),
  type: kept(tree.joint.type),
  axis: kept(axis),
  ...{ range, margin: tree.joint.margin, solreflimit, solimplimit },
  ...{ frictionloss, solreffriction, solimpfriction },
}

export const compositeSite = {
  group: kept(int(3)),
  size: tree.site.size,
  material: tree.site.material,
  rgba: tree.site.rgba,
  /** Has no effect. */
  mesh: kept(text()),
}

export type CompositeAttributes = Attributes<typeof composite>
export type CompositeGeomAttributes = Attributes<typeof compositeGeom>
export type CompositeJointAttributes = Attributes<typeof compositeJoint>
export type CompositeSiteAttributes = Attributes<typeof compositeSite>
export type ReplicateAttributes = Attributes<typeof replicate>
export type AttachAttributes = Attributes<typeof attach>
