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
export const DATA = 11
/** Place of the torque scale of a weld among them. */
export const TORQUE_SCALE = 10
/** Where the relative orientation of a weld starts. */
export const RELATIVE_QUAT = 6
/** Place of the target of a distance. */
export const TARGET = 6

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
    case 'connect': {
      const ends = bodiesOrSites(spec.attributes, lookup, source)
      if (ends.objtype === ObjType.body) data.set(spec.attributes.anchor ?? [0, 0, 0])
      return { spec, type: EqualityType.connect, ...ends, data }
    }
    case 'weld': {
      const ends = bodiesOrSites(spec.attributes, lookup, source)
      if (ends.objtype === ObjType.body) {
        data.set(spec.attributes.anchor)
        data.set(spec.attributes.relpose, 3)
      }
      data[TORQUE_SCALE] = spec.attributes.torquescale
      return { spec, type: EqualityType.weld, ...ends, data }
    }
    case 'equality/distance': {
      const { anchor1, anchor2, distance } = spec.attributes
      data.fill(0)
      data.set(anchor1)
      data.set(anchor2, 3)
      // negative: to be measured at qpos0
      data[TARGET] = distance ?? -1
      return { spec, type: EqualityType.distance, ...bodiesOrSites(spec.attributes, lookup, source), data }
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

interface Ends {
  readonly body1: string
  readonly body2: string
  readonly site1: string
  readonly site2: string
}

/** The ends of a constraint between two sites, or two bodies, of which the second is the world if not given. */
function bodiesOrSites({ body1, body2, site1, site2 }: Ends, lookup: Lookup, source: Source) {
  if (site1 !== '' || site2 !== '') {
    checkDifferent(site1, site2, 'site2', source)
    const id1 = lookup.site(site1, { source, attribute: 'site1' }).id
    const id2 = lookup.site(site2, { source, attribute: 'site2' }).id
    return { objtype: ObjType.site, id1, id2 }
  }
  checkDifferent(body1, body2, 'body2', source)
  const id1 = lookup.body(body1, { source, attribute: 'body1' }).id
  const id2 = body2 === '' ? 0 : lookup.body(body2, { source, attribute: 'body2' }).id
  return { objtype: ObjType.body, id1, id2 }
}

function checkDifferent(first: string, second: string, attribute: string, source: Source): void {
  if (first !== '' && first === second)
    throw new ModelError('an object cannot be constrained to itself', {
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
