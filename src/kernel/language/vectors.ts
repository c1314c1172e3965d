import type { Index, LaneKernel, ModelNumbers, Num, NumArray } from './kernelLanguage.ts'

/**
 * Small vectors of numbers in kernels. Sums and products have the order of the stages in TypeScript, so that kernels
 * have their bits.
 */

export type Vec3 = readonly [Num, Num, Num]
/** w, x, y, z */
export type Quat = readonly [Num, Num, Num, Num]
/** Row-major 3 × 3. */
export type Mat3 = readonly Num[]
/** Motion (ω, v) or force (τ, f). */
export type Spatial = readonly Num[]
/** Ixx Iyy Izz Ixy Ixz Iyz, mass·offset (3), mass. */
export type Inertia = readonly Num[]

/** `count` numbers of group `index` of an array. */
export function group(array: NumArray | ModelNumbers, index: Index, count: number): Num[] {
  return Array.from({ length: count }, (_, part) => array.at(index, part))
}

export function vec3At(array: NumArray | ModelNumbers, index: Index): Vec3 {
  return [array.at(index, 0), array.at(index, 1), array.at(index, 2)]
}

export function quatAt(array: NumArray | ModelNumbers, index: Index): Quat {
  return [array.at(index, 0), array.at(index, 1), array.at(index, 2), array.at(index, 3)]
}

/** Writes all parts of group `index`. */
export function put(array: NumArray, index: Index, parts: readonly Num[]): void {
  parts.forEach((x, part) => {
    array.set(index, x, part)
  })
}

export function add<T extends readonly Num[]>(a: T, b: T): T {
  return a.map((x, i) => x.plus(b[i])) as unknown as T
}

export function sub<T extends readonly Num[]>(a: T, b: T): T {
  return a.map((x, i) => x.minus(b[i])) as unknown as T
}

export function scale<T extends readonly Num[]>(a: T, s: Num): T {
  return a.map((x) => x.times(s)) as unknown as T
}

/** Σ aᵢ bᵢ, from the first product on. */
export function dot(a: readonly Num[], b: readonly Num[]): Num {
  return a.map((x, i) => x.times(b[i])).reduce((sum, x) => sum.plus(x))
}

/** |v| */
export function norm(v: readonly Num[]): Num {
  return dot(v, v).sqrt()
}

/** a × b */
export function cross([ax, ay, az]: Vec3, [bx, by, bz]: Vec3): Vec3 {
  return [ay.times(bz).minus(az.times(by)), az.times(bx).minus(ax.times(bz)), ax.times(by).minus(ay.times(bx))]
}

/** R v */
export function rotate(R: Mat3, [x, y, z]: Vec3): Vec3 {
  const row = (r: number): Num =>
    R[r]
      .times(x)
      .plus(R[r + 1].times(y))
      .plus(R[r + 2].times(z))
  return [row(0), row(3), row(6)]
}

/** Rᵀ v */
export function rotateBack(R: Mat3, [x, y, z]: Vec3): Vec3 {
  const column = (c: number): Num =>
    R[c]
      .times(x)
      .plus(R[c + 3].times(y))
      .plus(R[c + 6].times(z))
  return [column(0), column(1), column(2)]
}

/** v turned by the quaternion (w, u): v + 2 u × (w v + u × v). */
export function turn([w, x, y, z]: Quat, [vx, vy, vz]: Vec3): Vec3 {
  const tx = w.times(vx).plus(y.times(vz)).minus(z.times(vy))
  const ty = w.times(vy).plus(z.times(vx)).minus(x.times(vz))
  const tz = w.times(vz).plus(x.times(vy)).minus(y.times(vx))
  return [
    vx.plus(y.times(tz).minus(z.times(ty)).times(2)),
    vy.plus(z.times(tx).minus(x.times(tz)).times(2)),
    vz.plus(x.times(ty).minus(y.times(tx)).times(2)),
  ]
}

/** The rotation q after the rotation p: p q. */
export function mulQuat([w0, x0, y0, z0]: Quat, [w1, x1, y1, z1]: Quat): Quat {
  return [
    w0.times(w1).minus(x0.times(x1)).minus(y0.times(y1)).minus(z0.times(z1)),
    w0.times(x1).plus(x0.times(w1)).plus(y0.times(z1)).minus(z0.times(y1)),
    w0.times(y1).minus(x0.times(z1)).plus(y0.times(w1)).plus(z0.times(x1)),
    w0.times(z1).plus(x0.times(y1)).minus(y0.times(x1)).plus(z0.times(w1)),
  ]
}

export function quatToMat([w, x, y, z]: Quat): Mat3 {
  const ww = w.times(w)
  const xx = x.times(x)
  const yy = y.times(y)
  const zz = z.times(z)
  const twice = (a: Num): Num => a.times(2)
  return [
    ww.plus(xx).minus(yy).minus(zz),
    twice(x.times(y).minus(w.times(z))),
    twice(x.times(z).plus(w.times(y))),
    twice(x.times(y).plus(w.times(z))),
    ww.minus(xx).plus(yy).minus(zz),
    twice(y.times(z).minus(w.times(x))),
    twice(x.times(z).minus(w.times(y))),
    twice(y.times(z).plus(w.times(x))),
    ww.minus(xx).minus(yy).plus(zz),
  ]
}

/** Lengths within this of 1 are 1, and lengths below it are 0, as everywhere in the engine. */
const MINVAL = 1e-15

/** q / |q|. Gives up where the length is 0. */
export function normalize(k: LaneKernel, q: Quat): Quat {
  const [w, x, y, z] = q
  const length = w.times(w).plus(x.times(x)).plus(y.times(y)).plus(z.times(z)).sqrt()
  k.giveUp(length.below(MINVAL))
  const off = length.minus(1).abs().atMost(MINVAL).not()
  const inverse = k.cell(1)
  k.when(k.any(off), () => inverse.set(k.choose(off, k.num(1).over(length), 1)))
  return scale(q, inverse.value)
}

/** I v */
export function mulInertia([xx, yy, zz, xy, xz, yz, hx, hy, hz, mass]: Inertia, v: Spatial): Spatial {
  const [wx, wy, wz, vx, vy, vz] = v
  return [
    xx.times(wx).plus(xy.times(wy)).plus(xz.times(wz)).minus(hz.times(vy)).plus(hy.times(vz)),
    xy.times(wx).plus(yy.times(wy)).plus(yz.times(wz)).plus(hz.times(vx)).minus(hx.times(vz)),
    xz.times(wx).plus(yz.times(wy)).plus(zz.times(wz)).minus(hy.times(vx)).plus(hx.times(vy)),
    hz.times(wy).minus(hy.times(wz)).plus(mass.times(vx)),
    hx.times(wz).minus(hz.times(wx)).plus(mass.times(vy)),
    hy.times(wx).minus(hx.times(wy)).plus(mass.times(vz)),
  ]
}

/** (ω, v) × (a, b) = (ω × a, ω × b + v × a): the rate of a motion that moves with a velocity. */
export function crossMotion(v: Spatial, s: Spatial): Spatial {
  const omega = angular(v)
  return [...cross(omega, angular(s)), ...add(cross(omega, linear(s)), cross(linear(v), angular(s)))]
}

/** (ω, v) ×* (l, p) = (ω × l + v × p, ω × p): the rate of a momentum that moves with a velocity. */
export function crossForce(v: Spatial, f: Spatial): Spatial {
  const omega = angular(v)
  return [...add(cross(omega, angular(f)), cross(linear(v), linear(f))), ...cross(omega, linear(f))]
}

/** Σ aᵢ bᵢ over six numbers, in the order of MuJoCo: 0 + 2, 1 + 3, 4 + 5. */
export function dot6(a: Spatial, b: Spatial): Num {
  const p = a.map((x, i) => x.times(b[i]))
  return p[0].plus(p[2]).plus(p[1].plus(p[3])).plus(p[4].plus(p[5]))
}

function angular(v: Spatial): Vec3 {
  return [v[0], v[1], v[2]]
}

function linear(v: Spatial): Vec3 {
  return [v[3], v[4], v[5]]
}
