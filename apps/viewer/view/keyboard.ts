/** A key and its action. */
export interface Shortcut {
  /** As in `KeyboardEvent.key`, letters in lower case; `Ctrl+P` with ctrl or command, `Shift+1` with shift. */
  readonly key: string
  readonly label: string
  /** The key as the help shows it, where that differs: `0 … 5` for the first of six; empty: not listed. */
  readonly shownAs?: string
  /** Its heading in the help. */
  readonly group: string
  readonly run: () => void
}

/**
 * Handles the keys of an element or of the whole page; the returned function stops it. Keys that an input field needs,
 * or that were already handled, are left alone.
 */
export function listenToKeys(target: HTMLElement | Document, shortcuts: readonly Shortcut[]): () => void {
  const byKey = new Map(shortcuts.map((shortcut) => [shortcut.key, shortcut]))
  const press = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return
    // the element itself, also within a shadow tree
    const at = event.composedPath()[0]
    if (!(at instanceof HTMLElement)) return
    const name = nameOf(event)
    if (name === undefined || needsKey(at, event.key)) return
    // the browser copies selected text
    if (name === 'Ctrl+C' && !getSelection()?.isCollapsed) return
    const shortcut = byKey.get(name)
    if (!shortcut) return
    event.preventDefault()
    shortcut.run()
  }
  target.addEventListener('keydown', press)
  return () => target.removeEventListener('keydown', press)
}

/** Whether an element handles a key itself. */
function needsKey(at: HTMLElement, key: string): boolean {
  if (at.isContentEditable || at.matches('input:not([type=checkbox]):not([type=range]), select, textarea')) return true
  if (at.closest('dialog')) return /^(Escape|Enter|Tab| )/.test(key)
  if (at.matches('input[type=range]')) return /^(Arrow|Page|Home|End)/.test(key)
  if (at.closest('[role=tree]')) return /^(Arrow|Home|End|Enter| )/.test(key)
  // the space bar presses a button
  return key === ' ' && at.matches('button, summary, input')
}

/** The name of a shortcut. Digits go by their position on the keyboard, so that they work with shift. */
function nameOf(event: KeyboardEvent): string | undefined {
  if (event.altKey) return undefined
  const digit = /^Digit(\d)$/.exec(event.code)?.[1]
  // ctrl may be down: the mouse pulls on a body
  if (event.key === ' ') return ' '
  if (event.ctrlKey || event.metaKey) return `Ctrl+${event.key.toUpperCase()}`
  if (digit !== undefined) return event.shiftKey ? `Shift+${digit}` : digit
  return event.key.length === 1 ? event.key.toLowerCase() : event.key
}
