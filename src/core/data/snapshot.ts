import { adoptConstraints, ConstraintArrays, copyConstraints } from './constraintArrays.ts'
import { adoptContacts, copyContacts } from './contactArrays.ts'
import type { Data } from './data.ts'

/** Everything in a `Data` at one moment: bytes that can be stored, sent and restored. */
export interface Snapshot<T extends ArrayBufferLike = ArrayBufferLike> {
  readonly fixed: Uint8Array<T>
  readonly contacts: Uint8Array<T>
  readonly constraints: Uint8Array<T>
  readonly jacobian: Uint8Array<T>
}

/** Takes a copy of everything. */
export function snapshot(d: Data): Snapshot<ArrayBuffer> {
  return {
    fixed: new Uint8Array(d.arena.bytes()),
    contacts: new Uint8Array(d.contactArena.bytes()),
    constraints: new Uint8Array(d.efcArena.bytes()),
    jacobian: new Uint8Array(d.jacobianArena.bytes()),
  }
}

/** Puts everything back as it was. */
export function restore(d: Data, from: Snapshot): void {
  checkSize(d, from.fixed.byteLength)
  d.arena.bytes().set(from.fixed)
  const stored = new ConstraintArrays()
  adoptContacts(stored, wholeBuffer(from.contacts))
  adoptConstraints(stored, wholeBuffer(from.constraints), wholeBuffer(from.jacobian))
  copyContacts(d, stored)
  copyConstraints(d, stored)
}

/** The buffer of a part of a snapshot. A stored snapshot may come back as a part of a larger buffer. */
function wholeBuffer(bytes: Uint8Array): ArrayBufferLike {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : new Uint8Array(bytes).buffer
}

/** Copies everything from one state to another of the same model. MuJoCo: mj_copyData. */
export function copyData(target: Data, source: Data): void {
  checkSize(target, source.arena.byteLength)
  target.arena.bytes().set(source.arena.bytes())
  copyContacts(target, source)
  copyConstraints(target, source)
}

function checkSize(d: Data, bytes: number): void {
  if (d.arena.byteLength !== bytes)
    throw new RangeError(`this state has ${d.arena.byteLength} bytes, the other ${bytes}: they are of different models`)
}
