import type { Data } from '../../core/data/data.ts'
import {
  atan2InPlace,
  expInPlace,
  logInPlace,
  powInPlace,
  sinCosInPlace,
  tanhInPlace,
  tanInPlace,
} from '../../core/math/functions.ts'
import { addNormalForces, isTouching } from './contactQueries.ts'
import { INSTRUCTION, Opcode, type Program } from './program.ts'

/** Arrays of a state that a program reads, by their numbers in its instructions. */
export interface Views {
  readonly f64: Float64Array[]
  readonly i32: Int32Array[]
  readonly u8: Uint8Array[]
}

// V8: constants of this module
const { copy, loadF64, loadI32, loadU8, touching, normalForce } = Opcode
const { negate, abs, sqrt, exp, log, sin, cos, tan, tanh, sign, floor, not } = Opcode
const { add, subtract, multiply, divide, remainder, power, min, max, atan2, less, lessEqual, equal, and, or } = Opcode
const { select, sum, least, greatest, cross } = Opcode

/** Exponents beyond this give 0, 1 or infinity in any case. */
const LARGE = 1e300

const v = new Float64Array(2)

/** Runs a program: its value is then in its registers, from `result` on. Constant programs need no state. */
export function runProgram({ code, registers: r }: Program, views: Views, d: Data | undefined): void {
  for (let pc = 0; pc < code.length; pc += INSTRUCTION) {
    const op = code[pc]
    const out = code[pc + 1]
    const n = code[pc + 2]
    const a = code[pc + 3]
    const stepA = code[pc + 4]
    const b = code[pc + 5]
    const stepB = code[pc + 6]
    switch (op) {
      case copy:
        for (let i = 0; i < n; i++) r[out + i] = r[a + i]
        break
      // fields: number a of their type, from stepA on
      case loadF64: {
        const field = views.f64[a]
        for (let i = 0; i < n; i++) r[out + i] = field[stepA + i]
        break
      }
      case loadI32: {
        const field = views.i32[a]
        for (let i = 0; i < n; i++) r[out + i] = field[stepA + i]
        break
      }
      case loadU8: {
        const field = views.u8[a]
        for (let i = 0; i < n; i++) r[out + i] = field[stepA + i]
        break
      }
      case touching:
        r[out] = isTouching(d!, a, stepA, b, stepB) ? 1 : 0
        break
      case normalForce:
        r[out] = 0
        addNormalForces(d!, r, out, a, stepA, b, stepB)
        break
      case negate:
        for (let i = 0; i < n; i++) r[out + i] = -r[a + i * stepA]
        break
      case abs:
        for (let i = 0; i < n; i++) r[out + i] = Math.abs(r[a + i * stepA])
        break
      case sqrt:
        for (let i = 0; i < n; i++) r[out + i] = Math.sqrt(r[a + i * stepA])
        break
      case sign:
        for (let i = 0; i < n; i++) r[out + i] = Math.sign(r[a + i * stepA])
        break
      case floor:
        for (let i = 0; i < n; i++) r[out + i] = Math.floor(r[a + i * stepA])
        break
      case not:
        for (let i = 0; i < n; i++) r[out + i] = r[a + i * stepA] === 0 ? 1 : 0
        break
      case add:
        for (let i = 0; i < n; i++) r[out + i] = r[a + i * stepA] + r[b + i * stepB]
        break
      case subtract:
        for (let i = 0; i < n; i++) r[out + i] = r[a + i * stepA] - r[b + i * stepB]
        break
      case multiply:
        for (let i = 0; i < n; i++) r[out + i] = r[a + i * stepA] * r[b + i * stepB]
        break
      case divide:
        for (let i = 0; i < n; i++) r[out + i] = r[a + i * stepA] / r[b + i * stepB]
        break
      case remainder:
        for (let i = 0; i < n; i++) r[out + i] = r[a + i * stepA] % r[b + i * stepB]
        break
      case min:
        for (let i = 0; i < n; i++) r[out + i] = Math.min(r[a + i * stepA], r[b + i * stepB])
        break
      case max:
        for (let i = 0; i < n; i++) r[out + i] = Math.max(r[a + i * stepA], r[b + i * stepB])
        break
      case less:
        for (let i = 0; i < n; i++) r[out + i] = r[a + i * stepA] < r[b + i * stepB] ? 1 : 0
        break
      case lessEqual:
        for (let i = 0; i < n; i++) r[out + i] = r[a + i * stepA] <= r[b + i * stepB] ? 1 : 0
        break
      case equal:
        for (let i = 0; i < n; i++) r[out + i] = r[a + i * stepA] === r[b + i * stepB] ? 1 : 0
        break
      case and:
        for (let i = 0; i < n; i++) r[out + i] = r[a + i * stepA] !== 0 && r[b + i * stepB] !== 0 ? 1 : 0
        break
      case or:
        for (let i = 0; i < n; i++) r[out + i] = r[a + i * stepA] !== 0 || r[b + i * stepB] !== 0 ? 1 : 0
        break
      case select: {
        const c = code[pc + 7]
        const stepC = code[pc + 8]
        for (let i = 0; i < n; i++)
          if (r[a + i * stepA] !== 0) r[out + i] = r[b + i * stepB]
          else r[out + i] = r[c + i * stepC]
        break
      }
      case sum:
        r[out] = 0
        for (let i = 0; i < n; i++) r[out] += r[a + i]
        break
      case least:
        r[out] = r[a]
        for (let i = 1; i < n; i++) r[out] = Math.min(r[out], r[a + i])
        break
      case greatest:
        r[out] = r[a]
        for (let i = 1; i < n; i++) r[out] = Math.max(r[out], r[a + i])
        break
      case cross:
        r[out] = r[a + 1] * r[b + 2] - r[a + 2] * r[b + 1]
        r[out + 1] = r[a + 2] * r[b] - r[a] * r[b + 2]
        r[out + 2] = r[a] * r[b + 1] - r[a + 1] * r[b]
        break
      default:
        for (let i = 0; i < n; i++) {
          v[0] = r[a + i * stepA]
          v[1] = r[b + i * stepB]
          elementary(op)
          r[out + i] = v[0]
        }
    }
  }
}

/** v[0] ← function of v[0] and v[1]. */
function elementary(op: number): void {
  switch (op) {
    case exp:
      expInPlace(v)
      break
    case log:
      logInPlace(v)
      break
    case sin:
      sinCosInPlace(v)
      break
    case cos:
      sinCosInPlace(v)
      v[0] = v[1]
      break
    case tan:
      tanInPlace(v)
      break
    case tanh:
      tanhInPlace(v)
      break
    case atan2:
      atan2InPlace(v)
      break
    case power:
      raise()
      break
  }
}

/** v[0] ← v[0]^v[1]; negative numbers have whole powers only, others are NaN. */
function raise(): void {
  const x = v[0]
  const y = v[1]
  if (y === 2) {
    v[0] = x * x
    return
  }
  v[0] = Math.abs(x)
  v[1] = Math.max(-LARGE, Math.min(LARGE, y))
  powInPlace(v)
  if (x >= 0) return
  if (y % 2 === 1 || y % 2 === -1) v[0] = -v[0]
  else if (x > -Infinity && Math.floor(y) !== y) v[0] = Number.NaN
}
