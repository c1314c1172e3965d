import { JointType, ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { suggestion } from '../../core/model/suggestion.ts'

/** Types of objects that expressions can name, as in `site:tip`. */
export const OBJECT_TYPES = {
  body: ObjType.body,
  geom: ObjType.geom,
  site: ObjType.site,
  camera: ObjType.camera,
  light: ObjType.light,
  joint: ObjType.joint,
  tendon: ObjType.tendon,
  actuator: ObjType.actuator,
  sensor: ObjType.sensor,
  equality: ObjType.equality,
} as const
export type ObjectType = keyof typeof OBJECT_TYPES
const TYPES = Object.keys(OBJECT_TYPES) as ObjectType[]

/** An object of the model. */
export interface NamedObject {
  readonly type: ObjectType
  readonly id: number
}

/** Why there is no such object, and what to write instead. */
export interface Missing {
  readonly reason: string
  readonly hint?: string | undefined
}

/**
 * Finds an object by its name. Without a type, a body comes first, since bodies and their geoms often share names; of
 * several other types one must be given.
 *
 * @param types types that may be meant
 */
export function findObject(m: Model, types: readonly ObjectType[], name: string, type?: string): NamedObject | Missing {
  if (type !== undefined && !types.includes(type as ObjectType))
    return { reason: `'${type}' is not expected here`, hint: `write the name of ${oneOf(types)}` }
  const wanted = type === undefined ? types : [type as ObjectType]
  const found = wanted.filter((t) => m.names.id(OBJECT_TYPES[t], name) >= 0)
  if (found.length > 0 && (found.length === 1 || found.includes('body'))) {
    const first = found.includes('body') ? 'body' : found[0]
    return { type: first, id: m.names.id(OBJECT_TYPES[first], name) }
  }
  if (found.length > 1)
    return {
      reason: `'${name}' is the name of ${found.map(article).join(' and of ')}`,
      hint: `write ${found.map((t) => `${t}:${inQuotes(name)}`).join(' or ')}`,
    }
  return { reason: `there is no ${alternatives(wanted)} '${name}'`, hint: hintFor(m, wanted, name) }
}

/** The types of all objects with a name. */
export function typesOf(m: Model, name: string): ObjectType[] {
  return TYPES.filter((type) => m.names.id(OBJECT_TYPES[type], name) >= 0)
}

/** Numbers of a joint in `qpos`, by its type. */
export function positionsOf(m: Model, joint: number): number {
  const type = m.jnt_type[joint]
  return type === JointType.free ? 7 : type === JointType.ball ? 4 : 1
}

/** Numbers of a joint in `qvel`, by its type. */
export function dofsOf(m: Model, joint: number): number {
  const type = m.jnt_type[joint]
  return type === JointType.free ? 6 : type === JointType.ball ? 3 : 1
}

/** `a body, a geom or a site` */
export function oneOf(types: readonly ObjectType[]): string {
  return alternatives(types.map(article))
}

/** `body, geom or site` */
function alternatives(words: readonly string[]): string {
  return words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`
}

function article(type: ObjectType): string {
  return `${/^[ae]/.test(type) ? 'an' : 'a'} ${type}`
}

/** A name as expressions write it: in quotes where it is not a word. */
export function inQuotes(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name) && !/^(and|or|not)$/.test(name)) return name
  return name.includes('"') ? `'${name}'` : `"${name}"`
}

function hintFor(m: Model, wanted: readonly ObjectType[], name: string): string | undefined {
  const names = wanted.flatMap((type) => m.names.all(OBJECT_TYPES[type])).filter((known) => known !== '')
  const others = typesOf(m, name)
  if (others.length > 0) return `'${name}' is ${oneOf(others)}`
  if (names.length === 0) return `the model has no ${alternatives(wanted)} with a name`
  return suggestion(name, names) ?? (names.length <= 12 ? `there are ${names.map(inQuotes).join(', ')}` : undefined)
}
