import { element } from './dom.ts'

/** Largest number of suggestions. */
const MOST = 40

let instances = 0

/**
 * A text field with suggestions: those that contain all typed words, those that begin with them first. Arrow keys move
 * through them; enter accepts the active one, or the text.
 * @param onAccept returns false for an invalid text, which then stays in the field and is marked
 */
export function combobox(
  label: string,
  placeholder: string,
  suggestions: () => readonly string[],
  onAccept: (text: string) => boolean,
): HTMLElement {
  const id = `kinetree-choices-${instances++}`
  const list = element('ul', {
    id,
    role: 'listbox',
    class: 'choices',
    'aria-label': 'Suggestions',
    hidden: true,
  })
  const input = element('input', {
    type: 'text',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder,
    'aria-label': label,
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': id,
  })
  let all: readonly string[] | undefined
  let active = -1

  const close = () => {
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    setActive(-1)
  }
  const setActive = (index: number) => {
    list.children[active]?.setAttribute('aria-selected', 'false')
    active = index
    const option = list.children[index]
    if (!option) return input.removeAttribute('aria-activedescendant')
    option.setAttribute('aria-selected', 'true')
    option.scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', option.id)
  }
  const suggest = () => {
    all ??= suggestions()
    const found = matches(all, input.value)
    list.replaceChildren(
      ...found.map((text, i) => element('li', { role: 'option', id: `${id}-${i}`, 'aria-selected': 'false' }, text)),
    )
    active = -1
    input.removeAttribute('aria-activedescendant')
    list.hidden = found.length === 0
    input.setAttribute('aria-expanded', String(found.length > 0))
  }
  const accept = (text: string) => {
    const isAccepted = text.trim() !== '' && onAccept(text)
    input.value = isAccepted ? '' : text
    input.setAttribute('aria-invalid', String(!isAccepted && text.trim() !== ''))
    close()
  }
  input.addEventListener('input', () => {
    input.removeAttribute('aria-invalid')
    suggest()
  })
  input.addEventListener('focus', suggest)
  input.addEventListener('blur', close)
  input.addEventListener('keydown', (event) => {
    const count = list.children.length
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (list.hidden) suggest()
      else setActive(event.key === 'ArrowDown' ? Math.min(count - 1, active + 1) : Math.max(-1, active - 1))
    } else if (event.key === 'Enter') accept(list.children[active]?.textContent ?? input.value)
    else if (event.key === 'Escape' && !list.hidden) close()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  // the field keeps the focus
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const option = (event.target as Element).closest<HTMLElement>('[role=option]')
    if (option) accept(option.textContent ?? '')
  })
  return element('div', { class: 'combobox' }, input, list)
}

function matches(all: readonly string[], typed: string): string[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const [first = ''] = words
  const begin: string[] = []
  const rest: string[] = []
  for (const text of all) {
    const lower = text.toLowerCase()
    if (!words.every((word) => lower.includes(word))) continue
    if (lower.startsWith(first)) begin.push(text)
    else if (rest.length < MOST) rest.push(text)
    if (begin.length === MOST) break
  }
  return [...begin, ...rest].slice(0, MOST)
}
