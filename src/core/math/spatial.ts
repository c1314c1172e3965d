/**
 * Spatial vectors at an offset in a larger array, after Featherstone (https://doi.org/10.1007/978-1-4899-7560-7): a
 * motion is (ω, v), a force (τ, f), rotation first. An inertia has ten numbers, Ixx Iyy Izz Ixy Ixz Iyz, mass·offset
 * (3), mass. All of one expression refer to the same point. Outputs may not overlap inputs.
 */

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

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
  out[o] = I[i] * wx + xy * wy + xz * wz - hz * vy + hy * vz
  out[o + 1] = xy * wx + I[i + 1] * wy + yz * wz + hz * vx - hx * vz
  out[o + 2] = xz * wx + yz * wy + I[i + 2] * wz - hy * vx + hx * vy
  out[o + 3] = hz * wy - hy * wz + mass * vx
  out[o + 4] = hx * wz - hz * wx + mass * vy
  out[o + 5] = hy * wx - hx * wy + mass * vz
}

/**
 * out = I·a + v ×* (I·v): the net force on a body that moves with v and accelerates with a (Newton–Euler). With momentum
 * (l, p) = I·v, v ×* (l, p) = (ω × l + v × p, ω × p). In one function because `mulInertia` twice and the
 * cross product apart cost RNE 6 % of its time.
 */
export function netForce(
  out: Float64Array,
  outAt: number,
  I: Float64Array,
  inertia: number,
  v: Float64Array,
  velocity: number,
  a: Float64Array,
  acceleration: number,
): void {
  const o = outAt & INDEX
  const i = inertia & INDEX
  const j = velocity & INDEX
  const k = acceleration & INDEX
  const xx = I[i]
  const yy = I[i + 1]
  const zz = I[i + 2]
  const xy = I[i + 3]
  const xz = I[i + 4]
  const yz = I[i + 5]
  const hx = I[i + 6]
  const hy = I[i + 7]
  const hz = I[i + 8]
  const mass = I[i + 9]

  const wx = v[j]
  const wy = v[j + 1]
  const wz = v[j + 2]
  const vx = v[j + 3]
  const vy = v[j + 4]
  const vz = v[j + 5]
  const lx = xx * wx + xy * wy + xz * wz - hz * vy + hy * vz
  const ly = xy * wx + yy * wy + yz * wz + hz * vx - hx * vz
  const lz = xz * wx + yz * wy + zz * wz - hy * vx + hx * vy
  const px = hz * wy - hy * wz + mass * vx
  const py = hx * wz - hz * wx + mass * vy
  const pz = hy * wx - hx * wy + mass * vz

  const ax = a[k]
  const ay = a[k + 1]
  const az = a[k + 2]
  const bx = a[k + 3]
  const by = a[k + 4]
  const bz = a[k + 5]
  out[o] = xx * ax + xy * ay + xz * az - hz * by + hy * bz + (wy * lz - wz * ly + (vy * pz - vz * py))
  out[o + 1] = xy * ax + yy * ay + yz * az + hz * bx - hx * bz + (wz * lx - wx * lz + (vz * px - vx * pz))
  out[o + 2] = xz * ax + yz * ay + zz * az - hy * bx + hx * by + (wx * ly - wy * lx + (vx * py - vy * px))
  out[o + 3] = hz * ay - hy * az + mass * bx + (wy * pz - wz * py)
  out[o + 4] = hx * az - hz * ax + mass * by + (wz * px - wx * pz)
  out[o + 5] = hy * ax - hx * ay + mass * bz + (wx * py - wy * px)
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

/** Σ a[i + k]·b[j + k] over six numbers, in the order of MuJoCo: 0 + 2, 1 + 3, 4 + 5. */
export function dot6(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return (
    a[i] * b[j] +
    a[i + 2] * b[j + 2] +
    (a[i + 1] * b[j + 1] + a[i + 3] * b[j + 3]) +
    (a[i + 4] * b[j + 4] + a[i + 5] * b[j + 5])
  )
}
