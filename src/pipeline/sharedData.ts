import { Data, dataByteLength } from '../core/data/data.ts'
import { Arena } from '../core/memory/arena.ts'
import type { Model } from '../core/model/model.ts'
import { resetData } from './reset.ts'

/**
 * A state like `new Data(m)` in shared memory, so that other threads can look at it (`data.memory`), or solve its islands.
 * In a browser this needs a page with cross-origin isolation.
 */
export function sharedData(m: Model): Data {
  if (typeof SharedArrayBuffer === 'undefined')
    throw new TypeError('there is no shared memory here: serve the page with cross-origin isolation')
  const d = new Data(m, new Arena(new SharedArrayBuffer(dataByteLength(m))))
  resetData(m, d)
  return d
}
