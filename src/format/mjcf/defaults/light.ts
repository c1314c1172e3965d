import { LightType } from '../../../core/model/enums.ts'
import type { LightAttributes } from '../schema/schemaTree.ts'
import type { XmlElement } from '../text/xml.ts'

/**
 * `directional` is the older way to say `type="directional"`. Whichever of the two stands on the element decides,
 * over what its class says; afterwards both agree.
 */
export function settleLight(element: XmlElement, light: LightAttributes): LightAttributes {
  let { type } = light
  if (element.attributes.has('directional')) type = light.directional ? LightType.directional : LightType.spot
  return { ...light, type, directional: type === LightType.directional ? 1 : 0 }
}
