import type { LdlFactor } from '../../../core/math/sparseSymmetric.ts'

/**
 * Symmetric updates of rows of a matrix A by R sparse rows X with the same columns c, the kernels of Newton's Hessian
 * and of its supernodal factorization:
 *
 *     A[c_t, c_e] += Σ_i w_i X_i,t X_i,e          addRank1, addRank2, addRank3, addRank4, addRank6
 *     A[c_t, c_e] += Σ_i (Σ_j B_ij X_j,t) X_i,e   addBlock3
 *
 * for e ≤ t. The short form is `addRank1`. The others take R rows and two columns t at a time: an entry of X that is
 * loaded serves two products, a place that is looked up 2·R. With them whole steps take 0.65 to 0.8 of the time that
 * they take with the short form alone (walls of boxes, a standing humanoid; Node 20); rank 2 alone gains 3 %. Made from
 * the short form by scripts/rankKernels.ts; do not edit.
 */

/** Registers of the kernels: the rows, and where they go. */
export class RankUpdate {
  /** First entry of each row of X. */
  readonly rows: Int32Array = new Int32Array(6)
  /** Weight w of each row. */
  readonly weights: Float64Array = new Float64Array(6)
  /** Symmetric weights B of the rows of a contact, dim × dim. */
  readonly block: Float64Array = new Float64Array(36)
  /** Place of column c_e in the rows of A. */
  spot: Int32Array = new Int32Array(0)
}

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

/** Adds one row with weights to the rows of their columns from position `start` to `end`. */
export function addRank1(
  ldl: LdlFactor,
  update: RankUpdate,
  X: Float64Array,
  colind: Int32Array,
  start: number,
  end: number,
): void {
  const { rowadr, values: A } = ldl
  const { rows, weights, spot } = update
  const r0 = rows[0] & INDEX
  const w0 = weights[0]
  const stop = end & INDEX
  for (let t = start & INDEX; t < stop; t++) {
    const to = rowadr[colind[r0 + t]] & INDEX
    const f0 = w0 * X[r0 + t]
    for (let e = 0; e <= t; e++) A[to + spot[e]] += f0 * X[r0 + e]
  }
}

/** Adds 2 rows with weights to the rows of their columns from position `start` to `end`. */
export function addRank2(
  ldl: LdlFactor,
  update: RankUpdate,
  X: Float64Array,
  colind: Int32Array,
  start: number,
  end: number,
): void {
  const { rowadr, values: A } = ldl
  const { rows, weights, spot } = update
  const r0 = rows[0] & INDEX
  const r1 = rows[1] & INDEX
  const w0 = weights[0]
  const w1 = weights[1]

  let t = start & INDEX
  const stop = end & INDEX
  for (; t < stop - 1; t += 2) {
    const u = t + 1
    const toT = rowadr[colind[r0 + t]] & INDEX
    const toU = rowadr[colind[r0 + u]] & INDEX
    const f0 = w0 * X[r0 + t]
    const f1 = w1 * X[r1 + t]
    const g0 = w0 * X[r0 + u]
    const g1 = w1 * X[r1 + u]
    for (let e = 0; e <= t; e++) {
      const x0 = X[r0 + e]
      const x1 = X[r1 + e]
      const at = spot[e] & INDEX
      A[toT + at] = A[toT + at] + f0 * x0 + f1 * x1
      A[toU + at] = A[toU + at] + g0 * x0 + g1 * x1
    }
    A[toU + spot[u]] = A[toU + spot[u]] + g0 * X[r0 + u] + g1 * X[r1 + u]
  }
  if (t >= stop) return

  const to = rowadr[colind[r0 + t]] & INDEX
  const f0 = w0 * X[r0 + t]
  const f1 = w1 * X[r1 + t]
  for (let e = 0; e <= t; e++) A[to + spot[e]] = A[to + spot[e]] + f0 * X[r0 + e] + f1 * X[r1 + e]
}

/** Adds 3 rows with weights to the rows of their columns from position `start` to `end`. */
export function addRank3(
  ldl: LdlFactor,
  update: RankUpdate,
  X: Float64Array,
  colind: Int32Array,
  start: number,
  end: number,
): void {
  const { rowadr, values: A } = ldl
  const { rows, weights, spot } = update
  const r0 = rows[0] & INDEX
  const r1 = rows[1] & INDEX
  const r2 = rows[2] & INDEX
  const w0 = weights[0]
  const w1 = weights[1]
  const w2 = weights[2]

  let t = start & INDEX
  const stop = end & INDEX
  for (; t < stop - 1; t += 2) {
    const u = t + 1
    const toT = rowadr[colind[r0 + t]] & INDEX
    const toU = rowadr[colind[r0 + u]] & INDEX
    const f0 = w0 * X[r0 + t]
    const f1 = w1 * X[r1 + t]
    const f2 = w2 * X[r2 + t]
    const g0 = w0 * X[r0 + u]
    const g1 = w1 * X[r1 + u]
    const g2 = w2 * X[r2 + u]
    for (let e = 0; e <= t; e++) {
      const x0 = X[r0 + e]
      const x1 = X[r1 + e]
      const x2 = X[r2 + e]
      const at = spot[e] & INDEX
      A[toT + at] += f0 * x0 + f1 * x1 + f2 * x2
      A[toU + at] += g0 * x0 + g1 * x1 + g2 * x2
    }
    A[toU + spot[u]] += g0 * X[r0 + u] + g1 * X[r1 + u] + g2 * X[r2 + u]
  }
  if (t >= stop) return

  const to = rowadr[colind[r0 + t]] & INDEX
  const f0 = w0 * X[r0 + t]
  const f1 = w1 * X[r1 + t]
  const f2 = w2 * X[r2 + t]
  for (let e = 0; e <= t; e++) A[to + spot[e]] += f0 * X[r0 + e] + f1 * X[r1 + e] + f2 * X[r2 + e]
}

/** Adds 4 rows with weights to the rows of their columns from position `start` to `end`. */
export function addRank4(
  ldl: LdlFactor,
  update: RankUpdate,
  X: Float64Array,
  colind: Int32Array,
  start: number,
  end: number,
): void {
  const { rowadr, values: A } = ldl
  const { rows, weights, spot } = update
  const r0 = rows[0] & INDEX
  const r1 = rows[1] & INDEX
  const r2 = rows[2] & INDEX
  const r3 = rows[3] & INDEX
  const w0 = weights[0]
  const w1 = weights[1]
  const w2 = weights[2]
  const w3 = weights[3]

  let t = start & INDEX
  const stop = end & INDEX
  for (; t < stop - 1; t += 2) {
    const u = t + 1
    const toT = rowadr[colind[r0 + t]] & INDEX
    const toU = rowadr[colind[r0 + u]] & INDEX
    const f0 = w0 * X[r0 + t]
    const f1 = w1 * X[r1 + t]
    const f2 = w2 * X[r2 + t]
    const f3 = w3 * X[r3 + t]
    const g0 = w0 * X[r0 + u]
    const g1 = w1 * X[r1 + u]
    const g2 = w2 * X[r2 + u]
    const g3 = w3 * X[r3 + u]
    for (let e = 0; e <= t; e++) {
      const x0 = X[r0 + e]
      const x1 = X[r1 + e]
      const x2 = X[r2 + e]
      const x3 = X[r3 + e]
      const at = spot[e] & INDEX
      A[toT + at] += f0 * x0 + f1 * x1 + f2 * x2 + f3 * x3
      A[toU + at] += g0 * x0 + g1 * x1 + g2 * x2 + g3 * x3
    }
    A[toU + spot[u]] += g0 * X[r0 + u] + g1 * X[r1 + u] + g2 * X[r2 + u] + g3 * X[r3 + u]
  }
  if (t >= stop) return

  const to = rowadr[colind[r0 + t]] & INDEX
  const f0 = w0 * X[r0 + t]
  const f1 = w1 * X[r1 + t]
  const f2 = w2 * X[r2 + t]
  const f3 = w3 * X[r3 + t]
  for (let e = 0; e <= t; e++) A[to + spot[e]] += f0 * X[r0 + e] + f1 * X[r1 + e] + f2 * X[r2 + e] + f3 * X[r3 + e]
}

/** Adds 6 rows with weights to the rows of their columns from position `start` to `end`. */
export function addRank6(
  ldl: LdlFactor,
  update: RankUpdate,
  X: Float64Array,
  colind: Int32Array,
  start: number,
  end: number,
): void {
  const { rowadr, values: A } = ldl
  const { rows, weights, spot } = update
  const r0 = rows[0] & INDEX
  const r1 = rows[1] & INDEX
  const r2 = rows[2] & INDEX
  const r3 = rows[3] & INDEX
  const r4 = rows[4] & INDEX
  const r5 = rows[5] & INDEX
  const w0 = weights[0]
  const w1 = weights[1]
  const w2 = weights[2]
  const w3 = weights[3]
  const w4 = weights[4]
  const w5 = weights[5]

  let t = start & INDEX
  const stop = end & INDEX
  for (; t < stop - 1; t += 2) {
    const u = t + 1
    const toT = rowadr[colind[r0 + t]] & INDEX
    const toU = rowadr[colind[r0 + u]] & INDEX
    const f0 = w0 * X[r0 + t]
    const f1 = w1 * X[r1 + t]
    const f2 = w2 * X[r2 + t]
    const f3 = w3 * X[r3 + t]
    const f4 = w4 * X[r4 + t]
    const f5 = w5 * X[r5 + t]
    const g0 = w0 * X[r0 + u]
    const g1 = w1 * X[r1 + u]
    const g2 = w2 * X[r2 + u]
    const g3 = w3 * X[r3 + u]
    const g4 = w4 * X[r4 + u]
    const g5 = w5 * X[r5 + u]
    for (let e = 0; e <= t; e++) {
      const x0 = X[r0 + e]
      const x1 = X[r1 + e]
      const x2 = X[r2 + e]
      const x3 = X[r3 + e]
      const x4 = X[r4 + e]
      const x5 = X[r5 + e]
      const at = spot[e] & INDEX
      A[toT + at] += f0 * x0 + f1 * x1 + f2 * x2 + f3 * x3 + f4 * x4 + f5 * x5
      A[toU + at] += g0 * x0 + g1 * x1 + g2 * x2 + g3 * x3 + g4 * x4 + g5 * x5
    }
    A[toU + spot[u]] +=
      g0 * X[r0 + u] + g1 * X[r1 + u] + g2 * X[r2 + u] + g3 * X[r3 + u] + g4 * X[r4 + u] + g5 * X[r5 + u]
  }
  if (t >= stop) return

  const to = rowadr[colind[r0 + t]] & INDEX
  const f0 = w0 * X[r0 + t]
  const f1 = w1 * X[r1 + t]
  const f2 = w2 * X[r2 + t]
  const f3 = w3 * X[r3 + t]
  const f4 = w4 * X[r4 + t]
  const f5 = w5 * X[r5 + t]
  for (let e = 0; e <= t; e++)
    A[to + spot[e]] +=
      f0 * X[r0 + e] + f1 * X[r1 + e] + f2 * X[r2 + e] + f3 * X[r3 + e] + f4 * X[r4 + e] + f5 * X[r5 + e]
}

/** Adds 3 rows with a block of weights to the rows of their columns from position `start` to `end`. */
export function addBlock3(
  ldl: LdlFactor,
  update: RankUpdate,
  X: Float64Array,
  colind: Int32Array,
  start: number,
  end: number,
): void {
  const { rowadr, values: A } = ldl
  const { rows, block, spot } = update
  const r0 = rows[0] & INDEX
  const r1 = rows[1] & INDEX
  const r2 = rows[2] & INDEX
  const b00 = block[0]
  const b01 = block[1]
  const b02 = block[2]
  const b11 = block[4]
  const b12 = block[5]
  const b22 = block[8]

  let t = start & INDEX
  const stop = end & INDEX
  for (; t < stop - 1; t += 2) {
    const u = t + 1
    const toT = rowadr[colind[r0 + t]] & INDEX
    const toU = rowadr[colind[r0 + u]] & INDEX
    const fx0 = X[r0 + t]
    const fx1 = X[r1 + t]
    const fx2 = X[r2 + t]
    const f0 = b00 * fx0 + b01 * fx1 + b02 * fx2
    const f1 = b01 * fx0 + b11 * fx1 + b12 * fx2
    const f2 = b02 * fx0 + b12 * fx1 + b22 * fx2
    const gx0 = X[r0 + u]
    const gx1 = X[r1 + u]
    const gx2 = X[r2 + u]
    const g0 = b00 * gx0 + b01 * gx1 + b02 * gx2
    const g1 = b01 * gx0 + b11 * gx1 + b12 * gx2
    const g2 = b02 * gx0 + b12 * gx1 + b22 * gx2
    for (let e = 0; e <= t; e++) {
      const x0 = X[r0 + e]
      const x1 = X[r1 + e]
      const x2 = X[r2 + e]
      const at = spot[e] & INDEX
      A[toT + at] += f0 * x0 + f1 * x1 + f2 * x2
      A[toU + at] += g0 * x0 + g1 * x1 + g2 * x2
    }
    A[toU + spot[u]] += g0 * X[r0 + u] + g1 * X[r1 + u] + g2 * X[r2 + u]
  }
  if (t >= stop) return

  const to = rowadr[colind[r0 + t]] & INDEX
  const fx0 = X[r0 + t]
  const fx1 = X[r1 + t]
  const fx2 = X[r2 + t]
  const f0 = b00 * fx0 + b01 * fx1 + b02 * fx2
  const f1 = b01 * fx0 + b11 * fx1 + b12 * fx2
  const f2 = b02 * fx0 + b12 * fx1 + b22 * fx2
  for (let e = 0; e <= t; e++) A[to + spot[e]] += f0 * X[r0 + e] + f1 * X[r1 + e] + f2 * X[r2 + e]
}
