import { ModelError, type Source } from '../../../../core/model/errors.ts'
import { TRISTATE } from '../../schema/attributes.ts'
import type { CompilerAttributes } from '../../schema/schemaTree.ts'

/**
 * Whether a range is enforced. Written as `auto`, it is when the range is not empty; with `autolimits` off, a range
 * must say so itself.
 *
 * @param flag name of the attribute that switches the limit
 * @param attribute name of the attribute that holds the range
 */
export function isLimited(
  state: number,
  range: readonly number[],
  compiler: CompilerAttributes,
  source: Source,
  flag: string,
  attribute: string,
): boolean {
  if (state !== TRISTATE.auto) return state === TRISTATE.true
  const [low, high] = range
  if (compiler.autolimits === 0 && (low !== 0 || high !== 0))
    throw new ModelError(`a range without '${flag}' has no meaning while 'autolimits' is off`, {
      source,
      attribute,
      expected: `${flag}="true" or ${flag}="false"`,
      found: `${attribute}="${range.join(' ')}"`,
    })
  return low < high
}

/** A range that is enforced must not be empty. */
export function checkRange(range: readonly number[], source: Source, attribute: string): void {
  if (!(range[0] < range[1]))
    throw new ModelError('the range is empty', {
      source,
      attribute,
      expected: 'a first number smaller than the second',
      found: range.join(' '),
    })
}
