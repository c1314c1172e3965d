import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { SleepState } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { perModel } from '../../core/model/perModel.ts'
import { halfAxes, localVelocity, sides, velocity } from '../dynamics/fluidForces.ts'
import { addBodyDerivatives } from './compositeDerivative.ts'
import { isFreeBody } from './gyroscopic.ts'

const ASLEEP = SleepState.asleep

/** Which part of the derivative to compute. */
export const FluidPart = {
  all: 0,
  /** the symmetric part of each B, except for free bodies, which have all of it */
  symmetric: 1,
  /** the symmetric part of drag: without lift and added mass */
  drag: 2,
} as const
export type FluidPart = (typeof FluidPart)[keyof typeof FluidPart]

/**
 * Velocity derivative of the forces of the fluid: D += ∂qfrc_fluid/∂qvel. Each body, or each of its geoms that has an
 * ellipsoid model, has a 6 × 6 matrix B = ∂(torque, force)/∂(ω, v) in its own frame.
 */
export function addFluidDerivative(m: Model, d: Data, D: Float64Array, part: FluidPart): void {
  const { nbody, body_mass, body_geomnum, body_geomadr, body_treeid, geom_fluid } = m
  const wrenches = bodyMatrices.of(m)
  wrenches.fill(0)
  for (let b = 1; b < nbody; b++) {
    if (body_mass[b] < MINVAL || d.body_awake[b] === ASLEEP) continue
    const half =
      part === FluidPart.drag ||
      (part === FluidPart.symmetric && (body_treeid[b] < 0 || !isFreeBody(m, body_treeid[b])))
    let ellipsoids = 0
    for (let g = body_geomadr[b]; g < body_geomadr[b] + body_geomnum[b]; g++) {
      if (geom_fluid[12 * g] <= 0) continue
      ellipsoids++
      halfAxes(m, g)
      localVelocity(m, d, b, d.geom_xpos, d.geom_xmat, g)
      B.fill(0)
      ellipsoidDerivative(m, 12 * g, part !== FluidPart.drag)
      if (half) symmetrize()
      addInWorld(wrenches, m, d, b, d.geom_xpos, d.geom_xmat, g)
    }
    if (ellipsoids > 0) continue
    localVelocity(m, d, b, d.xipos, d.ximat, b)
    B.fill(0)
    boxDerivative(m, b)
    addInWorld(wrenches, m, d, b, d.xipos, d.ximat, b)
  }
  addBodyDerivatives(m, d, wrenches, D)
}

/** B of each body about c, with the axes of the world; nbody × 36. */
const bodyMatrices = perModel((m) => new Float64Array(36 * m.nbody))
const B = new Float64Array(36)

/** The box with the body's inertia: B is diagonal. */
function boxDerivative(m: Model, b: number): void {
  const { body_inertia, body_mass, opt } = m
  const { density, viscosity } = opt
  const i3 = 3 * b
  for (let k = 0; k < 3; k++) {
    const twice = body_inertia[i3 + ((k + 1) % 3)] + body_inertia[i3 + ((k + 2) % 3)] - body_inertia[i3 + k]
    sides[k] = Math.sqrt((6 * Math.max(MINVAL, twice)) / body_mass[b])
  }
  const diameter = (sides[0] + sides[1] + sides[2]) / 3
  for (let k = 0; k < 3; k++) {
    const p = sides[(k + 1) % 3]
    const q = sides[(k + 2) % 3]
    let torque = 0
    let force = 0
    if (viscosity > 0) {
      torque -= Math.PI * diameter * diameter * diameter * viscosity
      force -= 3 * Math.PI * diameter * viscosity
    }
    if (density > 0) {
      torque -= (density * sides[k] * (p * p * p * p + q * q * q * q) * Math.abs(velocity[k])) / 32
      force -= density * p * q * Math.abs(velocity[3 + k])
    }
    B[7 * k] = torque
    B[7 * (3 + k)] = force
  }
}

/** One geom as an ellipsoid; for the force see `fluidForces.ts`. */
function ellipsoidDerivative(m: Model, f: number, withLift: boolean): void {
  const { geom_fluid: c } = m
  if (withLift) {
    addedMassDerivative(m, f)
    magnusDerivative(m, f)
  }
  flowDerivative(m, f, withLift)
  angularDragDerivative(m, f)
  const share = c[f]
  for (let k = 0; k < 36; k++) B[k] *= share
}

/** A factor and a vector. V8: boxed otherwise. */
const arrow = new Float64Array(4)

function setArrow(from: Float64Array, at: number): void {
  arrow[1] = from[at]
  arrow[2] = from[at + 1]
  arrow[3] = from[at + 2]
}

/** B[row block, column block] += k [x], with k and x in `arrow` and [x] the cross product matrix. */
function addCross(row: number, column: number): void {
  const o = 6 * row + column
  const x = arrow[0] * arrow[1]
  const y = arrow[0] * arrow[2]
  const z = arrow[0] * arrow[3]
  B[o + 1] -= z
  B[o + 2] += y
  B[o + 6] += z
  B[o + 8] -= x
  B[o + 12] -= y
  B[o + 13] += x
}

/** Adds k [x] diag(c), the derivative of k x × (c ∘ y) by y, with k and x in `arrow` and three coefficients c. */
function addCrossScaled(row: number, column: number, c: Float64Array, at: number): void {
  const o = 6 * row + column
  const x = arrow[0] * arrow[1]
  const y = arrow[0] * arrow[2]
  const z = arrow[0] * arrow[3]
  B[o + 1] -= c[at + 1] * z
  B[o + 2] += c[at + 2] * y
  B[o + 6] += c[at] * z
  B[o + 8] -= c[at + 2] * x
  B[o + 12] -= c[at] * y
  B[o + 13] += c[at + 1] * x
}

/** Linear and angular momentum of the entrained fluid, P and L. */
const momentum = new Float64Array(6)

/** Force P × ω, torque P × v + L × ω, with P = ρ m ∘ v and L = ρ I ∘ ω. */
function addedMassDerivative(m: Model, f: number): void {
  const { geom_fluid: c, opt } = m
  const { density } = opt
  for (let k = 0; k < 3; k++) {
    momentum[k] = density * c[f + 6 + k] * velocity[3 + k]
    momentum[3 + k] = density * c[f + 9 + k] * velocity[k]
  }
  arrow[0] = 1
  setArrow(momentum, 0)
  addCross(0, 3)
  addCross(3, 0)
  setArrow(momentum, 3)
  addCross(0, 0)
  arrow[0] = -density
  setArrow(velocity, 0)
  addCrossScaled(0, 0, c, f + 9)
  addCrossScaled(3, 3, c, f + 6)
  setArrow(velocity, 3)
  addCrossScaled(0, 3, c, f + 6)
}

/** Force k ω × v, with k the displaced mass times a coefficient. */
function magnusDerivative(m: Model, f: number): void {
  const k = m.geom_fluid[f + 5] * m.opt.density * ((4 / 3) * Math.PI * sides[0] * sides[1] * sides[2])
  arrow[0] = -k
  setArrow(velocity, 3)
  addCross(3, 0)
  arrow[0] = k
  setArrow(velocity, 0)
  addCross(3, 3)
}

/** Squares of the areas normal to the axes. */
const area = new Float64Array(3)

/**
 * Kutta lift and linear drag, which depend on v only. With N the squares of the areas normal to the axes, p = Σ N v²,
 * q = Σ N² v², s = |v|² and the projected area A = π √(q/p):
 *
 *     lift_i = π C ρ √(p/(q s)) v_i (p − N_i s)      drag = −v (3π μ D + ρ |v| (c_b A + c_s (A_max − A)))
 */
function flowDerivative(m: Model, f: number, withLift: boolean): void {
  const { geom_fluid: c, opt } = m
  const { density, viscosity } = opt
  const s0 = sides[0]
  const s1 = sides[1]
  const s2 = sides[2]
  const blunt = c[f + 1]
  const slender = c[f + 2]
  const kutta = withLift ? c[f + 4] : 0
  area[0] = s1 * s1 * s2 * s2
  area[1] = s2 * s2 * s0 * s0
  area[2] = s0 * s0 * s1 * s1
  let p = 0
  let q = 0
  let s = 0
  for (let k = 0; k < 3; k++) {
    const square = velocity[3 + k] * velocity[3 + k]
    p += area[k] * square
    q += area[k] * area[k] * square
    s += square
  }
  const longest = Math.max(s0, s1, s2)
  const shortest = Math.min(s0, s1, s2)
  const middle = s0 + s1 + s2 - longest - shortest
  const diameter = (2 / 3) * (s0 + s1 + s2)
  const speed = Math.sqrt(s)
  const moves = p * q * s > 0
  const projected = moves ? Math.PI * Math.sqrt(q / p) : 0
  const widest = Math.PI * longest * middle
  const drag = density * (blunt * projected + slender * (widest - projected))
  const quadratic = moves ? drag / speed : 0
  const linear = 3 * Math.PI * viscosity * diameter + quadratic * s

  const liftScale = moves ? (Math.PI * kutta * density) / Math.sqrt(p * q * s) : 0
  const areaScale = moves ? (density * speed * (blunt - slender) * Math.PI) / (p * Math.sqrt(p * q)) : 0
  const ratio = moves ? p / q : 0
  const mean = moves ? p / s : 0
  for (let j = 0; j < 3; j++) {
    const vj = velocity[3 + j]
    const nj = area[j]
    // dA/dv_j = π N_j v_j Σ N_k v_k² (N_j − N_k) / √(p³ q)
    let change = 0
    for (let k = 0; k < 3; k++) change += area[k] * velocity[3 + k] * velocity[3 + k] * (nj - area[k])
    const areaRate = areaScale * nj * vj * change
    for (let i = 0; i < 3; i++) {
      const vi = velocity[3 + i]
      const ni = area[i]
      const g = ni * s - p
      let value = liftScale * vi * vj * (2 * p * (nj - ni) + g * (nj * nj * ratio - nj + mean))
      if (i === j) value -= liftScale * g * p + linear
      value -= quadratic * vi * vj + vi * areaRate
      B[6 * (3 + i) + 3 + j] += value
    }
  }
}

/** Torque −ω (π μ D³ + ρ |c ∘ ω|). */
function angularDragDerivative(m: Model, f: number): void {
  const { geom_fluid: c, opt } = m
  const { density, viscosity } = opt
  const s0 = sides[0]
  const s1 = sides[1]
  const s2 = sides[2]
  const slender = c[f + 2]
  const angular = c[f + 3]
  const longest = Math.max(s0, s1, s2)
  const shortest = Math.min(s0, s1, s2)
  const middle = s0 + s1 + s2 - longest - shortest
  const diameter = (2 / 3) * (s0 + s1 + s2)
  const disk = (8 / 15) * Math.PI
  const greatest = disk * middle * longest * longest * longest * longest
  let sum = 0
  for (let k = 0; k < 3; k++) {
    const r = Math.max(sides[(k + 1) % 3], sides[(k + 2) % 3])
    const moment = disk * sides[k] * r * r * r * r
    const coefficient = angular * moment + slender * (greatest - moment)
    area[k] = coefficient * coefficient
    sum += area[k] * velocity[k] * velocity[k]
  }
  const inverse = sum > 0 ? density / Math.sqrt(sum) : 0
  const linear = Math.PI * viscosity * diameter * diameter * diameter + inverse * sum
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) B[6 * i + j] -= inverse * velocity[i] * area[j] * velocity[j]
    B[7 * i] -= linear
  }
}

function symmetrize(): void {
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < i; j++) {
      const mean = 0.5 * (B[6 * i + j] + B[6 * j + i])
      B[6 * i + j] = mean
      B[6 * j + i] = mean
    }
  }
}

/** B in world axes, and [r] times one of its blocks. */
const turned = new Float64Array(36)

/**
 * Adds B about the frame i (pos, mat) to that of body b about c. With r from c to the frame, X transports velocities:
 * (ω, v) ↦ (ω, v + ω × r). Then W = Xᵀ B X.
 */
function addInWorld(
  out: Float64Array,
  m: Model,
  d: Data,
  b: number,
  pos: Float64Array,
  mat: Float64Array,
  i: number,
): void {
  const { subtree_com } = d
  const com = 3 * m.body_rootid[b]
  const rx = pos[3 * i] - subtree_com[com]
  const ry = pos[3 * i + 1] - subtree_com[com + 1]
  const rz = pos[3 * i + 2] - subtree_com[com + 2]
  turnBlocks(mat, 9 * i)
  // columns of rotations: X also maps ω to −[r] ω
  for (let k = 0; k < 36; k += 6) {
    const x = turned[k + 3]
    const y = turned[k + 4]
    const z = turned[k + 5]
    turned[k] += ry * z - rz * y
    turned[k + 1] += rz * x - rx * z
    turned[k + 2] += rx * y - ry * x
  }
  // rows of torques: the force acts at r
  for (let k = 0; k < 6; k++) {
    const x = turned[18 + k]
    const y = turned[24 + k]
    const z = turned[30 + k]
    turned[k] += ry * z - rz * y
    turned[6 + k] += rz * x - rx * z
    turned[12 + k] += rx * y - ry * x
  }
  const o = 36 * b
  for (let k = 0; k < 36; k++) out[o + k] += turned[k]
}

const half = new Float64Array(9)

/** Each 3 × 3 block of B becomes R B Rᵀ. */
function turnBlocks(mat: Float64Array, R: number): void {
  for (let block = 0; block < 4; block++) {
    const o = 18 * (block >> 1) + 3 * (block & 1)
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++)
        half[3 * r + c] =
          mat[R + 3 * r] * B[o + c] + mat[R + 3 * r + 1] * B[o + 6 + c] + mat[R + 3 * r + 2] * B[o + 12 + c]
    }
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++)
        turned[o + 6 * r + c] =
          half[3 * r] * mat[R + 3 * c] + half[3 * r + 1] * mat[R + 3 * c + 1] + half[3 * r + 2] * mat[R + 3 * c + 2]
    }
  }
}
