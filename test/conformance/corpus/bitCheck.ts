import { describe, expect, test } from 'vitest'
import { countDataBits, POSE_FIELDS, stepsWithEqualBits, totalBits } from '../../../tools/compare/compareBits.ts'
import { modelFromReference } from '../../../tools/compare/index.ts'
import { holdCounts } from '../support/counts.ts'
import type { Check, Judged } from './check.ts'

/** Larger models take minutes. */
const MOST_DOFS = 250
/** Steps that a rollout must keep all bits to count. */
const STEPS = 50

interface Bits {
  /** Pose numbers, and how many have the reference's bits: with its compiled model and with ours. */
  readonly numbers: number
  readonly filled: number
  readonly ours: number
  /** Whether positions and velocities keep all bits, with the reference's compiled model. */
  readonly smooth: boolean | undefined
  readonly constrained: boolean | undefined
}

function countsOf(judged: readonly Judged<Bits>[]): Record<'numbers' | 'ours' | 'smooth' | 'constrained', number> {
  const sum = (of: (bits: Bits) => number) => judged.reduce((total, { verdict }) => total + of(verdict), 0)
  return {
    numbers: sum(({ numbers }) => numbers),
    ours: sum(({ ours }) => ours),
    smooth: sum(({ smooth }) => Number(smooth ?? false)),
    constrained: sum(({ constrained }) => Number(constrained ?? false)),
  }
}

/** Numbers that have the bits of the reference: poses after forward kinematics, and rollouts. */
export function bitCheck(corpus: string): Check {
  const judged: Judged<Bits>[] = []
  return {
    name: 'bits',
    visit: (m, reference, { name }) => {
      const filled = modelFromReference(reference)
      const counts = totalBits(countDataBits(filled, reference, POSE_FIELDS, 1).values())
      const { equal: ours } = totalBits(countDataBits(m, reference, POSE_FIELDS, 1).values())
      const rolls = m.nv > 0 && m.nv <= MOST_DOFS
      const keeps = (constrained: boolean) =>
        rolls ? stepsWithEqualBits(filled, reference, STEPS, constrained) === STEPS : undefined
      const rollouts = { smooth: keeps(false), constrained: keeps(true) }
      judged.push({ name, verdict: { numbers: counts.numbers, filled: counts.equal, ours, ...rollouts } })
    },
    report: () => `bits: ${JSON.stringify(countsOf(judged))} of ${judged.length} models`,
    test: () => {
      describe('bits', () => {
        test("every pose has the reference's bits, in a model filled from it", () => {
          const different = judged.filter(({ verdict }) => verdict.filled < verdict.numbers)
          expect(different.map(({ name, verdict }) => `${name}: ${verdict.numbers - verdict.filled}`)).toEqual([])
        })

        test("no fewer poses and rollouts have the reference's bits than before", () =>
          holdCounts(`bits-${corpus}`, countsOf(judged)))
      })
    },
  }
}
