import { MINVAL } from './constants.ts'
/**
 * Vectors of three numbers at an offset in a larger array: `cross(out, o, a, i, b, j)` reads a[i..i+3) and
 * b[j..j+3) and writes out[o..o+3). Output may overlap an input only at the same offset, if at all.
 */

export function set3(out: Float64Array, o: number, x: number, y: number, z: number): void {
  out[o] = x
  out[o + 1] = y
  out[o + 2] = z
}

export function copy3(out: Float64Array, o: number, a: Float64Array, i: number): void {
  out[o] = a[i]
  out[o + 1] = a[i + 1]
  out[o + 2] = a[i + 2]
}

export function add3(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  out[o] = a[i] + b[j]
  out[o + 1] = a[i + 1] + b[j + 1]
  out[o + 2] = a[i + 2] + b[j + 2]
}

export function sub3(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  out[o] = a[i] - b[j]
  out[o + 1] = a[i + 1] - b[j + 1]
  out[o + 2] = a[i + 2] - b[j + 2]
}

export function dot3(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2]
}

/** a × b; the output may be one of the inputs. MuJoCo: mju_cross. */
export function cross(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const x = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1]
  const y = a[i + 2] * b[j] - a[i] * b[j + 2]
  const z = a[i] * b[j + 1] - a[i + 1] * b[j]
  out[o] = x
  out[o + 1] = y
  out[o + 2] = z
}

/** Normalizes a vector in place; a zero vector becomes (1, 0, 0). MuJoCo: mju_normalize3. */
export function normalize3(a: Float64Array, i: number): void {
  const length = Math.sqrt(a[i] * a[i] + a[i + 1] * a[i + 1] + a[i + 2] * a[i + 2])
  if (length < MINVAL) {
    set3(a, i, 1, 0, 0)
  } else {
    const s = 1 / length
    a[i] *= s
    a[i + 1] *= s
    a[i + 2] *= s
  }
}

/** out = R v, with a row-major matrix; the output may be the input vector. MuJoCo: mju_mulMatVec3. */
export function rotate(out: Float64Array, o: number, R: Float64Array, r: number, v: Float64Array, i: number): void {
  const x = v[i]
  const y = v[i + 1]
  const z = v[i + 2]
  out[o] = R[r] * x + R[r + 1] * y + R[r + 2] * z
  out[o + 1] = R[r + 3] * x + R[r + 4] * y + R[r + 5] * z
  out[o + 2] = R[r + 6] * x + R[r + 7] * y + R[r + 8] * z
}

/** out = Rᵀ v, with a row-major matrix; the output may be the input vector. MuJoCo: mju_mulMatTVec3. */
export function rotateBack(out: Float64Array, o: number, R: Float64Array, r: number, v: Float64Array, i: number): void {
  const x = v[i]
  const y = v[i + 1]
  const z = v[i + 2]
  out[o] = R[r] * x + R[r + 3] * y + R[r + 6] * z
  out[o + 1] = R[r + 1] * x + R[r + 4] * y + R[r + 7] * z
  out[o + 2] = R[r + 2] * x + R[r + 5] * y + R[r + 8] * z
}
