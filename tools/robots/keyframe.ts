import type { Dice } from './dice.ts'
import { descendants, type Element, element } from './element.ts'

/** What changes the number of coordinates in ways that are not counted here. */
const UNCOUNTED = ['replicate', 'attach', 'composite']

/** Keyframes of a model whose coordinates can be counted from its elements; none otherwise. */
export function keyframe(dice: Dice, root: Element): Element[] {
  const all = descendants(root)
  if (all.some(({ name }) => UNCOUNTED.includes(name)) || dice.chance(0.8)) return []
  const tree = root.children.filter(({ name }) => name === 'worldbody').flatMap(descendants)
  const types = tree.flatMap(({ name, attributes: { type = 'hinge' } }) =>
    name === 'freejoint' ? ['free'] : name === 'joint' ? [type] : [],
  )
  const key = (i: number) => {
    const qpos = types.flatMap((type) => {
      if (type === 'free') return [...dice.numbers(3, -1, 1), ...rotation(dice)]
      return type === 'ball' ? rotation(dice) : [dice.number(-0.5, 0.5)]
    })
    const dofs = types.reduce((sum, type) => sum + ({ free: 6, ball: 3 }[type] ?? 1), 0)
    return element('key', {
      name: dice.maybe(0.7, () => `key${i}`),
      time: dice.maybe(0.3, () => dice.number(0, 3)),
      qpos: dice.maybe(0.8, () => qpos),
      qvel: dice.maybe(0.3, () => dice.numbers(dofs, -1, 1)),
    })
  }
  return [
    element(
      'keyframe',
      {},
      Array.from({ length: dice.count(1, 2) }, (_, i) => key(i)),
    ),
  ]
}

function rotation(dice: Dice): number[] {
  return [1, ...dice.numbers(3, -1, 1)]
}
