import { decodeState, encodeState, LinkError } from '../../apps/viewer/share/stateLink.ts'
import {
  Data,
  getState,
  type Model,
  type ModelMessage,
  modelFromMessage,
  modelMessage,
  restore,
  type Snapshot,
  StateBit,
  StepError,
  setState,
  snapshot,
  stateSize,
  step,
  step2,
  wake,
} from '../../src/index.ts'
import { damageBytes } from './byteMutations.ts'
import type { FuzzCase, FuzzOutcome } from './fuzzCase.ts'
import type { Random } from './fuzzRandom.ts'
import { STATE_SCENES, type StateScene, stateScene } from './stateScenes.ts'

/**
 * Damaged states: snapshots, state vectors, links to states, and models that were sent. Each is refused, and then
 * nothing has changed, or the steps from there on end.
 */

/** A case with a damaged snapshot of a scene. */
export function snapshotCase(scene: number, random: Random): FuzzCase {
  const { m, d } = stateScene(scene)
  const good = snapshot(d)
  const part = random.pick(PARTS.filter((name) => good[name].length > 0))
  const [bytes, damage] = damagedPart(good[part], random)
  const way = random.below(3)
  return {
    damage: `${STATE_SCENES[scene][0]}: ${part}${damage}`,
    text: '',
    run: () => put(m, (target) => restore(target, { ...good, [part]: bytes }), way === 1),
  }
}

const PARTS = ['fixed', 'contacts', 'constraints', 'jacobian'] as const satisfies (keyof Snapshot)[]

/** Mostly one damaged byte: of any place, or of what looks like a small integer. */
function damagedPart(bytes: Uint8Array, random: Random): [damaged: Uint8Array, how: string] {
  if (random.next() < 0.1) return [damageBytes(bytes, random), ' in many places']
  const place = random.next() < 0.5 ? random.below(bytes.length) : integerIn(bytes, random)
  const byte = random.next() < 0.3 ? random.below(256) : bytes[place] ^ (1 << random.below(8))
  return [bytes.with(place, byte), `[${place}] = ${byte}`]
}

/** A byte of something that looks like a small integer. */
function integerIn(bytes: Uint8Array, random: Random): number {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)
  let word = random.below(words.length)
  for (let tries = 0; tries < 100 && (words[word] === 0 || Math.abs(words[word]) > 300); tries++)
    word = random.below(words.length)
  return 4 * word + random.below(2)
}

const ODD_NUMBERS = [
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0, -1, 0.5, 7, 1e5, 1e10, -1e10, 1e16],
  ...[1e100, -1e160, Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 31, 2 ** 53],
]

/** A state vector with odd numbers, of an odd length, or with an odd signature. */
function vectorCase(scene: number, random: Random): FuzzCase {
  const { m, d } = stateScene(scene)
  const signature = random.next() < 0.6 ? StateBit.integration : random.below(StateBit.integration + 1)
  let state = new Float64Array(stateSize(m, signature))
  getState(m, d, state, signature)
  for (let count = random.pick([0, 1, 1, 2, 5]); count > 0; count--)
    state[random.below(state.length)] = random.pick(ODD_NUMBERS)
  if (random.next() < 0.1) state = state.slice(0, random.below(state.length + 1))
  const given = random.next() < 0.1 ? random.pick([...ODD_NUMBERS, signature ^ 1, signature + 1]) : signature
  return {
    damage: `${STATE_SCENES[scene][0]}: signature ${given}`,
    text: state.join(' '),
    run: () => put(m, (target) => setState(m, target, state, given), false),
  }
}

/** A link to a state, of the viewer. */
function linkCase(scene: number, random: Random): FuzzCase {
  const { m, d } = stateScene(scene)
  const kind = random.pick(['free', 'tracking', 'fixed'] as const)
  const source = random.next() < 0.5 ? d : withOddNumber({ m, d }, random)
  const id = random.pick([0, 0, 1, -1, 2 ** 31 - 1])
  let link = encodeState(m, source, { kind, id, pose: [90, -20, 3, 0, 0, random.pick(ODD_NUMBERS)] })
  if (random.next() < 0.5) link = new TextDecoder('latin1').decode(damageBytes(new TextEncoder().encode(link), random))
  return {
    damage: STATE_SCENES[scene][0],
    text: link,
    run: () => put(m, (target) => void decodeState(m, target, link), false),
  }
}

function withOddNumber({ m, d }: StateScene, random: Random): Data {
  const copy = new Data(m)
  restore(copy, snapshot(d))
  const values = random.pick([copy.qpos, copy.qvel, copy.act, copy.ctrl, copy.mocap_pos, copy.mocap_quat])
  values[random.below(values.length)] = random.pick(ODD_NUMBERS)
  return copy
}

/** A compiled model that was sent: sizes, integers and options are damaged. */
function messageCase(scene: number, random: Random): FuzzCase {
  const { m } = stateScene(scene)
  const [message, damage] = damagedMessage(structuredClone(modelMessage(m)), random)
  return {
    damage: `${STATE_SCENES[scene][0]}: ${damage}`,
    text: '',
    run: () => {
      let received: Model
      try {
        received = modelFromMessage(message)
      } catch (error) {
        return refusal(error)
      }
      const d = new Data(received)
      try {
        takeSteps(received, d, false)
      } catch (error) {
        return refusal(error)
      }
      return 'loaded'
    },
  }
}

function damagedMessage(message: ModelMessage, random: Random): [damaged: ModelMessage, how: string] {
  const way = random.next()
  if (way < 0.2) {
    const key = random.pick(Object.keys(message.sizes))
    const size = message.sizes[key]
    const value = random.pick([size + 1, size - 1, 2 * size, random.pick(ODD_NUMBERS)])
    return [{ ...message, sizes: { ...message.sizes, [key]: value } }, `${key} = ${value}`]
  }
  if (way < 0.3) {
    const key = random.pick(Object.keys(message.opt) as (keyof ModelMessage['opt'])[])
    const value = random.pick(ODD_NUMBERS)
    return [{ ...message, opt: { ...message.opt, [key]: value } }, `${key} = ${value}`]
  }
  if (way < 0.35) {
    const memory = message.memory.slice(random.below(message.memory.byteLength + 1))
    return [{ ...message, memory }, `${memory.byteLength} bytes`]
  }
  const bytes = new Uint8Array(message.memory)
  const place = integerIn(bytes, random)
  bytes[place] = random.next() < 0.5 ? random.below(256) : bytes[place] ^ (1 << random.below(8))
  return [message, `byte ${place} = ${bytes[place]}`]
}

/**
 * Puts something into a new state and steps from there on. Throws where what was refused has changed the state, or
 * where the state is not finite afterwards.
 */
function put(m: Model, change: (target: Data) => void, startsInside: boolean): FuzzOutcome {
  const target = new Data(m)
  const before = snapshot(target)
  try {
    change(target)
  } catch (error) {
    if (Buffer.compare(snapshot(target).fixed, before.fixed) !== 0)
      throw new Error('what was refused has changed the state', { cause: error })
    return refusal(error)
  }
  takeSteps(m, target, startsInside)
  if (![...target.qpos, ...target.qvel].every(Number.isFinite)) throw new Error('the state is not finite')
  return 'loaded'
}

/** @param startsInside whether the first step starts in its middle, with what the state has there */
function takeSteps(m: Model, d: Data, startsInside: boolean): void {
  if (startsInside) step2(m, d)
  for (let i = 0; i < 3; i++) step(m, d)
  for (let t = 0; t < m.ntree; t++) wake(m, d, t)
  step(m, d)
}

/** Throws what is not an error for wrong input. */
function refusal(error: unknown): FuzzOutcome {
  const isTyped = error instanceof LinkError || error instanceof StepError || error instanceof RangeError
  if (!isTyped || /call stack|buffer|array length/i.test(error.message)) throw error
  return 'refused'
}

const ofAnyScene =
  (make: (scene: number, random: Random) => FuzzCase) =>
  (random: Random): FuzzCase =>
    make(random.below(STATE_SCENES.length), random)

/** Kinds of damaged states. */
export const STATE_KINDS = {
  snapshot: ofAnyScene(snapshotCase),
  'state vector': ofAnyScene(vectorCase),
  'link to a state': ofAnyScene(linkCase),
  'model that was sent': ofAnyScene(messageCase),
} as const satisfies Readonly<Record<string, (random: Random) => FuzzCase>>
