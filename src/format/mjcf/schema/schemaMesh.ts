import { BuiltinMesh } from '../mesh/builtinMesh.ts'
import { MeshInertia } from '../mesh/massProperties.ts'
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
