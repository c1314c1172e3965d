import { quatToMat } from '../../../core/math/quat.ts'
import { rotate } from '../../../core/math/vec3.ts'
import { ModelError } from '../../../core/model/errors.ts'
import { eulerAngles } from '../geometry/orientation.ts'
import { GRAMMAR } from '../schema/grammar.ts'
import { fallbacks } from '../schema/readAttributes.ts'
import type { BodyChild, BodySpec, FrameSpec, ListName, ReplicateSpec } from '../schema/spec.ts'
import { type Assembly, countElements, withoutInertia } from './assembly.ts'
import { copyLists, LISTS } from './objectLists.ts'

/**
 * Copies of a part of the tree, each in a frame that is moved and turned against the one before. Copy i has the angles
 * i·euler, and p_{i+1} = p_i + R_i offset. Names get the separator and the number of the copy, with as many digits as
 * the count has.
 */
export function replicate(
  { attributes: a, source, compiler, children }: ReplicateSpec,
  assembly: Assembly,
  into: BodyChild[],
  grow: (children: readonly BodyChild[], into: BodyChild[]) => void,
): void {
  // while copies are made their original is in the tree, as a body of its own
  const original: BodyChild[] = []
  const attributes = fallbacks(GRAMMAR.body.attributes)
  const template: BodySpec = { kind: 'body', attributes, source, compiler, children: original }
  into.push(template)
  assembly.depth++
  grow(children, original)

  const count = Math.max(0, a.count)
  const digits = String(count).length
  assembly.budget.spend((countElements(original) + 1) * count, source)
  const { world, lists } = assembly
  assembly.budget.spendNumbers(assembly.keyframes.numbersOfCopies(world, template, lists.actuators, count), source)
  // what may go with copies: what was there before, and copies that may be copied again
  const candidates = copyLists(assembly.lists)
  const content = withoutInertia(original)
  const pos = new Float64Array(3)
  const step = new Float64Array(3)
  const turn = new Float64Array(9)
  for (let i = 0; i < count; i++) {
    const euler = a.euler.map((angle) => i * angle)
    const suffix = a.sep + String(i).padStart(digits, '0')
    const renaming = { prefix: '', suffix, assets: false }
    assembly.noteKeyframes(assembly, renaming)
    const frame: FrameSpec = {
      kind: 'frame',
      attributes: { ...fallbacks(GRAMMAR.frame.attributes), pos: Array.from(pos), euler },
      source,
      compiler,
      children: assembly.copyTree(content, renaming),
    }
    into.push(frame)
    const copies = assembly.copyLists(candidates, renaming, source)
    const copyAgain = <L extends ListName>(list: L): void => {
      for (const element of copies[list]) {
        if (!assembly.mayBeCopied(element, list)) continue
        candidates[list].push(element)
        if (candidates[list].length > MAX_AGAIN)
          throw new ModelError('each copy doubles what refers to nothing, and there are too many copies', {
            source: element.source,
            expected: `at most ${MAX_AGAIN} ${list}`,
            suggestion: `the copies come from line ${source.line}`,
          })
      }
    }
    LISTS.forEach(copyAgain)
    assembly.finishCopy()

    quatToMat(turn, 0, eulerAngles(euler, compiler, source), 0)
    rotate(step, 0, turn, 0, Float64Array.from(a.offset), 0)
    for (let k = 0; k < 3; k++) pos[k] += step[k]
  }
  assembly.depth--
  assembly.remove(original, () => into.splice(into.indexOf(template), 1))
}

/** Maximum number of elements of a kind that each copy copies again, such as clocks. */
const MAX_AGAIN = 20_000
