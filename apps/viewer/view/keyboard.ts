/** A key and what it does. */
export interface Shortcut {
  readonly key: string
  readonly says: string
  readonly run: () => void
}

/**
 * Listens to the keys of an element, or of a whole page. Keys that are meant for a field of the page are left to it, and so
 * are those that something within has already taken.
 */
export function listenToKeys(target: HTMLElement | Document, shortcuts: readonly Shortcut[]): () => void {
  const byKey = new Map(shortcuts.map((shortcut) => [shortcut.key, shortcut]))
  const press = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return
    // the element itself, also where it is in a shadow tree
    const at = event.composedPath()[0]
    if (!(at instanceof HTMLElement)) return
    if (at.isContentEditable || at.matches('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey)
      return
    // a button takes the space bar itself
    if (event.key === ' ' && at.matches('button, summary')) return
    const shortcut = byKey.get(event.key)
    if (!shortcut) return
    event.preventDefault()
    shortcut.run()
  }
  target.addEventListener('keydown', press)
  return () => target.removeEventListener('keydown', press)
}
