import { LightType } from '../../../core/model/enums.ts'
import type { LightAttributes } from '../schema/schemaTree.ts'
import type { XmlElement } from '../text/xml.ts'

/** Attributes whose meaning depends on whether the element itself gives them, or its class. */

/**
 * `directional` is the older way to say `type="directional"`. Whichever of the two stands on the element decides,
 * over what its class says; afterward both agree.
 */
export function settleLight(element: XmlElement, light: LightAttributes): LightAttributes {
  let { type } = light
  if (element.attributes.has('directional')) type = light.directional ? LightType.directional : LightType.spot
  return { ...light, type, directional: type === LightType.directional ? 1 : 0 }
}

/** A tendon that gives one length at rest gives it for both ends of the range, whatever its class says. */
export function settleSpringLength<A extends { springlength: readonly number[] }>(element: XmlElement, a: A): A {
  const count = element.attributes.get('springlength')?.value.trim().split(/\s+/).length
  return count === 1 && a.springlength[0] !== undefined
    ? { ...a, springlength: [a.springlength[0], a.springlength[0]] }
    : a
}
