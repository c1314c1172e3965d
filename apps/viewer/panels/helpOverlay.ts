import type { Shortcut } from '../view/keyboard.ts'
import { element, iconButton } from './dom.ts'

const MOUSE: readonly (readonly [string, string])[] = [
  ['left drag', 'orbit the camera'],
  ['right drag', 'pan the camera; with shift over the ground'],
  ['wheel', 'zoom'],
  ['double click', 'select a body'],
  ['ctrl + right drag', 'pull the selected body; with shift at one height'],
  ['ctrl + left drag', 'twist the selected body'],
  ['touch', 'one finger orbits, two pan and zoom; double tap selects; drag the selected body to pull it'],
]

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'space',
  ArrowRight: '→',
  ArrowLeft: '←',
  Escape: 'esc',
  PageUp: 'page up',
  Backspace: 'backspace',
}

/** The help: a dialog with all shortcuts and mouse actions. */
export function helpOverlay(shortcuts: readonly Shortcut[]): HTMLDialogElement {
  const table = (caption: string, rows: readonly (readonly [string, string])[]) =>
    element(
      'table',
      { class: 'keys' },
      element('caption', {}, caption),
      ...rows.map(([key, action]) =>
        element('tr', {}, element('th', { scope: 'row' }, element('kbd', {}, key)), element('td', {}, action)),
      ),
    )
  const groups = [...new Set(shortcuts.map(({ group }) => group))]
  const overlay = element('dialog', { class: 'help', 'aria-label': 'Help' })
  overlay.append(
    element(
      'header',
      {},
      element('h1', {}, 'Keys and mouse'),
      iconButton('Close', 'close', () => overlay.close()),
    ),
    element(
      'div',
      { class: 'columns' },
      table('Mouse and touch', MOUSE),
      ...groups.map((group) =>
        table(
          group,
          shortcuts
            .filter((each) => each.group === group && each.shownAs !== '')
            .map(({ key, label, shownAs }) => [shownAs ?? NAMES[key] ?? key, label] as const),
        ),
      ),
    ),
  )
  // a click outside closes it
  overlay.addEventListener('click', (event) => {
    if (event.target === overlay) overlay.close()
  })
  return overlay
}
