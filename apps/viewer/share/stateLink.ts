import { deflateSync, inflateSync } from 'fflate'
import { Data, type Model, ObjType } from '../../../src/index.ts'

/**
 * A state as a short text for a link: time, qpos, qvel, act, ctrl, mocap poses, active equality constraints, and the
 * camera. Numbers are exact. They are stored as differences (XOR) from the initial state and compressed, so that what
 * has not moved costs nothing.
 *
 * bytes: version · signature of the model (4) · sizes (a varint each) · hash of the rest (4) · deflated: f64 in byte
 * planes, u8 equality flags, camera
 */

/** The camera, see `Cameras`. */
export interface LinkCamera {
  readonly kind: 'free' | 'tracking' | 'fixed'
  /** The tracked body, or the camera of the model. */
  readonly id: number
  /** Azimuth and elevation in degrees, distance in meters, and the look-at point. */
  readonly pose: readonly [number, number, number, number, number, number]
}

/** A link that cannot be used; the message tells the user why. */
export class LinkError extends Error {
  override readonly name = 'LinkError'
}

const VERSION = 1
const CAMERAS = ['free', 'tracking', 'fixed'] as const
/** Longer links are rejected, characters. */
const LONGEST = 1_000_000
/** Bytes of a camera: kind, id, six numbers. */
const CAMERA_SIZE = 1 + 4 + 6 * 4

export function encodeState(m: Model, d: Data, camera: LinkCamera): string {
  const numbers = difference(numbersOf(d), numbersOf(new Data(m)))
  const body = new Uint8Array(bodySize(m))
  body.set(toPlanes(numbers))
  body.set(d.eq_active, numbers.length)
  const view = new DataView(body.buffer, numbers.length + m.neq)
  view.setUint8(0, CAMERAS.indexOf(camera.kind))
  view.setInt32(1, camera.id)
  for (const [k, x] of camera.pose.entries()) view.setFloat32(5 + 4 * k, x)
  return addHeader(m, deflateSync(body, { level: 9 }))
}

/** The text of a compressed body. */
export function addHeader(m: Model, packed: Uint8Array): string {
  return toText([...header(m), ...bytesOf(hash(packed)), ...packed])
}

/**
 * Decodes a state into `d` and returns the camera.
 * @throws LinkError where the text is damaged or belongs to another model; `d` is then unchanged
 */
export function decodeState(m: Model, d: Data, text: string): LinkCamera {
  const bytes = fromText(text)
  const start = checkHeader(m, bytes)
  const packed = bytes.subarray(start + 4)
  if (bytesOf(hash(packed)).some((byte, i) => byte !== bytes[start + i])) throw damaged()
  const size = bodySize(m)
  let body: Uint8Array
  try {
    // room for one more byte, which reveals a body that is too long
    body = inflateSync(packed, { out: new Uint8Array(size + 1) })
  } catch {
    throw damaged()
  }
  if (body.length !== size) throw damaged()

  const fields = fieldsOf(d)
  const count = 8 * (1 + fields.reduce((sum, field) => sum + field.length, 0))
  const numbers = new Float64Array(
    difference(fromPlanes(body.subarray(0, count)), numbersOf(new Data(m))).buffer as ArrayBuffer,
  )
  const view = new DataView(body.buffer, count + m.neq, CAMERA_SIZE)
  const pose = [0, 1, 2, 3, 4, 5].map((k) => view.getFloat32(5 + 4 * k)) as unknown as LinkCamera['pose']
  if (![...numbers, ...pose].every(Number.isFinite)) throw damaged()
  const kind = CAMERAS[view.getUint8(0)]
  const id = view.getInt32(1)
  const most = kind === 'tracking' ? m.nbody : kind === 'fixed' ? m.ncam : 1
  if (kind === undefined || id < 0 || id >= most) throw damaged()

  d.time = numbers[0]
  let at = 1
  for (const field of fields) {
    field.set(numbers.subarray(at, at + field.length))
    at += field.length
  }
  d.eq_active.set(body.subarray(count, count + m.neq).map((x) => (x === 0 ? 0 : 1)))
  return { kind, id, pose }
}

function fieldsOf(d: Data): Float64Array[] {
  return [d.qpos, d.qvel, d.act, d.ctrl, d.mocap_pos, d.mocap_quat]
}

/** The numbers of a state, as bytes. */
function numbersOf(d: Data): Uint8Array {
  const all = Float64Array.from([d.time, ...fieldsOf(d).flatMap((field) => [...field])])
  return new Uint8Array(all.buffer)
}

/** The sizes that determine the layout of a state. */
function sizesOf(m: Model): readonly number[] {
  return [m.nq, m.nv, m.na, m.nu, m.nmocap, m.neq]
}

function bodySize(m: Model): number {
  const [nq, nv, na, nu, nmocap, neq] = sizesOf(m) as [number, number, number, number, number, number]
  return 8 * (1 + nq + nv + na + nu + 7 * nmocap) + neq + CAMERA_SIZE
}

/** XOR of two arrays; its own inverse. */
function difference(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((x, i) => x ^ b[i])
}

/** Byte planes: the first bytes of all numbers, then the second, …. Exponents of similar numbers are alike. */
function toPlanes(bytes: Uint8Array): Uint8Array {
  const count = bytes.length / 8
  return bytes.map((_, i) => bytes[8 * (i % count) + Math.floor(i / count)])
}

function fromPlanes(bytes: Uint8Array): Uint8Array {
  const count = bytes.length / 8
  return bytes.map((_, i) => bytes[count * (i % 8) + Math.floor(i / 8)])
}

function header(m: Model): number[] {
  const bytes = [VERSION, ...bytesOf(signatureOf(m))]
  for (let size of sizesOf(m)) {
    for (; size > 127; size = Math.floor(size / 128)) bytes.push((size & 127) | 128)
    bytes.push(size)
  }
  return bytes
}

/** Checks the header and returns its length. @throws LinkError where it does not fit the model */
function checkHeader(m: Model, bytes: Uint8Array): number {
  if (bytes.length < 5) throw damaged()
  if (bytes[0] !== VERSION) throw new LinkError('This link was made by a different version of the viewer.')
  let at = 5
  const sizes = sizesOf(m).map(() => {
    let size = 0
    for (let scale = 1; scale < 2 ** 35; scale *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw damaged()
      size += (byte & 127) * scale
      if (byte < 128) return size
    }
    throw damaged()
  })
  const names = ['positions', 'velocities', 'activations', 'controls', 'mocap bodies', 'equality constraints']
  const unlike = sizesOf(m).flatMap((size, i) =>
    size === sizes[i] ? [] : [`${sizes[i]} ${names[i]} instead of ${size}`],
  )
  if (unlike.length > 0)
    throw new LinkError(`This link is for a different model than ${m.names.model}: one with ${unlike.join(', ')}.`)
  if (header(m).some((byte, i) => byte !== bytes[i]))
    throw new LinkError(
      `This link is for a different model than ${m.names.model}, or the model has changed: joints or actuators have other names.`,
    )
  return at
}

/** Hash of the names that give the numbers of a state their meaning: joints with types, actuators, mocap bodies. */
function signatureOf(m: Model): number {
  const words = [
    ...Array.from(m.jnt_type, (type, id) => `${type}${m.names.name(ObjType.joint, id)}`),
    ...Array.from({ length: m.nactuator }, (_, id) => `${m.names.name(ObjType.actuator, id)}`),
    ...Array.from(m.body_mocapid, (mocap, id) => (mocap < 0 ? '' : `${m.names.name(ObjType.body, id)}`)).filter(
      Boolean,
    ),
  ]
  return hash(new TextEncoder().encode(words.join('\n')))
}

/** FNV-1a, 32 bits. */
function hash(bytes: Uint8Array): number {
  let sum = 0x811c9dc5
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193)
  return sum >>> 0
}

function bytesOf(word: number): number[] {
  return [24, 16, 8, 0].map((shift) => (word >>> shift) & 255)
}

function damaged(): LinkError {
  return new LinkError('This link is damaged: its state cannot be read. It may be incomplete.')
}

function toText(bytes: readonly number[]): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromText(text: string): Uint8Array {
  if (text.length > LONGEST || !/^[\w-]*$/.test(text)) throw damaged()
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  } catch {
    throw damaged()
  }
}
