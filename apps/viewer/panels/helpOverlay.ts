import type { Shortcut } from '../view/keyboard.ts'
import { element, iconButton } from './dom.ts'

const MOUSE: readonly (readonly [string, string])[] = [
  ['left drag', 'turn the camera'],
  ['right drag', 'move the camera; with shift over the ground'],
  ['wheel', 'come nearer, go away'],
  ['double click', 'choose a body'],
  ['ctrl + right drag', 'pull the chosen body; with shift over the ground'],
  ['ctrl + left drag', 'twist the chosen body'],
  ['touch', 'one finger turns, two move and zoom; double tap chooses; drag what is chosen to pull it'],
]

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'space',
  ArrowRight: '→',
  ArrowLeft: '←',
  Escape: 'esc',
  PageUp: 'page up',
  Backspace: 'backspace',
}

/** What keys and the mouse do, in a dialog over everything. */
export function helpOverlay(shortcuts: readonly Shortcut[]): HTMLDialogElement {
  const table = (caption: string, rows: readonly (readonly [string, string])[]) =>
    element(
      'table',
      { class: 'keys' },
      element('caption', {}, caption),
      ...rows.map(([what, does]) =>
        element('tr', {}, element('th', { scope: 'row' }, element('kbd', {}, what)), element('td', {}, does)),
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
      table('Mouse and fingers', MOUSE),
      ...groups.map((group) =>
        table(
          group,
          shortcuts
            .filter((each) => each.group === group && each.listed !== '')
            .map(({ key, says, listed }) => [listed ?? NAMES[key] ?? key, says] as const),
        ),
      ),
    ),
  )
  // a click beside it closes it
  overlay.addEventListener('click', (event) => {
    if (event.target === overlay) overlay.close()
  })
  return overlay
}
