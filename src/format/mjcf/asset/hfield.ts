import { ModelError, type Source } from '../../../core/model/errors.ts'
import { EPS } from '../geometry/partPose.ts'
import type { HfieldSpec } from '../schema/spec.ts'
import { MemoryBudget } from '../text/memoryBudget.ts'
import { shown } from '../text/messageText.ts'
import type { Files } from '../text/modelFiles.ts'
import { contentTypeOf, FileFault, readAsset } from './assetPath.ts'
import { decodePng, pngSize } from './png.ts'

/** What an `hfield` element says → its elevations. */

export interface Hfield {
  readonly name: string
  /** Half sizes along x and y, height of the highest point above zero, depth of the base below zero. */
  readonly size: readonly number[]
  readonly nrow: number
  readonly ncol: number
  /** From 0 at the lowest point to 1 at the highest, row by row along y. */
  readonly data: Float32Array
}

interface Grid {
  readonly nrow: number
  readonly ncol: number
  readonly data: Float32Array
}

/** Maximum number of points of one height field, and of all height fields of a model. */
export const MAX_POINTS = 2 ** 26
/** Rows and columns, before the elevations. */
const BINARY_HEADER = 8

export function compileHfield(asset: HfieldSpec, files: Files, memory = new MemoryBudget()): Hfield {
  const { attributes: a, source } = asset
  if (a.name === '') throw new ModelError('a height field needs a name', { source, expected: "a 'name'" })
  if (!a.size.every((x) => x > 0))
    throw new ModelError('the sizes of a height field must be positive', {
      source,
      attribute: 'size',
      expected: '4 positive numbers',
      found: a.size.join(' '),
    })
  const { nrow, ncol, data } = a.file === '' ? inline(asset, memory) : fromFile(asset, files, memory)
  const bad = data.findIndex((x) => !Number.isFinite(x))
  if (bad >= 0)
    throw new ModelError('an elevation is not finite', {
      source,
      attribute: a.file === '' ? 'elevation' : 'file',
      expected: 'finite numbers',
      found: `${data[bad]} at ${bad}`,
    })
  normalize(data)
  return { name: a.name, size: a.size, nrow, ncol, data }
}

/** Written in the model, or flat. The first row that is written lies farthest along y, as on a map. */
function inline({ attributes: { nrow, ncol, elevation }, source }: HfieldSpec, memory: MemoryBudget): Grid {
  if (nrow < 1 || ncol < 1)
    throw new ModelError('a height field needs points', {
      source,
      expected: "'file', or 'nrow' and 'ncol'",
      found: `${nrow} rows and ${ncol} columns`,
    })
  const count = nrow * ncol
  if (count > MAX_POINTS)
    throw new ModelError(`a height field may have at most ${MAX_POINTS} points`, { source, found: `${count}` })
  if (elevation !== undefined && elevation.length !== count)
    throw new ModelError('the elevations do not match the rows and columns', {
      source,
      attribute: 'elevation',
      expected: `${count} numbers`,
      found: `${elevation.length}`,
    })
  holdPoints(memory, count, source)
  const data = new Float32Array(count)
  if (elevation !== undefined) data.set(elevation)
  return { nrow, ncol, data: bottomUp(data, nrow, ncol) }
}

/** Elevations, here and in the model, and once more while they are turned bottom up. */
function holdPoints(memory: MemoryBudget, count: number, source: Source, more = 0): void {
  memory.check(12 * count + more, 'points of height fields', source)
  memory.hold(8 * count, 'points of height fields', source)
}

function fromFile(asset: HfieldSpec, files: Files, memory: MemoryBudget): Grid {
  const { attributes: a, source } = asset
  const { path, bytes } = readAsset(files, asset, 'file', a.file, 'meshdir')
  const type = contentTypeOf(a.file, a.content_type)
  try {
    if (type === 'image/png') {
      const { width, height, rawBytes } = pngSize(bytes)
      holdPoints(memory, width * height, source, rawBytes + width * height)
      return fromPicture(bytes)
    }
    if (type === 'image/ktx')
      throw new ModelError('unknown kind of height field', {
        source,
        attribute: 'file',
        expected: 'a PNG picture, or a binary file of elevations',
        found: shown(type),
      })
    holdPoints(memory, bytes.length / 4, source)
    return fromBinary(bytes)
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    throw new ModelError(`cannot read the height field '${path}': ${error.message}`, { source, attribute: 'file' })
  }
}

/** The brighter a pixel, the higher. */
function fromPicture(bytes: Uint8Array): Grid {
  const { width, height, data } = decodePng(bytes, 1)
  return { nrow: height, ncol: width, data: bottomUp(Float32Array.from(data), height, width) }
}

/** Rows and columns as whole numbers of 32 bits, then the elevations in single precision; all little-endian. */
function fromBinary(bytes: Uint8Array): Grid {
  if (bytes.length < BINARY_HEADER) throw new FileFault('it is too short')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const nrow = view.getInt32(0, true)
  const ncol = view.getInt32(4, true)
  const count = (bytes.length - BINARY_HEADER) / 4
  if (nrow < 1 || ncol < 1 || nrow * ncol !== count)
    throw new FileFault(`it says that it has ${nrow} rows and ${ncol} columns, and has ${count} elevations`)
  const data = new Float32Array(count)
  for (let i = 0; i < count; i++) data[i] = view.getFloat32(BINARY_HEADER + 4 * i, true)
  return { nrow, ncol, data }
}

function bottomUp(data: Float32Array, nrow: number, ncol: number): Float32Array {
  const result = new Float32Array(data.length)
  for (let row = 0; row < nrow; row++) result.set(data.subarray(row * ncol, (row + 1) * ncol), (nrow - 1 - row) * ncol)
  return result
}

/** Shifts and scales to 0 … 1, in single precision. A flat field is 0. */
function normalize(data: Float32Array): void {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < data.length; i++) {
    least = Math.min(least, data[i])
    most = Math.max(most, data[i])
  }
  const range = Math.fround(most - least)
  for (let i = 0; i < data.length; i++) {
    const shifted = Math.fround(data[i] - least)
    data[i] = range > EPS ? shifted / range : shifted
  }
}

/** Sizes of the geom of a height field: of the box whose mass it has. */
export function hfieldGeomSize({ size: [x, y, top, base] }: Hfield): readonly number[] {
  return [x, y, 0.25 * top + 0.5 * base]
}
