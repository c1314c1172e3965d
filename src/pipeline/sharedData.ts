import { Data, dataByteLength } from '../core/data/data.ts'
import { Arena } from '../core/memory/arena.ts'
import type { Model } from '../core/model/model.ts'
import { resetData } from './reset.ts'

/**
 * `new Data(m)` in shared memory, so other threads can read it (`data.memory`) or solve its islands. In a browser
 * this requires cross-origin isolation.
 */
export function sharedData(m: Model): Data {
  if (typeof SharedArrayBuffer === 'undefined')
    throw new TypeError('shared memory is not available: serve the page with cross-origin isolation')
  const d = new Data(m, new Arena(new SharedArrayBuffer(dataByteLength(m))))
  resetData(m, d)
  return d
}
