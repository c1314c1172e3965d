import { copyConstraints } from './constraintArrays.ts'
import { copyContacts } from './contactArrays.ts'
import { Data } from './data.ts'
import { refuseDamaged } from './stateIntegrity.ts'

/** Everything in a `Data` at one moment: bytes that can be stored, sent and restored. */
export interface Snapshot<T extends ArrayBufferLike = ArrayBufferLike> {
  readonly fixed: Uint8Array<T>
  readonly contacts: Uint8Array<T>
  readonly constraints: Uint8Array<T>
  readonly jacobian: Uint8Array<T>
}

/** Takes a copy of everything. */
export function snapshot(d: Data): Snapshot<ArrayBuffer> {
  d.completeJacobian()
  return {
    fixed: new Uint8Array(d.arena.bytes()),
    contacts: new Uint8Array(d.contactArena.bytes()),
    constraints: new Uint8Array(d.efcArena.bytes()),
    jacobian: new Uint8Array(d.jacobianArena.bytes()),
  }
}

/**
 * Puts everything back as it was. Throws a `RangeError`, and changes nothing, if the snapshot is of another model or has
 * an integer that indexes nothing. The Jacobian of the constraints may be left out, as an empty array.
 */
export function restore(d: Data, from: Snapshot): void {
  for (const part of ['fixed', 'contacts', 'constraints', 'jacobian'] as const)
    if (!(from?.[part] instanceof Uint8Array))
      throw new TypeError(
        `a snapshot has a Uint8Array '${part}'; found ${typeof from?.[part]}: make it with snapshot(d)`,
      )
  checkSize(d, from.fixed.byteLength)
  const stored = new Data(d.model, {
    fixed: wholeBuffer(from.fixed),
    contacts: wholeBuffer(from.contacts),
    constraints: wholeBuffer(from.constraints),
    jacobian: wholeBuffer(from.jacobian),
  })
  refuseDamaged(d.model, stored, from.jacobian.byteLength > 0)
  copyAll(d, stored)
}

/** The buffer of a part of a snapshot. A stored snapshot may come back as a part of a larger buffer. */
function wholeBuffer(bytes: Uint8Array): ArrayBuffer | SharedArrayBuffer {
  const { buffer } = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
  return buffer as ArrayBuffer | SharedArrayBuffer
}

/**
 * Copies everything from one state to another of the same model. Throws a `RangeError`, and changes nothing, if the
 * models are different or the source has an integer that indexes nothing.
 * MuJoCo: mj_copyData.
 */
export function copyData(target: Data, source: Data): void {
  checkSize(target, source.arena.byteLength)
  refuseDamaged(source.model, source, true)
  copyAll(target, source)
}

/** `copyData` from a state that stages have just computed: nothing is checked, and nothing allocated. */
export function copyAll(target: Data, source: Data): void {
  target.arena.bytes().set(source.arena.bytes())
  target.kernels.unstored?.noteWritten()
  copyContacts(target, source, source.ncon)
  copyConstraints(target, source, source.nefc, source.nJ)
}

function checkSize(d: Data, bytes: number): void {
  if (d.arena.byteLength !== bytes)
    throw new RangeError(`this state has ${d.arena.byteLength} bytes, the other ${bytes}: they are of different models`)
}
