import { Arena, type ArenaMemory } from '../memory/arena.ts'
import { WARNING_COUNT } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import { adoptContacts, ContactArrays } from './contacts.ts'

/** The memory behind a `Data`: what to hand to another thread so that it can look at the same state. */
export interface DataMemory {
  readonly fixed: ArenaMemory
  /** Where in `fixed` the state starts; 0 by default. */
  readonly byteOffset?: number
  readonly contacts: ArenaMemory
}

/**
 * What changes during a simulation, under MuJoCo's names. All arrays are carved from one block of memory in the
 * order in which they stand here and keep their identity for the life of the object; contacts, which vary in
 * number, live in a second block that grows (see `ContactArrays`). The comment gives the shape of one element where it is not a single
 * number. 6-vectors are (rotation, translation) except in `xfrc_applied` (force, torque).
 */
export class Data extends ContactArrays {
  readonly arena: Arena

  /** Called with each warning the first time it is counted after a reset. */
  onWarning: ((warning: number, info: number) => void) | undefined = undefined

  /** numbers behind the accessors `time`, `ncon`, … of this class */
  readonly scalar
  /** potential, kinetic (J) */
  readonly energy
  readonly warning_number
  readonly warning_lastinfo

  // state
  readonly qpos
  readonly qvel
  readonly act
  readonly history
  readonly qacc_warmstart

  // inputs
  readonly ctrl
  readonly qfrc_applied
  readonly xfrc_applied // 6: force, torque at the body's centre of mass, world frame
  readonly eq_active
  readonly mocap_pos // 3
  readonly mocap_quat // 4
  readonly userdata

  // rates and outputs
  readonly qacc
  readonly act_dot
  readonly sensordata

  // global poses, world frame
  readonly xpos // 3, body origin
  readonly xquat // 4
  readonly xmat // 9
  readonly xipos // 3, body centre of mass
  readonly ximat // 9, principal axes of inertia
  readonly xanchor // 3, joint anchor
  readonly xaxis // 3, joint axis
  readonly geom_xpos // 3
  readonly geom_xmat // 9
  readonly site_xpos // 3
  readonly site_xmat // 9
  readonly cam_xpos // 3
  readonly cam_xmat // 9
  readonly light_xpos // 3
  readonly light_xdir // 3

  // about the centre of mass of the tree's root
  readonly subtree_com // 3
  readonly cdof // 6, motion axis of each dof
  readonly cinert // 10: Ixx Iyy Izz Ixy Ixz Iyz m·o(3) m
  readonly crb // 10, inertia of the whole subtree

  // inertia in joint space: sparse rows as in Model.M_rowadr, and its factor LᵀDL
  readonly M
  readonly qLD
  readonly qLDiagInv

  // velocity
  readonly cvel // 6
  readonly cdof_dot // 6
  readonly qfrc_bias
  readonly qfrc_spring
  readonly qfrc_damper
  readonly qfrc_gravcomp
  readonly qfrc_fluid
  readonly qfrc_passive
  readonly subtree_linvel // 3
  readonly subtree_angmom // 3

  // forces and acceleration
  readonly qfrc_actuator
  readonly qfrc_smooth
  readonly qacc_smooth
  readonly qfrc_constraint
  readonly qfrc_inverse
  readonly cacc // 6
  readonly cfrc_int // 6
  readonly cfrc_ext // 6

  /** M + h·B with the diagonal damping B, and its factor: used by Euler with implicit damping */
  readonly qH
  readonly qHDiagInv

  // scratch of stages; never read across stages
  readonly scratch_nv
  readonly scratch_cacc // 6 a body
  readonly scratch_cfrc // 6 a body
  readonly rk4_qpos
  readonly rk4_qvel // 4·nv
  readonly rk4_qacc // 4·nv
  readonly rk4_act
  readonly rk4_act_dot // 4·na

  /**
   * @param m the model this is a state of
   * @param memory where to live. By default fresh memory, in the state of `resetData`. An arena: the arrays are
   *   carved from it and keep what it holds, so memory of zeros must be reset before use. The `memory` of another
   *   `Data` of the same model: both then see the same values, also across threads if the memory is shared.
   */
  constructor(m: Model, memory?: Arena | DataMemory) {
    super()
    const a =
      memory instanceof Arena
        ? memory
        : new Arena(memory?.fixed ?? new ArrayBuffer(dataByteLength(m)), memory?.byteOffset)
    const { nq, nv, nu, na, nbody, njnt, ngeom, nsite, ncam, nlight, nmocap, nC } = m
    this.arena = a

    this.scalar = a.f64(SCALAR_COUNT)
    this.energy = a.f64(2)
    this.warning_number = a.i32(WARNING_COUNT)
    this.warning_lastinfo = a.i32(WARNING_COUNT)

    this.qpos = a.f64(nq)
    this.qvel = a.f64(nv)
    this.act = a.f64(na)
    this.history = a.f64(m.nhistory)
    this.qacc_warmstart = a.f64(nv)

    this.ctrl = a.f64(nu)
    this.qfrc_applied = a.f64(nv)
    this.xfrc_applied = a.f64(nbody, 6)
    this.eq_active = a.u8(m.neq)
    this.mocap_pos = a.f64(nmocap, 3)
    this.mocap_quat = a.f64(nmocap, 4)
    this.userdata = a.f64(m.nuserdata)

    this.qacc = a.f64(nv)
    this.act_dot = a.f64(na)
    this.sensordata = a.f64(m.nsensordata)

    this.xpos = a.f64(nbody, 3)
    this.xquat = a.f64(nbody, 4)
    this.xmat = a.f64(nbody, 9)
    this.xipos = a.f64(nbody, 3)
    this.ximat = a.f64(nbody, 9)
    this.xanchor = a.f64(njnt, 3)
    this.xaxis = a.f64(njnt, 3)
    this.geom_xpos = a.f64(ngeom, 3)
    this.geom_xmat = a.f64(ngeom, 9)
    this.site_xpos = a.f64(nsite, 3)
    this.site_xmat = a.f64(nsite, 9)
    this.cam_xpos = a.f64(ncam, 3)
    this.cam_xmat = a.f64(ncam, 9)
    this.light_xpos = a.f64(nlight, 3)
    this.light_xdir = a.f64(nlight, 3)

    this.subtree_com = a.f64(nbody, 3)
    this.cdof = a.f64(nv, 6)
    this.cinert = a.f64(nbody, 10)
    this.crb = a.f64(nbody, 10)

    this.M = a.f64(nC)
    this.qLD = a.f64(nC)
    this.qLDiagInv = a.f64(nv)

    this.cvel = a.f64(nbody, 6)
    this.cdof_dot = a.f64(nv, 6)
    this.qfrc_bias = a.f64(nv)
    this.qfrc_spring = a.f64(nv)
    this.qfrc_damper = a.f64(nv)
    this.qfrc_gravcomp = a.f64(nv)
    this.qfrc_fluid = a.f64(nv)
    this.qfrc_passive = a.f64(nv)
    this.subtree_linvel = a.f64(nbody, 3)
    this.subtree_angmom = a.f64(nbody, 3)

    this.qfrc_actuator = a.f64(nv)
    this.qfrc_smooth = a.f64(nv)
    this.qacc_smooth = a.f64(nv)
    this.qfrc_constraint = a.f64(nv)
    this.qfrc_inverse = a.f64(nv)
    this.cacc = a.f64(nbody, 6)
    this.cfrc_int = a.f64(nbody, 6)
    this.cfrc_ext = a.f64(nbody, 6)

    this.qH = a.f64(nC)
    this.qHDiagInv = a.f64(nv)

    this.scratch_nv = a.f64(nv)
    this.scratch_cacc = a.f64(nbody, 6)
    this.scratch_cfrc = a.f64(nbody, 6)
    this.rk4_qpos = a.f64(nq)
    this.rk4_qvel = a.f64(4, nv)
    this.rk4_qacc = a.f64(4, nv)
    this.rk4_act = a.f64(na)
    this.rk4_act_dot = a.f64(4, na)

    if (memory === undefined) setInitialState(m, this)
    else if (!(memory instanceof Arena)) adoptContacts(this, memory.contacts)
  }

  /** The memory of this state. Ask again after contacts have grown. */
  get memory(): DataMemory {
    return { fixed: this.arena.buffer!, byteOffset: this.arena.byteOffset, contacts: this.contactArena.buffer! }
  }

  /** Simulated time, s. */
  get time(): number {
    return this.scalar[SCALAR_TIME]
  }
  set time(value: number) {
    this.scalar[SCALAR_TIME] = value
  }

  /** Number of contacts. */
  get ncon(): number {
    return this.scalar[SCALAR_NCON]
  }
  set ncon(value: number) {
    this.scalar[SCALAR_NCON] = value
  }
}

const SCALAR_TIME = 0
const SCALAR_NCON = 1
const SCALAR_COUNT = 8

/** Bytes that one state of the model takes, contacts aside. */
export function dataByteLength(m: Model): number {
  return Arena.measure((arena) => new Data(m, arena))
}

/** What a state of zeros lacks: positions at qpos0, mocap bodies at their place, equalities as the model has them. */
export function setInitialState(m: Model, d: Data): void {
  d.qpos.set(m.qpos0)
  d.eq_active.set(m.eq_active0)
  for (let body = 0; body < m.nbody; body++) {
    const mocap = m.body_mocapid[body]
    if (mocap < 0) continue
    d.mocap_pos.set(m.body_pos.subarray(3 * body, 3 * body + 3), 3 * mocap)
    d.mocap_quat.set(m.body_quat.subarray(4 * body, 4 * body + 4), 4 * mocap)
  }
}
