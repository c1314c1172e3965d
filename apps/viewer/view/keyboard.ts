/** A key and what it does. */
export interface Shortcut {
  /** As `KeyboardEvent.key` names it, letters small; `Ctrl+P` with ctrl or command, `Shift+1` with shift. */
  readonly key: string
  readonly says: string
  /** The key as the help lists it, where that is not its name: `0 … 5` for the first of six; empty: not at all. */
  readonly listed?: string
  /** Heading under which the help lists it. */
  readonly group: string
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
    const name = nameOf(event)
    if (name === undefined || isTaken(at, event.key)) return
    // copying what is marked is what the browser does
    if (name === 'Ctrl+C' && !getSelection()?.isCollapsed) return
    const shortcut = byKey.get(name)
    if (!shortcut) return
    event.preventDefault()
    shortcut.run()
  }
  target.addEventListener('keydown', press)
  return () => target.removeEventListener('keydown', press)
}

/** Whether an element takes a key itself. */
function isTaken(at: HTMLElement, key: string): boolean {
  if (at.isContentEditable || at.matches('input:not([type=checkbox]):not([type=range]), select, textarea')) return true
  if (at.closest('dialog')) return /^(Escape|Enter|Tab| )/.test(key)
  if (at.matches('input[type=range]')) return /^(Arrow|Page|Home|End)/.test(key)
  if (at.closest('[role=tree]')) return /^(Arrow|Home|End|Enter| )/.test(key)
  // a button takes the space bar itself
  return key === ' ' && at.matches('button, summary, input')
}

/** The name under which a shortcut is kept; digits by their place, so that they can be had together with shift. */
function nameOf(event: KeyboardEvent): string | undefined {
  if (event.altKey) return undefined
  const digit = /^Digit(\d)$/.exec(event.code)?.[1]
  // ctrl is down while the mouse pulls on a body
  if (event.key === ' ') return ' '
  if (event.ctrlKey || event.metaKey) return `Ctrl+${event.key.toUpperCase()}`
  if (digit !== undefined) return event.shiftKey ? `Shift+${digit}` : digit
  return event.key.length === 1 ? event.key.toLowerCase() : event.key
}
