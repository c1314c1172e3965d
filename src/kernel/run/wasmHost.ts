import type { WasmMemory } from '../../core/memory/arena.ts'

/** A compiled module. */
export type WasmCode = object

type Exports = Readonly<Record<string, (address: number) => number>>

/** What kernels use of WebAssembly. */
export interface WasmHost {
  readonly Memory: new (limits: { initial: number; maximum: number; shared?: boolean }) => WasmMemory
  readonly Module: new (bytes: Uint8Array) => WasmCode
  readonly Instance: new (code: WasmCode, imports: object) => { readonly exports: object }
  compile(bytes: Uint8Array): Promise<WasmCode>
}

/** WebAssembly of the surroundings; undefined: there is none. */
export function wasmHost(): WasmHost | undefined {
  return (globalThis as { readonly WebAssembly?: WasmHost }).WebAssembly
}

/** The functions of a module on a memory. */
export function instantiate(host: WasmHost, code: WasmCode, memory: WasmMemory): Exports {
  return new host.Instance(code, { kinetree: { memory } }).exports as Exports
}

/**
 * How each of our modules begins: the header, one type of functions (i32 → i32), and memory with a maximum, imported as
 * `kinetree.memory`. https://webassembly.github.io/spec/core/binary/modules.html
 */
export const MODULE_START: readonly number[] = [
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 6, 1, 0x60, 1, 0x7f, 1, 0x7f],
  ...[0x02, 23, 1, ...named('kinetree'), ...named('memory'), 0x02],
  // the kind of the memory; the least size, and the maximum that it may have, as LEB128: 1 and 65,536 pages of 64 KiB
  ...[1, 1, 0x80, 0x80, 0x04],
]
/** Where the kind of the memory is, and what it is where threads share it. */
const MEMORY_KIND = MODULE_START.length - 5
const SHARED_WITH_MAXIMUM = 3

function named(name: string): number[] {
  return [name.length, ...Array.from(name, (character) => character.charCodeAt(0))]
}

/** Whether a module begins as ours do. */
export function isModuleOfKernels(bytes: Uint8Array): boolean {
  return MODULE_START.every((byte, i) => bytes[i] === byte)
}

/** A module of ours for memory that threads share. */
export function forSharedMemory(bytes: Uint8Array): Uint8Array {
  const shared = bytes.slice()
  shared[MEMORY_KIND] = SHARED_WITH_MAXIMUM
  return shared
}
