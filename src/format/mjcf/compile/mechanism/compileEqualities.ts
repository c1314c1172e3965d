import type { Data } from '../../../../core/data/data.ts'
import { normalize4 } from '../../../../core/math/quat.ts'
import { EqualityType, JointType, ObjType } from '../../../../core/model/enums.ts'
import { ModelError, type Source } from '../../../../core/model/errors.ts'
import type { Model } from '../../../../core/model/model.ts'
import type { EqualitySpec, Spec } from '../../schema/spec.ts'
import { find } from '../../text/findByName.ts'
import type { Lookup } from '../parts/lookup.ts'
import type { Tendon } from './compileTendons.ts'

/** An equality constraint with what it holds together. */
export interface Equality {
  readonly spec: EqualitySpec
  readonly type: EqualityType
  /** Kind of the two ends where there is a choice: body or site. */
  readonly objtype: ObjType
  readonly id1: number
  /** -1: there is no second end. */
  readonly id2: number
  readonly data: Float64Array
}

/** Numbers that an equality constraint has. */
const DATA = 11
/** Place of the torque scale of a weld among them. */
const TORQUE_SCALE = 10
/** Where the relative orientation of a weld starts. */
const RELATIVE_QUAT = 6

export function compileEqualities(
  spec: Spec,
  lookup: Lookup,
  tendons: ReadonlyMap<string, Tendon>,
): readonly Equality[] {
  return spec.equalities.map((element) => compileEquality(element, lookup, tendons))
}

function compileEquality(spec: EqualitySpec, lookup: Lookup, tendons: ReadonlyMap<string, Tendon>): Equality {
  const { source } = spec
  const data = new Float64Array(DATA)
  data[1] = 1
  data[TORQUE_SCALE] = 1
  switch (spec.kind) {
    case 'connect':
    case 'weld': {
      const { attributes: a } = spec
      const type = spec.kind === 'weld' ? EqualityType.weld : EqualityType.connect
      if (spec.kind === 'weld') data[TORQUE_SCALE] = spec.attributes.torquescale
      if (a.site1 !== '' || a.site2 !== '') {
        checkDifferent(a.site1, a.site2, 'site2', source)
        const id1 = lookup.site(a.site1, { source, attribute: 'site1' }).id
        const id2 = lookup.site(a.site2, { source, attribute: 'site2' }).id
        return { spec, type, objtype: ObjType.site, id1, id2, data }
      }
      checkDifferent(a.body1, a.body2, 'body2', source)
      data.set(a.anchor ?? [0, 0, 0])
      if (spec.kind === 'weld') data.set(spec.attributes.relpose, 3)
      const id1 = lookup.body(a.body1, { source, attribute: 'body1' }).id
      const id2 = a.body2 === '' ? 0 : lookup.body(a.body2, { source, attribute: 'body2' }).id
      return { spec, type, objtype: ObjType.body, id1, id2, data }
    }
    case 'equality/joint': {
      const { joint1, joint2, polycoef } = spec.attributes
      data.set(polycoef)
      checkDifferent(joint1, joint2, 'joint2', source)
      const id1 = scalarJoint(lookup, joint1, source, 'joint1')
      const id2 = joint2 === '' ? -1 : scalarJoint(lookup, joint2, source, 'joint2')
      return { spec, type: EqualityType.joint, objtype: ObjType.unknown, id1, id2, data }
    }
    case 'equality/tendon': {
      const { tendon1, tendon2, polycoef } = spec.attributes
      data.set(polycoef)
      checkDifferent(tendon1, tendon2, 'tendon2', source)
      const id1 = find(tendons, 'tendon', tendon1, { source, attribute: 'tendon1' }).id
      const id2 = tendon2 === '' ? -1 : find(tendons, 'tendon', tendon2, { source, attribute: 'tendon2' }).id
      return { spec, type: EqualityType.tendon, objtype: ObjType.unknown, id1, id2, data }
    }
  }
}

function checkDifferent(first: string, second: string, attribute: string, source: Source): void {
  if (first !== '' && first === second)
    throw new ModelError('something cannot be held to itself', {
      source,
      attribute,
      expected: 'two different names',
      found: `'${first}' twice`,
    })
}

function scalarJoint(lookup: Lookup, name: string, source: Source, attribute: string): number {
  const joint = lookup.joint(name, { source, attribute })
  const { type } = joint.spec.attributes
  if (type !== JointType.hinge && type !== JointType.slide)
    throw new ModelError('only joints with one number can follow each other', {
      source,
      attribute,
      expected: 'a hinge or slide joint',
      found: type === JointType.ball ? 'a ball joint' : 'a free joint',
    })
  return joint.id
}

export function fillEqualities(m: Model, equalities: readonly Equality[]): void {
  equalities.forEach(({ spec: { attributes: a }, type, objtype, id1, id2, data }, id) => {
    m.eq_type[id] = type
    m.eq_obj1id[id] = id1
    m.eq_obj2id[id] = id2
    m.eq_objtype[id] = objtype
    m.eq_active0[id] = a.active
    m.eq_solref.set(a.solref, 2 * id)
    m.eq_solimp.set(a.solimp, 5 * id)
    m.eq_data.set(data, DATA * id)
  })
  m.names.set(
    ObjType.equality,
    equalities.map(({ spec }) => spec.attributes.name),
  )
}

/**
 * Completes the data of constraints between bodies from their poses at qpos0: the anchor of a `connect` in the second
 * body; the relative pose of a `weld` that gives none. Sites need no data. (xpos, xquat, xmat at qpos0) → eq_data.
 */
export function setEqualityData(m: Model, d: Data): void {
  const { eq_data, eq_obj1id, eq_obj2id } = m
  for (let id = 0; id < m.neq; id++) {
    const at = DATA * id
    if (m.eq_objtype[id] === ObjType.site && m.eq_type[id] === EqualityType.connect) eq_data.fill(0, at, at + DATA)
    if (m.eq_objtype[id] !== ObjType.body) continue
    if (m.eq_type[id] === EqualityType.connect) {
      eq_data.fill(0, at + 6, at + TORQUE_SCALE)
      pointInOther(d, eq_data, at, eq_obj1id[id], at + 3, eq_obj2id[id])
    } else if (m.eq_type[id] === EqualityType.weld) {
      const quat = at + RELATIVE_QUAT
      if (eq_data.subarray(quat, quat + 4).some((x) => x !== 0)) {
        normalize4(eq_data, quat)
        continue
      }
      pointInOther(d, eq_data, at, eq_obj2id[id], at + 3, eq_obj1id[id])
      relativeQuat(d, eq_data, quat, eq_obj1id[id], eq_obj2id[id])
    }
  }
}

/** The point at data[from], given in the frame of a body, in the frame of another: Rₒᵀ (x + R p − xₒ). */
function pointInOther(d: Data, data: Float64Array, from: number, body: number, to: number, other: number): void {
  const { xpos, xmat } = d
  const world = [0, 1, 2].map((row) => {
    const R = 9 * body + 3 * row
    const turned = xmat[R] * data[from] + xmat[R + 1] * data[from + 1] + xmat[R + 2] * data[from + 2]
    return xpos[3 * body + row] + turned - xpos[3 * other + row]
  })
  for (let column = 0; column < 3; column++) {
    const R = 9 * other + column
    data[to + column] = xmat[R] * world[0] + xmat[R + 3] * world[1] + xmat[R + 6] * world[2]
  }
}

/** Orientation of the second body in the frame of the first: conj(q₁)·q₂. */
function relativeQuat(d: Data, data: Float64Array, to: number, body1: number, body2: number): void {
  const [w1, x1, y1, z1] = d.xquat.subarray(4 * body1, 4 * body1 + 4)
  const [w2, x2, y2, z2] = d.xquat.subarray(4 * body2, 4 * body2 + 4)
  data[to] = w1 * w2 + x1 * x2 + y1 * y2 + z1 * z2
  data[to + 1] = w1 * x2 - x1 * w2 - y1 * z2 + z1 * y2
  data[to + 2] = w1 * y2 + x1 * z2 - y1 * w2 - z1 * x2
  data[to + 3] = w1 * z2 - x1 * y2 + y1 * x2 - z1 * w2
}
