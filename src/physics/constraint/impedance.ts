import type { Data } from '../../core/data/data.ts'
import { warn } from '../../core/data/warning.ts'
import { powInPlace } from '../../core/math/functions.ts'
import { ConstraintType, DisableBit, EnableBit, Integrator, Warning } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { equalitySize } from './equalityRows.ts'
import { exactDiagonal } from './exactDiagonal.ts'

/** Impedances are kept between these. */
const MIN_IMPEDANCE = 1e-4
const MAX_IMPEDANCE = 0.9999
/** The least R of a row, and the least of what is divided by. */
const LEAST = 1e-15

/**
 * Parameters of the constraint rows: (efc_pos, efc_margin, inverse inertia in efc_diagA) → efc_KBIP, efc_R, efc_D,
 * contact_mu, and efc_diagA consistent with them.
 *
 * A row behaves as a damped spring, aref = −b·vel − k·d·(pos − margin), in the mix d : 1 − d with free motion. The
 * impedance d grows from dmin to dmax with the distance; all rows of one equality or contact have the same.
 *
 *     R = (1 − d)/d · A      with A the inverse inertia that the row feels
 *
 * With the integrator `discrete` springs and dampers of rows act as they will at the end of the step, h: R is divided by
 * s = 1 + h·b + h²·k·d.
 */
export function impedance(m: Model, d: Data): void {
  discrete = m.opt.integrator === Integrator.discrete
  if (m.opt.enableflags & EnableBit.diagexact) exactDiagonal(d)
  const { nefc, efc_type, efc_id } = d
  let row = 0
  while (row < nefc) {
    const id = efc_id[row]
    switch (efc_type[row]) {
      case ConstraintType.equality:
        readParameters(m, m.eq_solref, m.eq_solimp, id)
        row = groupImpedance(m, d, row, equalitySize(m.eq_type[id]))
        break
      case ConstraintType.frictionDof:
        readParameters(m, m.dof_solref, m.dof_solimp, id)
        row = groupImpedance(m, d, row, 1)
        break
      case ConstraintType.frictionTendon:
        readParameters(m, m.tendon_solref_fri, m.tendon_solimp_fri, id)
        row = groupImpedance(m, d, row, 1)
        break
      case ConstraintType.limitJoint:
        readParameters(m, m.jnt_solref, m.jnt_solimp, id)
        row = groupImpedance(m, d, row, 1)
        break
      case ConstraintType.limitTendon:
        readParameters(m, m.tendon_solref_lim, m.tendon_solimp_lim, id)
        row = groupImpedance(m, d, row, 1)
        break
      default:
        readParameters(m, d.contact_solref, d.contact_solimp, id)
        row = contactImpedance(m, d, row, id)
    }
    if (mixedFormat) {
      warn(d, Warning.mixedsolref, row - 1)
      mixedFormat = false
    }
  }
}

/** Parameters of the group of rows at hand, cleaned. */
const solref = new Float64Array(2)
const solimp = new Float64Array(5)
/** Impedance and its derivative by position. */
const imp = new Float64Array(2)
/** Stiffness and damping. */
const spring = new Float64Array(2)
/** Whether a `solref` with one number of each format has been met. */
let mixedFormat = false
/** Whether the integrator is `discrete`. */
let discrete = false

/** Reads solref and solimp of an object into the scratch arrays, and puts right what is out of range. */
function readParameters(m: Model, fromSolref: Float64Array, fromSolimp: Float64Array, id: number): void {
  readSolref(m, fromSolref, id, 0.02, 1)
  const dmin = fromSolimp[5 * id]
  const dmax = fromSolimp[5 * id + 1]
  const width = fromSolimp[5 * id + 2]
  const midpoint = fromSolimp[5 * id + 3]
  const power = fromSolimp[5 * id + 4]
  solimp[0] = clampImpedance(dmin)
  solimp[1] = clampImpedance(dmax)
  solimp[2] = Math.max(width, 0)
  solimp[3] = clampImpedance(midpoint)
  solimp[4] = Math.max(power, 1)
}

function clampImpedance(x: number): number {
  return x > MAX_IMPEDANCE ? MAX_IMPEDANCE : Math.max(x, MIN_IMPEDANCE)
}

/**
 * Both numbers positive: time constant and damping ratio; none: −stiffness, −damping. One of each makes no sense and is
 * replaced. With the option refsafe, time constants are at least two time steps; `discrete` has a rule of its own, see
 * `springOf`.
 */
function readSolref(m: Model, from: Float64Array, id: number, fallback0: number, fallback1: number): void {
  let ref0 = from[2 * id]
  let ref1 = from[2 * id + 1]
  if (ref0 > 0 !== ref1 > 0) {
    mixedFormat = true
    ref0 = fallback0
    ref1 = fallback1
  }
  const least = 2 * m.opt.timestep
  if (!discrete && !(m.opt.disableflags & DisableBit.refsafe) && ref0 > 0 && ref0 < least) ref0 = least
  solref[0] = ref0
  solref[1] = ref1
}

/** Equality, friction loss or limit: `size` rows from `row` on. Returns the row after them. */
function groupImpedance(m: Model, d: Data, row: number, size: number): number {
  const { efc_pos, efc_margin, efc_KBIP, efc_diagA, efc_R, efc_D, efc_type } = d
  const end = row + size
  let distance = efc_pos[row]
  if (size > 1) {
    let square = 0
    for (let i = row; i < end; i++) square += efc_pos[i] * efc_pos[i]
    distance = Math.sqrt(square)
  }
  imp[0] = distance - efc_margin[row]
  evaluateImpedance()
  const type = efc_type[row]
  springOf(type === ConstraintType.frictionDof || type === ConstraintType.frictionTendon)
  if (discrete) foresee(m, type === ConstraintType.limitJoint || type === ConstraintType.limitTendon)
  for (let i = row; i < end; i++) {
    setSpring(efc_KBIP, i)
    setSoftness(efc_R, efc_diagA, i)
    settle(efc_diagA, efc_R, efc_D, i)
  }
  return end
}

/** All rows of a contact. Returns the row after them. */
function contactImpedance(m: Model, d: Data, row: number, id: number): number {
  const { efc_pos, efc_margin, efc_KBIP, efc_diagA, efc_R, efc_D, efc_type, contact_friction, contact_mu } = d
  const { contact_dim, contact_solreffriction } = d
  const type = efc_type[row]
  const dim = contact_dim[id]
  const size = type === ConstraintType.contactPyramidal ? 2 * (dim - 1) : dim
  const end = row + size
  imp[0] = efc_pos[row] - efc_margin[row]
  evaluateImpedance()
  springOf(false)
  if (discrete) foresee(m, true)
  setSpring(efc_KBIP, row)
  setSoftness(efc_R, efc_diagA, row)

  if (type === ConstraintType.contactElliptic) {
    // friction has damping only, by parameters of its own if there are any
    readFrictionSolref(m, contact_solreffriction, id)
    springOf(true)
  }
  for (let i = row + 1; i < end; i++) setSpring(efc_KBIP, i)
  if (type === ConstraintType.contactFrictionless) {
    settle(efc_diagA, efc_R, efc_D, row)
    return end
  }

  // friction is harder than the normal direction by impratio; mu is the friction of the cone so regularised
  const tangent = efc_R[row] / Math.max(m.opt.impratio, LEAST)
  const friction = contact_friction[5 * id]
  const mu = friction * Math.sqrt(tangent / efc_R[row])
  contact_mu[id] = mu
  if (type === ConstraintType.contactElliptic) {
    for (let k = 0; k < dim - 1; k++) {
      const ratio = friction / contact_friction[5 * id + k]
      efc_R[row + 1 + k] = tangent * ratio * ratio
    }
    for (let i = row; i < end; i++) settle(efc_diagA, efc_R, efc_D, i)
  } else {
    // all edges of a pyramid are alike
    efc_R[row] *= 2 * mu * mu
    settle(efc_diagA, efc_R, efc_D, row)
    for (let i = row + 1; i < end; i++) {
      efc_R[i] = efc_R[row]
      efc_D[i] = efc_D[row]
      efc_diagA[i] = efc_diagA[row]
    }
  }
  return end
}

/** Puts solreffriction in the place of solref, unless it is zero. */
function readFrictionSolref(m: Model, from: Float64Array, id: number): void {
  if (from[2 * id] === 0 && from[2 * id + 1] === 0) return
  const ref0 = solref[0]
  const ref1 = solref[1]
  readSolref(m, from, id, 0, 0)
  if (solref[0] !== 0 || solref[1] !== 0) return
  solref[0] = ref0
  solref[1] = ref1
}

/** [0]: s = 1 + h·b + h²·k·d of the row at hand. */
const yielding = new Float64Array(1)

/**
 * Finds s. Limits and contacts that are stiffer than a step can follow, h²·k·d > 1, become as stiff as it can, with their
 * damping ratio kept, unless refsafe is disabled or stiffness was given as such.
 */
function foresee(m: Model, bounded: boolean): void {
  const h = m.opt.timestep
  const stiff = h * h * spring[0] * imp[0]
  if (bounded && stiff > 1 && solref[0] > 0 && !(m.opt.disableflags & DisableBit.refsafe)) {
    spring[0] /= stiff
    spring[1] /= Math.sqrt(stiff)
  }
  yielding[0] = 1 + h * (spring[1] + h * spring[0] * imp[0])
}

/** Sets R of a row, whose inverse inertia is in diagA. */
function setSoftness(R: Float64Array, diagA: Float64Array, i: number): void {
  const s = discrete ? yielding[0] : 1
  R[i] = ((1 - imp[0]) * diagA[i]) / (imp[0] * s)
  if (!(R[i] > LEAST)) R[i] = LEAST
}

/** D from R, and diagA such that R = (1 − d)/d · diagA. */
function settle(diagA: Float64Array, R: Float64Array, D: Float64Array, i: number): void {
  D[i] = 1 / R[i]
  diagA[i] = (R[i] * imp[0]) / (1 - imp[0])
}

function setSpring(KBIP: Float64Array, i: number): void {
  KBIP[4 * i] = spring[0]
  KBIP[4 * i + 1] = spring[1]
  KBIP[4 * i + 2] = imp[0]
  KBIP[4 * i + 3] = imp[1]
}

/** (solref, solimp) → stiffness and damping; friction has no stiffness. */
function springOf(friction: boolean): void {
  const ref0 = solref[0]
  const ref1 = solref[1]
  const dmax = solimp[1]
  if (friction) spring[0] = 0
  else if (ref0 > 0) spring[0] = 1 / atLeast(dmax * dmax * ref0 * ref0 * ref1 * ref1)
  else spring[0] = -ref0 / atLeast(dmax * dmax)
  spring[1] = ref1 > 0 ? 2 / atLeast(dmax * ref0) : -ref1 / atLeast(dmax)
}

function atLeast(x: number): number {
  return Math.max(x, LEAST)
}

const base = new Float64Array(2)
/** Whole powers up to this one are products. */
const MAX_PRODUCT = 8

/**
 * (distance in imp[0], solimp) → impedance and its derivative. Over the width of the constraint a sigmoid leads from dmin
 * to dmax, made of two powers that meet at the midpoint: y = xᵖ/μᵖ⁻¹ below it, 1 − (1 − x)ᵖ/(1 − μ)ᵖ⁻¹ above.
 */
function evaluateImpedance(): void {
  const distance = imp[0]
  const dmin = solimp[0]
  const dmax = solimp[1]
  const width = solimp[2]
  const midpoint = solimp[3]
  const power = solimp[4]
  if (dmin === dmax || width <= LEAST) {
    imp[0] = 0.5 * (dmin + dmax)
    imp[1] = 0
    return
  }
  const x = Math.abs(distance) / width
  if (x >= 1 || x <= 0) {
    imp[0] = x >= 1 ? dmax : dmin
    imp[1] = 0
    return
  }
  let y = x
  let slope = 1
  if (power !== 1) {
    const below = x <= midpoint
    const part = below ? x : 1 - x
    const whole = below ? midpoint : 1 - midpoint
    // part^(p − 1) and whole^(p − 1)
    let rise = 1
    let scale = 1
    if (power <= MAX_PRODUCT && power === Math.floor(power)) {
      for (let k = 1; k < power; k++) {
        rise *= part
        scale *= whole
      }
    } else {
      base[0] = part
      base[1] = power - 1
      powInPlace(base)
      rise = base[0]
      base[0] = whole
      base[1] = power - 1
      powInPlace(base)
      scale = base[0]
    }
    y = (rise * part) / scale
    slope = (power * rise) / scale
    if (!below) y = 1 - y
  }
  imp[0] = dmin + y * (dmax - dmin)
  imp[1] = ((distance < 0 ? -slope : slope) * (dmax - dmin)) / width
}
