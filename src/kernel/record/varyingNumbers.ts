/** Numbers of a model that will change, and are therefore no part of the code: `body_mass`, or only `body_mass[3]`. */
export class VaryingNumbers {
  readonly #names: ReadonlySet<string>
  readonly #fields: ReadonlySet<string>

  constructor(names: Iterable<string> = []) {
    this.#names = new Set(names)
    this.#fields = new Set(Array.from(this.#names, (name) => name.replace(/\[.*/, '')))
  }

  /** Whether a number varies; without an index, whether one of its field does. */
  has(name: string, index?: number): boolean {
    if (index === undefined) return this.#fields.has(name)
    return this.#names.has(name) || this.#names.has(`${name}[${index}]`)
  }
}
