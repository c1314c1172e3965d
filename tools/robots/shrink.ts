import { descendants, type Element, replaceElement, withAttributes } from './element.ts'
import type { Robot } from './robot.ts'

/**
 * Makes a robot smaller while something about it stays true: drops elements, puts children in the place of their
 * parents, drops attributes, rounds numbers, until nothing more can go.
 * @param holds what must stay true of the robot, for example that the engines differ in some field
 */
export function shrink(robot: Robot, holds: (smaller: Robot) => boolean): Robot {
  let best = robot
  for (let before: Robot | undefined; before !== best; ) {
    before = best
    for (const path of best.models.keys()) for (const step of STEPS) best = reduce(best, path, step, holds)
  }
  return best
}

/** Smaller forms of an element, each to be tried in its place. */
type Step = (e: Element) => (readonly Element[])[]

const STEPS: readonly Step[] = [
  () => [[]],
  (e) => (e.children.length > 0 ? [e.children] : []),
  (e) => Object.keys(e.attributes).map((key) => [withAttributes(e, { [key]: undefined })]),
  (e) =>
    Object.entries(e.attributes).flatMap(([key, value]) => {
      const rounded = value.replace(/-?\d+\.\d+(e-?\d+)?/g, (number) => String(Number(Number(number).toPrecision(1))))
      return rounded === value ? [] : [[withAttributes(e, { [key]: rounded })]]
    }),
]

/** Tries a step at each element of a model file, the outermost first. */
function reduce(robot: Robot, path: string, step: Step, holds: (smaller: Robot) => boolean): Robot {
  let best = robot
  /** How many elements were tried; those before stay as they are. */
  let done = 1
  for (;;) {
    const root = best.models.get(path)
    const target = root && descendants(root)[done]
    if (!root || !target) return best
    const smaller = step(target)
      .map((by) => withModel(best, path, replaceElement(root, target, by)))
      .find(holds)
    if (smaller) best = smaller
    else done++
  }
}

function withModel(robot: Robot, path: string, root: Element): Robot {
  return { ...robot, models: new Map([...robot.models, [path, root]]) }
}
