import type { Model } from '../../core/model/model.ts'
import { LANES } from '../emit/laneType.ts'
import { LiteralPool } from '../emit/literalPool.ts'
import { WasmModule } from '../emit/wasmModule.ts'
import { KernelLayout, type LayoutMessage } from '../record/kernelLayout.ts'
import { type Routines, record } from '../record/recorder.ts'
import { termsOf } from '../run/conditions.ts'
import { TABLES } from '../run/kernelMemory.ts'
import { LANE_PROGRAMS, lanePrograms } from './laneStages.ts'

/** Where the tables of the model are: after the literals. */
export const LANE_TABLES = TABLES + 8 * LiteralPool.capacity

/** Two states at once with the bits of one, or four in single precision. */
export type StateLanes = 'f64x2' | 'f32x4'

/** A step in lanes as plain data, which messages carry to other threads. */
export interface LaneCode {
  readonly lanes: StateLanes
  readonly bytes: Uint8Array<ArrayBuffer>
  /** @internal The terms that the code was made for, see `conditions.ts`. */
  readonly made: Float64Array
  /** @internal */
  readonly layout: LayoutMessage
}

/**
 * Records a step in lanes.
 * @param unrolled kernels whose loops are written out
 */
export function recordLanes(m: Model, lanes: StateLanes, unrolled: ReadonlySet<string>): LaneCode {
  const layout = new KernelLayout(m)
  const literals = new LiteralPool(LANES[lanes], TABLES)
  const module = new WasmModule({ lanes, tables: LANE_TABLES, literals })
  const routines: Routines = {
    has: (name, ofOneLane) => module.has(name, ofOneLane),
    add: (program) => module.add(program),
  }
  const programs = lanePrograms(m, layout, unrolled)
  for (const name of LANE_PROGRAMS) module.add(record(name, programs[name], layout, { unroll: false }, routines))
  return { lanes, bytes: module.bytes(), made: termsOf(m), layout: layout.message }
}

/** Number of states that are stepped at once. */
export function laneCount(lanes: StateLanes): number {
  return LANES[lanes].count
}
