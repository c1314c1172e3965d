/** A typed event emitter. Listeners are called in the order in which they were added. */
export class Events<Named extends object> {
  readonly #listeners = new Map<keyof Named, Set<(event: never) => void>>()

  /** Adds a listener; the returned function removes it. */
  on<K extends keyof Named>(name: K, listener: (event: Named[K]) => void): () => void {
    let set = this.#listeners.get(name)
    if (!set) this.#listeners.set(name, (set = new Set()))
    set.add(listener)
    return () => set.delete(listener)
  }

  emit<K extends keyof Named>(name: K, event: Named[K]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as (event: Named[K]) => void)(event)
  }

  clear(): void {
    this.#listeners.clear()
  }
}
