import { JobKind } from './batchJobs.ts'
import {
  BatchMemory,
  type BatchShape,
  type BatchSide,
  batchBytes,
  EPISODE_WIDTH,
  Failure,
  RESET_WIDTH,
} from './batchMemory.ts'
import { makeStepper, type Stages } from './batchSetup.ts'
import { RolloutMemory, type RolloutShape, rolloutBytes } from './rolloutMemory.ts'
import { RolloutRunner } from './rolloutRunner.ts'

/**
 * Where memory cannot be shared, rows travel: a message takes some environments, or rollouts, to a thread, and brings
 * them back. Threads keep nothing in between, so another one can go on where one has died.
 */

/** Rows [first, first + count) of a job, in a buffer of their own. */
export type Package =
  | { readonly shape: BatchShape; readonly buffer: ArrayBuffer }
  | { readonly rollouts: RolloutShape; readonly buffer: ArrayBuffer }

/** Rows, and what to do with them. */
export interface WorkMessage {
  readonly kind: number
  readonly side: number
  readonly nstep: number
  readonly rows: Package
}

/** The rows as they are afterwards. */
export interface WorkDone {
  readonly finished: Package
  /** Texts of exceptions of rollouts. */
  readonly texts: readonly string[]
}

/** Does what a message asks for, and sends the rows back. */
export function runMessage(stages: Stages, { kind, side, nstep, rows }: WorkMessage, port: MessagePort): void {
  const texts: string[] = []
  if ('rollouts' in rows) {
    const keepText = (_: number, text: string) => texts.push(text) - 1
    const runner = new RolloutRunner(new RolloutMemory(rows.rollouts, rows.buffer), 0, stages.stages, keepText)
    runner.run(0, { words: new Int32Array(16), places: new Int32Array(1), beats: new Int32Array(1) }, 0)
  } else {
    const memory = new BatchMemory(rows.shape, rows.buffer)
    const stepper = makeStepper(memory, stages)
    const { environments } = rows.shape
    if (kind === JobKind.step) stepper.step(0, environments, side, nstep)
    else for (let row = 0; row < environments; row++) if (memory.chosen[row] === 1) stepper.reset(row, side)
  }
  port.postMessage({ finished: rows, texts } satisfies WorkDone, [rows.buffer])
}

/** Rows of a batch, in a buffer of their own. */
export function packRows(memory: BatchMemory, first: number, count: number): Package {
  const { shape } = memory
  const small = { ...shape, environments: count, first: shape.first + first, chunk: count, threads: 1, texts: count }
  const buffer = new ArrayBuffer(batchBytes(small))
  const to = new BatchMemory(small, buffer)
  const copy = rowCopier(first, 0, count)
  copy(to.actions, memory.actions, shape.action)
  copy(to.resets, memory.resets, RESET_WIDTH)
  copy(to.chosen, memory.chosen, 1)
  copy(to.deadly, memory.deadly, 1)
  copyResults(to, 0, memory, first, count)
  return { shape: small, buffer }
}

/** Puts rows of a batch back. */
export function unpackRows(memory: BatchMemory, shape: BatchShape, buffer: ArrayBuffer): void {
  const from = new BatchMemory(shape, buffer)
  const first = shape.first - memory.shape.first
  for (const side of from.sides)
    for (let row = 0; row < shape.environments; row++)
      if (side.failures[row] === Failure.exception)
        side.infos[row] = memory.keepText(first + row, from.textAt(side.infos[row], row) ?? '')
  copyResults(memory, first, from, 0, shape.environments)
}

/** Rollouts, in a buffer of their own. */
export function packRollouts(from: RolloutMemory, first: number, count: number): Package {
  const { shape } = from
  const each = (rows: number) => (rows > 1 ? count : rows)
  const rollouts: RolloutShape = {
    ...shape,
    rollouts: count,
    first: shape.first + first,
    initials: each(shape.initials),
    sequences: each(shape.sequences),
    warmstarts: each(shape.warmstarts),
    chunk: count,
  }
  const buffer = new ArrayBuffer(rolloutBytes(rollouts))
  const to = new RolloutMemory(rollouts, buffer)
  const copy = (target: Float64Array, source: Float64Array, rows: number, width: number) =>
    target.set(rows > 1 ? source.subarray(width * first, width * (first + count)) : source)
  copy(to.initial, from.initial, shape.initials, shape.state)
  copy(to.control, from.control, shape.sequences, shape.steps * shape.control)
  copy(to.warmstart, from.warmstart, shape.warmstarts, shape.nv)
  to.deadly.set(from.deadly.subarray(first, first + count))
  return { rollouts, buffer }
}

/** Puts the results of rollouts back. */
export function unpackRollouts(
  to: RolloutMemory,
  memory: BatchMemory,
  shape: RolloutShape,
  buffer: ArrayBuffer,
  texts: readonly string[],
): void {
  const from = new RolloutMemory(shape, buffer)
  const first = shape.first - to.shape.first
  for (let r = 0; r < shape.rollouts; r++)
    if (from.failures[r] === Failure.exception) from.infos[r] = memory.keepText(first + r, texts[from.infos[r]])
  to.states.set(from.states, first * shape.steps * shape.state)
  to.sensors.set(from.sensors, first * shape.steps * shape.sensor)
  to.infos.set(from.infos, first)
  to.lengths.set(from.lengths, first)
  to.failures.set(from.failures, first)
}

type Table = Float64Array | Float32Array | Uint8Array

function rowCopier(fromRow: number, toRow: number, count: number) {
  return (target: Table, source: Table, width: number): void =>
    target.set(source.subarray(width * fromRow, width * (fromRow + count)), width * toRow)
}

/** What a job reads and writes, on both sides. */
function copyResults(to: BatchMemory, toRow: number, from: BatchMemory, fromRow: number, count: number): void {
  const { shape } = from
  const copy = rowCopier(fromRow, toRow, count)
  copy(to.patches, from.patches, shape.patch)
  from.sides.forEach((source, s) => {
    const target = to.sides[s]
    copy(target.states, source.states, shape.state)
    copy(target.rests, source.rests, shape.rest)
    copy(target.memories, source.memories, shape.memory)
    copy(target.episodes, source.episodes, EPISODE_WIDTH)
    copy(target.parameters, source.parameters, shape.parameter)
    for (const name of FLAGS) copy(target[name], source[name], 1)
    for (const name of ['observations', 'finalObservations'] as const)
      if (!shape.byField) copy(target[name], source[name], shape.observation)
      else
        for (let k = 0; k < shape.observation; k++) {
          const start = k * shape.environments + fromRow
          target[name].set(source[name].subarray(start, start + count), k * to.shape.environments + toRow)
        }
  })
}

const FLAGS = ['rewards', 'infos', 'terminated', 'truncated', 'failures'] as const satisfies (keyof BatchSide)[]
