import type { XmlElement } from '../text/xml.ts'

/** A tendon that gives one length at rest gives it for both ends of the range, whatever its class says. */
export function settleSpringLength<A extends { springlength: readonly number[] }>(element: XmlElement, a: A): A {
  const count = element.attributes.get('springlength')?.value.trim().split(/\s+/).length
  return count === 1 && a.springlength[0] !== undefined
    ? { ...a, springlength: [a.springlength[0], a.springlength[0]] }
    : a
}
