import type { Model } from '../../core/model/model.ts'
import { DATA_FIELDS, DATA_SCALARS } from './dataFields.ts'
import { dofsOf, type NamedObject, type ObjectType, positionsOf } from './objectNames.ts'
import { load } from './operations.ts'
import type { Load } from './resolvedTree.ts'

/** Rows of an object in fields with so many rows. */
interface RowsOfObject {
  readonly type: ObjectType
  readonly first: (m: Model, id: number) => number
  readonly count: (m: Model, id: number) => number
  /** Why an object of this type may have no rows. */
  readonly none?: string
}

/** Which objects the rows of a field belong to, by the size of the model that counts the rows. */
const ROWS: Readonly<Record<string, RowsOfObject>> = {
  nbody: each('body'),
  njnt: each('joint'),
  ngeom: each('geom'),
  nsite: each('site'),
  ncam: each('camera'),
  nlight: each('light'),
  ntendon: each('tendon'),
  neq: each('equality'),
  nq: { type: 'joint', first: (m, id) => m.jnt_qposadr[id], count: positionsOf },
  nv: { type: 'joint', first: (m, id) => m.jnt_dofadr[id], count: dofsOf },
  nu: { type: 'actuator', first: (m, id) => m.actuator_ctrladr[id], count: (m, id) => m.actuator_ctrlnum[id] },
  nout: { type: 'actuator', first: (m, id) => m.actuator_outadr[id], count: (m, id) => m.actuator_outnum[id] },
  na: {
    type: 'actuator',
    first: (m, id) => m.actuator_actadr[id],
    count: (m, id) => m.actuator_actnum[id],
    none: 'the actuator has no activation',
  },
  nsensordata: { type: 'sensor', first: (m, id) => m.sensor_adr[id], count: (m, id) => m.sensor_dim[id] },
  nmocap: { type: 'body', first: (m, id) => m.body_mocapid[id], count: () => 1, none: 'the body is not a mocap body' },
}

function each(type: ObjectType): RowsOfObject {
  return { type, first: (_, id) => id, count: () => 1 }
}

/** Type of the objects that a field has rows for; undefined: rows have no names. */
export function objectTypeOf(field: string): ObjectType | undefined {
  const rows = DATA_FIELDS[field][1]
  return typeof rows === 'string' ? ROWS[rows]?.type : undefined
}

/** A whole field: a number, a vector, or rows of vectors. Undefined: there is no such field. */
export function wholeField(m: Model, name: string): Load | undefined {
  if (Object.hasOwn(DATA_SCALARS, name)) return load('scalar', DATA_SCALARS[name], 1)
  if (!Object.hasOwn(DATA_FIELDS, name)) return undefined
  const columns = DATA_FIELDS[name][2]
  return load(name, 0, fieldLength(m, name), columns, true)
}

/** Numbers of a field for an object of its type; the reason where there are none. */
export function rowsOf(m: Model, name: string, { id }: NamedObject): Load | string {
  const [, rows, columns] = DATA_FIELDS[name]
  const { first, count, none = 'the object has no such numbers' } = ROWS[rows]
  const [at, n] = [first(m, id), count(m, id)]
  if (at < 0 || n <= 0) return none
  return load(name, at * columns, n * columns, n > 1 ? columns : 1)
}

/** How many numbers a field has. */
export function fieldLength(m: Model, name: string): number {
  const [, rows, columns] = DATA_FIELDS[name]
  return (typeof rows === 'number' ? rows : m[rows]) * columns
}
