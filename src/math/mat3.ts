/** Row-major 3×3 matrices at an offset in a larger array. */

/** out = A B; the output may not overlap the inputs. */
export function mulMat3(out: Float64Array, o: number, A: Float64Array, a: number, B: Float64Array, b: number): void {
  for (let row = 0; row < 9; row += 3) {
    const x = A[a + row]
    const y = A[a + row + 1]
    const z = A[a + row + 2]
    out[o + row] = x * B[b] + y * B[b + 3] + z * B[b + 6]
    out[o + row + 1] = x * B[b + 1] + y * B[b + 4] + z * B[b + 7]
    out[o + row + 2] = x * B[b + 2] + y * B[b + 5] + z * B[b + 8]
  }
}

/** out = R diag(d) Rᵀ as the six numbers xx yy zz xy xz yz. */
export function rotateDiagonal(
  out: Float64Array,
  o: number,
  R: Float64Array,
  r: number,
  d: Float64Array,
  i: number,
): void {
  const d0 = d[i]
  const d1 = d[i + 1]
  const d2 = d[i + 2]
  const x0 = R[r] * d0
  const x1 = R[r + 1] * d1
  const x2 = R[r + 2] * d2
  const y0 = R[r + 3] * d0
  const y1 = R[r + 4] * d1
  const y2 = R[r + 5] * d2
  out[o] = x0 * R[r] + x1 * R[r + 1] + x2 * R[r + 2]
  out[o + 1] = y0 * R[r + 3] + y1 * R[r + 4] + y2 * R[r + 5]
  out[o + 2] = R[r + 6] * d0 * R[r + 6] + R[r + 7] * d1 * R[r + 7] + R[r + 8] * d2 * R[r + 8]
  out[o + 3] = x0 * R[r + 3] + x1 * R[r + 4] + x2 * R[r + 5]
  out[o + 4] = x0 * R[r + 6] + x1 * R[r + 7] + x2 * R[r + 8]
  out[o + 5] = y0 * R[r + 6] + y1 * R[r + 7] + y2 * R[r + 8]
}
