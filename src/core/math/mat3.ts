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
