import { pow } from '../../../core/math/functions.ts'
import { GeomType } from '../../../core/model/enums.ts'
import { EPS } from './partPose.ts'

/**
 * Coefficients of the ellipsoid-based fluid forces on a geom:
 * (1, blunt drag, slender drag, angular drag, Kutta lift, Magnus lift, virtual mass x y z, virtual inertia x y z).
 * The virtual terms are the added mass and inertia of an ellipsoid in potential flow.
 */
export function fluidCoefficients(type: GeomType, size: Float64Array, coefficients: readonly number[]): Float64Array {
  const [x, y, z] = semiAxes(type, size)
  const V = (4 * Math.PI * x * y * z) / 3
  const kx = kappa(x, y, z)
  const ky = kappa(y, z, x)
  const kz = kappa(z, x, y)
  return Float64Array.of(
    1,
    ...coefficients,
    (V * kx) / Math.max(EPS, 2 - kx),
    (V * ky) / Math.max(EPS, 2 - ky),
    (V * kz) / Math.max(EPS, 2 - kz),
    virtualInertia(V, y, z, ky, kz),
    virtualInertia(V, z, x, kz, kx),
    virtualInertia(V, x, y, kx, ky),
  )
}

function semiAxes(type: GeomType, [a, b, c]: Float64Array): readonly [number, number, number] {
  switch (type) {
    case GeomType.sphere:
      return [a, a, a]
    case GeomType.capsule:
      return [a, a, b + a]
    case GeomType.cylinder:
      return [a, a, b]
    case GeomType.ellipsoid:
    case GeomType.box:
    case GeomType.plane:
    case GeomType.hfield:
    case GeomType.mesh:
    case GeomType.sdf:
      return [a, b, c]
  }
}

/** Inertia about one axis, from the semi-axes p, q across it. */
function virtualInertia(V: number, p: number, q: number, kp: number, kq: number): number {
  const difference = p * p - q * q
  const sum = p * p + q * q
  const denominator = Math.abs(2 * difference + sum * (kp - kq))
  return ((V / 5) * difference * difference * Math.abs(kq - kp)) / Math.max(EPS, denominator)
}

/** Nodes and weights on [0, 1] of the 15-point Kronrod rule, to the eight digits that the reference uses. */
const NODES = [
  0.00427231, 0.02544604, 0.06756779, 0.12923441, 0.20695638, 0.29707742, 0.39610752, 0.5, 0.60389248, 0.70292258,
  0.79304362, 0.87076559, 0.93243221, 0.97455396, 0.99572769,
]
const WEIGHTS = [
  0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236, 0.09517529, 0.10221647, 0.10474107, 0.10221647,
  0.09517529, 0.08450236, 0.07032663, 0.05239501, 0.03154605, 0.01146766,
]

/**
 * κ = abc ∫₀^∞ dλ / ((a² + λ) √((a² + λ)(b² + λ)(c² + λ))), with λ = s·x³/(1 − x)² for x in [0, 1].
 * The scale s = (a³bc)^(2/5) makes the integrand smooth for flat and long ellipsoids alike.
 */
function kappa(a: number, b: number, c: number): number {
  const s = pow(a * a * a * b * c, 0.4)
  let integral = 0
  for (let i = 0; i < NODES.length; i++) {
    const x = NODES[i]
    const lambda = (x * x * x) / ((1 - x) * (1 - x))
    const slope = (x * x * (3 - x)) / ((1 - x) * (1 - x) * (1 - x))
    const A = 1 + (s * lambda) / (a * a)
    const B = 1 + (s * lambda) / (b * b)
    const C = 1 + (s * lambda) / (c * c)
    integral += (WEIGHTS[i] * (s * slope)) / (A * Math.sqrt(A * B * C))
  }
  return integral / (a * a)
}
