import { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'

/** A state in memory of its own, that runs in TypeScript even if the model is accelerated. */
export function plainState(m: Model): Data {
  const { acceleration } = m
  m.acceleration = undefined
  try {
    return new Data(m)
  } finally {
    m.acceleration = acceleration
  }
}
