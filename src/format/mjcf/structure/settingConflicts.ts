import { DisableBit, EnableBit } from '../../../core/model/enums.ts'
import { ModelError, type Source } from '../../../core/model/errors.ts'
import type { XmlElement } from '../text/xml.ts'
import type { Assembly } from './assembly.ts'

/**
 * Settings of a model meet those of another model of which it takes a part. `conflict` of the compiler says what
 * happens where both give a setting different values: the settings of the other model are ignored (`warning`);
 * they are merged where that has a meaning (`merge`), or the model is rejected (`error`).
 */

const WARNING = 0
const MERGE = 1

type Settings = Record<string, unknown>

/** How a setting that both models give is merged; a setting that stands in neither list cannot be. */
const SMALLER: ReadonlySet<string> = new Set([
  ...['timestep', 'tolerance', 'ls_tolerance', 'noslip_tolerance', 'ccd_tolerance', 'sleep_tolerance'],
  ...['znear', 'realtime'],
])
const LARGER: ReadonlySet<string> = new Set([
  ...['iterations', 'ls_iterations', 'noslip_iterations', 'ccd_iterations', 'sdf_iterations', 'sdf_initpoints'],
  ...['njmax', 'nconmax', 'nstack', 'nuserdata', 'nkey', 'nuser_body', 'nuser_jnt', 'nuser_geom', 'nuser_site'],
  ...['nuser_cam', 'nuser_tendon', 'nuser_actuator', 'nuser_sensor', 'zfar'],
])
/** The settings of the picture that are merged at all. */
const OF_PICTURE: ReadonlySet<string> = new Set(['map.znear', 'map.zfar', 'global.realtime'])

/** The settings that the sections of a model give: `option.timestep`, `flag.contact`, `size.nkey`, `map.znear`. */
export function givenSettings(sections: ReadonlyMap<string, readonly XmlElement[]>): Set<string> {
  const given = new Set<string>()
  const note = ({ name, attributes, children }: XmlElement): void => {
    for (const attribute of attributes.keys()) given.add(`${name}.${attribute}`)
    children.forEach(note)
  }
  for (const section of ['option', 'size', 'visual']) sections.get(section)?.forEach(note)
  return given
}

/** Brings the settings of `child` into `parent`, by the parent's policy. */
export function mergeSettings(parent: Assembly, child: Assembly, source: Source): void {
  const policy = parent.spec.compiler.conflict
  if (policy === WARNING) return
  for (const setting of child.given) {
    const [group, name] = setting.split('.') as [string, string]
    if (group === 'flag') mergeFlag(parent, child, name, source)
    else if (name === 'actuatorgroupdisable') {
      if (policy === MERGE) parent.spec.option.disableactuator |= child.spec.option.disableactuator
    } else if (group === 'option' || group === 'size' || OF_PICTURE.has(setting)) {
      const ours = settingsOf(parent, group)
      const theirs = settingsOf(child, group)
      if (same(ours[name], theirs[name])) continue
      if (parent.given.has(setting)) ours[name] = merged(name, ours[name], theirs[name], policy, source)
      else if (policy === MERGE) ours[name] = theirs[name]
    }
    if (policy === MERGE) parent.given.add(setting)
  }
}

/** Flags that the other model sets are set here too; flags that it leaves at their default do not count. */
function mergeFlag(parent: Assembly, child: Assembly, name: string, source: Source): void {
  const [field, bits] =
    name in DisableBit ? (['disableflags', DisableBit] as const) : (['enableflags', EnableBit] as const)
  const bit = (bits as Readonly<Record<string, number>>)[name]
  const ours = parent.spec.option
  if ((child.spec.option[field] & bit) === 0) return
  if (parent.spec.compiler.conflict === MERGE) ours[field] |= bit
  else if (parent.given.has(`flag.${name}`) && (ours[field] & bit) === 0) throw conflict(name, source)
}

function merged(name: string, ours: unknown, theirs: unknown, policy: number, source: Source): unknown {
  if (policy === MERGE && SMALLER.has(name)) return Math.min(Number(ours), Number(theirs))
  if (policy === MERGE && LARGER.has(name)) return Math.max(Number(ours), Number(theirs))
  if (policy === MERGE && name === 'memory') return ours
  throw conflict(name, source, ours, theirs)
}

function conflict(name: string, source: Source, ours?: unknown, theirs?: unknown): ModelError {
  return new ModelError(`'${name}' has another value in the model that is attached`, {
    source,
    found: ours === undefined ? undefined : `${words(theirs)} there, ${words(ours)} here`,
    suggestion: 'conflict="warning" of the compiler keeps the values of this model',
  })
}

function settingsOf({ spec }: Assembly, group: string): Settings {
  const { option, size, visual } = spec
  const groups: Readonly<Record<string, object>> = { option, size, map: visual.map, global: visual.global }
  return groups[group] as Settings
}

function same(a: unknown, b: unknown): boolean {
  return words(a) === words(b)
}

function words(value: unknown): string {
  return ArrayBuffer.isView(value) ? Array.from(value as Float64Array).join(' ') : String(value)
}
