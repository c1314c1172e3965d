import { type Cache, RecentCache } from '../memory/cache.ts'
import type { Model } from './model.ts'

/** Caches of a stage for a model: index lists, trees, tables. */
export function perModel<Value>(make: (m: Model) => Value): Cache<Model, Value> {
  return new RecentCache(make)
}
