import { Random } from './randomState.ts'
import type { ReferenceModel } from './reference.ts'

/**
 * Some numbers are ill-conditioned: the inverse inertia of a long chain loses six of sixteen digits in any engine. To
 * find out how many, the reference is run again with masses, inertias, positions, and velocities perturbed by rounding.
 * A field that exceeds its tolerance may differ by ten times that effect.
 */
export const ROUNDING = 1e-15
export const ROUNDING_MARGIN = 10
/** Number of probes, because a perturbation in one direction may have no effect. */
export const ROUNDING_SEEDS = [1, 2, 3] as const
/**
 * Where numbers differ until the end, it is asked so often: what is left of a cancellation moves by whole steps, or not
 * at all.
 */
export const ROUNDING_DRAWS = 10

/** Runs `use` with a copy of the model whose masses and inertias are perturbed by rounding. */
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
