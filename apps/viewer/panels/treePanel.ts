import type { Model } from '../../../src/index.ts'
import { button, element, lazySection } from './dom.ts'
import { ALL_KINDS, type Inspected, KINDS, nameOf } from './fields.ts'
import { icon } from './icons.ts'

/** A thing of the model, or a heading, with what is below it. */
interface Branch {
  readonly label: string
  readonly sort: string
  readonly thing?: { readonly kind: Inspected; readonly id: number }
  readonly below: () => Branch[]
}

/** Things that a search lists. */
const MOST = 60

/** Kinds that hang below bodies, and the arrays that say below which. */
const PARTS = {
  joint: 'jnt_bodyid',
  geom: 'geom_bodyid',
  site: 'site_bodyid',
  camera: 'cam_bodyid',
  light: 'light_bodyid',
} as const

/** What a model is made of: bodies with what they carry, each under the one that carries it, then tendons, actuators, sensors. */
export function treePanel(m: Model, onChoose: (kind: Inspected, id: number) => void): HTMLElement {
  return lazySection('Tree', false, () => {
    const tree = treeOf(branches(m), onChoose)
    const found = element('ul', { class: 'tree found', 'aria-label': 'Found', hidden: true })
    const search = element('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search the model' })
    search.addEventListener('input', () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
      const isSearch = words.length > 0
      tree.hidden = isSearch
      found.hidden = !isSearch
      found.replaceChildren(...(isSearch ? searched(m, words, onChoose) : []))
    })
    return [search, tree, found]
  })
}

function searched(m: Model, words: readonly string[], onChoose: (kind: Inspected, id: number) => void): HTMLElement[] {
  const items: HTMLElement[] = []
  for (const kind of ALL_KINDS)
    for (let id = 0; id < KINDS[kind].count(m) && items.length < MOST; id++) {
      const name = nameOf(m, kind, id)
      const text = `${kind} ${name}`.toLowerCase()
      if (!words.every((word) => text.includes(word))) continue
      const each = button(`${kind} ${name}`, () => onChoose(kind, id), '')
      each.append(element('small', {}, kind), ` ${name}`)
      items.push(element('li', {}, each))
    }
  return items.length > 0 ? items : [element('li', { class: 'faint' }, 'nothing of that name')]
}

function branches(m: Model): Branch[] {
  const children = Array.from({ length: m.nbody }, (): Branch[] => [])
  const leaf = (kind: Inspected, id: number): Branch => ({
    label: nameOf(m, kind, id),
    sort: kind,
    thing: { kind, id },
    below: () => (kind === 'body' ? children[id] : []),
  })
  for (const [kind, array] of Object.entries(PARTS) as [keyof typeof PARTS, (typeof PARTS)[keyof typeof PARTS]][])
    for (let id = 0; id < KINDS[kind].count(m); id++) children[m[array][id]].push(leaf(kind, id))
  for (let body = 1; body < m.nbody; body++) children[m.body_parentid[body]].push(leaf('body', body))
  const lists = (['tendon', 'actuator', 'sensor', 'equality'] as const).map(
    (kind): Branch => ({
      label: `${kind === 'equality' ? 'equalities' : `${kind}s`}`,
      sort: '',
      below: () => Array.from({ length: KINDS[kind].count(m) }, (_, id) => leaf(kind, id)),
    }),
  )
  return [leaf('body', 0), ...lists.filter(({ below }) => below().length > 0)]
}

/** A tree that arrow keys walk through. Branches are made when they are opened. */
function treeOf(roots: readonly Branch[], onChoose: (kind: Inspected, id: number) => void): HTMLElement {
  const tree = element('ul', { role: 'tree', 'aria-label': 'Model', class: 'tree' })
  const things = new WeakMap<Element, Branch>()

  const item = (branch: Branch): HTMLElement => {
    const { label, sort, below } = branch
    const hasMore = below().length > 0
    const made = element('li', {
      role: 'treeitem',
      tabindex: -1,
      'aria-label': `${sort} ${label}`.trim(),
      'aria-expanded': hasMore ? 'false' : undefined,
    })
    const twisty = element('span', { class: 'twisty' }, hasMore ? icon('branch') : undefined)
    made.append(
      element('div', { class: 'line' }, twisty, label, sort === 'body' ? undefined : element('small', {}, sort)),
    )
    things.set(made, branch)
    return made
  }
  const setOpen = (each: Element, isOpen: boolean) => {
    if (!each.hasAttribute('aria-expanded')) return
    each.setAttribute('aria-expanded', String(isOpen))
    const present = each.querySelector(':scope > [role=group]')
    if (present) (present as HTMLElement).hidden = !isOpen
    else if (isOpen) each.append(element('ul', { role: 'group' }, ...things.get(each)!.below().map(item)))
  }
  const focus = (each: Element | null | undefined) => {
    if (!(each instanceof HTMLElement)) return
    for (const old of tree.querySelectorAll('[tabindex="0"]')) old.setAttribute('tabindex', '-1')
    each.tabIndex = 0
    each.focus()
  }
  const choose = (each: Element) => {
    for (const old of tree.querySelectorAll('[aria-selected=true]')) old.removeAttribute('aria-selected')
    each.setAttribute('aria-selected', 'true')
    const { thing } = things.get(each)!
    if (thing) onChoose(thing.kind, thing.id)
    else setOpen(each, each.getAttribute('aria-expanded') === 'false')
  }
  const visible = () =>
    [...tree.querySelectorAll('[role=treeitem]')].filter((each) => each.closest('[hidden]') === null)

  tree.addEventListener('click', (event) => {
    const target = event.target as Element
    const each = target.closest('[role=treeitem]')
    if (!each) return
    focus(each)
    if (target.closest('.twisty') && each.hasAttribute('aria-expanded'))
      setOpen(each, each.getAttribute('aria-expanded') === 'false')
    else choose(each)
  })
  tree.addEventListener('keydown', (event) => {
    const each = (event.target as Element).closest('[role=treeitem]')
    if (!each) return
    const isOpen = each.getAttribute('aria-expanded') === 'true'
    const all = visible()
    const at = all.indexOf(each)
    if (event.key === 'ArrowDown') focus(all[at + 1])
    else if (event.key === 'ArrowUp') focus(all[at - 1])
    else if (event.key === 'Home') focus(all[0])
    else if (event.key === 'End') focus(all.at(-1))
    else if (event.key === 'ArrowRight') {
      if (isOpen) focus(each.querySelector('[role=treeitem]'))
      else setOpen(each, true)
    } else if (event.key === 'ArrowLeft') {
      if (isOpen) setOpen(each, false)
      else focus(each.parentElement?.closest('[role=treeitem]'))
    } else if (event.key === 'Enter' || event.key === ' ') choose(each)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  tree.append(...roots.map(item))
  const first = tree.querySelector('[role=treeitem]')
  first?.setAttribute('tabindex', '0')
  if (first) setOpen(first, true)
  return tree
}
