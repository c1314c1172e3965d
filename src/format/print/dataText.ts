import type { Data } from '../../core/data/data.ts'
import { ConstraintType, ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { dofLabel } from './modelText.ts'
import { arraysOf, type NumericArray, type TextOptions, TextWriter, writeObjects } from './textTable.ts'

/** Which arrays are about which objects; the first match counts. */
const BODY = /^(x(pos|quat|mat|ipos|imat|frc_applied)|subtree_.*|cinert|crb|cvel|cacc|cfrc_.*)$/
const JOINT = /^(xanchor|xaxis)$/
const DOF = /^(qvel|qacc.*|qfrc_.*|cdof.*|dof_.*|q\w*DiagInv|map_dof2idof|map_idof2dof)$/

/** Memory of stages, and numbers that are shown by name. */
const HIDDEN = /^scalar$/

/**
 * Everything in a state as text, for reading and for comparing: the same state gives the same text.
 * MuJoCo: mj_printData, mj_printFormattedData.
 */
export function dataToText(m: Model, d: Data, options: TextOptions = {}): string {
  const out = new TextWriter(options)
  out.heading(0, `state of '${m.names.model}'`)
  for (const key of ['time', 'ncon', 'ne', 'nf', 'nl', 'nefc', 'nisland'] as const) out.row(1, key, [d[key]])

  const rest = new Map<string, NumericArray>(arraysOf(d))
  for (const name of rest.keys()) if (HIDDEN.test(name)) rest.delete(name)

  const take = (pattern: RegExp, count: number, prefix = ''): [string, NumericArray, number][] => {
    const fields: [string, NumericArray, number][] = []
    for (const [name, values] of rest) {
      if (!pattern.test(name) || count === 0 || values.length % count !== 0) continue
      fields.push([name.slice(prefix.length), values, values.length / count])
      rest.delete(name)
    }
    return fields
  }
  const named = (type: ObjType) => (id: number) => m.names.name(type, id) ?? ''
  const kinds: readonly (readonly [string, ObjType, number, RegExp, string?])[] = [
    ['bodies', ObjType.body, m.nbody, BODY],
    ['joints', ObjType.joint, m.njnt, JOINT],
    ['geoms', ObjType.geom, m.ngeom, /^geom_/, 'geom_'],
    ['sites', ObjType.site, m.nsite, /^site_/, 'site_'],
    ['cameras', ObjType.camera, m.ncam, /^cam_/, 'cam_'],
    ['lights', ObjType.light, m.nlight, /^light_/, 'light_'],
    ['tendons', ObjType.tendon, m.ntendon, /^(ten_(wrap|length|velocity)|tendon_efcadr)/],
  ]

  writePositions(out, m, d)
  rest.delete('qpos')
  writeObjects(out, 'dofs', m.nv, (id) => dofLabel(m, id), take(DOF, m.nv))
  for (const [title, type, count, pattern, prefix] of kinds)
    writeObjects(out, title, count, named(type), take(pattern, count, prefix))
  writeSensors(out, m, d)
  rest.delete('sensordata')
  writeObjects(
    out,
    'contacts',
    d.ncon,
    (id) => `${geomLabel(m, d.contact_geom1[id])} – ${geomLabel(m, d.contact_geom2[id])}`,
    take(/^contact_/, d.contactCapacity, 'contact_'),
  )
  const { efc_J, efc_J_colind } = d
  rest.delete('efc_J')
  rest.delete('efc_J_colind')
  writeObjects(out, 'constraint rows', d.nefc, (row) => rowLabel(d, row), take(/^(efc_|map_i?efc2)/, d.efcCapacity, ''))
  if (d.nJ > 0) {
    out.heading(0, 'Jacobian of the constraint rows')
    out.row(1, 'values', efc_J, 0, d.nJ)
    out.row(1, 'columns', efc_J_colind, 0, d.nJ)
  }

  out.heading(0, 'other arrays')
  for (const [name, values] of rest)
    if (values.length > 0 && !/^(contact_|efc_|map_i?efc2)/.test(name)) out.row(1, name, values)
  return out.toString()
}

/** qpos, joint by joint. */
function writePositions(out: TextWriter, m: Model, d: Data): void {
  if (m.njnt === 0) return
  out.heading(0, `positions (${m.nq})`)
  for (let j = 0; j < m.njnt; j++) {
    const end = j + 1 < m.njnt ? m.jnt_qposadr[j + 1] : m.nq
    out.row(1, `${j} ${m.names.name(ObjType.joint, j) ?? ''}`, d.qpos, m.jnt_qposadr[j], end - m.jnt_qposadr[j])
  }
}

function writeSensors(out: TextWriter, m: Model, d: Data): void {
  if (m.nsensor === 0) return
  out.heading(0, `sensors (${m.nsensor})`)
  for (let i = 0; i < m.nsensor; i++)
    out.row(1, `${i} ${m.names.name(ObjType.sensor, i) ?? ''}`, d.sensordata, m.sensor_adr[i], m.sensor_dim[i])
}

function geomLabel(m: Model, geom: number): string {
  return m.names.name(ObjType.geom, geom) ?? `geom ${geom}`
}

const ROW_NAMES = Object.entries(ConstraintType)

function rowLabel(d: Data, row: number): string {
  return ROW_NAMES.find(([, type]) => type === d.efc_type[row])?.[0] ?? ''
}
