import type { WasmMemory } from '../core/memory/arena.ts'

/** A compiled module. */
export type WasmCode = object

type Exports = Readonly<Record<string, (address: number) => number>>

/** What kernels use of WebAssembly. */
interface WasmHost {
  readonly Memory: new (limits: { initial: number; maximum: number }) => WasmMemory
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
