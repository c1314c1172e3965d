import { LdlFactor, SparseSymmetric, type TreePattern } from '../math/sparseSymmetric.ts'
import { Arena, type ArenaMemory } from '../memory/arena.ts'
import { EnableBit, SleepPolicy, TIMER_COUNT, WARNING_COUNT } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import { wakeAll } from './awakeSets.ts'
import { Callbacks } from './callbacks.ts'
import { adoptConstraints } from './constraintArrays.ts'
import { adoptContacts } from './contactArrays.ts'
import { ScalarState } from './dataScalars.ts'
import { EffectiveInertia } from './effectiveInertia.ts'
import { resetControls, resetHistory } from './sampleHistory.ts'
import { Scratch } from './scratch.ts'

/** The memory behind a `Data`: what to hand to another thread so that it can look at the same state. */
export interface DataMemory {
  readonly fixed: ArenaMemory
  /** Where in `fixed` the state starts; 0 by default. */
  readonly byteOffset?: number
  readonly contacts: ArenaMemory
  readonly constraints: ArenaMemory
  /** Entries of the Jacobian of the constraints. */
  readonly jacobian: ArenaMemory
}

/**
 * What changes during a simulation, under MuJoCo's names, one line a field: name, type, shape and meaning. All arrays
 * are carved from one block of memory in the order in which they stand here and keep their identity for the life of the
 * object; contacts and constraint rows, which vary in number, live in blocks that grow (see `ContactArrays` and
 * `ConstraintArrays`). 6-vectors are (rotation, translation) except in `xfrc_applied` (force, torque).
 */
export class Data extends ScalarState {
  /**
   * Called with a warning when its count leaves zero: the first time, and again after a reset. The automatic reset
   * keeps the count of the warning that led to it.
   */
  onWarning: ((warning: number, info: number) => void) | undefined = undefined

  /** functions of the user that a step calls */
  readonly callbacks = new Callbacks()

  /** when the timers that run were started; not part of the state, so that a reset within a step does not stop them */
  readonly timer_start = new Float64Array(TIMER_COUNT).fill(Number.NaN)

  /**
   * How many trees that sleep are looked at in each step, in turn, for whether a user has changed their positions, velocities
   * or applied forces; by default all. With a bound changes are noticed some steps later, unless `wake` tells of them.
   */
  sleepWatch = Infinity

  /** potential, kinetic (J) */
  readonly energy = this.arena.f64(2)
  readonly warning_number = this.arena.i32(WARNING_COUNT)
  readonly warning_lastinfo = this.arena.i32(WARNING_COUNT)
  /** time spent in each stage since the last reset, by `Timer`, in the unit of `callbacks.time`; zeros without it */
  readonly timer_duration = this.arena.f64(TIMER_COUNT)
  /** how often each stage has been timed */
  readonly timer_number = this.arena.i32(TIMER_COUNT)
  /** iterations of the constraint solver, for each of the first islands */
  readonly solver_niter = this.arena.i32(SOLVER_ISLANDS)

  /** forward against inverse dynamics, with the option `fwdinv`: errors of constraint and of external forces */
  readonly solver_fwdinv = this.arena.f64(2)

  // state
  readonly qpos = this.arena.f64(this.m.nq)
  readonly qvel = this.arena.f64(this.m.nv)
  readonly act = this.arena.f64(this.m.na)
  readonly history = this.arena.f64(this.m.nhistory)
  readonly qacc_warmstart = this.arena.f64(this.m.nv)

  // inputs
  readonly ctrl = this.arena.f64(this.m.nu)
  readonly qfrc_applied = this.arena.f64(this.m.nv)
  readonly xfrc_applied = this.arena.f64(this.m.nbody, 6) // force, torque at the body's centre of mass, world frame
  readonly eq_active = this.arena.u8(this.m.neq)
  readonly mocap_pos = this.arena.f64(this.m.nmocap, 3)
  readonly mocap_quat = this.arena.f64(this.m.nmocap, 4)
  readonly userdata = this.arena.f64(this.m.nuserdata)

  // rates and outputs
  readonly qacc = this.arena.f64(this.m.nv)
  readonly act_dot = this.arena.f64(this.m.na)
  readonly sensordata = this.arena.f64(this.m.nsensordata)

  // global poses, world frame
  readonly xpos = this.arena.f64(this.m.nbody, 3) // body origin
  readonly xquat = this.arena.f64(this.m.nbody, 4)
  readonly xmat = this.arena.f64(this.m.nbody, 9)
  readonly xipos = this.arena.f64(this.m.nbody, 3) // body centre of mass
  readonly ximat = this.arena.f64(this.m.nbody, 9) // principal axes of inertia
  readonly xanchor = this.arena.f64(this.m.njnt, 3) // joint anchor
  readonly xaxis = this.arena.f64(this.m.njnt, 3) // joint axis
  readonly geom_xpos = this.arena.f64(this.m.ngeom, 3)
  readonly geom_xmat = this.arena.f64(this.m.ngeom, 9)
  readonly site_xpos = this.arena.f64(this.m.nsite, 3)
  readonly site_xmat = this.arena.f64(this.m.nsite, 9)
  readonly cam_xpos = this.arena.f64(this.m.ncam, 3)
  readonly cam_xmat = this.arena.f64(this.m.ncam, 9)
  readonly light_xpos = this.arena.f64(this.m.nlight, 3)
  readonly light_xdir = this.arena.f64(this.m.nlight, 3)

  // tendons
  readonly ten_wrapadr = this.arena.i32(this.m.ntendon) // first point of its path in wrap_xpos
  readonly ten_wrapnum = this.arena.i32(this.m.ntendon)
  readonly ten_length = this.arena.f64(this.m.ntendon)
  readonly ten_J = this.arena.f64(this.m.nJten) // d length / d dof, sparse rows as in Model.ten_J_rowadr
  /** geom that a point is on; -1: on a site, -2: a pulley */
  readonly wrap_obj = this.arena.i32(this.m.nwrap, 2)
  readonly wrap_xpos = this.arena.f64(this.m.nwrap, 6) // at most two points for each object of a path

  /** first constraint row that the tendon takes part in; -1: none */
  readonly tendon_efcadr = this.arena.i32(this.m.ntendon)

  // about the centre of mass of the tree's root
  readonly subtree_com = this.arena.f64(this.m.nbody, 3)
  readonly cdof = this.arena.f64(this.m.nv, 6) // motion axis of each dof
  readonly cinert = this.arena.f64(this.m.nbody, 10) // Ixx Iyy Izz Ixy Ixz Iyz m·o(3) m
  readonly crb = this.arena.f64(this.m.nbody, 10) // inertia of the whole subtree

  // inertia in joint space: sparse rows as in Model.M_rowadr, and its factor LᵀDL
  readonly M = this.arena.f64(this.m.nC)
  readonly qLD = this.arena.f64(this.m.nC)
  readonly qLDiagInv = this.arena.f64(this.m.nv)
  /** M as a sparse matrix @internal */
  readonly inertia = new SparseSymmetric(inertiaPattern(this.m), this.M)
  /** its factor, qLD @internal */
  readonly inertiaFactor = new LdlFactor(inertiaPattern(this.m), this.qLD, this.qLDiagInv)

  // islands: trees that constraints join; -1: a tree or dof that no row touches
  readonly tree_island = this.arena.i32(this.m.ntree)
  readonly island_ntree = this.arena.i32(this.m.ntree)
  readonly island_itreeadr = this.arena.i32(this.m.ntree) // first tree in map_itree2tree
  readonly map_itree2tree = this.arena.i32(this.m.ntree) // trees island by island, then the others
  readonly dof_island = this.arena.i32(this.m.nv)
  readonly island_nv = this.arena.i32(this.m.ntree)
  readonly island_idofadr = this.arena.i32(this.m.ntree) // first dof in map_idof2dof
  readonly island_dofadr = this.arena.i32(this.m.ntree) // first dof
  readonly map_dof2idof = this.arena.i32(this.m.nv)
  readonly map_idof2dof = this.arena.i32(this.m.nv) // dofs island by island, then the others
  readonly island_ne = this.arena.i32(this.m.ntree)
  readonly island_nf = this.arena.i32(this.m.ntree)
  readonly island_nefc = this.arena.i32(this.m.ntree)
  readonly island_iefcadr = this.arena.i32(this.m.ntree) // first row in map_iefc2efc

  // sleep: the only state is tree_asleep, the rest follows from it (see `updateAwake`)
  /** awake: −11 … −1, steps until the tree may sleep; asleep: the next tree in a ring of those that sleep together */
  readonly tree_asleep = this.arena.i32(this.m.ntree)
  readonly tree_awake = this.arena.i32(this.m.ntree) // 1: awake
  readonly body_awake = this.arena.i32(this.m.nbody) // `SleepState`
  readonly body_awake_ind = this.arena.i32(this.m.nbody) // bodies that do not sleep, nbody_awake of them
  readonly parent_awake_ind = this.arena.i32(this.m.nbody) // bodies whose parent does not sleep, nparent_awake of them
  readonly dof_awake_ind = this.arena.i32(this.m.nv) // dofs of trees that are awake, nv_awake of them
  /** 0: all that it acts on, or looks at, sleeps */
  readonly tendon_awake = this.arena.u8(this.m.ntendon)
  readonly actuator_awake = this.arena.u8(this.m.nactuator)
  readonly sensor_awake = this.arena.u8(this.m.nsensor)
  /**
   * What does not sleep, as ranges [first, end): bodies, and the trees, joints, dofs, geoms and sites of these bodies, nspan
   * of each. One range of everything when nothing sleeps.
   */
  readonly span_body = this.arena.i32(this.m.ntree + 1, 2)
  readonly span_tree = this.arena.i32(this.m.ntree + 1, 2)
  readonly span_jnt = this.arena.i32(this.m.ntree + 1, 2)
  readonly span_dof = this.arena.i32(this.m.ntree + 1, 2)
  readonly span_geom = this.arena.i32(this.m.ntree + 1, 2)
  readonly span_site = this.arena.i32(this.m.ntree + 1, 2)
  readonly sleep_qpos = this.arena.f64(this.m.nq) // positions at which trees sleep
  /** Σ mass · centre of mass of the trees below the world that sleep */
  readonly sleep_com = this.arena.f64(3)
  readonly sleep_root = this.arena.i32(this.m.ntree) // first bodies of the other trees that sleep, nsleep_root of them

  // actuators: length, and its derivative by qpos as sparse rows, one a force
  readonly actuator_length = this.arena.f64(this.m.nout)
  readonly moment_rownnz = this.arena.i32(this.m.nout)
  readonly moment_rowadr = this.arena.i32(this.m.nout)
  readonly moment_colind = this.arena.i32(this.m.nJmom)
  readonly actuator_moment = this.arena.f64(this.m.nJmom)

  // velocity
  readonly actuator_velocity = this.arena.f64(this.m.nout)
  readonly cvel = this.arena.f64(this.m.nbody, 6)
  readonly cdof_dot = this.arena.f64(this.m.nv, 6)
  readonly ten_velocity = this.arena.f64(this.m.ntendon)
  readonly qfrc_bias = this.arena.f64(this.m.nv)
  readonly qfrc_spring = this.arena.f64(this.m.nv)
  readonly qfrc_damper = this.arena.f64(this.m.nv)
  readonly qfrc_gravcomp = this.arena.f64(this.m.nv)
  readonly qfrc_fluid = this.arena.f64(this.m.nv)
  readonly qfrc_passive = this.arena.f64(this.m.nv)
  readonly subtree_linvel = this.arena.f64(this.m.nbody, 3)
  readonly subtree_angmom = this.arena.f64(this.m.nbody, 3)

  // forces and acceleration
  readonly actuator_force = this.arena.f64(this.m.nout)
  readonly qfrc_actuator = this.arena.f64(this.m.nv)
  readonly qfrc_smooth = this.arena.f64(this.m.nv)
  readonly qacc_smooth = this.arena.f64(this.m.nv)
  readonly qfrc_constraint = this.arena.f64(this.m.nv)
  readonly qfrc_inverse = this.arena.f64(this.m.nv)
  readonly cacc = this.arena.f64(this.m.nbody, 6)
  readonly cfrc_int = this.arena.f64(this.m.nbody, 6)
  readonly cfrc_ext = this.arena.f64(this.m.nbody, 6)

  /** M − h·D in the pattern of M, factored: Euler's joint damping, the velocity derivatives of implicitfast */
  readonly qH = this.arena.f64(this.m.nC)
  readonly qHDiagInv = this.arena.f64(this.m.nv)
  /** qH as a sparse matrix @internal */
  readonly implicitFactor = new LdlFactor(inertiaPattern(this.m), this.qH, this.qHDiagInv)
  /** ∂(qfrc_actuator + qfrc_passive − qfrc_bias)/∂qvel: sparse rows as in Model.D_rowadr */
  readonly qDeriv = this.arena.f64(this.m.nD)
  /** M − h·qDeriv, factored by the implicit integrator */
  readonly qLU = this.arena.f64(this.m.nD)

  /** controls that this step's actuators see: delayed, clamped, and all zero if one of them is bad */
  readonly actuator_input = this.arena.f64(this.m.nu)

  /**
   * work arrays of stages
   * @internal
   */
  readonly scratch = new Scratch(this.m, this.arena)

  /** the inertia in which constraints are solved: M, or with springs and dampers M + h·D + h²·K @internal */
  readonly effectiveInertia = new EffectiveInertia(this)

  /**
   * @param m the model this is a state of
   * @param memory where to live. By default fresh memory, in the state of `resetData`. An arena: the arrays are
   *   carved from what is left of it and keep what it holds, so memory of zeros must be reset before use. The `memory`
   *   of another `Data` of the same model: both then see the same values, also across threads if the memory is shared.
   */
  constructor(m: Model, memory?: Arena | DataMemory) {
    super(
      m,
      memory instanceof Arena
        ? memory.rest()
        : new Arena(memory?.fixed ?? new ArrayBuffer(dataByteLength(m)), memory?.byteOffset),
    )
    if (memory === undefined) setInitialState(m, this)
    else if (memory instanceof Arena) memory.skip(this.arena.byteLength)
    else {
      adoptContacts(this, memory.contacts)
      adoptConstraints(this, memory.constraints, memory.jacobian)
    }
  }

  /** The memory of this state. Ask again after contacts or constraints have grown. */
  get memory(): DataMemory {
    return {
      fixed: this.arena.buffer!,
      byteOffset: this.arena.byteOffset,
      contacts: this.contactArena.buffer!,
      constraints: this.efcArena.buffer!,
      jacobian: this.jacobianArena.buffer!,
    }
  }
}

/** Where M has entries. */
function inertiaPattern(m: Model): TreePattern {
  return { parent: m.dof_parentid, rowadr: m.M_rowadr, rownnz: m.M_rownnz, colind: m.M_colind }
}

/** Islands whose iterations are remembered. */
const SOLVER_ISLANDS = 20

/** Bytes that one state of the model takes, contacts and constraints aside. */
export function dataByteLength(m: Model): number {
  return Arena.measure((arena) => new Data(m, arena))
}

/** What a state of zeros lacks: positions at qpos0, mocap bodies at their place, equalities as the model has them. */
export function setInitialState(m: Model, d: Data): void {
  d.qpos.set(m.qpos0)
  d.eq_active.set(m.eq_active0)
  resetControls(m, d)
  resetHistory(m, d)
  wakeAll(m, d)
  for (let body = 0; body < m.nbody; body++) {
    const mocap = m.body_mocapid[body]
    if (mocap < 0) continue
    d.mocap_pos.set(m.body_pos.subarray(3 * body, 3 * body + 3), 3 * mocap)
    d.mocap_quat.set(m.body_quat.subarray(4 * body, 4 * body + 4), 4 * mocap)
  }
  d.initialSleepDue = m.opt.enableflags & EnableBit.sleep && m.tree_sleep_policy.includes(SleepPolicy.init) ? 1 : 0
}
