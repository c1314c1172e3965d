/**
 * Spatial vectors at an offset in a larger array, after Featherstone (https://doi.org/10.1007/978-1-4899-7560-7): a
 * motion is (ω, v), a force (τ, f), rotation first. An inertia has ten numbers, Ixx Iyy Izz Ixy Ixz Iyz, mass·offset
 * (3), mass. All of one expression refer to the same point. Outputs may not overlap inputs.
 */

/** out = I·v: the momentum (or force) of an inertia that moves (or accelerates) with v. */
export function mulInertia(out: Float64Array, o: number, I: Float64Array, i: number, v: Float64Array, j: number): void {
  const wx = v[j]
  const wy = v[j + 1]
  const wz = v[j + 2]
  const vx = v[j + 3]
  const vy = v[j + 4]
  const vz = v[j + 5]
  const xy = I[i + 3]
  const xz = I[i + 4]
  const yz = I[i + 5]
  const hx = I[i + 6]
  const hy = I[i + 7]
  const hz = I[i + 8]
  const mass = I[i + 9]
  out[o] = I[i] * wx + xy * wy + xz * wz + (hy * vz - hz * vy)
  out[o + 1] = xy * wx + I[i + 1] * wy + yz * wz + (hz * vx - hx * vz)
  out[o + 2] = xz * wx + yz * wy + I[i + 2] * wz + (hx * vy - hy * vx)
  out[o + 3] = mass * vx + (wy * hz - wz * hy)
  out[o + 4] = mass * vy + (wz * hx - wx * hz)
  out[o + 5] = mass * vz + (wx * hy - wy * hx)
}

/** out += v ×* f = (ω × τ + v × f, ω × f): how a force vector that is fixed in a moving frame changes. */
export function addCrossForce(
  out: Float64Array,
  o: number,
  v: Float64Array,
  i: number,
  f: Float64Array,
  j: number,
): void {
  const wx = v[i]
  const wy = v[i + 1]
  const wz = v[i + 2]
  const vx = v[i + 3]
  const vy = v[i + 4]
  const vz = v[i + 5]
  const tx = f[j]
  const ty = f[j + 1]
  const tz = f[j + 2]
  const fx = f[j + 3]
  const fy = f[j + 4]
  const fz = f[j + 5]
  out[o] += wy * tz - wz * ty + (vy * fz - vz * fy)
  out[o + 1] += wz * tx - wx * tz + (vz * fx - vx * fz)
  out[o + 2] += wx * ty - wy * tx + (vx * fy - vy * fx)
  out[o + 3] += wy * fz - wz * fy
  out[o + 4] += wz * fx - wx * fz
  out[o + 5] += wx * fy - wy * fx
}

/** out[o..o+6) += a[i..i+6). */
export function add6(out: Float64Array, o: number, a: Float64Array, i: number): void {
  out[o] += a[i]
  out[o + 1] += a[i + 1]
  out[o + 2] += a[i + 2]
  out[o + 3] += a[i + 3]
  out[o + 4] += a[i + 4]
  out[o + 5] += a[i + 5]
}

/** out = v × s = (ω × a, ω × b + u × a), the rate of a motion s = (a, b) that moves with the velocity v = (ω, u). */
export function crossMotion(
  out: Float64Array,
  o: number,
  v: Float64Array,
  i: number,
  s: Float64Array,
  j: number,
): void {
  const wx = v[i]
  const wy = v[i + 1]
  const wz = v[i + 2]
  const ux = v[i + 3]
  const uy = v[i + 4]
  const uz = v[i + 5]
  const ax = s[j]
  const ay = s[j + 1]
  const az = s[j + 2]
  const bx = s[j + 3]
  const by = s[j + 4]
  const bz = s[j + 5]
  out[o] = wy * az - wz * ay
  out[o + 1] = wz * ax - wx * az
  out[o + 2] = wx * ay - wy * ax
  out[o + 3] = wy * bz - wz * by + (uy * az - uz * ay)
  out[o + 4] = wz * bx - wx * bz + (uz * ax - ux * az)
  out[o + 5] = wx * by - wy * bx + (ux * ay - uy * ax)
}

/** Σ a[i + k]·b[j + k] over six numbers. */
export function dot6(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return (
    a[i] * b[j] +
    a[i + 1] * b[j + 1] +
    a[i + 2] * b[j + 2] +
    a[i + 3] * b[j + 3] +
    a[i + 4] * b[j + 4] +
    a[i + 5] * b[j + 5]
  )
}
