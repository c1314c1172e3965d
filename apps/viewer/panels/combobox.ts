import { element } from './dom.ts'

/** How many suggestions are shown. */
const MOST = 40

let made = 0

/**
 * A field with suggestions: those that have all the words that were typed, those that begin with them first. Arrows choose
 * among them, enter takes what is chosen or typed.
 * @param onTake false: that is nothing; the text stays, and is marked
 */
export function combobox(
  label: string,
  placeholder: string,
  suggestions: () => readonly string[],
  onTake: (text: string) => boolean,
): HTMLElement {
  const id = `kinetree-choices-${made++}`
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
  let chosen = -1

  const close = () => {
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    choose(-1)
  }
  const choose = (index: number) => {
    list.children[chosen]?.setAttribute('aria-selected', 'false')
    chosen = index
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
      ...found.map((text, i) =>
        element('li', { role: 'option', id: `${id}-${i}`, 'aria-selected': 'false', 'data-text': text }, text),
      ),
    )
    chosen = -1
    input.removeAttribute('aria-activedescendant')
    list.hidden = found.length === 0
    input.setAttribute('aria-expanded', String(found.length > 0))
  }
  const take = (text: string) => {
    const isTaken = text.trim() !== '' && onTake(text)
    input.value = isTaken ? '' : text
    input.setAttribute('aria-invalid', String(!isTaken && text.trim() !== ''))
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
      else choose(event.key === 'ArrowDown' ? Math.min(count - 1, chosen + 1) : Math.max(-1, chosen - 1))
    } else if (event.key === 'Enter') take(list.children[chosen]?.textContent ?? input.value)
    else if (event.key === 'Escape' && !list.hidden) close()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  // the field keeps the focus while the mouse chooses
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const option = (event.target as Element).closest<HTMLElement>('[role=option]')
    if (option) take(option.dataset['text']!)
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
