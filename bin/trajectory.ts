import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, renameSync, rmSync, type WriteStream } from 'node:fs'
import { extname } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Data } from '../src/core/data/data.ts'
import type { Model } from '../src/core/model/model.ts'
import { jointColumns, TRAJECTORY_FORMATS, type TrajectoryFormat } from '../src/format/print/trajectory.ts'
import { CommandError, UsageError } from './usage.ts'

/**
 * Writes a trajectory to a file, one row per sample: time, qpos, qvel, potential and kinetic energy. Reading the
 * numbers back gives the same bits.
 *
 * The file has a temporary name in the same folder until it is complete.
 */
export class TrajectoryFile {
  readonly path: string
  rows = 0
  readonly #model: Model
  readonly #format: TrajectoryFormat
  readonly #temporary: string
  readonly #stream: WriteStream
  #failure: Error | undefined

  constructor(path: string, model: Model) {
    this.path = path
    this.#model = model
    this.#format = formatOf(path)
    this.#temporary = `${path}.${randomUUID().slice(0, 8)}.tmp`
    this.#stream = createWriteStream(this.#temporary, { flags: 'wx', highWaterMark: 1 << 18 })
    this.#stream.on('error', (error) => {
      this.#failure ??= error
    })
    this.#stream.write(this.#format.head(model, columnNames(model)))
  }

  /** Whether the write buffer is full. Await `drained` before the next row. */
  get full(): boolean {
    return this.#stream.writableNeedDrain || this.#failure !== undefined
  }

  async drained(): Promise<void> {
    if (this.#failure === undefined && this.#stream.writableNeedDrain) {
      await once(this.#stream, 'drain').catch(() => undefined)
    }
    this.#check()
  }

  /** @param energy potential and kinetic energy of this state, J */
  add(d: Data, energy: ArrayLike<number>): void {
    const numbers: number[] = [d.time, ...d.qpos, ...d.qvel, energy[0], energy[1]]
    this.#stream.write(this.#format.row(numbers, this.rows++ === 0))
  }

  /** Completes the file and renames it. */
  async close(): Promise<void> {
    this.#stream.end(this.#format.tail)
    await finished(this.#stream).catch((error: Error) => {
      this.#failure ??= error
    })
    this.#check()
    try {
      renameSync(this.#temporary, this.path)
    } catch (error) {
      this.#failure = error as Error
      this.#check()
    }
  }

  /** Deletes the file. */
  async discard(): Promise<void> {
    this.#stream.destroy()
    await finished(this.#stream).catch(() => undefined)
    rmSync(this.#temporary, { force: true })
  }

  #check(): void {
    if (this.#failure !== undefined) {
      throw new CommandError(`cannot write '${this.path}': ${this.#failure.message} (${this.#model.names.model})`)
    }
  }
}

const formats: Readonly<Record<string, TrajectoryFormat>> = {
  '.csv': TRAJECTORY_FORMATS.csv,
  '.json': TRAJECTORY_FORMATS.json,
}

function formatOf(path: string): TrajectoryFormat {
  const format = formats[extname(path).toLowerCase()]
  if (format !== undefined) return format
  throw new UsageError(`--out must end in ${Object.keys(formats).join(' or ')}, not '${path}'`)
}

/** Column names. */
function columnNames(m: Model): string[] {
  return ['time', ...jointColumns(m, 'qpos'), ...jointColumns(m, 'qvel'), 'energy.potential', 'energy.kinetic']
}
