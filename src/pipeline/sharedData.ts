import { Data, dataByteLength } from '../core/data/data.ts'
import type { Acceleration } from '../core/data/stageKernels.ts'
import { Arena } from '../core/memory/arena.ts'
import type { Model } from '../core/model/model.ts'
import { resetData } from './reset.ts'

/**
 * `new Data(m)` in shared memory, so other threads can read it (`data.memory`) or solve its islands. In a browser
 * this requires cross-origin isolation. It has kernels if those of the model are in shared memory, too.
 */
export function sharedData(m: Model): Data {
  if (typeof SharedArrayBuffer === 'undefined')
    throw new TypeError('shared memory is not available: serve the page with cross-origin isolation')
  if ((m.acceleration as Acceleration | undefined)?.shared) {
    const withKernels = new Data(m)
    if (withKernels.arena.buffer instanceof SharedArrayBuffer) return withKernels
  }
  const d = new Data(m, new Arena(new SharedArrayBuffer(dataByteLength(m))))
  resetData(m, d)
  return d
}
