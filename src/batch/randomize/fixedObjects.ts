import { EqualityType, GeomType, JointType, ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Owner } from './fields.ts'

/** Sizes that shapes have; the other types have none of their own. */
const SIZES: Readonly<Record<number, number>> = {
  [GeomType.sphere]: 1,
  [GeomType.capsule]: 2,
  [GeomType.ellipsoid]: 3,
  [GeomType.cylinder]: 2,
  [GeomType.box]: 3,
}

const WORLD = 0

/** Why a number of an object cannot vary, although its field can; undefined: it can. */
export function whyObjectFixed(m: Model, field: string, owner: Owner, id: number, column: number): string | undefined {
  if (owner === 'body' && id === WORLD && field !== 'body_user') return 'the world has no mass and does not move'
  switch (field) {
    case 'body_pos':
    case 'body_quat':
      return hasFreeJoint(m, id) ? 'its free joint places the body; use the noise of resets' : undefined
    case 'body_ipos':
    case 'body_iquat':
      return whySimple(m, id)
    case 'jnt_pos':
    case 'jnt_axis':
      if (m.jnt_type[id] === JointType.free || (m.jnt_type[id] === JointType.ball && field === 'jnt_axis'))
        return 'joints of this type have none'
      return whySimple(m, m.jnt_bodyid[id])
    case 'geom_size':
      return whyNoSize(m.geom_type[id], column)
    case 'eq_data':
      return whyNoEqualityData(m, id, column)
    default:
      return undefined
  }
}

function hasFreeJoint(m: Model, body: number): boolean {
  return m.body_jntnum[body] > 0 && m.jnt_type[m.body_jntadr[body]] === JointType.free
}

/** Inertia matrices of simple bodies are stored as diagonal, which they would no longer be. */
function whySimple(m: Model, body: number): string | undefined {
  if (m.body_simple[body] === 0 || m.body_dofnum[body] === 0) return undefined
  return 'the inertia matrix of the body is stored as diagonal; give the body simple="false" in the model'
}

function whyNoSize(type: number, column: number): string | undefined {
  const count = SIZES[type] ?? 0
  if (column < count) return undefined
  if (count > 0) return `a shape of this type has ${count} size${count > 1 ? 's' : ''}`
  return type === GeomType.hfield
    ? 'randomize hfield_size instead'
    : 'planes are infinite, and sizes of meshes follow from their vertices'
}

/** Numbers of equality constraints that users give: the others follow from the poses at qpos0. */
function whyNoEqualityData(m: Model, id: number, column: number): string | undefined {
  const ofBodies = m.eq_objtype[id] === ObjType.body
  const type = m.eq_type[id]
  const isGiven =
    type === EqualityType.connect
      ? ofBodies && column < 3
      : type === EqualityType.weld
        ? (ofBodies && column < 6) || column === 10
        : type === EqualityType.distance
          ? column < 7
          : column < 5
  return isGiven ? undefined : 'constraints of this type do not have it, or it follows from poses'
}
