import { ModelError } from '../../core/model/errors.ts'
import type { LayoutMessage } from '../record/kernelLayout.ts'
import type { ProgramArray } from '../record/kernelProgram.ts'
import { Term } from './conditions.ts'
import type { KernelCode, KernelFacts, KernelOptions, KernelReport } from './kernelCode.ts'
import type { UnstoredField } from './leanState.ts'
import { isModuleOfKernels } from './wasmHost.ts'

/**
 * Kernels as a file, little-endian: `MAGIC`, then the version of this format, a checksum of all that follows, and the
 * length of a text, 4 bytes each; the text, JSON in UTF-8; the WebAssembly module.
 */
const MAGIC = 'KTREEKRN'
/** Changes with everything that running kernels depends on but the fields of a state, which are compared. */
const VERSION = 1
const HEADER = MAGIC.length + 12
/** Numbers of a place in memory: what a memory of WebAssembly can have. */
const MOST = 2 ** 32

/** Kernels of a model as a file, for `readKernelCode`. */
export function writeKernelCode(code: KernelCode): Uint8Array<ArrayBuffer> {
  const { options, stages, layout, facts, bytes } = code
  const numbers = layout.numbers.map(({ array, baked }) => ({ array, baked: [...baked] }))
  const structure = layout.structure.map(({ array, values }) => ({ array, values: Array.from(values) }))
  const text = new TextEncoder().encode(
    JSON.stringify({
      options,
      stages,
      layout: { ...layout, numbers, structure },
      facts: {
        ...facts,
        terms: [...facts.terms],
        pairs: [...facts.pairs],
        leftSensors: [...facts.leftSensors],
      },
    }),
  )
  const file = new Uint8Array(HEADER + text.length + bytes.length)
  const view = new DataView(file.buffer)
  for (let i = 0; i < MAGIC.length; i++) file[i] = MAGIC.charCodeAt(i)
  view.setUint32(MAGIC.length, VERSION, true)
  view.setUint32(MAGIC.length + 8, text.length, true)
  file.set(text, HEADER)
  file.set(bytes, HEADER + text.length)
  view.setUint32(MAGIC.length + 4, checksum(file.subarray(MAGIC.length + 8)), true)
  return file
}

/**
 * Reads kernels that `kinetree kernel --out` or `writeKernelCode` has written, for the option `code` of `accelerate`.
 * @throws ModelError where the file is damaged, or was written by a version of Kinetree with another format
 */
export function readKernelCode(file: Uint8Array): KernelCode {
  if (!(file instanceof Uint8Array)) throw new TypeError('kernels are read from a Uint8Array')
  const magic = String.fromCharCode(...file.subarray(0, MAGIC.length))
  if (file.length < HEADER || magic !== MAGIC) throw new ModelError('this is no file of kernels')
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const version = view.getUint32(MAGIC.length, true)
  if (version !== VERSION)
    throw new ModelError('these kernels were written by another version of Kinetree', {
      found: `format ${version}`,
      expected: `format ${VERSION}`,
      suggestion: 'make them again with kinetree kernel --out',
    })
  if (view.getUint32(MAGIC.length + 4, true) !== checksum(file.subarray(MAGIC.length + 8))) refuse('checksum')
  const end = HEADER + view.getUint32(MAGIC.length + 8, true)
  const bytes = file.slice(end)
  if (!isModuleOfKernels(bytes)) refuse('module')
  return { ...readText(file.subarray(HEADER, end)), bytes }
}

function refuse(what: string): never {
  throw new ModelError(`these kernels are damaged: ${what}`)
}

/** [FNV-1a](https://doi.org/10.17487/RFC9923) */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193)
  return hash >>> 0
}

function readText(text: Uint8Array): Omit<KernelCode, 'bytes'> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text))
  } catch {
    refuse('text')
  }
  const { options, stages, layout, facts } = object(value, 'text')
  const places = readLayout(object(layout, 'layout'))
  return {
    options: readOptions(object(options, 'options')),
    stages: list(stages, 'stages').map(readStage),
    layout: places,
    facts: readFacts(object(facts, 'facts'), places.stateBytes),
  }
}

type Fields = Readonly<Record<string, unknown>>

function readOptions({ unroll, sameBits, lean, vary }: Fields): KernelOptions {
  return {
    ...(unroll !== undefined && { unroll: truth(unroll, 'unroll') }),
    ...(sameBits !== undefined && { sameBits: truth(sameBits, 'sameBits') }),
    ...(lean !== undefined && { lean: truth(lean, 'lean') }),
    ...(vary !== undefined && { vary: list(vary, 'vary').map((name) => word(name, 'vary')) }),
  }
}

function readStage(value: unknown): KernelReport {
  const { stage, bytes, unrolled, reason } = object(value, 'stage')
  return {
    stage: word(stage, 'stage'),
    bytes: count(bytes, 'bytes'),
    unrolled: truth(unrolled, 'unrolled'),
    reason: reason === undefined ? undefined : word(reason, 'reason'),
  }
}

function readLayout(value: Fields): LayoutMessage {
  const dataBytes = count(value['dataBytes'], 'dataBytes')
  const stateBytes = count(value['stateBytes'], 'stateBytes')
  const tableBytes = count(value['tableBytes'], 'tableBytes')
  const arrayIn = (array: unknown, place: ProgramArray['place'], bytes: number, integers?: boolean): ProgramArray => {
    const read = readArray(object(array, 'array'))
    const size = read.integers ? 4 : 8
    const isInside = read.byteOffset % size === 0 && read.byteOffset + size * read.length <= bytes
    if (read.place !== place || !isInside || read.integers !== (integers ?? read.integers)) refuse(read.name)
    return read
  }
  return {
    dataBytes,
    stateBytes,
    tableBytes,
    fields: list(value['fields'], 'fields').map((array) => arrayIn(array, 'data', dataBytes)),
    workspace: list(value['workspace'], 'workspace').map((array) => arrayIn(array, 'data', stateBytes)),
    numbers: list(value['numbers'], 'numbers').map((entry) => {
      const { array, baked } = object(entry, 'numbers')
      const read = arrayIn(array, 'model', tableBytes, false)
      return { array: read, baked: new Map(list(baked, 'baked').map((pair) => readBaked(pair, read))) }
    }),
    structure: list(value['structure'], 'structure').map((entry) => {
      const { array, values } = object(entry, 'structure')
      const read = arrayIn(array, 'structure', tableBytes, true)
      const integers = integersOf(values, read.name)
      if (integers.length !== read.length) refuse(read.name)
      return { array: read, values: integers }
    }),
  }
}

function readArray({ name, place, byteOffset, length, integers }: Fields): ProgramArray {
  if (place !== 'data' && place !== 'model' && place !== 'structure') refuse('place')
  return {
    name: word(name, 'name'),
    place,
    byteOffset: count(byteOffset, 'byteOffset'),
    length: count(length, 'length'),
    integers: truth(integers, 'integers'),
    facts: undefined,
  }
}

/** A number of the model that is part of the code: its index and value. */
function readBaked(value: unknown, { name, length }: ProgramArray): [number, number] {
  const [index, number] = list(value, name)
  if (typeof number !== 'number' || count(index, name) >= length) refuse(name)
  return [index as number, number]
}

function readFacts(value: Fields, stateBytes: number): KernelFacts {
  const sequences = Object.entries(object(value['sequences'], 'sequences')).map(([name, stages]) => [
    word(name, 'sequences'),
    list(stages, 'sequences').map((stage) => word(stage, 'sequences')),
  ])
  return {
    model: word(value['model'], 'model'),
    flags: list(value['flags'], 'flags').map((name) => word(name, 'flags')),
    terms: termsIn(value['terms']),
    sequences: Object.fromEntries(sequences),
    pairs: integersOf(value['pairs'], 'pairs'),
    leftSensors: Uint8Array.from(integersOf(value['leftSensors'], 'leftSensors')),
    unstored: list(value['unstored'], 'unstored').map((field) => readUnstored(object(field, 'unstored'), stateBytes)),
  }
}

/** Terms that kernels were made for. */
function termsIn(value: unknown): Float64Array {
  const numbers = list(value, 'terms')
  if (numbers.length !== Term.COUNT || !numbers.every((x) => typeof x === 'number')) refuse('terms')
  return Float64Array.from(numbers as number[])
}

function readUnstored({ name, byteOffset, length, entries }: Fields, stateBytes: number): UnstoredField {
  const field = {
    name: word(name, 'unstored'),
    byteOffset: count(byteOffset, 'unstored'),
    length: count(length, 'unstored'),
    entries: entries === undefined ? undefined : list(entries, 'unstored').map((entry) => count(entry, 'unstored')),
  }
  const isInside = field.byteOffset % 8 === 0 && field.byteOffset + 8 * field.length <= stateBytes
  if (!isInside || field.entries?.some((entry) => entry >= field.length)) refuse('unstored')
  return field
}

// ── what JSON has to be ──

function object(value: unknown, what: string): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : refuse(what)
}

function list(value: unknown, what: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuse(what)
}

function word(value: unknown, what: string): string {
  return typeof value === 'string' ? value : refuse(what)
}

function truth(value: unknown, what: string): boolean {
  return typeof value === 'boolean' ? value : refuse(what)
}

function count(value: unknown, what: string): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < MOST ? value : refuse(what)
}

function integersOf(value: unknown, what: string): Int32Array {
  const numbers = list(value, what)
  if (!numbers.every((x) => typeof x === 'number' && x === (x | 0))) refuse(what)
  return Int32Array.from(numbers as number[])
}
