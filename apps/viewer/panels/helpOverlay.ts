import type { Shortcut } from '../view/keyboard.ts'
import { button, element } from './dom.ts'

const MOUSE: readonly (readonly [string, string])[] = [
  ['left drag', 'turn the camera'],
  ['right drag', 'move the camera; with shift over the ground'],
  ['wheel', 'come nearer, go away'],
  ['double click', 'choose a body'],
  ['ctrl + right drag', 'pull the chosen body'],
  ['ctrl + left drag', 'twist the chosen body'],
  ['touch', 'one finger turns, two move and zoom; double tap chooses; drag what is chosen to pull it'],
]

const NAMES: Readonly<Record<string, string>> = { ' ': 'space', ArrowRight: '→', ArrowLeft: '←' }

/** What keys and the mouse do. */
export function helpOverlay(shortcuts: readonly Shortcut[]): HTMLElement {
  const row = ([what, does]: readonly [string, string]) =>
    element('tr', {}, element('td', {}, element('kbd', {}, what)), element('td', {}, does))
  const overlay = element('div', { class: 'help', role: 'dialog', 'aria-label': 'Help', hidden: true })
  overlay.append(
    element('h1', {}, 'Keys'),
    element('table', {}, ...shortcuts.map(({ key, says }) => row([NAMES[key] ?? key, says]))),
    element('h1', {}, 'Mouse'),
    element('table', {}, ...MOUSE.map(row)),
    button('Close', () => {
      overlay.hidden = true
    }),
  )
  return overlay
}
