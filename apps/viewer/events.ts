/** Calls those who want to know of something, in the order in which they said so. */
export class Events<Named extends object> {
  readonly #listeners = new Map<keyof Named, Set<(event: never) => void>>()

  /** Calls `listener` whenever it happens, until the function that is returned is called. */
  on<K extends keyof Named>(name: K, listener: (event: Named[K]) => void): () => void {
    let set = this.#listeners.get(name)
    if (!set) this.#listeners.set(name, (set = new Set()))
    set.add(listener)
    return () => set.delete(listener)
  }

  /** True where somebody wants to know. */
  has(name: keyof Named): boolean {
    return (this.#listeners.get(name)?.size ?? 0) > 0
  }

  emit<K extends keyof Named>(name: K, event: Named[K]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as (event: Named[K]) => void)(event)
  }

  clear(): void {
    this.#listeners.clear()
  }
}
