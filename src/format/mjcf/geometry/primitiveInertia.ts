import { pow } from '../../../core/math/functions.ts'
import { GeomType } from '../../../core/model/enums.ts'

/**
 * Volumes and inertias of the primitive shapes.
 * A shape is centered at the origin; sizes are (r) for spheres, (r, half length) for capsules and cylinders along z,
 * and half axes or half sides (a, b, c) for ellipsoids and boxes.
 */

/** Numbers of `size` that a shape needs. */
export const SIZE_COUNT: Readonly<Record<GeomType, number>> = {
  [GeomType.plane]: 3,
  [GeomType.hfield]: 0,
  [GeomType.sphere]: 1,
  [GeomType.capsule]: 2,
  [GeomType.ellipsoid]: 3,
  [GeomType.cylinder]: 2,
  [GeomType.box]: 3,
  [GeomType.mesh]: 0,
  [GeomType.sdf]: 0,
}

/** Thickness of the shell whose inertia stands for that of an ellipsoid's surface. */
const SHELL = 1e-6
/** Exponent of Thomsen's approximation of the area of an ellipsoid. */
const THOMSEN = 1.6075

/** Volume, or area when only the surface has mass. */
export function volume(type: GeomType, [a, b, c]: ArrayLike<number> & Iterable<number>, shell: boolean): number {
  const H = 2 * b
  switch (type) {
    case GeomType.sphere:
      return shell ? 4 * Math.PI * a * a : (4 * Math.PI * a * a * a) / 3
    case GeomType.capsule:
      return shell ? 4 * Math.PI * a * a + 2 * Math.PI * a * H : Math.PI * (a * a * H + (4 * a * a * a) / 3)
    case GeomType.cylinder:
      return shell ? 2 * Math.PI * a * a + 2 * Math.PI * a * H : Math.PI * a * a * H
    case GeomType.ellipsoid: {
      if (!shell) return (4 * Math.PI * a * b * c) / 3
      const mean = (pow(a * b, THOMSEN) + pow(b * c, THOMSEN) + pow(c * a, THOMSEN)) / 3
      return 4 * Math.PI * pow(mean, 1 / THOMSEN)
    }
    case GeomType.box:
    case GeomType.hfield:
      return shell ? 8 * (a * b + b * c + c * a) : 8 * a * b * c
    case GeomType.plane:
    case GeomType.mesh:
    case GeomType.sdf:
      return 0
  }
}

/** Principal moments of inertia about the center, for the mass m. */
export function inertia(
  type: GeomType,
  size: ArrayLike<number> & Iterable<number>,
  m: number,
  shell: boolean,
): Float64Array {
  const [a, b, c] = size
  switch (type) {
    case GeomType.sphere: {
      const i = (2 * m * a * a) / (shell ? 3 : 5)
      return Float64Array.of(i, i, i)
    }
    case GeomType.capsule:
      return shell ? capsuleShell(a, b, m) : capsule(a, b, m)
    case GeomType.cylinder:
      return shell ? cylinderShell(a, b, m) : cylinder(a, 2 * b, m)
    case GeomType.ellipsoid:
      return shell ? ellipsoidShell(a, b, c, m) : ellipsoid(a, b, c, m)
    case GeomType.box:
    case GeomType.hfield:
      return shell ? boxShell(a, b, c, m) : perAxis((p, q) => (m * (p * p + q * q)) / 3, a, b, c)
    case GeomType.plane:
    case GeomType.mesh:
    case GeomType.sdf:
      return new Float64Array(3)
  }
}

/** (f(b, c), f(a, c), f(a, b)): the moment about each axis from the extents along the other two. */
function perAxis(f: (p: number, q: number) => number, a: number, b: number, c: number): Float64Array {
  return Float64Array.of(f(b, c), f(a, c), f(a, b))
}

function cylinder(r: number, H: number, m: number): Float64Array {
  const side = (m * (3 * r * r + H * H)) / 12
  return Float64Array.of(side, side, (m * r * r) / 2)
}

/** A cylinder between two half spheres. */
function capsule(r: number, h: number, m: number): Float64Array {
  const H = 2 * h
  const sphere = (m * 4 * r) / (4 * r + 3 * H)
  const I = cylinder(r, H, m - sphere)
  const ball = (2 * sphere * r * r) / 5
  I[0] += ball + (sphere * H * (3 * r + 2 * H)) / 8
  I[1] = I[0]
  I[2] += ball
  return I
}

function ellipsoid(a: number, b: number, c: number, m: number): Float64Array {
  return perAxis((p, q) => (m * (p * p + q * q)) / 5, a, b, c)
}

/** A tube with two disks. */
function cylinderShell(r: number, h: number, m: number): Float64Array {
  const H = 2 * h
  const disk = (m * Math.PI * r * r) / (2 * Math.PI * r * r + 2 * Math.PI * r * H)
  const tube = m - 2 * disk
  const side = (tube * (6 * r * r + H * H)) / 12 + 2 * ((disk * r * r) / 4 + disk * h * h)
  return Float64Array.of(side, side, tube * r * r + disk * r * r)
}

/** A tube with two half spheres, whose centers of mass are at h + r/2. */
function capsuleShell(r: number, h: number, m: number): Float64Array {
  const H = 2 * h
  const sphere = (m * 4 * Math.PI * r * r) / (4 * Math.PI * r * r + 2 * Math.PI * r * H)
  const tube = m - sphere
  const ball = (2 * sphere * r * r) / 3
  const offset = h + r / 2
  const side = (tube * (6 * r * r + H * H)) / 12 + ball + sphere * (offset * offset - (r / 2) * (r / 2))
  return Float64Array.of(side, side, tube * r * r + ball)
}

/** The difference of two solid ellipsoids, the outer one larger by `SHELL`. */
function ellipsoidShell(a: number, b: number, c: number, m: number): Float64Array {
  const inner = volume(GeomType.ellipsoid, [a, b, c], false)
  const outer = volume(GeomType.ellipsoid, [a + SHELL, b + SHELL, c + SHELL], false)
  const density = m / (outer - inner)
  const I = ellipsoid(a + SHELL, b + SHELL, c + SHELL, density * outer)
  const hollow = ellipsoid(a, b, c, density * inner)
  for (let i = 0; i < 3; i++) I[i] -= hollow[i]
  return I
}

/** Six faces; xy, yz and zx are the masses of one face of each pair. */
function boxShell(a: number, b: number, c: number, m: number): Float64Array {
  const x = 2 * a
  const y = 2 * b
  const z = 2 * c
  const area = 2 * (x * y + y * z + z * x)
  const xy = (m * x * y) / area
  const yz = (m * y * z) / area
  const zx = (m * z * x) / area
  const X = xy * c * c + zx * b * b + (xy * y * y + yz * (y * y + z * z) + zx * z * z) / 12
  const Y = xy * c * c + yz * a * a + (xy * x * x + yz * z * z + zx * (x * x + z * z)) / 12
  const Z = yz * a * a + zx * b * b + (xy * (x * x + y * y) + yz * y * y + zx * x * x) / 12
  return Float64Array.of(2 * X, 2 * Y, 2 * Z)
}
