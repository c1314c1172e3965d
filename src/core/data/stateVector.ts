import { StateBit } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import type { Data } from './data.ts'
import { refuseDamagedHistory } from './stateIntegrity.ts'

/**
 * State vectors: the parts of a `Data` that a signature selects, concatenated in the order of the bits of `StateBit`.
 * Setting a state only copies numbers.
 */

type NumberArray = Float64Array | Uint8Array

/** The part behind one bit. `time` is a number rather than an array and is handled by the callers. */
function part(d: Data, bit: number): NumberArray {
  switch (bit) {
    case StateBit.qpos:
      return d.qpos
    case StateBit.qvel:
      return d.qvel
    case StateBit.act:
      return d.act
    case StateBit.history:
      return d.history
    case StateBit.warmstart:
      return d.qacc_warmstart
    case StateBit.ctrl:
      return d.ctrl
    case StateBit.qfrc_applied:
      return d.qfrc_applied
    case StateBit.xfrc_applied:
      return d.xfrc_applied
    case StateBit.eq_active:
      return d.eq_active
    case StateBit.mocap_pos:
      return d.mocap_pos
    case StateBit.mocap_quat:
      return d.mocap_quat
    case StateBit.userdata:
      return d.userdata
    default:
      return nothing
  }
}

const nothing = new Float64Array(0)

function partSize(m: Model, bit: number): number {
  switch (bit) {
    case StateBit.time:
      return 1
    case StateBit.qpos:
      return m.nq
    case StateBit.qvel:
    case StateBit.warmstart:
    case StateBit.qfrc_applied:
      return m.nv
    case StateBit.act:
      return m.na
    case StateBit.history:
      return m.nhistory
    case StateBit.ctrl:
      return m.nu
    case StateBit.xfrc_applied:
      return 6 * m.nbody
    case StateBit.eq_active:
      return m.neq
    case StateBit.mocap_pos:
      return 3 * m.nmocap
    case StateBit.mocap_quat:
      return 4 * m.nmocap
    case StateBit.userdata:
      return m.nuserdata
    default:
      return 0
  }
}

function checkSignature(signature: number): void {
  if (!Number.isInteger(signature) || signature < 0 || signature > StateBit.integration)
    throw new RangeError(`state signature ${signature} is not between 0 and ${StateBit.integration}`)
}

function checkLength(state: Float64Array, size: number): void {
  if (state.length < size) throw new RangeError(`state vector has ${state.length} numbers, needs ${size}`)
}

/** How many numbers a state of this signature has. MuJoCo: mj_stateSize. */
export function stateSize(m: Model, signature: number): number {
  checkSignature(signature)
  let size = 0
  for (let bit = 1; bit <= signature; bit *= 2) if (signature & bit) size += partSize(m, bit)
  return size
}

/** Copies the selected parts of `d` into `state`. MuJoCo: mj_getState. */
export function getState(m: Model, d: Data, state: Float64Array, signature: number): void {
  checkLength(state, stateSize(m, signature))
  let at = 0
  for (let bit = 1; bit <= signature; bit *= 2) {
    if (!(signature & bit)) continue
    if (bit === StateBit.time) {
      state[at++] = d.time
      continue
    }
    const values = part(d, bit)
    for (let i = 0; i < values.length; i++) state[at++] = values[i]
  }
}

/**
 * Copies `state` into the selected parts of `d`. Throws a `RangeError`, and changes nothing, if the place of the newest
 * sample of a delay is outside of its buffer.
 * MuJoCo: mj_setState.
 */
export function setState(m: Model, d: Data, state: Float64Array, signature: number): void {
  checkLength(state, stateSize(m, signature))
  if (m.nhistory > 0 && signature & StateBit.history)
    refuseDamagedHistory(m, state, stateSize(m, signature & (StateBit.history - 1)))
  let at = 0
  for (let bit = 1; bit <= signature; bit *= 2) {
    if (!(signature & bit)) continue
    if (bit === StateBit.time) {
      d.time = state[at++]
      continue
    }
    const values = part(d, bit)
    for (let i = 0; i < values.length; i++) values[i] = state[at++]
  }
}

/** Picks the parts of `signature` out of a state vector that has at least those parts. MuJoCo: mj_extractState. */
export function extractState(
  m: Model,
  state: Float64Array,
  signature: number,
  source: Float64Array,
  sourceSignature: number,
): void {
  checkSignature(sourceSignature)
  checkLength(state, stateSize(m, signature))
  checkLength(source, stateSize(m, sourceSignature))
  if (signature & ~sourceSignature)
    throw new RangeError(`state signature ${signature} asks for parts that signature ${sourceSignature} does not hold`)
  let from = 0
  let to = 0
  for (let bit = 1; bit <= sourceSignature; bit *= 2) {
    if (!(sourceSignature & bit)) continue
    const size = partSize(m, bit)
    if (signature & bit) for (let i = 0; i < size; i++) state[to++] = source[from + i]
    from += size
  }
}

/** Copies the selected parts of the state `source` to `target`. MuJoCo: mj_copyState. */
export function copyState(target: Data, source: Data, signature: number): void {
  checkSignature(signature)
  if (signature & StateBit.time) target.time = source.time
  for (let bit = 2; bit <= signature; bit *= 2) {
    if (!(signature & bit)) continue
    const from = part(source, bit)
    const to = part(target, bit)
    if (from.length !== to.length)
      throw new RangeError(`part ${bit} has ${to.length} numbers here, ${from.length} there: the models are different`)
    to.set(from)
  }
}
