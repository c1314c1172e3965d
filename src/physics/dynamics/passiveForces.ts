import type { Data } from '../../core/data/data.ts'
import { DisableBit, JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { actuatorDampers } from '../actuation/actuatorLoad.ts'
import { applyWrench } from '../kinematics/jacobian.ts'
import { tendonDampers, tendonSprings } from '../tendon/tendonSpring.ts'
import { addAdhesion } from './adhesion.ts'
import { fluid } from './fluidForces.ts'
import { EXTENSION_SIZE, extensionParts, STRETCH, springExtension } from './springExtension.ts'

/**
 * Passive forces: (qpos, qvel) → qfrc_spring, qfrc_damper, qfrc_fluid, qfrc_gravcomp, qfrc_passive. Springs and
 * dampers are polynomial: −x·(k + p₁x + p₂x²), −v·(k + p₁|v| + p₂v²). With springs and dampers both disabled there
 * are no passive forces at all, including gravity compensation, adhesion and callbacks. Forces on sleeping trees keep
 * their values.
 * MuJoCo: mj_passive.
 */
export function passive(m: Model, d: Data): void {
  passiveForces(m, d)
  const off = DisableBit.spring | DisableBit.damper
  if ((m.opt.disableflags & off) !== off) otherPassiveForces(m, d)
}

/** Adds the passive forces of contacts and callbacks. */
export function otherPassiveForces(m: Model, d: Data): void {
  addAdhesion(m, d, d.qfrc_passive)
  d.callbacks.passive?.(m, d)
}

/** All passive forces but those of contacts and callbacks. */
export function passiveForces(m: Model, d: Data): void {
  const { qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid, qfrc_passive, nspan, span_jnt, span_dof, span_body } = d
  const flags = m.opt.disableflags
  const springs = (flags & DisableBit.spring) === 0
  const dampers = (flags & DisableBit.damper) === 0

  for (let s = 0; s < 2 * nspan; s += 2) {
    const first = span_dof[s]
    const end = span_dof[s + 1]
    // a loop, since a call of `fill` takes as long as 20 dofs
    for (let i = first; i < end; i++) {
      qfrc_spring[i] = 0
      qfrc_gravcomp[i] = 0
      qfrc_fluid[i] = 0
    }
    if (springs) jointSprings(m, d, span_jnt[s], span_jnt[s + 1])
    if (dampers) dofDampers(m, d, first, end)
    else for (let i = first; i < end; i++) qfrc_damper[i] = 0
    if (!springs && !dampers) for (let i = first; i < end; i++) qfrc_passive[i] = 0
  }
  if (!springs && !dampers) return
  if (springs) tendonSprings(m, d)
  if (dampers) {
    actuatorDampers(m, d)
    tendonDampers(m, d)
  }
  const inMedium = m.opt.density !== 0 || m.opt.viscosity !== 0
  const compensated = hasGravityCompensation(m)
  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = span_dof[s + 1]
    for (let i = span_dof[s]; i < end; i++) qfrc_passive[i] = qfrc_spring[i] + qfrc_damper[i]
    if (inMedium) {
      fluid(m, d, Math.max(1, span_body[s]), span_body[s + 1])
      for (let i = span_dof[s]; i < end; i++) qfrc_passive[i] += qfrc_fluid[i]
    }
    if (compensated) {
      gravityCompensation(m, d, Math.max(1, span_body[s]), span_body[s + 1])
      // gravity compensation by a joint's actuators counts as actuation
      const { dof_jntid, jnt_actgravcomp } = m
      for (let i = span_dof[s]; i < end; i++) if (!jnt_actgravcomp[dof_jntid[i]]) qfrc_passive[i] += qfrc_gravcomp[i]
    }
  }
}

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

const HINGE = JointType.hinge
const SLIDE = JointType.slide

const extension = new Float64Array(EXTENSION_SIZE)
/** A force without torque. */
const lift = new Float64Array(6)

function jointSprings(m: Model, d: Data, first: number, end: number): void {
  const { jnt_type, jnt_qposadr, jnt_dofadr, jnt_stiffness, jnt_stiffnesspoly, qpos_spring } = m
  const { qpos, qfrc_spring } = d
  for (let j = first; j < end; j++) {
    const k = jnt_stiffness[j]
    const p1 = jnt_stiffnesspoly[2 * j]
    const p2 = jnt_stiffnesspoly[2 * j + 1]
    if (k === 0 && p1 === 0 && p2 === 0) continue
    let dof = jnt_dofadr[j]
    if (jnt_type[j] === HINGE || jnt_type[j] === SLIDE) {
      const q = jnt_qposadr[j]
      const x = qpos[q] - qpos_spring[q]
      qfrc_spring[dof] = -x * (k + x * (p1 + x * p2))
      continue
    }
    const parts = extensionParts(m, j)
    for (let part = 0; part < parts; part++) {
      springExtension(extension, m, d, j, part)
      const r = extension[STRETCH]
      const stiffness = k + r * (p1 + r * p2)
      for (let i = 0; i < 3; i++) qfrc_spring[dof++] = -extension[i] * stiffness
    }
  }
}

function dofDampers(m: Model, d: Data, first: number, end: number): void {
  const { dof_damping, dof_dampingpoly } = m
  const { qvel, qfrc_damper } = d
  for (let i = first; i < end; i++) {
    const v = qvel[i]
    const speed = Math.abs(v)
    const p = (2 * i) & INDEX
    qfrc_damper[i] = -v * (dof_damping[i] + speed * (dof_dampingpoly[p] + speed * dof_dampingpoly[p + 1]))
  }
}

function hasGravityCompensation(m: Model): boolean {
  const { gravity, disableflags } = m.opt
  if (m.ngravcomp === 0 || disableflags & DisableBit.gravity) return false
  return gravity[0] !== 0 || gravity[1] !== 0 || gravity[2] !== 0
}

/** Forces −gravity·mass·gravcomp at the centers of mass of the bodies [first, end). */
function gravityCompensation(m: Model, d: Data, first: number, end: number): void {
  const { body_gravcomp, body_mass } = m
  const { gravity } = m.opt
  for (let b = first; b < end; b++) {
    if (body_gravcomp[b] === 0) continue
    const share = -body_mass[b] * body_gravcomp[b]
    lift[0] = share * gravity[0]
    lift[1] = share * gravity[1]
    lift[2] = share * gravity[2]
    applyWrench(m, d, lift, 0, d.xipos, 3 * b, b, d.qfrc_gravcomp)
  }
}
