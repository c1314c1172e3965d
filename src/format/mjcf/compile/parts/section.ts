import type { Model, ModelSizes } from '../../../../core/model/model.ts'

/** A group of arrays of the model: it says how long they are, and, when they are there, what is in them. */
export interface Section {
  count(sizes: ModelSizes): void
  fill(m: Model): void
}
