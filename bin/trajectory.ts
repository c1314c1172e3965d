import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, renameSync, rmSync, type WriteStream } from 'node:fs'
import { extname } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Data } from '../src/data/data.ts'
import { JOINT_NQ, JOINT_NV, ObjType } from '../src/model/enums.ts'
import type { Model } from '../src/model/model.ts'
import { CommandError, UsageError } from './usage.ts'

/**
 * Writes the course of a simulation to a file, a row for each moment: time, all of qpos, all of qvel, potential and
 * kinetic energy. Numbers are written so that reading them gives the same bits.
 *
 * The file gets its name only when it is complete; until then it has a temporary one in the same folder.
 */
export class TrajectoryFile {
  readonly path: string
  rows = 0
  readonly #model: Model
  readonly #format: Format
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
    this.#stream.write(this.#format.head(model))
  }

  /** Whether the disk has fallen behind, and `drained` should be awaited before the next row. */
  get full(): boolean {
    return this.#stream.writableNeedDrain || this.#failure !== undefined
  }

  async drained(): Promise<void> {
    if (this.#failure === undefined && this.#stream.writableNeedDrain) {
      await once(this.#stream, 'drain').catch(() => undefined)
    }
    this.#check()
  }

  /** @param energy potential and kinetic, of the same moment as the state */
  add(d: Data, energy: ArrayLike<number>): void {
    const numbers: number[] = [d.time, ...d.qpos, ...d.qvel, energy[0], energy[1]]
    this.#stream.write(this.#format.row(numbers, this.rows++ === 0))
  }

  /** Ends the file and gives it its name. */
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

  /** Gives up: nothing is left on disk. */
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

interface Format {
  head(m: Model): string
  row(numbers: readonly number[], first: boolean): string
  readonly tail: string
}

const csv: Format = {
  head: (m) => `${columnNames(m).map(csvCell).join(',')}\n`,
  row: (numbers) => `${numbers.join(',')}\n`,
  tail: '',
}

/** One object: what the columns are, then the rows, one on each line. */
const json: Format = {
  head: (m) => {
    const about = { model: m.names.model, timestep: m.opt.timestep, columns: columnNames(m) }
    return `${JSON.stringify(about).slice(0, -1)},"rows":[`
  },
  row: (numbers, first) => `${first ? '' : ','}\n${JSON.stringify(numbers)}`,
  tail: '\n]}\n',
}

const formats: Readonly<Record<string, Format>> = { '.csv': csv, '.json': json }

function formatOf(path: string): Format {
  const format = formats[extname(path).toLowerCase()]
  if (format !== undefined) return format
  throw new UsageError(`--out must end in ${Object.keys(formats).join(' or ')}, not '${path}'`)
}

/** `qpos.knee` for a hinge or slide named knee, `qpos.root[2]` for one of many numbers, `qpos[7]` without a name. */
export function columnNames(m: Model): string[] {
  return ['time', ...jointColumns(m, 'qpos'), ...jointColumns(m, 'qvel'), 'energy.potential', 'energy.kinetic']
}

function jointColumns(m: Model, array: 'qpos' | 'qvel'): string[] {
  const lengths = array === 'qpos' ? JOINT_NQ : JOINT_NV
  const columns: string[] = []
  for (let joint = 0; joint < m.njnt; joint++) {
    const name = m.names.name(ObjType.joint, joint)
    const length = lengths[m.jnt_type[joint]]
    for (let i = 0; i < length; i++) {
      if (name === undefined) columns.push(`${array}[${columns.length}]`)
      else columns.push(length === 1 ? `${array}.${name}` : `${array}.${name}[${i}]`)
    }
  }
  return columns
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
