/**
 * Ranks for which there is a kernel: one row, two, a contact with an elliptic cone, one with a pyramid, a free body.
 */
export const RANKS = [1, 2, 3, 4, 6] as const
const MOST = Math.max(...RANKS)

const HEADER = `import type { LdlFactor } from '../../../core/math/sparseSymmetric.ts'

/**
 * Symmetric updates of rows of a matrix A by R sparse rows X with the same columns c, the kernels of Newton's Hessian
 * and of its supernodal factorization:
 *
 *     A[c_t, c_e] += Σ_i w_i X_i,t X_i,e          addRank1, addRank2, addRank3, addRank4, addRank6
 *     A[c_t, c_e] += Σ_i (Σ_j B_ij X_j,t) X_i,e   addBlock3
 *
 * for e ≤ t. The short form is \`addRank1\`. The others take R rows and two columns t at a time: an entry of X that is
 * loaded serves two products, a place that is looked up 2·R. With them whole steps take 0.65 to 0.8 of the time that
 * they take with the short form alone (walls of boxes, a standing humanoid; Node 20); rank 2 alone gains 3 %. Made from
 * the short form by scripts/rankKernels.ts; do not edit.
 */

/** Registers of the kernels: the rows, and where they go. */
export class RankUpdate {
  /** First entry of each row of X. */
  readonly rows: Int32Array = new Int32Array(${MOST})
  /** Weight w of each row. */
  readonly weights: Float64Array = new Float64Array(${MOST})
  /** Symmetric weights B of the rows of a contact, dim × dim. */
  readonly block: Float64Array = new Float64Array(36)
  /** Place of column c_e in the rows of A. */
  spot: Int32Array = new Int32Array(0)
}

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff
`

/** The text of rankKernels.ts. */
export function rankKernels(): string {
  return [HEADER, ...RANKS.map(weighted), block3()].join('\n')
}

const upTo = (R: number) => Array.from({ length: R }, (_, i) => i)

/** Lines of code, one for each row. */
const each = (R: number, line: (i: number) => string) => upTo(R).map(line).join('\n')

const sum = (R: number, term: (i: number) => string) => upTo(R).map(term).join(' + ')

/** Adds terms to an entry: one or two after each other, as single rows would; more of them as a sum. */
const add = (entry: string, R: number, term: (i: number) => string) =>
  R === 2 ? `${entry} = ${entry} + ${sum(R, term)}` : `${entry} += ${sum(R, term)}`

function weighted(R: number): string {
  const given = each(R, (i) => `const w${i} = weights[${i}]`)
  const scaled = (f: string, t: string) => each(R, (i) => `const ${f}${i} = w${i} * X[r${i} + ${t}]`)
  const about = `${R === 1 ? 'one row' : `${R} rows`} with weights`
  return kernel(`addRank${R}`, about, R, 'weights', given, scaled, R > 1)
}

function block3(): string {
  const name = (i: number, j: number) => `b${Math.min(i, j)}${Math.max(i, j)}`
  const entries = [0, 1, 2, 4, 5, 8].map((k) => `const ${name(Math.floor(k / 3), k % 3)} = block[${k}]`)
  const scaled = (f: string, t: string) =>
    [
      each(3, (j) => `const ${f}x${j} = X[r${j} + ${t}]`),
      each(3, (i) => `const ${f}${i} = ${sum(3, (j) => `${name(i, j)} * ${f}x${j}`)}`),
    ].join('\n')
  return kernel('addBlock3', '3 rows with a block of weights', 3, 'block', entries.join('\n'), scaled, true)
}

/** A function that adds R rows; `scaled` are the rows times weights at one column. */
function kernel(
  name: string,
  about: string,
  R: number,
  register: string,
  given: string,
  scaled: (f: string, t: string) => string,
  inPairs: boolean,
): string {
  const single = `
    const to = rowadr[colind[r0 + t]] & INDEX
    ${scaled('f', 't')}
    for (let e = 0; e <= t; e++) ${add('A[to + spot[e]]', R, (i) => `f${i} * X[r${i} + e]`)}`
  const pairs = `
  let t = start & INDEX
  const stop = end & INDEX
  for (; t < stop - 1; t += 2) {
    const u = t + 1
    const toT = rowadr[colind[r0 + t]] & INDEX
    const toU = rowadr[colind[r0 + u]] & INDEX
    ${scaled('f', 't')}
    ${scaled('g', 'u')}
    for (let e = 0; e <= t; e++) {
      ${each(R, (i) => `const x${i} = X[r${i} + e]`)}
      const at = spot[e] & INDEX
      ${add('A[toT + at]', R, (i) => `f${i} * x${i}`)}
      ${add('A[toU + at]', R, (i) => `g${i} * x${i}`)}
    }
    ${add('A[toU + spot[u]]', R, (i) => `g${i} * X[r${i} + u]`)}
  }
  if (t >= stop) return
  ${single}`
  return `
/** Adds ${about} to the rows of their columns from position \`start\` to \`end\`. */
export function ${name}(
  ldl: LdlFactor,
  update: RankUpdate,
  X: Float64Array,
  colind: Int32Array,
  start: number,
  end: number,
): void {
  const { rowadr, values: A } = ldl
  const { rows, ${register}, spot } = update
  ${each(R, (i) => `const r${i} = rows[${i}] & INDEX`)}
  ${given}
  ${inPairs ? pairs : `const stop = end & INDEX\nfor (let t = start & INDEX; t < stop; t++) {\n${single}\n}`}
}
`
}
