import type { Dice } from './dice.ts'
import { descendants, type Element, replaceElement, withAttributes } from './element.ts'

/** Changes a model at one place, so that it stands at the edge of what is valid, on either side. */
export function flawed(dice: Dice, root: Element): Element {
  const all = descendants(root).filter((e) => e !== root && e.name !== 'compiler')
  if (all.length === 0) return root
  for (let tries = 0; tries < 20; tries++) {
    const target = dice.pick(all)
    const changed = dice.pick(FLAWS)(dice, target)
    if (changed) return replaceElement(root, target, changed)
  }
  return root
}

/** What stands in the place of an element; undefined where the flaw does not fit. */
type Flaw = (dice: Dice, e: Element) => Element[] | undefined

const EDGES = ['0', '-1', '1', '1e-20', '1e10', '-0.5', '2', '3.5', '360']

const FLAWS: readonly Flaw[] = [
  // an attribute less
  (dice, e) => {
    const keys = Object.keys(e.attributes)
    return keys.length === 0 ? undefined : [withAttributes(e, { [dice.pick(keys)]: undefined })]
  },
  // another number
  (dice, e) => {
    const keys = numericKeys(e)
    if (keys.length === 0) return undefined
    const key = dice.pick(keys)
    const numbers = e.attributes[key].split(' ')
    numbers[dice.count(0, numbers.length - 1)] = dice.pick(EDGES)
    return [withAttributes(e, { [key]: numbers.join(' ') })]
  },
  // all numbers zero
  (dice, e) => {
    const keys = numericKeys(e)
    if (keys.length === 0) return undefined
    const key = dice.pick(keys)
    return [withAttributes(e, { [key]: e.attributes[key].replace(/[^ ]+/g, '0') })]
  },
  // a number more or less
  (dice, e) => {
    const keys = numericKeys(e)
    if (keys.length === 0) return undefined
    const key = dice.pick(keys)
    const text = e.attributes[key]
    return [withAttributes(e, { [key]: dice.chance(0.5) ? `${text} 1` : text.split(' ').slice(1).join(' ') || '1 1' })]
  },
  // a name that another has, or that nobody has
  (dice, e) => {
    const keys = Object.keys(e.attributes).filter(
      (key) => /\d$/.test(e.attributes[key]) && !isNumeric(e.attributes[key]),
    )
    if (keys.length === 0) return undefined
    const key = dice.pick(keys)
    return [withAttributes(e, { [key]: e.attributes[key].replace(/\d+$/, String(dice.count(0, 12))) })]
  },
  // an element less, or twice; joints of a tendon are a case of their own
  (dice, e) => (dice.chance(0.5) || 'coef' in e.attributes ? [] : [e, e]),
]

/** Attributes with numbers; not the divisor of a pulley, which the reference lets be zero. */
function numericKeys({ attributes }: Element): string[] {
  return Object.keys(attributes).filter((key) => key !== 'divisor' && isNumeric(attributes[key]))
}

function isNumeric(text: string): boolean {
  return /^[-+\d.eE ]+$/.test(text) && /\d/.test(text)
}
