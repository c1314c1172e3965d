import { element, iconButton } from './dom.ts'

/** Something that the user must know, until it is over or taken away. */
export class Notice {
  readonly element = element('div', { class: 'notice', role: 'alert', hidden: true })
  readonly #text = element('div', {})

  constructor() {
    this.element.append(
      this.#text,
      iconButton('Dismiss', 'close', () => this.hide()),
    )
  }

  say(text: string): void {
    this.#text.textContent = text
    this.element.hidden = false
  }

  hide(): void {
    this.element.hidden = true
  }
}
