const { fround } = Math

/** Arc tangents of ½, 1, 3/2 and ∞: the nearest single-precision number, and what is missing from it. */
const HIGH = Float32Array.of(4.6364760399e-1, 7.8539812565e-1, 9.8279368877e-1, 1.5707962513)
const LOW = Float32Array.of(5.012158244e-9, 3.7748947079e-8, 3.447321717e-8, 7.5497894159e-8)
/** Coefficients of (1 − atan(x)/x)/x² in powers of x². */
const C = Float32Array.of(3.3333328366e-1, -1.9999158382e-1, 1.4253635705e-1, -1.0648017377e-1, 6.1687607318e-2)

/**
 * Arc tangent of a positive number, every operation in single precision: where the reference computes in single
 * precision, its last bits are these. Method and constants: [fdlibm](https://www.netlib.org/fdlibm/), `s_atan.c`, in
 * the form for floats: atan(x) = atan(c) + atan((x − c)/(1 + c·x)) with c = ½, 1, 3/2 or ∞.
 */
export function singleAtan(value: number): number {
  let x = fround(value)
  let part = -1
  if (x >= 2.4375) {
    part = 3
    x = fround(-1 / x)
  } else if (x >= 1.1875) {
    part = 2
    x = fround(fround(x - 1.5) / fround(1 + fround(1.5 * x)))
  } else if (x >= 0.6875) {
    part = 1
    x = fround(fround(x - 1) / fround(x + 1))
  } else if (x >= 0.4375) {
    part = 0
    x = fround(fround(2 * x - 1) / fround(2 + x))
  }
  const z = fround(x * x)
  const w = fround(z * z)
  const even = fround(z * fround(C[0] + fround(w * fround(C[2] + fround(w * C[4])))))
  const odd = fround(w * fround(C[1] + fround(w * C[3])))
  const rest = fround(x * fround(even + odd))
  return part < 0 ? fround(x - rest) : fround(HIGH[part] - fround(fround(rest - LOW[part]) - x))
}
