import { ObjType, WrapType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { GRAMMAR } from '../mjcf/schema/grammar.ts'
import { ids, row, userRow } from './formatNumber.ts'
import { limitState } from './saveParts.ts'
import { node, section, type Values, type XmlNode } from './xmlWriter.ts'

/** Tendons with their paths. */
export function tendonNodes(m: Model): XmlNode[] {
  return section(
    'tendon',
    ids(m.ntendon).map((id) => tendonNode(m, id)),
  )
}

/**
 * The look of a `fixed` tendon can only come from a default class: one class for each such tendon whose look is
 * not the default.
 */
export function tendonClassNodes(m: Model): XmlNode[] {
  return ids(m.ntendon)
    .filter((id) => lookClass(m, id) !== undefined)
    .map((id) => node('default', { class: lookClass(m, id) }, [node('default/tendon', look(m, id))]))
}

function tendonNode(m: Model, id: number): XmlNode {
  const range = row(m.tendon_range, id, 2)
  const forceRange = row(m.tendon_actfrcrange, id, 2)
  const values = {
    name: m.names.name(ObjType.tendon, id),
    group: m.tendon_group[id],
    limited: limitState(m.tendon_limited[id], range),
    range,
    actuatorfrclimited: limitState(m.tendon_actfrclimited[id], forceRange),
    actuatorfrcrange: forceRange,
    solreflimit: row(m.tendon_solref_lim, id, 2),
    solimplimit: row(m.tendon_solimp_lim, id, 5),
    solreffriction: row(m.tendon_solref_fri, id, 2),
    solimpfriction: row(m.tendon_solimp_fri, id, 5),
    frictionloss: m.tendon_frictionloss[id],
    springlength: row(m.tendon_lengthspring, id, 2),
    margin: m.tendon_margin[id],
    stiffness: [m.tendon_stiffness[id], ...row(m.tendon_stiffnesspoly, id, 2)],
    damping: [m.tendon_damping[id], ...row(m.tendon_dampingpoly, id, 2)],
    armature: m.tendon_armature[id],
    user: userRow(m.tendon_user, id, m.nuser_tendon),
  }
  const path = ids(m.tendon_num[id]).map((i) => pathNode(m, m.tendon_adr[id] + i))
  return isFixed(m, id)
    ? node('fixed', { ...values, class: lookClass(m, id) }, path)
    : node('spatial', { ...values, ...look(m, id) }, path)
}

function isFixed(m: Model, id: number): boolean {
  return m.wrap_type[m.tendon_adr[id]] === WrapType.joint
}

function look(m: Model, id: number): Values {
  return {
    width: m.tendon_width[id],
    material: m.names.name(ObjType.material, m.tendon_matid[id]),
    rgba: row(m.tendon_rgba, id, 4),
  }
}

/** Name of the class that gives a tendon its look; undefined where it needs none. */
function lookClass(m: Model, id: number): string | undefined {
  const usual = GRAMMAR['default/tendon'].attributes
  const { width, material, rgba } = look(m, id)
  const same = width === usual.width.fallback && material === undefined && `${rgba}` === `${usual.rgba.fallback}`
  return isFixed(m, id) && !same ? `tendon ${id}` : undefined
}

function pathNode(m: Model, wrap: number): XmlNode {
  const id = m.wrap_objid[wrap]
  const prm = m.wrap_prm[wrap]
  switch (m.wrap_type[wrap] as WrapType) {
    case WrapType.joint:
      return node('fixed/joint', { joint: m.names.name(ObjType.joint, id), coef: prm })
    case WrapType.pulley:
      return node('pulley', { divisor: prm })
    case WrapType.site:
      return node('spatial/site', { site: m.names.name(ObjType.site, id) })
    case WrapType.none:
      throw new TypeError(`point ${wrap} of a tendon has no type`)
    case WrapType.sphere:
    case WrapType.cylinder:
      return node('spatial/geom', {
        geom: m.names.name(ObjType.geom, id),
        sidesite: prm >= 0 ? m.names.name(ObjType.site, prm) : undefined,
      })
  }
}
