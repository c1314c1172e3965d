import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import load from '@mujoco/mujoco'
import type { ReferenceModule } from '../tools/compare/reference.ts'

/**
 * The reference with so much memory from the start that it never needs more. When the memory of a WebAssembly module
 * grows its old buffer is detached, and V8, once it has seen a detached buffer, checks at each access to any typed
 * array of the process whether that has happened to it: our own steps would take up to a third longer than they do
 * elsewhere.
 */
export function loadReference(): Promise<ReferenceModule> {
  return load({ wasmBinary: referenceBinary() })
}

/** The code of the reference, with much memory from the start. */
export function referenceBinary(): Uint8Array {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('@mujoco/mujoco/mujoco.wasm'))
  raiseInitialMemory(wasmBinary)
  return wasmBinary
}

/** A function that says whether the memory of the reference has grown since, so that times of ours no longer count. */
export function watchMemory(mj: ReferenceModule): () => boolean {
  const model = mj.MjModel.from_xml_string('<mujoco><worldbody><geom size="1"/></worldbody></mujoco>')
  const view: Float64Array = model.geom_size
  model.delete()
  return () => view.buffer.byteLength === 0
}

const MEMORY_SECTION = 5

/**
 * Writes the largest number that fits in its place over the number of pages with which the memory starts. Behind 8
 * bytes of header a module is a sequence of sections: a byte for the kind, the size, the content. That of the memory
 * holds the number of memories (one), flags, the initial and the largest number of pages. Numbers have seven bits a
 * byte, and the eighth says that more follow.
 */
function raiseInitialMemory(module: Uint8Array): void {
  for (let at = 8; at < module.length; ) {
    const kind = module[at++]
    let size = 0
    for (let shift = 0; ; shift += 7) {
      size |= (module[at] & 127) << shift
      if (module[at++] < 128) break
    }
    if (kind === MEMORY_SECTION) {
      let digit = at + 2
      for (; module[digit] >= 128; digit++) module[digit] = 255
      module[digit] = 127
      return
    }
    at += size
  }
}
