import type { Data } from '../core/data/data.ts'
import type { Model } from '../core/model/model.ts'
import { advance } from './advance.ts'

/**
 * The end of a step whose forward pass has already treated springs and dampers implicitly, in the metric of the solver: qacc
 * is the change of velocity, v⁺ = v + h·qacc, q⁺ = q ⊕ h·v⁺.
 */
export function discrete(m: Model, d: Data): void {
  advance(m, d, d.qacc, d.qvel, 0)
}
