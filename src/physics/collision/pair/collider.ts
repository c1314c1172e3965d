import type { Data } from '../../../core/data/data.ts'
import type { Model } from '../../../core/model/model.ts'
import type { Touch } from '../contact/contactBuffer.ts'

/**
 * Finds where geoms `g1` and `g2` touch, and appends to `touch`. The type of `g1` is not greater than that of `g2`
 * (`GeomType`): each pair of types has one function.
 */
export type Collider = (m: Model, d: Data, g1: number, g2: number, touch: Touch) => void
