import { Cache } from '../memory/cache.ts'
import type { Data } from './data.ts'

/**
 * What a stage keeps for a state besides the state itself. Results must not depend on it: another `Data` over the
 * same memory, or one that a snapshot is restored to, has a value of its own.
 */
export function perData<Value>(make: (d: Data) => Value): Cache<Data, Value> {
  return new Cache(make)
}
