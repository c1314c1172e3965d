import { ModelError } from '../../../core/model/errors.ts'
import { readActuator } from '../defaults/actuatorShortcut.ts'
import { GRAMMAR } from '../schema/grammar.ts'
import { childrenOf, givenAttributes } from '../schema/readAttributes.ts'
import { ACTUATORS, type ActuatorAttributes, type ActuatorTag } from '../schema/schemaActuator.ts'
import type { ActuatorSpec } from '../schema/spec.ts'
import { sourceOf, type XmlElement } from '../text/xml.ts'
import type { TreeContext } from './readTree.ts'

/** The `actuator` sections: each actuator in terms of `general`, in the order of the document. */
export function readActuators(sections: readonly XmlElement[], context: TreeContext): ActuatorSpec[] {
  return sections.flatMap((section) => {
    givenAttributes(section, GRAMMAR.actuator.attributes)
    return childrenOf(section, GRAMMAR.actuator).map((element) => {
      context.names.add('actuator', element)
      const kind = element.name
      const attributes = readActuator(element, kind, context.defaults.of(element).actuator)
      checkTransmission(element, kind, attributes)
      return { kind, attributes, source: sourceOf(element), compiler: context.compiler }
    })
  })
}

/** Attributes that belong to a kind of transmission that the element does not have. */
function checkTransmission(element: XmlElement, tag: ActuatorTag, a: ActuatorAttributes): void {
  const schema: object = ACTUATORS[tag]
  const has = (name: string) => element.attributes.has(name) && name in schema
  for (const name of ['slidersite', 'cranklength'])
    if (has(name) && !a.cranksite)
      throw new ModelError(`'${name}' belongs to a slider-crank, which has a 'cranksite'`, {
        source: sourceOf(element, name),
        attribute: name,
      })
  if (has('refsite') && !a.site)
    throw new ModelError("'refsite' belongs to a transmission that has a 'site'", {
      source: sourceOf(element, 'refsite'),
      attribute: 'refsite',
    })
}
