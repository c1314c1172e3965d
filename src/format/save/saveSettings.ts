import { DisableBit, EnableBit } from '../../core/model/enums.ts'
import { SIZE_NAMES } from '../../core/model/fields/modelSizes.ts'
import type { Model } from '../../core/model/model.ts'
import type { ElementName } from '../mjcf/schema/grammar.ts'
import * as settings from '../mjcf/schema/schemaSettings.ts'
import { shortestSingle } from './formatNumber.ts'
import { fitsBoxes } from './saveParts.ts'
import { node, section, type Values, type XmlNode } from './xmlWriter.ts'

/** Angles are written in radians, as the model has them. */
export function compilerNode(m: Model): XmlNode {
  return node('compiler', { angle: 0, fitaabb: fitsBoxes(m) ? 1 : 0 })
}

export function optionNodes({ opt }: Model): XmlNode[] {
  const { disableactuator, disableflags, enableflags, ...rest } = opt
  const groups = Array.from({ length: 31 }, (_, group) => group).filter((group) => disableactuator & (1 << group))
  const flags = {
    ...switches(DisableBit, ~disableflags),
    ...switches(EnableBit, enableflags),
  }
  const values = { ...numbersOf(rest), actuatorgroupdisable: groups.length > 0 ? groups : undefined }
  return section('option', section('flag', [], flags), values)
}

/** 1 for each bit that is set, 0 for the others. */
function switches(bits: Readonly<Record<string, number>>, set: number): Values {
  return Object.fromEntries(Object.entries(bits).map(([name, bit]) => [name, set & bit ? 1 : 0]))
}

/** What does not follow from the elements: room for user data, empty keyframes. */
export function sizeNodes(m: Model): XmlNode[] {
  const values: Record<string, number> = {}
  for (const name of SIZE_NAMES) if (name in settings.size && m[name] > 0) values[name] = m[name]
  return section('size', [], values)
}

export function visualNodes({ vis }: Model): XmlNode[] {
  const groups = Object.entries(vis).flatMap(([group, values]) => section(group as ElementName, [], single(values)))
  return section('visual', groups)
}

/** Statistics are written as they are, because users may have set them. */
export function statisticNode({ stat }: Model): XmlNode {
  const { extent, ...rest } = numbersOf(stat)
  return node('statistic', { ...rest, extent: stat.extent > 0 ? extent : undefined })
}

/** Fields of an object, with arrays as lists. */
function numbersOf(object: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, typeof value === 'number' ? value : Array.from(value)]),
  )
}

/** The same for numbers that the model has in single precision. */
function single(object: object): Values {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key,
      typeof value === 'number' ? shortestSingle(value) : Array.from(value as Float32Array, shortestSingle),
    ]),
  )
}
