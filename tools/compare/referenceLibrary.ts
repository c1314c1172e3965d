/**
 * Functions of the C library inside the reference's build. The build does not export them, but it names its functions:
 * here they are added to its exports. They touch nothing but their arguments, so the imports of the build may be idle.
 */
export type LibraryFunction = (...numbers: number[]) => number

/** @param binary the WebAssembly of the reference */
export function libraryFunctions(binary: Uint8Array, names: readonly string[]): Map<string, LibraryFunction> {
  const module = new WebAssembly.Module(withExports(binary, names))
  const imports: WebAssembly.Imports = {}
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function') throw new Error(`the reference imports '${name}', which is a ${kind}`)
    imports[from] ??= {}
    imports[from][name] = () => 0
  }
  const { exports } = new WebAssembly.Instance(module, imports)
  return new Map(names.map((name) => [name, exports[PREFIX + name] as LibraryFunction]))
}

/** Exports that are added have this prefix, so that they cannot meet those that are there. */
const PREFIX = 'library.'

const CUSTOM_SECTION = 0
const EXPORT_SECTION = 7
const FUNCTION_NAMES = 1
const HEADER = 8

/** The same module with exports added, and without custom sections. */
function withExports(binary: Uint8Array, names: readonly string[]): Uint8Array<ArrayBuffer> {
  const indices = functionIndices(binary)
  const added = names.flatMap((name) => {
    const index = indices.get(name)
    if (index === undefined) throw new Error(`the reference has no function '${name}'`)
    const text = new TextEncoder().encode(PREFIX + name)
    return [...leb(text.length), ...text, 0, ...leb(index)]
  })
  const parts: ArrayLike<number>[] = [binary.subarray(0, HEADER)]
  for (const { id, start, end } of sections(binary)) {
    if (id === CUSTOM_SECTION) continue
    let body: ArrayLike<number> = binary.subarray(start, end)
    if (id === EXPORT_SECTION) {
      const reader = new Reader(binary, start)
      const count = reader.number()
      body = [...leb(count + names.length), ...binary.subarray(reader.at, end), ...added]
    }
    parts.push([id, ...leb(body.length)], body)
  }
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Numbers of the functions by name, from the section 'name'. */
function functionIndices(binary: Uint8Array): Map<string, number> {
  const indices = new Map<string, number>()
  for (const { id, start, end } of sections(binary)) {
    const reader = new Reader(binary, start)
    if (id !== CUSTOM_SECTION || reader.text() !== 'name') continue
    while (reader.at < end) {
      const kind = reader.byte()
      const next = reader.number() + reader.at
      if (kind === FUNCTION_NAMES) {
        for (let count = reader.number(); count > 0; count--) {
          const index = reader.number()
          indices.set(reader.text(), index)
        }
      }
      reader.at = next
    }
  }
  return indices
}

interface Section {
  readonly id: number
  readonly start: number
  readonly end: number
}

function sections(binary: Uint8Array): Section[] {
  const found: Section[] = []
  const reader = new Reader(binary, HEADER)
  while (reader.at < binary.length) {
    const id = reader.byte()
    const length = reader.number()
    found.push({ id, start: reader.at, end: reader.at + length })
    reader.at += length
  }
  return found
}

class Reader {
  readonly #bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  byte(): number {
    return this.#bytes[this.at++]
  }

  /** An unsigned number in LEB128: seven bits a byte, lowest first. */
  number(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
  }

  text(): string {
    const length = this.number()
    this.at += length
    return new TextDecoder().decode(this.#bytes.subarray(this.at - length, this.at))
  }
}

function leb(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
    rest >>>= 7
  } while (rest > 0)
  return bytes
}
