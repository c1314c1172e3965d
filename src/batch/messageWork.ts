import { JobKind } from './batchJobs.ts'
import { BatchMemory, type BatchShape, type BatchSide, batchBytes, EPISODE_WIDTH, RESET_WIDTH } from './batchMemory.ts'
import { makeStepper, type Stages } from './batchSetup.ts'

/**
 * Where memory cannot be shared, chunks travel: a message takes the rows of some environments to a thread, and brings
 * them back. Threads keep nothing in between, so another one can go on where one has died.
 */

/** Rows of some environments, and what to do with them. */
export interface WorkMessage {
  readonly kind: number
  readonly side: number
  readonly nstep: number
  readonly chunk: number
  readonly shape: BatchShape
  readonly buffer: ArrayBuffer
}

/** The rows as they are afterwards, with the texts of errors. */
export interface WorkDone {
  readonly finished: number
  readonly shape: BatchShape
  readonly buffer: ArrayBuffer
}

/** Rows of a chunk in a buffer of their own. */
export function packRows(memory: BatchMemory, chunk: number): { shape: BatchShape; buffer: ArrayBuffer } {
  const { shape } = memory
  const first = shape.chunk * chunk
  const count = Math.min(shape.environments, first + shape.chunk) - first
  const small: BatchShape = { ...shape, environments: count, first: shape.first + first, threads: 1 }
  const buffer = new ArrayBuffer(batchBytes(small))
  copyRows(new BatchMemory(small, buffer), 0, memory, first, count)
  return { shape: small, buffer }
}

/** Puts the rows of a chunk back. */
export function unpackRows(memory: BatchMemory, { shape, buffer }: WorkDone): void {
  const from = new BatchMemory(shape, buffer)
  const first = shape.first - memory.shape.first
  for (const side of from.sides)
    for (let row = 0; row < shape.environments; row++)
      if (side.failures[row] === EXCEPTION) side.infos[row] = memory.keepText(from.textAt(side.infos[row]))
  copyRows(memory, first, from, 0, shape.environments)
}
const EXCEPTION = 4

/** Does what a message asks for, and sends the rows back. */
export function runMessage(stages: Stages, message: WorkMessage, port: MessagePort): void {
  const { kind, side, nstep, chunk, shape, buffer } = message
  const memory = new BatchMemory(shape, buffer)
  const stepper = makeStepper(memory, stages)
  for (let row = 0; row < shape.environments; row++) {
    if (kind === JobKind.step) stepper.step(row, side, nstep)
    else if (memory.chosen[row] === 1) stepper.reset(row, side)
  }
  port.postMessage({ finished: chunk, shape, buffer } satisfies WorkDone, [buffer])
}

type Table = Float64Array | Float32Array | Uint8Array

function copyRows(to: BatchMemory, toRow: number, from: BatchMemory, fromRow: number, count: number): void {
  const { shape } = from
  const copy = (target: Table, source: Table, width: number) =>
    target.set(source.subarray(width * fromRow, width * (fromRow + count)), width * toRow)
  copy(to.actions, from.actions, shape.action)
  copy(to.resets, from.resets, RESET_WIDTH)
  copy(to.chosen, from.chosen, 1)
  copy(to.deadly, from.deadly, 1)
  copy(to.parameters, from.parameters, shape.parameter)
  copy(to.patches, from.patches, shape.patch)
  from.sides.forEach((source, s) => {
    const target = to.sides[s]
    copy(target.states, source.states, shape.state)
    copy(target.rests, source.rests, shape.rest)
    copy(target.memories, source.memories, shape.memory)
    copy(target.episodes, source.episodes, EPISODE_WIDTH)
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
