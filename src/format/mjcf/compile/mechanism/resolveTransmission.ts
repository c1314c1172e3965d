import { GainType, JOINT_NV, JointType, TrnType } from '../../../../core/model/enums.ts'
import { ModelError } from '../../../../core/model/errors.ts'
import type { ActuatorSpec } from '../../schema/spec.ts'
import { byName, find } from '../../text/findByName.ts'
import type { Layout } from '../parts/dofLayout.ts'
import type { Lookup } from '../parts/lookup.ts'
import type { Body, Joint, Site } from '../parts/parts.ts'
import { type Tendon, tendonDofs } from './compileTendons.ts'

/** What an actuator acts on. */
export interface Transmission {
  readonly type: TrnType
  /** `actuator_trnid`. */
  readonly ids: readonly [number, number]
  readonly joint?: Joint
  readonly tendon?: Tendon
  readonly site?: Site
  /** The slider, or the site that the other is seen from. */
  readonly base?: Site
}

export function resolveTransmission(spec: ActuatorSpec, lookup: Lookup, tendons: readonly Tendon[]): Transmission {
  const { attributes: a, source } = spec
  const place = (attribute: string) => ({ source, attribute })
  const rotation = a.gaintype === GainType.so3
  const onlyRotation = (right: boolean, attribute: string): void => {
    if (rotation && !right)
      throw new ModelError(
        'a rotation is commanded of a ball joint, or of a site relative to another',
        place(attribute),
      )
  }

  // where several are given, the last of the list counts
  if (a.body) {
    onlyRotation(false, 'body')
    return { type: TrnType.body, ids: [lookup.body(a.body, place('body')).id, -1] }
  }
  if (a.site) {
    const site = lookup.site(a.site, place('site'))
    onlyRotation(a.refsite !== '', 'site')
    if (!a.refsite) return { type: TrnType.site, ids: [site.id, -1], site }
    const base = lookup.site(a.refsite, place('refsite'))
    return { type: rotation ? TrnType.so3 : TrnType.site, ids: [site.id, base.id], site, base }
  }
  if (a.cranksite) {
    onlyRotation(false, 'cranksite')
    const site = lookup.site(a.cranksite, place('cranksite'))
    if (!a.slidersite) throw new ModelError("a slider-crank needs a 'slidersite'", { source })
    const base = lookup.site(a.slidersite, place('slidersite'))
    if (!(a.cranklength > 0))
      throw new ModelError('the crank must have a length', {
        ...place('cranklength'),
        expected: 'a positive number',
        found: `${a.cranklength}`,
      })
    return { type: TrnType.slidercrank, ids: [site.id, base.id], site, base }
  }
  if (a.tendon) {
    onlyRotation(false, 'tendon')
    const tendon = find(byName(tendons), 'tendon', a.tendon, place('tendon'))
    return { type: TrnType.tendon, ids: [tendon.id, -1], tendon }
  }
  if (a.jointinparent) {
    onlyRotation(false, 'jointinparent')
    const joint = lookup.joint(a.jointinparent, place('jointinparent'))
    return { type: TrnType.jointinparent, ids: [joint.id, -1], joint }
  }
  if (a.joint) {
    const joint = lookup.joint(a.joint, place('joint'))
    onlyRotation(joint.spec.attributes.type === JointType.ball, 'joint')
    return { type: rotation ? TrnType.so3 : TrnType.joint, ids: [joint.id, -1], joint }
  }
  throw new ModelError('the actuator has no transmission', {
    source,
    expected: 'one of joint, jointinparent, tendon, cranksite, site, body',
  })
}

/** Maximum number of nonzeros in the moment rows of an actuator. */
export function roomForMoments({ type, joint, tendon, site, base }: Transmission, layout: Layout): number {
  if (joint) return JOINT_NV[joint.spec.attributes.type]
  if (tendon) return tendonDofs(tendon, layout).length
  if (type === TrnType.body) return layout.nv
  if (type === TrnType.so3) return 3 * layout.nv
  const of = dofsAbove(site!.body, layout)
  if (!base) return of.size
  const other = dofsAbove(base.body, layout)
  const union = new Set([...of, ...other])
  if (type === TrnType.slidercrank) return union.size
  // dofs that move both sites alike do not count
  return [...union].filter((dof) => !(of.has(dof) && other.has(dof))).length
}

/** All dofs that move a body. */
function dofsAbove(body: Body, layout: Layout): Set<number> {
  const dofs = new Set<number>()
  for (let b: Body | undefined = body; b !== undefined; b = b.parent)
    for (let i = 0; i < layout.bodyDofNum[b.id]; i++) dofs.add(layout.bodyDofAdr[b.id] + i)
  return dofs
}
