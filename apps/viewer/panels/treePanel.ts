import { type Model, ObjType } from '../../../src/index.ts'
import { button, element, section } from './dom.ts'

/** The bodies of a model, each under the one that carries it. */
export function treePanel(m: Model, onChoose: (body: number) => void): HTMLElement {
  const children = Array.from({ length: m.nbody }, (): number[] => [])
  for (let body = 1; body < m.nbody; body++) children[m.body_parentid[body]]!.push(body)
  const branch = (body: number): HTMLElement => {
    const name = m.names.name(ObjType.body, body) ?? `body ${body}`
    const below = children[body]!
    const item = element(
      'li',
      { role: 'treeitem' },
      button(name, () => onChoose(body)),
    )
    if (below.length > 0) item.append(element('ul', { role: 'group' }, ...below.map(branch)))
    return item
  }
  return section('Bodies', false, element('ul', { role: 'tree', 'aria-label': 'Bodies', class: 'tree' }, branch(0)))
}
