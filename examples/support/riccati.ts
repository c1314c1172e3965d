import { mulMatMat, mulMatMatT, mulMatTMat } from '../../src/index.ts'

/**
 * The feedback K that minimizes Σ xᵀ Q x + uᵀ R u for x⁺ = A x + B u, with u = −K x, from the Riccati equation
 * X = Q + Aᵀ X (1 + G X)⁻¹ A, G = B R⁻¹ Bᵀ. A doubling algorithm doubles the time horizon in each iteration:
 *
 *   W = (1 + G H)⁻¹,  A ← A W A,  G ← G + A W G Aᵀ,  H ← H + Aᵀ H W A,   H → X
 *
 * @param R diagonal of the cost of controls
 * @returns K, nu × n, row by row
 */
export function feedback(
  A: Float64Array,
  B: Float64Array,
  Q: Float64Array,
  R: Float64Array,
  n: number,
  nu: number,
): Float64Array {
  const product = (X: Float64Array, Y: Float64Array) => {
    const out = new Float64Array(n * n)
    mulMatMat(out, X, Y, n, n, n)
    return out
  }
  const scaled = B.map((b, e) => b / R[e % nu])
  let G: Float64Array = new Float64Array(n * n)
  mulMatMatT(G, scaled, B, n, nu, n)
  let H: Float64Array = Q.slice()
  let Ak: Float64Array = A.slice()
  for (let iteration = 0; iteration < 60; iteration++) {
    const M = product(G, H)
    for (let i = 0; i < n; i++) M[i * n + i] += 1
    const WA = solve(M, Ak, n)
    const WG = solve(M, G, n)
    const AWG = product(Ak, WG)
    const growthG = new Float64Array(n * n)
    mulMatMatT(growthG, AWG, Ak, n, n, n)
    const growthH = new Float64Array(n * n)
    mulMatTMat(growthH, Ak, product(H, WA), n, n, n)
    G = G.map((x, e) => x + growthG[e])
    H = H.map((x, e) => x + growthH[e])
    Ak = product(Ak, WA)
    if (largest(growthH) < 1e-12 * largest(H)) break
  }
  // K = (R + Bᵀ X B)⁻¹ Bᵀ X A
  const BtX = new Float64Array(nu * n)
  mulMatTMat(BtX, B, H, n, nu, n)
  const S = new Float64Array(nu * nu)
  mulMatMat(S, BtX, B, nu, n, nu)
  for (let i = 0; i < nu; i++) S[i * nu + i] += R[i]
  const right = new Float64Array(nu * n)
  mulMatMat(right, BtX, A, nu, n, n)
  return solve(S, right, nu, n)
}

function largest(X: Float64Array): number {
  return X.reduce((most, x) => Math.max(most, Math.abs(x)), 0)
}

/** M⁻¹ Y by Gaussian elimination with pivoting, for Y with `width` columns. */
export function solve(M: Float64Array, Y: Float64Array, n: number, width = n): Float64Array {
  const a = M.slice()
  const y = Y.slice()
  for (let k = 0; k < n; k++) {
    let pivot = k
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]) > Math.abs(a[pivot * n + k])) pivot = i
    if (pivot !== k) {
      swapRows(a, k, pivot, n)
      swapRows(y, k, pivot, width)
    }
    for (let i = k + 1; i < n; i++) {
      const f = a[i * n + k] / a[k * n + k]
      if (f === 0) continue
      for (let j = k; j < n; j++) a[i * n + j] -= f * a[k * n + j]
      for (let j = 0; j < width; j++) y[i * width + j] -= f * y[k * width + j]
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = 0; j < width; j++) y[k * width + j] /= a[k * n + k]
    for (let i = 0; i < k; i++) {
      const f = a[i * n + k]
      for (let j = 0; j < width; j++) y[i * width + j] -= f * y[k * width + j]
    }
  }
  return y
}

function swapRows(X: Float64Array, a: number, b: number, width: number): void {
  for (let j = 0; j < width; j++) {
    const x = X[a * width + j]
    X[a * width + j] = X[b * width + j]
    X[b * width + j] = x
  }
}
