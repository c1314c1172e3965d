import { Cache } from '../memory/cache.ts'
import type { Data } from './data.ts'

/**
 * Caches of a stage for a state. Results must not depend on them: another `Data` over the same memory, or one
 * restored from a snapshot, has its own.
 */
// bundlers drop caches that a program does not use
/* @__NO_SIDE_EFFECTS__ */
export function perData<Value>(make: (d: Data) => Value): Cache<Data, Value> {
  return new Cache(make)
}
