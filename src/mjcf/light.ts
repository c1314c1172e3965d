import { LightType } from '../model/enums.ts'
import type { LightAttributes } from './schema.ts'
import type { XmlElement } from './xml.ts'

/**
 * `directional` is the older way to say `type="directional"`. Whichever of the two stands on the element decides,
 * over what its class says; afterwards both agree.
 */
export function settleLight(element: XmlElement, light: LightAttributes): LightAttributes {
  let { type } = light
  if (element.attributes.has('directional')) type = light.directional ? LightType.directional : LightType.spot
  return { ...light, type, directional: type === LightType.directional ? 1 : 0 }
}
