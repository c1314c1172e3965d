import type { Model } from '../../../src/index.ts'
import { button, element, lazySection } from './dom.ts'
import { ALL_KINDS, type Inspected, KINDS, nameOf } from './fields.ts'
import { icon } from './icons.ts'

/** A node of the tree: an object of the model or a heading, with its children. */
interface TreeNode {
  readonly label: string
  readonly kindLabel: string
  readonly object?: { readonly kind: Inspected; readonly id: number }
  readonly children: () => TreeNode[]
}

/** Largest number of search results. */
const MOST = 60

/** Kinds that belong to bodies, and the arrays with their body ids. */
const PARTS = {
  joint: 'jnt_bodyid',
  geom: 'geom_bodyid',
  site: 'site_bodyid',
  camera: 'cam_bodyid',
  light: 'light_bodyid',
} as const

/** The kinematic tree with all objects of its bodies; then tendons, actuators, sensors, equality constraints. */
export function treePanel(m: Model, onSelect: (kind: Inspected, id: number) => void): HTMLElement {
  return lazySection('Tree', false, () => {
    const tree = treeOf(rootsOf(m), onSelect)
    const found = element('ul', { class: 'tree found', 'aria-label': 'Search results', hidden: true })
    const search = element('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search the model' })
    search.addEventListener('input', () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
      const isSearch = words.length > 0
      tree.hidden = isSearch
      found.hidden = !isSearch
      found.replaceChildren(...(isSearch ? searchResults(m, words, onSelect) : []))
    })
    return [search, tree, found]
  })
}

function searchResults(
  m: Model,
  words: readonly string[],
  onSelect: (kind: Inspected, id: number) => void,
): HTMLElement[] {
  const items: HTMLElement[] = []
  for (const kind of ALL_KINDS)
    for (let id = 0; id < KINDS[kind].count(m) && items.length < MOST; id++) {
      const name = nameOf(m, kind, id)
      const text = `${kind} ${name}`.toLowerCase()
      if (!words.every((word) => text.includes(word))) continue
      const each = button(`${kind} ${name}`, () => onSelect(kind, id), '')
      each.append(element('small', {}, kind), ` ${name}`)
      items.push(element('li', {}, each))
    }
  return items.length > 0 ? items : [element('li', { class: 'faint' }, 'no match')]
}

function rootsOf(m: Model): TreeNode[] {
  const children = Array.from({ length: m.nbody }, (): TreeNode[] => [])
  const nodeOf = (kind: Inspected, id: number): TreeNode => ({
    label: nameOf(m, kind, id),
    kindLabel: kind,
    object: { kind, id },
    children: () => (kind === 'body' ? children[id] : []),
  })
  for (const [kind, array] of Object.entries(PARTS) as [keyof typeof PARTS, (typeof PARTS)[keyof typeof PARTS]][])
    for (let id = 0; id < KINDS[kind].count(m); id++) children[m[array][id]].push(nodeOf(kind, id))
  for (let body = 1; body < m.nbody; body++) children[m.body_parentid[body]].push(nodeOf('body', body))
  const lists = (['tendon', 'actuator', 'sensor', 'equality'] as const).map(
    (kind): TreeNode => ({
      label: `${kind === 'equality' ? 'equalities' : `${kind}s`}`,
      kindLabel: '',
      children: () => Array.from({ length: KINDS[kind].count(m) }, (_, id) => nodeOf(kind, id)),
    }),
  )
  return [nodeOf('body', 0), ...lists.filter(({ children }) => children().length > 0)]
}

/** A tree with keyboard navigation. Children are created when their node is first opened. */
function treeOf(roots: readonly TreeNode[], onSelect: (kind: Inspected, id: number) => void): HTMLElement {
  const tree = element('ul', { role: 'tree', 'aria-label': 'Model', class: 'tree' })
  const nodes = new WeakMap<Element, TreeNode>()

  const item = (node: TreeNode): HTMLElement => {
    const { label, kindLabel, children } = node
    const hasMore = children().length > 0
    const created = element('li', {
      role: 'treeitem',
      tabindex: -1,
      'aria-label': `${kindLabel} ${label}`.trim(),
      'aria-expanded': hasMore ? 'false' : undefined,
    })
    const twisty = element('span', { class: 'twisty' }, hasMore ? icon('branch') : undefined)
    created.append(
      element(
        'div',
        { class: 'line' },
        twisty,
        label,
        kindLabel === 'body' ? undefined : element('small', {}, kindLabel),
      ),
    )
    nodes.set(created, node)
    return created
  }
  const setOpen = (each: Element, isOpen: boolean) => {
    if (!each.hasAttribute('aria-expanded')) return
    each.setAttribute('aria-expanded', String(isOpen))
    const present = each.querySelector(':scope > [role=group]')
    if (present) (present as HTMLElement).hidden = !isOpen
    else if (isOpen) each.append(element('ul', { role: 'group' }, ...(nodes.get(each)?.children() ?? []).map(item)))
  }
  const focus = (each: Element | null | undefined) => {
    if (!(each instanceof HTMLElement)) return
    for (const old of tree.querySelectorAll('[tabindex="0"]')) old.setAttribute('tabindex', '-1')
    each.tabIndex = 0
    each.focus()
  }
  const select = (each: Element) => {
    for (const old of tree.querySelectorAll('[aria-selected=true]')) old.removeAttribute('aria-selected')
    each.setAttribute('aria-selected', 'true')
    const object = nodes.get(each)?.object
    if (object) onSelect(object.kind, object.id)
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
    else select(each)
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
    } else if (event.key === 'Enter' || event.key === ' ') select(each)
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
