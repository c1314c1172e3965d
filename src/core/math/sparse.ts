/**
 * Sparse rows: row i has rownnz[i] entries from rowadr[i] on, with their columns, ascending, in colind. Dense matrices
 * are row-major.
 */
export interface SparseRows {
  readonly values: Float64Array
  readonly rownnz: Int32Array
  readonly rowadr: Int32Array
  readonly colind: Int32Array
}

/** Writes sparse rows as a dense matrix. MuJoCo: mju_sparse2dense. */
export function sparseToDense(out: Float64Array, A: SparseRows, rows: number, cols: number): void {
  out.fill(0, 0, rows * cols)
  for (let i = 0; i < rows; i++)
    for (let k = A.rowadr[i]; k < A.rowadr[i] + A.rownnz[i]; k++) out[i * cols + A.colind[k]] = A.values[k]
}

/** Writes the lower triangle that sparse rows hold as a full symmetric matrix. MuJoCo: mju_sym2dense. */
export function symmetricToDense(out: Float64Array, A: SparseRows, n: number): void {
  sparseToDense(out, A, n, n)
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) out[j * n + i] = out[i * n + j]
}

/**
 * Gathers the entries of a dense matrix that are not zero. Returns their number, or -1 where they do not fit, which
 * leaves the rest out.
 * MuJoCo: mju_dense2sparse.
 */
export function denseToSparse(out: SparseRows, A: Float64Array, rows: number, cols: number): number {
  let count = 0
  for (let i = 0; i < rows; i++) {
    out.rowadr[i] = count
    for (let j = 0; j < cols; j++) {
      const value = A[i * cols + j]
      if (value === 0) continue
      if (count >= out.values.length) {
        out.rownnz[i] = count - out.rowadr[i]
        out.rownnz.fill(0, i + 1, rows)
        out.rowadr.fill(count, i + 1, rows)
        return -1
      }
      out.values[count] = value
      out.colind[count++] = j
    }
    out.rownnz[i] = count - out.rowadr[i]
  }
  return count
}

/**
 * out[o] = Σ values[k]·x[columns[k]] for first ≤ k < end, a sparse row times a vector. Four sums in turn, then the rest
 * one by one: the order of MuJoCo's mju_dotSparse. V8: boxed otherwise.
 */
export function dotRow(
  out: Float64Array,
  o: number,
  values: Float64Array,
  columns: Int32Array,
  first: number,
  end: number,
  x: Float64Array,
): void {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  let k = first
  for (; k <= end - 4; k += 4) {
    s0 += values[k] * x[columns[k]]
    s1 += values[k + 1] * x[columns[k + 1]]
    s2 += values[k + 2] * x[columns[k + 2]]
    s3 += values[k + 3] * x[columns[k + 3]]
  }
  let sum = s0 + s2 + (s1 + s3)
  for (; k < end; k++) sum += values[k] * x[columns[k]]
  out[o] = sum
}
