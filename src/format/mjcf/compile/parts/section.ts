import type { Model, ModelSizes } from '../../../../core/model/model.ts'

/** A group of arrays of the model: counts their elements, and, once they are allocated, fills them. */
export interface Section {
  count(sizes: ModelSizes): void
  fill(m: Model): void
}
