import type { Data } from '../../core/data/data.ts'
import { warn } from '../../core/data/warning.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { powInPlace } from '../../core/math/functions.ts'
import { ConstraintType, DisableBit, EnableBit, Integrator, Warning } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { equalitySize } from './equalityRows.ts'
import { exactDiagonal } from './exactDiagonal.ts'

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

const FRICTIONLESS = ConstraintType.contactFrictionless
const PYRAMIDAL = ConstraintType.contactPyramidal

/** Impedances are kept between these. */
const MIN_IMPEDANCE = 1e-4
const MAX_IMPEDANCE = 0.9999

// numbers of a `RowSpring`: solref, two numbers in one of two formats
const REF0 = 0
const REF1 = 1
// solimp
const DMIN = 2
const DMAX = 3
const WIDTH = 4
const MIDPOINT = 5
const POWER = 6
// r = pos − margin, m or rad
const VIOLATION = 7
// d(r), without unit, and its derivative
const IMPEDANCE = 8
const IMPEDANCE_SLOPE = 9
// k, 1/s², and b, 1/s
const STIFFNESS = 10
const DAMPING = 11
// s = 1 + h·b + h²·k·d with the integrator `discrete`, else 1
const IMPLICIT_SCALE = 12
const NUMBERS = 13

/** Registers of the rows of one equality, friction loss, limit or contact: its parameters, and the spring they make. */
class RowSpring {
  /** By the names above. V8: boxed otherwise. */
  readonly register: Float64Array = new Float64Array(NUMBERS)
  /** Base and exponent of a power, then the power. */
  readonly power: Float64Array = new Float64Array(2)
  /** Whether the integrator is `discrete`. */
  discrete = false
  /** Whether solref has one number of each format. */
  mixedFormat = false
}

const rowSpring = new RowSpring()

/**
 * Parameters of the constraint rows: (efc_pos, efc_margin, inverse inertia in efc_diagA) → efc_KBIP, efc_R, efc_D,
 * contact_mu, and efc_diagA consistent with them.
 *
 * A row acts as a damped spring, aref = −b·vel − k·d·r with r = pos − margin, in the mix d : 1 − d with unconstrained
 * motion. `solref` gives k and b, `solimp` the impedance d(r), which all rows of one equality or contact share. With A
 * the inverse inertia of the row, its regularization is
 *
 *     R = (1 − d)/d · A,  D = 1/R
 *
 * With the integrator `discrete` springs and dampers of rows act as they will at the end of the step, h: R is divided
 * by s = 1 + h·b + h²·k·d.
 *
 * https://mujoco.readthedocs.io/en/stable/modeling.html#solver-parameters
 * @param first row to begin with
 */
export function impedance(m: Model, d: Data, first = 0): void {
  const s = rowSpring
  s.discrete = m.opt.integrator === Integrator.discrete
  if (m.opt.enableflags & EnableBit.diagexact) exactDiagonal(d)
  const { nefc, efc_type, efc_id } = d
  let row = first
  while (row < nefc) {
    const id = efc_id[row]
    s.mixedFormat = false
    switch (efc_type[row]) {
      case ConstraintType.equality:
        readParameters(s, m, m.eq_solref, m.eq_solimp, id)
        row = setRows(s, m, d, row, equalitySize(m.eq_type[id]))
        break
      case ConstraintType.frictionDof:
        readParameters(s, m, m.dof_solref, m.dof_solimp, id)
        row = setRows(s, m, d, row, 1)
        break
      case ConstraintType.frictionTendon:
        readParameters(s, m, m.tendon_solref_fri, m.tendon_solimp_fri, id)
        row = setRows(s, m, d, row, 1)
        break
      case ConstraintType.limitJoint:
        readParameters(s, m, m.jnt_solref, m.jnt_solimp, id)
        row = setRows(s, m, d, row, 1)
        break
      case ConstraintType.limitTendon:
        readParameters(s, m, m.tendon_solref_lim, m.tendon_solimp_lim, id)
        row = setRows(s, m, d, row, 1)
        break
      default:
        readParameters(s, m, d.contact_solref, d.contact_solimp, id)
        row = setContactRows(s, m, d, row, id)
    }
    if (s.mixedFormat) warn(d, Warning.mixedsolref, row - 1)
  }
}

/** Reads solref and solimp of an object, and moves what is out of range into it. */
function readParameters(s: RowSpring, m: Model, solref: Float64Array, solimp: Float64Array, id: number): void {
  const { register: v } = s
  readSolref(s, m, solref, id, 0.02, 1)
  readImpedance(v, DMIN, solimp, 5 * id)
  readImpedance(v, DMAX, solimp, 5 * id + 1)
  v[WIDTH] = Math.max(solimp[5 * id + 2], 0)
  readImpedance(v, MIDPOINT, solimp, 5 * id + 3)
  v[POWER] = Math.max(solimp[5 * id + 4], 1)
}

/**
 * V8 boxes a number that is passed to a function that is not inlined, and one of two where the other is a constant of
 * another module: hence from array to array, and `Math.min`.
 */
function readImpedance(v: Float64Array, slot: number, solimp: Float64Array, at: number): void {
  v[slot] = Math.min(Math.max(solimp[at], MIN_IMPEDANCE), MAX_IMPEDANCE)
}

/**
 * Reads solref. Both numbers positive: time constant and damping ratio; none: −stiffness, −damping. One of each makes
 * no sense and is replaced. With the option refsafe, time constants are at least two time steps; `discrete` has a rule
 * of its own, see `setImplicitScale`.
 */
function readSolref(
  s: RowSpring,
  m: Model,
  solref: Float64Array,
  id: number,
  fallback0: number,
  fallback1: number,
): void {
  let ref0 = solref[2 * id]
  let ref1 = solref[2 * id + 1]
  if (ref0 > 0 !== ref1 > 0) {
    s.mixedFormat = true
    ref0 = fallback0
    ref1 = fallback1
  }
  const least = 2 * m.opt.timestep
  if (!s.discrete && !(m.opt.disableflags & DisableBit.refsafe) && ref0 > 0 && ref0 < least) ref0 = least
  s.register[REF0] = ref0
  s.register[REF1] = ref1
}

/** Rows of an equality, friction loss or limit: `size` rows from `row` on. Returns the row after them. */
function setRows(s: RowSpring, m: Model, d: Data, row: number, size: number): number {
  const { efc_pos, efc_margin, efc_type } = d
  const end = row + size
  let distance = efc_pos[row]
  if (size > 1) {
    let square = 0
    for (let i = row; i < end; i++) square += efc_pos[i] * efc_pos[i]
    distance = Math.sqrt(square)
  }
  s.register[VIOLATION] = distance - efc_margin[row]
  evaluateImpedance(s)
  const type = efc_type[row]
  setStiffnessAndDamping(s, type === ConstraintType.frictionDof || type === ConstraintType.frictionTendon)
  setImplicitScale(s, m, type === ConstraintType.limitJoint || type === ConstraintType.limitTendon)
  for (let i = row; i < end; i++) {
    writeSpring(s, d, i)
    writeRegularization(s, d, i)
    writeDiagonal(s, d, i)
  }
  return end
}

/** All rows of a contact. Returns the row after them. */
function setContactRows(s: RowSpring, m: Model, d: Data, row: number, id: number): number {
  const { efc_pos, efc_margin, efc_R, efc_type, contact_friction, contact_mu } = d
  const type = efc_type[row]
  const dim = d.contact_dim[id]
  s.register[VIOLATION] = efc_pos[row] - efc_margin[row]
  evaluateImpedance(s)
  setStiffnessAndDamping(s, false)
  setImplicitScale(s, m, true)
  writeSpring(s, d, row)
  writeRegularization(s, d, row)
  if (type === FRICTIONLESS) {
    writeDiagonal(s, d, row)
    return row + dim
  }

  // R of friction is smaller than that of the normal force by impratio; mu is the friction of the regularized cone
  const R = efc_R[row]
  const { impratio } = m.opt
  const friction = contact_friction[5 * id]
  let tangent = R
  let mu = friction
  // x/1 = x and √(x/x) = 1
  if (impratio !== 1 || R === Infinity) {
    tangent = R / Math.max(impratio, MINVAL)
    mu = friction * Math.sqrt(tangent / R)
  }
  contact_mu[id] = mu
  if (type === PYRAMIDAL) {
    efc_R[row] = R * (2 * mu * mu)
    writeDiagonal(s, d, row)
    return copyEdges(d, row, 2 * (dim - 1))
  }

  // friction has damping only, by parameters of its own if there are any
  readFrictionSolref(s, m, d.contact_solreffriction, id)
  setStiffnessAndDamping(s, true)
  const end = row + dim
  for (let i = row + 1; i < end; i++) writeSpring(s, d, i)
  for (let k = 0; k < dim - 1; k++) {
    const ratio = friction / contact_friction[5 * id + k]
    efc_R[row + 1 + k] = tangent * ratio * ratio
  }
  for (let i = row; i < end; i++) writeDiagonal(s, d, i)
  return end
}

/** All edges of a pyramid are alike: copies the first of `size` rows to the others. Returns the row after them. */
function copyEdges({ efc_R, efc_D, efc_diagA, efc_KBIP }: Data, row: number, size: number): number {
  const R = efc_R[row]
  const D = efc_D[row]
  const diagonal = efc_diagA[row]
  const stiffness = efc_KBIP[4 * row]
  const damping = efc_KBIP[4 * row + 1]
  const impedance = efc_KBIP[4 * row + 2]
  const slope = efc_KBIP[4 * row + 3]
  const end = row + size
  for (let i = row + 1; i < end; i++) {
    efc_R[i] = R
    efc_D[i] = D
    efc_diagA[i] = diagonal
    const o = (4 * i) & INDEX
    efc_KBIP[o] = stiffness
    efc_KBIP[o + 1] = damping
    efc_KBIP[o + 2] = impedance
    efc_KBIP[o + 3] = slope
  }
  return end
}

/** Replaces solref by solreffriction, unless that is zero. */
function readFrictionSolref(s: RowSpring, m: Model, solreffriction: Float64Array, id: number): void {
  const { register: v } = s
  if (solreffriction[2 * id] === 0 && solreffriction[2 * id + 1] === 0) return
  const ref0 = v[REF0]
  const ref1 = v[REF1]
  readSolref(s, m, solreffriction, id, 0, 0)
  if (v[REF0] !== 0 || v[REF1] !== 0) return
  v[REF0] = ref0
  v[REF1] = ref1
}

/**
 * (violation r, solimp) → impedance d(r) and its derivative. Over the width of the constraint, x = |r|/width, a sigmoid
 * y(x) leads from dmin to dmax. It consists of two powers p that meet at the midpoint μ:
 *
 *     d = dmin + y·(dmax − dmin),  y = xᵖ/μᵖ⁻¹ for x ≤ μ,  y = 1 − (1 − x)ᵖ/(1 − μ)ᵖ⁻¹ for x > μ
 */
function evaluateImpedance(s: RowSpring): void {
  const { register: v, power: result } = s
  const violation = v[VIOLATION]
  const dmin = v[DMIN]
  const dmax = v[DMAX]
  const width = v[WIDTH]
  const midpoint = v[MIDPOINT]
  const power = v[POWER]
  if (dmin === dmax || width <= MINVAL) {
    v[IMPEDANCE] = 0.5 * (dmin + dmax)
    v[IMPEDANCE_SLOPE] = 0
    return
  }
  const x = Math.abs(violation) / width
  if (x >= 1 || x <= 0) {
    v[IMPEDANCE] = x >= 1 ? dmax : dmin
    v[IMPEDANCE_SLOPE] = 0
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
      result[0] = part
      result[1] = power - 1
      powInPlace(result)
      rise = result[0]
      result[0] = whole
      result[1] = power - 1
      powInPlace(result)
      scale = result[0]
    }
    y = (rise * part) / scale
    slope = (power * rise) / scale
    if (!below) y = 1 - y
  }
  v[IMPEDANCE] = dmin + y * (dmax - dmin)
  v[IMPEDANCE_SLOPE] = ((violation < 0 ? -slope : slope) * (dmax - dmin)) / width
}

/** Whole powers up to this one are products. */
const MAX_PRODUCT = 8

/**
 * (solref, dmax) → stiffness k and damping b. Friction has no stiffness.
 *
 *     time constant T, damping ratio ζ:   k = 1/(dmax² T² ζ²),  b = 2/(dmax T)
 *     −stiffness, −damping:               k = stiffness/dmax²,  b = damping/dmax
 */
function setStiffnessAndDamping(s: RowSpring, friction: boolean): void {
  const { register: v } = s
  const ref0 = v[REF0]
  const ref1 = v[REF1]
  const dmax = v[DMAX]
  if (friction) v[STIFFNESS] = 0
  else if (ref0 > 0) v[STIFFNESS] = 1 / Math.max(dmax * dmax * ref0 * ref0 * ref1 * ref1, MINVAL)
  else v[STIFFNESS] = -ref0 / Math.max(dmax * dmax, MINVAL)
  v[DAMPING] = ref1 > 0 ? 2 / Math.max(dmax * ref0, MINVAL) : -ref1 / Math.max(dmax, MINVAL)
}

/**
 * Sets s = 1 + h·b + h²·k·d where the integrator is `discrete`. Limits and contacts (`unilateral`) that are stiffer
 * than a step can resolve, h²·k·d > 1, are made as stiff as it can, with their damping ratio kept, unless refsafe is
 * disabled or stiffness was given directly.
 */
function setImplicitScale(s: RowSpring, m: Model, unilateral: boolean): void {
  const { register: v } = s
  if (!s.discrete) {
    v[IMPLICIT_SCALE] = 1
    return
  }
  const h = m.opt.timestep
  const stiff = h * h * v[STIFFNESS] * v[IMPEDANCE]
  if (unilateral && stiff > 1 && v[REF0] > 0 && !(m.opt.disableflags & DisableBit.refsafe)) {
    v[STIFFNESS] /= stiff
    v[DAMPING] /= Math.sqrt(stiff)
  }
  v[IMPLICIT_SCALE] = 1 + h * (v[DAMPING] + h * v[STIFFNESS] * v[IMPEDANCE])
}

/** R = (1 − d)/(d·s) · A of row i, with A from diagA. */
function writeRegularization({ register: v }: RowSpring, { efc_R, efc_diagA }: Data, i: number): void {
  efc_R[i] = ((1 - v[IMPEDANCE]) * efc_diagA[i]) / (v[IMPEDANCE] * v[IMPLICIT_SCALE])
  // also where it is not a number
  if (!(efc_R[i] > MINVAL)) efc_R[i] = MINVAL
}

/** D = 1/R of row i, and diagA such that R = (1 − d)/d · diagA. */
function writeDiagonal({ register: v }: RowSpring, { efc_R, efc_D, efc_diagA }: Data, i: number): void {
  efc_D[i] = 1 / efc_R[i]
  efc_diagA[i] = (efc_R[i] * v[IMPEDANCE]) / (1 - v[IMPEDANCE])
}

/** KBIP of row i: stiffness, damping, impedance and its derivative. */
function writeSpring({ register: v }: RowSpring, { efc_KBIP }: Data, i: number): void {
  efc_KBIP[4 * i] = v[STIFFNESS]
  efc_KBIP[4 * i + 1] = v[DAMPING]
  efc_KBIP[4 * i + 2] = v[IMPEDANCE]
  efc_KBIP[4 * i + 3] = v[IMPEDANCE_SLOPE]
}
