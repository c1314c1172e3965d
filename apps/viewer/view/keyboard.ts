/** A key and what it does. */
export interface Shortcut {
  readonly key: string
  readonly says: string
  readonly run: () => void
}

/** Keys of a page, as in MuJoCo's viewer where it has them. Keys that are meant for a field of the page are left to it. */
export function listenToKeys(target: HTMLElement, shortcuts: readonly Shortcut[]): () => void {
  const byKey = new Map(shortcuts.map((shortcut) => [shortcut.key, shortcut]))
  const press = (event: KeyboardEvent) => {
    const at = event.target as HTMLElement
    if (at.matches('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return
    // a button takes the space bar itself
    if (event.key === ' ' && at.matches('button, summary')) return
    const shortcut = byKey.get(event.key)
    if (!shortcut) return
    event.preventDefault()
    shortcut.run()
  }
  target.ownerDocument.addEventListener('keydown', press)
  return () => target.ownerDocument.removeEventListener('keydown', press)
}
