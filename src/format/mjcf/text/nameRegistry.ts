import { ModelError, type Source } from '../../../core/model/errors.ts'
import { sourceOf, type XmlElement } from './xml.ts'

/** The names given so far. Each may be used once for each kind of object; bodies and geoms may share one. */
export class NameRegistry {
  readonly #places = new Map<string, Source>()

  /** Notes the name of an element, if it has one; a second use is an error with both places. */
  add(kind: string, element: XmlElement): void {
    const name = element.attributes.get('name')?.value
    if (name) this.reserve(kind, name, sourceOf(element, 'name'))
  }

  reserve(kind: string, name: string, source: Source): void {
    const key = `${kind} ${name}`
    const first = this.#places.get(key)
    if (first) {
      throw new ModelError(`the name '${name}' is used for two of the kind ${kind}`, {
        source,
        attribute: 'name',
        suggestion: `the first is at ${first.file}:${first.line}:${first.column}`,
      })
    }
    this.#places.set(key, source)
  }
}
