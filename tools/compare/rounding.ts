import { Random } from './randomState.ts'
import type { ReferenceModel } from './reference.ts'

/**
 * Some numbers are badly conditioned: the inverse inertia of a long chain loses six digits of sixteen, whoever computes
 * it. How many, the reference itself tells: it is asked again with masses, inertias, positions and velocities that are
 * off by what rounding may do. Where a field differs by more than its tolerance, it may differ by ten times that.
 */
export const ROUNDING = 1e-15
export const ROUNDING_MARGIN = 10
/** It is asked several times, because rounding in one direction may happen not to matter. */
export const ROUNDING_SEEDS = [1, 2, 3] as const
/** Where numbers differ until the end, it is asked so often: what is left of a cancellation moves by whole steps, or not at all. */
export const ROUNDING_DRAWS = 10

/** Runs `use` with a copy of the model whose masses and inertias are off by rounding. */
export function withRoundedModel<T>(reference: ReferenceModel, seed: number, use: (shifted: ReferenceModel) => T): T {
  const shifted = reference.copy()
  const random = new Random(seed)
  try {
    for (const field of ['body_mass', 'body_inertia'])
      shifted.set(
        field,
        shifted.array(field)!.map((value) => value * (1 + ROUNDING * random.uniform(-1, 1))),
      )
    return use(shifted)
  } finally {
    shifted.delete()
  }
}
