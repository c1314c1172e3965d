import { element, iconButton } from './dom.ts'

/** A notice over the picture, until it is hidden or dismissed. */
export class Notice {
  readonly element = element('div', { class: 'notice', role: 'alert', hidden: true })
  readonly #text = element('div', {})

  constructor() {
    this.element.append(
      this.#text,
      iconButton('Dismiss', 'close', () => this.hide()),
    )
  }

  show(text: string): void {
    this.#text.textContent = text
    this.element.hidden = false
  }

  hide(): void {
    this.element.hidden = true
  }
}
