import { element } from './panels/dom.ts'
import css from './style.css?inline'

/** Puts the root element of a viewer into a shadow tree of a page, which keeps its styles and those of the page apart. */
export function shadowHost(container: HTMLElement, root: HTMLElement): HTMLElement {
  const host = element('div', { class: 'kinetree-viewer' })
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [styleSheet()]
  shadow.append(root)
  container.append(host)
  return host
}

let shared: CSSStyleSheet | undefined

/** The style sheet, one for all viewers of a page. */
function styleSheet(): CSSStyleSheet {
  if (!shared) {
    shared = new CSSStyleSheet()
    shared.replaceSync(css)
  }
  return shared
}
