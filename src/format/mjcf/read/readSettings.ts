import { DisableBit, EnableBit } from '../../../core/model/enums.ts'
import { ModelError } from '../../../core/model/errors.ts'
import { Option } from '../../../core/model/option.ts'
import { Visual } from '../../../core/model/visual.ts'
import { GRAMMAR } from '../schema/grammar.ts'
import { childrenOf, fallbacks, givenAttributes, readAttributes } from '../schema/readAttributes.ts'
import * as settings from '../schema/schemaSettings.ts'
import type { CompilerAttributes } from '../schema/schemaTree.ts'
import type { SizeSpec, StatisticSpec } from '../schema/spec.ts'
import { shown } from '../text/messageText.ts'
import { sourceOf, type XmlElement } from '../text/xml.ts'

/** Sections that hold settings. Where a section repeats, later attributes replace earlier ones. */

/** @param start settings of a model that gives none */
export function readCompiler(sections: readonly XmlElement[], start?: CompilerAttributes): CompilerAttributes {
  const { attributes } = GRAMMAR.compiler
  let compiler: CompilerAttributes = start ?? fallbacks(attributes)
  for (const section of sections) {
    compiler = withAssetFolders(section, readAttributes(section, attributes, compiler))
    for (const child of childrenOf(section, GRAMMAR.compiler)) {
      const lengthrange = readAttributes(child, GRAMMAR.lengthrange.attributes, compiler.lengthrange)
      compiler = { ...compiler, lengthrange }
    }

    const { eulerseq, coordinate } = compiler
    if (!/^[xyzXYZ]{3}$/.test(eulerseq)) {
      throw new ModelError('not a sequence of three axes', {
        source: sourceOf(section, 'eulerseq'),
        attribute: 'eulerseq',
        expected: 'three of x, y, z, X, Y, Z',
        found: shown(eulerseq),
      })
    }
    if (coordinate !== attributes.coordinate.keywords?.['local']) {
      throw new ModelError('global coordinates are no longer part of MJCF', {
        source: sourceOf(section, 'coordinate'),
        attribute: 'coordinate',
        expected: 'local',
      })
    }
  }
  return compiler
}

/** `assetdir` stands for both `meshdir` and `texturedir`, unless they stand beside it. */
function withAssetFolders({ attributes }: XmlElement, compiler: CompilerAttributes): CompilerAttributes {
  if (!attributes.has('assetdir')) return compiler
  const { assetdir, meshdir, texturedir } = compiler
  return {
    ...compiler,
    meshdir: attributes.has('meshdir') ? meshdir : assetdir,
    texturedir: attributes.has('texturedir') ? texturedir : assetdir,
  }
}

export function readOption(sections: readonly XmlElement[]): Option {
  const option = new Option()
  for (const section of sections) {
    assign(option, givenAttributes(section, settings.option))
    for (const child of childrenOf(section, GRAMMAR.option)) {
      for (const [name, on] of givenAttributes(child, settings.optionFlag)) setFlag(option, name, on === 1)
    }
  }
  return option
}

function setFlag(option: Option, name: string, on: boolean): void {
  const disable: Readonly<Record<string, number>> = DisableBit
  const enable: Readonly<Record<string, number>> = EnableBit
  if (name in disable) option.disableflags = withBit(option.disableflags, disable[name], !on)
  else option.enableflags = withBit(option.enableflags, enable[name], on)
}

function withBit(bits: number, bit: number, on: boolean): number {
  return on ? bits | bit : bits & ~bit
}

export function readSize(sections: readonly XmlElement[]): SizeSpec {
  let size = fallbacks(settings.size)
  for (const section of sections) {
    size = readAttributes(section, settings.size, size)
    const memory = section.attributes.get('memory')?.value
    if (memory !== undefined && !/^(-1|\d{1,18}[KMGTPE]?)$/i.test(memory)) {
      throw new ModelError('not an amount of memory', {
        source: sourceOf(section, 'memory'),
        attribute: 'memory',
        expected: 'a whole number with an optional suffix K, M, G, T, P or E',
        found: shown(memory),
      })
    }
  }
  return size
}

export function readStatistic(sections: readonly XmlElement[]): StatisticSpec {
  let statistic = fallbacks(settings.statistic)
  for (const section of sections) statistic = readAttributes(section, settings.statistic, statistic)
  return statistic
}

export function readVisual(sections: readonly XmlElement[]): Visual {
  const visual = new Visual()
  for (const section of sections) {
    givenAttributes(section, GRAMMAR.visual.attributes)
    for (const child of childrenOf(section, GRAMMAR.visual)) {
      const group = child.name as keyof Visual
      assign(visual[group], givenAttributes(child, settings.visual[group]))
    }
  }
  return visual
}

/** Puts values into the fields of the same name. Arrays keep their identity, and their trailing numbers. */
function assign(target: object, values: ReadonlyMap<string, unknown>): void {
  const fields = target as Record<string, unknown>
  for (const [name, value] of values) {
    if (name === 'actuatorgroupdisable') fields['disableactuator'] = groupBits(value as number[])
    else if (Array.isArray(value)) (fields[name] as Float64Array | Float32Array).set(value)
    else fields[name] = value
  }
}

function groupBits(groups: readonly number[]): number {
  return groups.reduce((bits, group) => bits | (1 << group), 0)
}
