import { ObjType } from '../../core/model/enums.ts'
import { ModelSizes } from '../../core/model/fields/modelSizes.ts'
import type { Model } from '../../core/model/model.ts'
import { arraysOf, type NumericArray, type TextOptions, TextWriter, writeObjects } from './textTable.ts'

/** Kinds of objects: heading, prefix of their arrays, how many there are, and where their names are. */
const KINDS: readonly (readonly [title: string, prefix: string, count: keyof ModelSizes, type?: ObjType])[] = [
  ['bodies', 'body_', 'nbody', ObjType.body],
  ['joints', 'jnt_', 'njnt', ObjType.joint],
  ['dofs', 'dof_', 'nv'],
  ['geoms', 'geom_', 'ngeom', ObjType.geom],
  ['sites', 'site_', 'nsite', ObjType.site],
  ['cameras', 'cam_', 'ncam', ObjType.camera],
  ['lights', 'light_', 'nlight', ObjType.light],
  ['materials', 'mat_', 'nmat', ObjType.material],
  ['contact pairs', 'pair_', 'npair', ObjType.pair],
  ['exclusions', 'exclude_', 'nexclude', ObjType.exclude],
  ['equality constraints', 'eq_', 'neq', ObjType.equality],
  ['tendons', 'tendon_', 'ntendon', ObjType.tendon],
  ['actuators', 'actuator_', 'nactuator', ObjType.actuator],
  ['sensors', 'sensor_', 'nsensor', ObjType.sensor],
  ['keyframes', 'key_', 'nkey', ObjType.key],
]

/**
 * Everything in a model as text, for reading and for comparing: the same model gives the same text.
 * MuJoCo: mj_printModel, mj_printFormattedModel.
 */
export function modelToText(m: Model, options: TextOptions = {}): string {
  const out = new TextWriter(options)
  out.heading(0, `model '${m.names.model}'`)
  out.heading(0, 'sizes')
  for (const key of Object.keys(new ModelSizes()) as (keyof ModelSizes)[]) if (m[key] !== 0) out.row(1, key, [m[key]])
  out.heading(0, 'options')
  out.object(1, m.opt)
  out.heading(0, 'statistics')
  out.object(1, m.stat)
  out.heading(0, 'visual settings')
  out.object(1, m.vis)

  const rest = new Map<string, NumericArray>(arraysOf(m))
  for (const [title, prefix, countKey, type] of KINDS) {
    const count = m[countKey]
    const fields: [string, NumericArray, number][] = []
    for (const [name, values] of rest) {
      // arrays of another length are about parts of the objects: they come at the end, in one piece
      if (!name.startsWith(prefix) || count === 0 || values.length % count !== 0) continue
      if (prefix === 'actuator_' && count !== m.nout && values.length % m.nout === 0) continue
      fields.push([name.slice(prefix.length), values, values.length / count])
      rest.delete(name)
    }
    const labels = (id: number) => (type === undefined ? dofLabel(m, id) : (m.names.name(type, id) ?? ''))
    writeObjects(out, title, count, labels, fields)
  }

  out.heading(0, 'other arrays')
  for (const [name, values] of rest) if (values.length > 0) out.row(1, name, values)
  return out.toString()
}

/** The joint that a dof belongs to. */
export function dofLabel(m: Model, dof: number): string {
  return m.names.name(ObjType.joint, m.dof_jntid[dof]) ?? ''
}
