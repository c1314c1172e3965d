import type { Data } from '../../core/data/data.ts'
import { warn } from '../../core/data/warning.ts'
import { mulSymmetric } from '../../core/math/sparseSymmetric.ts'
import { DisableBit, EnableBit, Integrator, Solver, Warning } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { usesImplicitInertia } from '../../core/model/option.ts'
import { isDisabled } from '../actuation/activation.ts'
import { factorTree, solveAwake, solveLdl } from '../dynamics/ldl.ts'
import { tendonDampingSlope, tendonStiffness } from '../tendon/tendonSpring.ts'
import { actuatorSlopes } from './actuatorDerivative.ts'
import { addFluidDerivative, FluidPart } from './fluidDerivative.ts'
import { subtractTurning, turnFreeBodies } from './gyroscopic.ts'
import { tiesDofs } from './implicitCoupling.ts'
import { type ImplicitInertia, implicitInertias } from './implicitInertiaStorage.ts'
import { springsAndDampers } from './jointStiffness.ts'
import { clearAwakeRows } from './velocityDerivative.ts'

/**
 * Effective inertia of a step with implicit springs and dampers: H = M + h·D + h²·K. D and K are the slopes of forces
 * of joints, tendons and actuators by velocity and by length. Only resisting forces contribute. The fluid contributes
 * to D. `ImplicitSpringDamper` covers joints only: H differs from M on the diagonal.
 */

/** Sets the inertia in which constraints are solved, after actuation: (M, slopes of forces) → d.effectiveInertia. */
export function updateEffectiveInertia(m: Model, d: Data): void {
  if (usesImplicitInertia(m)) formImplicitInertia(m, d)
  else d.effectiveInertia.setToM(d)
}

/**
 * H = M + h·D + h²·K, and its factor. Rows of sleeping dofs keep their values, unless springs couple trees: these are
 * factored together.
 */
function formImplicitInertia(m: Model, d: Data): void {
  const p = implicitInertias.of(d)
  const { flags } = prepare(m, d, p)
  const { H, factor, nearFactor, depth } = p
  const near = needsNearFactor(m)
  const span = spansOf(m, d, p)
  const nspan = p.joinsTrees ? 1 : d.nspan
  for (let s = 0; s < 2 * nspan; s += 2) fillRows(m, d, p, span[s], span[s + 1])
  addJoints(m, d, p)
  if (flags & FLUID) addFluid(m, d, p)
  if (near) copyRows(m, p, nearFactor.values, span, nspan)
  if (flags & TENDONS) addTendons(m, d, p, flags)
  if (flags & ACTUATORS) addActuators(m, d, p)
  copyRows(m, p, factor.values, span, nspan)
  for (let s = 0; s < 2 * nspan; s += 2) {
    const bad = factorTree(factor, span[s], span[s + 1])
    if (bad >= 0) warn(d, Warning.inertia, bad)
  }
  const { effectiveInertia } = d
  effectiveInertia.H.view(H)
  effectiveInertia.factor.view(factor)
  effectiveInertia.preconditioner.view(near ? nearFactor : factor)
  effectiveInertia.force = p.force
  effectiveInertia.implicit = true
  effectiveInertia.joinsTrees = p.joinsTrees
  if (!near) return
  const { rowadr } = H
  for (let s = 0; s < 2 * nspan; s += 2) {
    for (let i = span[s]; i < span[s + 1]; i++) {
      const diagonal = rowadr[i] + depth[i]
      nearFactor.values[diagonal] = H.values[diagonal]
    }
    factorTree(nearFactor, span[s], span[s + 1])
  }
}

/** The range of all dofs. */
const whole = new Int32Array(2)

/** Ranges of dofs whose rows are updated: the awake ones, or all. */
function spansOf(m: Model, d: Data, p: ImplicitInertia): Int32Array {
  whole[1] = m.nv
  return p.joinsTrees ? whole : d.span_dof
}

/** H = M for the rows of dofs [first, end). */
function fillRows(m: Model, d: Data, p: ImplicitInertia, first: number, end: number): void {
  if (first === end) return
  const { M } = d
  const { fromM } = p
  const { rowadr, values: H } = p.H
  H.fill(0, rowadr[first], end < m.nv ? rowadr[end] : H.length)
  const entryEnd = end < m.nv ? m.M_rowadr[end] : m.nC
  for (let e = m.M_rowadr[first]; e < entryEnd; e++) H[fromM[e]] = M[e]
}

/** Copies rows of H. */
function copyRows(m: Model, p: ImplicitInertia, out: Float64Array, span: Int32Array, nspan: number): void {
  const { rowadr, values: H } = p.H
  for (let s = 0; s < 2 * nspan; s += 2) {
    if (span[s] === span[s + 1]) continue
    const end = span[s + 1] < m.nv ? rowadr[span[s + 1]] : H.length
    for (let e = rowadr[span[s]]; e < end; e++) out[e] = H[e]
  }
}

/**
 * Whether a factor with tendons and actuators on its diagonal only is needed: as the preconditioner of CG, and for the
 * regularization with the option `diagexact`. MuJoCo never factors the coupled matrix; the number of iterations and R
 * depend on it.
 */
function needsNearFactor(m: Model): boolean {
  const { integrator, solver, enableflags } = m.opt
  if (integrator !== Integrator.discrete || (m.ntendon === 0 && m.nactuator === 0)) return false
  return solver === Solver.CG || solver === Solver.CGStrict || (enableflags & EnableBit.diagexact) !== 0
}

/** Smooth acceleration of awake trees: H qacc_smooth = qfrc_smooth − h·K·qvel. */
export function implicitSmoothAcceleration(m: Model, d: Data): void {
  const p = implicitInertias.of(d)
  const { force, pull, factor } = p
  const { qfrc_smooth, qacc_smooth, nspan, span_dof } = d
  // coupled trees are solved together, including sleeping ones
  const x = p.joinsTrees ? d.scratch.implicit_acceleration : qacc_smooth
  if (p.joinsTrees) x.fill(0)
  for (let s = 0; s < 2 * nspan; s += 2) {
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++) {
      force[i] = qfrc_smooth[i] - pull[i]
      x[i] = force[i]
    }
  }
  if (!p.joinsTrees) {
    solveAwake(d, factor, x)
    return
  }
  solveLdl(factor, x, 0, m.nv)
  for (let s = 0; s < 2 * nspan; s += 2) for (let i = span_dof[s]; i < span_dof[s + 1]; i++) qacc_smooth[i] = x[i]
}

/** out = H x + h·K·qvel: the force that changes velocities by h·x in a step. */
export function implicitForce(m: Model, d: Data, out: Float64Array, x: Float64Array): void {
  const { pull } = implicitInertias.of(d)
  mulSymmetric(d.effectiveInertia.H, out, x, 0, m.nv)
  for (let i = 0; i < m.nv; i++) out[i] += pull[i]
  if (m.opt.integrator === Integrator.ImplicitSpringDamper) return
  findHeld(m, d)
  subtractTurning(m, d, out, x, d.qLU, d.scratch.implicit_held)
}

// elements that contribute
const SPRINGS = 1
const DAMPERS = 2
const ACTUATORS = 4
const FLUID = 8
const TENDONS = 16
/** Result of `prepare`. */
const prepared = { flags: 0 }

/** Finds the elements that contribute, and allocates storage for them. */
function prepare(m: Model, d: Data, p: ImplicitInertia): { readonly flags: number } {
  const { disableflags, density, viscosity, integrator } = m.opt
  let flags = 0
  if (!(disableflags & DisableBit.spring)) flags |= SPRINGS
  if (!(disableflags & DisableBit.damper)) flags |= DAMPERS
  if (tiesDofs(m)) {
    flags |= TENDONS
    if (m.nactuator > 0 && !(disableflags & DisableBit.actuation)) flags |= ACTUATORS
  }
  if (integrator !== Integrator.ImplicitSpringDamper && flags & (SPRINGS | DAMPERS) && (density > 0 || viscosity > 0))
    flags |= FLUID
  prepared.flags = flags
  if (p.depth.length !== m.nv) p.rebuild(m)
  let fits = true
  for (let t = 0; flags & TENDONS && t < m.ntendon; t++) {
    if (!isTied(m, d, t, flags)) continue
    const start = m.ten_J_rowadr[t]
    if (!p.fits(m.ten_J_colind, start, start + m.ten_J_rownnz[t])) fits = false
  }
  if (flags & ACTUATORS) {
    for (let i = 0; i < m.nactuator; i++) {
      if (!resists(m, d, i)) continue
      const end = m.actuator_outadr[i] + m.actuator_outnum[i]
      for (let k = m.actuator_outadr[i]; k < end; k++) {
        const start = d.moment_rowadr[k]
        if (!p.fits(d.moment_colind, start, start + d.moment_rownnz[k])) fits = false
      }
    }
  }
  if (!fits) p.rebuild(m)
  return prepared
}

/** [0]: damping c; [1]: stiffness k; both nonnegative. */
const resistance = new Float64Array(2)
const slopes = new Float64Array(2)
const slope = new Float64Array(1) // V8: boxed otherwise

/** Writes damping and stiffness of a tendon to `resistance`. Returns whether one of them is positive. */
function isTied(m: Model, d: Data, t: number, flags: number): boolean {
  resistance[0] = 0
  resistance[1] = 0
  if (flags & DAMPERS) {
    tendonDampingSlope(m, d, t, slope)
    resistance[0] = Math.max(0, slope[0])
  }
  if (flags & SPRINGS) {
    tendonStiffness(m, d, t, slope)
    resistance[1] = Math.max(0, slope[0])
  }
  return resistance[0] > 0 || resistance[1] > 0
}

/** Writes damping and stiffness of an actuator to `resistance`. Returns whether one of them is positive. */
function resists(m: Model, d: Data, i: number): boolean {
  if (m.opt.disableactuator !== 0 && isDisabled(m, i)) return false
  actuatorSlopes(m, d, i, slopes)
  resistance[0] = Math.max(0, -slopes[0])
  resistance[1] = Math.max(0, -slopes[1])
  return resistance[0] > 0 || resistance[1] > 0
}

function addTendons(m: Model, d: Data, p: ImplicitInertia, flags: number): void {
  const { ntendon, ten_J_rowadr, ten_J_rownnz, ten_J_colind } = m
  for (let t = 0; t < ntendon; t++) {
    if (d.tendon_awake[t] === 0 || !isTied(m, d, t, flags)) continue
    const start = ten_J_rowadr[t]
    addElement(m, p, d.ten_J, ten_J_colind, start, start + ten_J_rownnz[t], d.ten_velocity, t)
  }
}

function addActuators(m: Model, d: Data, p: ImplicitInertia): void {
  const { nactuator, actuator_outadr, actuator_outnum } = m
  const { actuator_moment, moment_colind, moment_rowadr, moment_rownnz, actuator_velocity } = d
  for (let i = 0; i < nactuator; i++) {
    if (!resists(m, d, i)) continue
    const end = actuator_outadr[i] + actuator_outnum[i]
    for (let k = actuator_outadr[i]; k < end; k++) {
      const start = moment_rowadr[k]
      addElement(m, p, actuator_moment, moment_colind, start, start + moment_rownnz[k], actuator_velocity, k)
    }
  }
}

/**
 * H += (h·c + h²·k) J Jᵀ and pull += h·k·J (J·qvel), with c, k in `resistance`, for a sparse row J with its velocity.
 */
function addElement(
  m: Model,
  p: ImplicitInertia,
  J: Float64Array,
  colind: Int32Array,
  start: number,
  end: number,
  velocity: Float64Array,
  at: number,
): void {
  const { depth, pull } = p
  const { rowadr, values: H } = p.H
  const h = m.opt.timestep
  const k = h * resistance[1]
  const s = h * (resistance[0] + k)
  const pulled = k * velocity[at]
  for (let a = start; a < end; a++) {
    const i = colind[a]
    const scaled = s * J[a]
    pull[i] += pulled * J[a]
    const row = rowadr[i]
    for (let b = start; b <= a; b++) H[row + depth[colind[b]]] += scaled * J[b]
  }
}

/** Springs and dampers of joints: they act on the diagonal. */
function addJoints(m: Model, d: Data, p: ImplicitInertia): void {
  const { depth } = p
  const { rowadr, values: H } = p.H
  const { nspan, span_dof } = d
  const { implicit_diagonal: diagonal } = d.scratch
  springsAndDampers(m, d, diagonal, p.pull)
  for (let s = 0; s < 2 * nspan; s += 2)
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++) H[rowadr[i] + depth[i]] += diagonal[i]
}

/**
 * Adds the derivative of fluid drag to the entries of M. Bodies with diagonal inertia keep it. Leaves the derivative
 * in qDeriv.
 */
function addFluid(m: Model, d: Data, p: ImplicitInertia): void {
  const { nv, nC, mapD2M, M_rowadr } = m
  const { qDeriv, nspan, span_dof } = d
  const { fromM } = p
  const { values: H } = p.H
  const h = m.opt.timestep
  clearAwakeRows(m, d, qDeriv)
  addFluidDerivative(m, d, qDeriv, FluidPart.drag)
  for (let s = 0; s < 2 * nspan; s += 2) {
    if (span_dof[s] === span_dof[s + 1]) continue
    const end = span_dof[s + 1] < nv ? M_rowadr[span_dof[s + 1]] : nC
    for (let e = M_rowadr[span_dof[s]]; e < end; e++) H[fromM[e]] -= h * qDeriv[mapD2M[e]]
  }
}

/**
 * Implicit gyroscopic forces of free bodies without other forces, see `turnFreeBodies`: (H, qacc) → qacc. Leaves the
 * factors of their 6×6 matrices in qLU.
 */
export function implicitGyroscopic(m: Model, d: Data): void {
  if (m.opt.integrator === Integrator.ImplicitSpringDamper) return
  findHeld(m, d)
  turnFreeBodies(m, d, d.qacc, d.qLU, d.scratch.implicit_held)
}

/** held[tree] = 1 where constraint rows, tendons or actuators act on a tree. */
function findHeld(m: Model, d: Data): void {
  const { dof_treeid } = m
  const { implicit_held: held } = d.scratch
  const { nefc, efc_J_rowadr, efc_J_rownnz, efc_J_colind } = d
  held.fill(0)
  for (let i = 0; i < nefc; i++) {
    const end = efc_J_rowadr[i] + efc_J_rownnz[i]
    for (let e = efc_J_rowadr[i]; e < end; e++) held[dof_treeid[efc_J_colind[e]]] = 1
  }
  const { flags } = prepare(m, d, implicitInertias.of(d))
  for (let t = 0; flags & TENDONS && t < m.ntendon; t++) {
    if (!isTied(m, d, t, flags)) continue
    const end = m.ten_J_rowadr[t] + m.ten_J_rownnz[t]
    for (let e = m.ten_J_rowadr[t]; e < end; e++) held[dof_treeid[m.ten_J_colind[e]]] = 1
  }
  for (let i = 0; flags & ACTUATORS && i < m.nactuator; i++) {
    if (!resists(m, d, i)) continue
    const last = m.actuator_outadr[i] + m.actuator_outnum[i]
    for (let k = m.actuator_outadr[i]; k < last; k++) {
      const end = d.moment_rowadr[k] + d.moment_rownnz[k]
      for (let e = d.moment_rowadr[k]; e < end; e++) held[dof_treeid[d.moment_colind[e]]] = 1
    }
  }
}
