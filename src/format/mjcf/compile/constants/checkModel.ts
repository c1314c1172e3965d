import { Data } from '../../../../core/data/data.ts'
import { DisableBit, EnableBit, ObjType } from '../../../../core/model/enums.ts'
import { ModelError, type Source } from '../../../../core/model/errors.ts'
import type { Model } from '../../../../core/model/model.ts'
import { trySleepFromStart } from '../../../../pipeline/initialSleep.ts'
import type { Spec } from '../../schema/spec.ts'
import type { Parts } from '../parts/parts.ts'

/** All numbers of a finished model are finite. */
export function checkFinite(m: Model, parts: Parts, spec: Spec): void {
  for (const [field, value] of Object.entries(m)) {
    if (!(value instanceof Float64Array || value instanceof Float32Array)) continue
    const bad = value.findIndex((x) => !Number.isFinite(x))
    if (bad < 0) continue
    const [source, what] = nearest(m, field, bad, value.length, parts, spec)
    throw new ModelError(`a number in ${field}${what} is not finite`, {
      source: source ?? spec.source,
      expected: 'sizes, masses and positions that a computer number can hold',
      found: `${value[bad]}`,
    })
  }
  for (const group of [m.opt, m.stat])
    for (const [field, value] of Object.entries(group))
      for (const x of value instanceof Float64Array ? value : [value as number])
        if (!Number.isFinite(x))
          throw new ModelError(`${group === m.opt ? 'option' : 'statistic'} ${field} is not finite`, {
            source: spec.source,
            found: `${x}`,
          })
}

/** Fields of dofs that follow from masses and positions of bodies. */
const OF_BODY: ReadonlySet<string> = new Set(['dof_M0', 'dof_invweight0', 'dof_length'])

/** The object that a number of a field belongs to. */
function nearest(
  m: Model,
  field: string,
  index: number,
  length: number,
  parts: Parts,
  spec: Spec,
): readonly [Source | undefined, string] {
  const prefix = field.slice(0, field.indexOf('_'))
  const part = (list: readonly { readonly source: Source }[]): readonly [Source | undefined, string] => [
    list[Math.floor((index * list.length) / length)]?.source,
    '',
  ]
  switch (prefix) {
    case 'body':
      return part(parts.bodies)
    case 'jnt':
      return part(parts.joints)
    case 'dof': {
      const dof = Math.floor((index * m.nv) / length)
      if (OF_BODY.has(field)) return [parts.bodies[m.dof_bodyid[dof]].source, '']
      return [parts.joints[m.dof_jntid[dof]].source, '']
    }
    case 'geom':
      return part(parts.geoms)
    case 'site':
      return part(parts.sites)
    case 'cam':
      return part(parts.cameras)
    case 'light':
      return part(parts.lights)
    case 'actuator':
      return length % m.nactuator === 0 ? part(spec.actuators) : [undefined, `[${index}]`]
    case 'sensor':
      return part(spec.sensors)
    case 'key': {
      const key = Math.floor((index * m.nkey) / length)
      return [undefined, ` of keyframe ${m.names.name(ObjType.key, key) ?? key}`]
    }
    default:
      return [undefined, `[${index}]`]
  }
}

/** With the option `sleep`, trees with the policy `init` must be able to sleep from the start. */
export function checkInitialSleep(m: Model, { bodies }: Parts): void {
  if ((m.opt.enableflags & EnableBit.sleep) === 0) return
  const tree = trySleepFromStart(m, new Data(m))
  if (tree < 0) return
  throw new ModelError('this tree cannot sleep from the start', {
    source: bodies[m.tree_bodyadr[tree]].source,
    attribute: 'sleep',
    suggestion:
      (m.opt.disableflags & DisableBit.island) !== 0
        ? 'enable islands: sleeping uses them to find what the tree touches'
        : "let everything it touches or is coupled to sleep from the start too, or omit 'sleep'",
  })
}
