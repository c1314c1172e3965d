import { SensorType } from '../../../core/model/enums.ts'
import { ModelError } from '../../../core/model/errors.ts'
import type { Schema } from '../schema/attributes.ts'
import { GRAMMAR, kindOf } from '../schema/grammar.ts'
import { childrenOf, givenAttributes, readAttributes } from '../schema/readAttributes.ts'
import { CONTACT_DATA, RAY_DATA, SENSORS, type SensorAttributes, type SensorKind } from '../schema/schemaSensor.ts'
import type { SensorSpec } from '../schema/spec.ts'
import { shown } from '../text/messageText.ts'
import { sourceOf, type XmlElement } from '../text/xml.ts'
import type { TreeContext } from './readTree.ts'

/** The `sensor` sections, in the order of the document. */
export function readSensors(sections: readonly XmlElement[], context: TreeContext): SensorSpec[] {
  return sections.flatMap((section) => {
    givenAttributes(section, GRAMMAR.sensor.attributes)
    return childrenOf(section, GRAMMAR.sensor).map((element) => readSensor(element, context))
  })
}

function readSensor(element: XmlElement, { names, compiler }: TreeContext): SensorSpec {
  const kind = kindOf(element.name, 'sensor') as SensorKind
  names.add('sensor', element)
  const attributes: SensorAttributes = readAttributes(element, SENSORS[kind].attributes)
  checkNames(element, SENSORS[kind].attributes)
  if (kind === 'rangefinder') checkOrder(element, attributes.data ?? [], RAY_DATA)
  if (kind === 'sensor/contact') checkOrder(element, attributes.data ?? [], CONTACT_DATA)
  const type = SensorType[element.name as keyof typeof SensorType]
  return { kind, type, attributes, source: sourceOf(element), compiler }
}

/** A name that is given must not be empty. */
function checkNames(element: XmlElement, schema: Schema): void {
  for (const [attribute, { value }] of element.attributes) {
    const isName = schema[attribute]?.refers !== undefined || /^(obj|ref)name$/.test(attribute)
    if (isName && value === '')
      throw new ModelError('the name of an object is missing', { source: sourceOf(element, attribute), attribute })
  }
}

/** The words stand in the order of the data that they ask for. */
function checkOrder(element: XmlElement, words: readonly string[], bits: Readonly<Record<string, number>>): void {
  if (words.every((word, i) => i === 0 || bits[word] > bits[words[i - 1]])) return
  throw new ModelError('the words must be in the order of the data', {
    source: sourceOf(element, 'data'),
    attribute: 'data',
    expected: Object.keys(bits).join(' '),
    found: shown(words.join(' ')),
  })
}
