import { LdlFactor, SparseSymmetric, type TreePattern } from '../math/sparseSymmetric.ts'
import { Arena, type ArenaMemory } from '../memory/arena.ts'
import { checkType } from '../model/argumentChecks.ts'
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
import { type Acceleration, NO_KERNELS, type StageKernels } from './stageKernels.ts'

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
 * MuJoCo: mjData, mj_makeData.
 */
export class Data extends ScalarState {
  /**
   * Called with a warning when its count leaves zero: the first time, and again after a reset. The automatic reset
   * keeps the count of the warning that led to it.
   */
  onWarning: ((warning: number, info: number) => void) | undefined = undefined

  /** Functions of the user that a step calls. */
  readonly callbacks = new Callbacks()

  /** Stages that were made for the model of this state; see `kinetree/kernel`. Not part of the state. @internal */
  readonly kernels: StageKernels = NO_KERNELS

  /** When running timers were started. Not part of the state: a reset within a step does not stop them. @internal */
  readonly timer_start = new Float64Array(TIMER_COUNT).fill(Number.NaN)

  /**
   * Number of sleeping trees that each step checks, in turn, for changed positions, velocities or applied forces. By
   * default all of them. With a bound, changes are noticed some steps later, unless `wake` is called.
   */
  sleepWatch = Infinity

  /** Potential and kinetic energy, J, with the option `energy`. Shape: 2. */
  readonly energy = this.arena.f64(2)
  /** How often each warning has occurred since the last reset, by `Warning`. Shape: WARNING_COUNT. */
  readonly warning_number = this.arena.i32(WARNING_COUNT)
  /** What the last occurrence of each warning was about: the index of a dof, a row, an island. Shape: WARNING_COUNT. */
  readonly warning_lastinfo = this.arena.i32(WARNING_COUNT)
  /**
   * Time spent in each stage since the last reset, by `Timer`, in the unit of `callbacks.time`; zeros without it.
   * Shape: TIMER_COUNT.
   */
  readonly timer_duration = this.arena.f64(TIMER_COUNT)
  /** How often each stage has been timed. Shape: TIMER_COUNT. */
  readonly timer_number = this.arena.i32(TIMER_COUNT)
  /** Iterations of the constraint solver in each of the first islands. Shape: SOLVER_ISLANDS. */
  readonly solver_niter = this.arena.i32(SOLVER_ISLANDS)

  /**
   * Forward against inverse dynamics, with the option `fwdinv`: errors of constraint forces and of external forces.
   * Shape: 2.
   */
  readonly solver_fwdinv = this.arena.f64(2)

  // state
  /** Positions, m and rad; quaternions for ball and free joints. Shape: nq. */
  readonly qpos = this.arena.f64(this.m.nq)
  /** Velocities, m/s and rad/s. Shape: nv. */
  readonly qvel = this.arena.f64(this.m.nv)
  /** Activations of actuators. Shape: na. */
  readonly act = this.arena.f64(this.m.na)
  /** Past controls and sensor values, for delays. Shape: nhistory. */
  readonly history = this.arena.f64(this.m.nhistory)
  /** Acceleration from which the constraint solver starts. Shape: nv. */
  readonly qacc_warmstart = this.arena.f64(this.m.nv)

  // inputs
  /** Controls. Shape: nu. */
  readonly ctrl = this.arena.f64(this.m.nu)
  /** Forces applied to dofs, N and N·m. Shape: nv. */
  readonly qfrc_applied = this.arena.f64(this.m.nv)
  /** Force (N) and torque (N·m) applied to each body at its center of mass, world frame. Shape: nbody × 6. */
  readonly xfrc_applied = this.arena.f64(this.m.nbody, 6)
  /** 1: the equality constraint is active. Shape: neq. */
  readonly eq_active = this.arena.u8(this.m.neq)
  /** Positions of mocap bodies, m. Shape: nmocap × 3. */
  readonly mocap_pos = this.arena.f64(this.m.nmocap, 3)
  /** Orientations of mocap bodies. Shape: nmocap × 4. */
  readonly mocap_quat = this.arena.f64(this.m.nmocap, 4)
  /** Numbers of the user, untouched by the engine. Shape: nuserdata. */
  readonly userdata = this.arena.f64(this.m.nuserdata)

  // rates and outputs
  /** Acceleration, m/s² and rad/s². Shape: nv. */
  readonly qacc = this.arena.f64(this.m.nv)
  /** Rates of activations. Shape: na. */
  readonly act_dot = this.arena.f64(this.m.na)
  /** Values of all sensors. Shape: nsensordata. */
  readonly sensordata = this.arena.f64(this.m.nsensordata)

  // global poses, world frame
  /** Origin of each body frame, world frame, m. Shape: nbody × 3. */
  readonly xpos = this.arena.f64(this.m.nbody, 3)
  /** Orientation of each body frame, world frame. Shape: nbody × 4. */
  readonly xquat = this.arena.f64(this.m.nbody, 4)
  /** Orientation of each body frame as a matrix. Shape: nbody × 9. */
  readonly xmat = this.arena.f64(this.m.nbody, 9)
  /** Center of mass of each body, world frame, m. Shape: nbody × 3. */
  readonly xipos = this.arena.f64(this.m.nbody, 3)
  /** Principal axes of inertia of each body, world frame. Shape: nbody × 9. */
  readonly ximat = this.arena.f64(this.m.nbody, 9)
  /** Anchor of each joint, world frame, m. Shape: njnt × 3. */
  readonly xanchor = this.arena.f64(this.m.njnt, 3)
  /** Axis of each joint, world frame. Shape: njnt × 3. */
  readonly xaxis = this.arena.f64(this.m.njnt, 3)
  /** Position of each geom, world frame, m. Shape: ngeom × 3. */
  readonly geom_xpos = this.arena.f64(this.m.ngeom, 3)
  /** Orientation of each geom, world frame. Shape: ngeom × 9. */
  readonly geom_xmat = this.arena.f64(this.m.ngeom, 9)
  /** Position of each site, world frame, m. Shape: nsite × 3. */
  readonly site_xpos = this.arena.f64(this.m.nsite, 3)
  /** Orientation of each site, world frame. Shape: nsite × 9. */
  readonly site_xmat = this.arena.f64(this.m.nsite, 9)
  /** Position of each camera, world frame, m. Shape: ncam × 3. */
  readonly cam_xpos = this.arena.f64(this.m.ncam, 3)
  /** Orientation of each camera, world frame. Shape: ncam × 9. */
  readonly cam_xmat = this.arena.f64(this.m.ncam, 9)
  /** Position of each light, world frame, m. Shape: nlight × 3. */
  readonly light_xpos = this.arena.f64(this.m.nlight, 3)
  /** Direction of each light, world frame. Shape: nlight × 3. */
  readonly light_xdir = this.arena.f64(this.m.nlight, 3)

  // tendons
  /** First point of the path of each tendon in `wrap_xpos`. Shape: ntendon. */
  readonly ten_wrapadr = this.arena.i32(this.m.ntendon)
  /** Number of points of the path of each tendon. Shape: ntendon. */
  readonly ten_wrapnum = this.arena.i32(this.m.ntendon)
  /** Length of each tendon, m. Shape: ntendon. */
  readonly ten_length = this.arena.f64(this.m.ntendon)
  /** ∂length/∂dof of each tendon: sparse rows as in `Model.ten_J_rowadr`. Shape: nJten. */
  readonly ten_J = this.arena.f64(this.m.nJten)
  /** Geom that each point of a path is on; -1: on a site, -2: a pulley. Shape: nwrap × 2. */
  readonly wrap_obj = this.arena.i32(this.m.nwrap, 2)
  /** Points of the paths, world frame, m; at most two for each object. Shape: nwrap × 6. */
  readonly wrap_xpos = this.arena.f64(this.m.nwrap, 6)

  /** First constraint row of each tendon; -1: none. Kinetree's own. Shape: ntendon. @internal */
  readonly tendon_efcadr = this.arena.i32(this.m.ntendon)

  // about the center of mass of the tree's root
  /** Center of mass of the subtree of each body, world frame, m. Shape: nbody × 3. */
  readonly subtree_com = this.arena.f64(this.m.nbody, 3)
  /** Motion axis of each dof about the center of mass of its tree: rotation, translation. Shape: nv × 6. */
  readonly cdof = this.arena.f64(this.m.nv, 6)
  /**
   * Inertia of each body about the center of mass of its tree: Ixx Iyy Izz Ixy Ixz Iyz, mass·offset (3), mass. Shape:
   * nbody × 10.
   */
  readonly cinert = this.arena.f64(this.m.nbody, 10)
  /** Composite inertia of the subtree of each body, as `cinert`. Shape: nbody × 10. */
  readonly crb = this.arena.f64(this.m.nbody, 10)

  // inertia in joint space: sparse rows as in Model.M_rowadr, and its factor LᵀDL
  /** Joint-space inertia matrix: sparse rows as in `Model.M_rowadr`. Shape: nC. */
  readonly M = this.arena.f64(this.m.nC)
  /** Factor L of M = Lᵀ D L, with D on its diagonal: sparse rows as M. Shape: nC. */
  readonly qLD = this.arena.f64(this.m.nC)
  /** 1/D of the factor of M. Shape: nv. */
  readonly qLDiagInv = this.arena.f64(this.m.nv)
  /** M as a sparse matrix @internal */
  readonly inertia = new SparseSymmetric(inertiaPattern(this.m), this.M)
  /** its factor, qLD @internal */
  readonly inertiaFactor = new LdlFactor(inertiaPattern(this.m), this.qLD, this.qLDiagInv)

  // islands: trees that constraints join; -1: a tree or dof that no row touches
  /** Island of each tree; -1: none. Shape: ntree. */
  readonly tree_island = this.arena.i32(this.m.ntree)
  /** Number of trees of each island. Shape: ntree. */
  readonly island_ntree = this.arena.i32(this.m.ntree)
  /** First tree of each island in `map_itree2tree`. Shape: ntree. */
  readonly island_itreeadr = this.arena.i32(this.m.ntree)
  /** Trees island by island, then the others. Shape: ntree. */
  readonly map_itree2tree = this.arena.i32(this.m.ntree)
  /** Island of each dof; -1: none. Shape: nv. */
  readonly dof_island = this.arena.i32(this.m.nv)
  /** Number of dofs of each island. Shape: ntree. */
  readonly island_nv = this.arena.i32(this.m.ntree)
  /** First dof of each island in `map_idof2dof`. Shape: ntree. */
  readonly island_idofadr = this.arena.i32(this.m.ntree)
  /** First dof of each island. Shape: ntree. */
  readonly island_dofadr = this.arena.i32(this.m.ntree)
  /** Place of each dof in the order of islands. Shape: nv. */
  readonly map_dof2idof = this.arena.i32(this.m.nv)
  /** Dofs island by island, then the others. Shape: nv. */
  readonly map_idof2dof = this.arena.i32(this.m.nv)
  /** Number of equality rows of each island. Shape: ntree. */
  readonly island_ne = this.arena.i32(this.m.ntree)
  /** Number of friction loss rows of each island. Shape: ntree. */
  readonly island_nf = this.arena.i32(this.m.ntree)
  /** Number of rows of each island. Shape: ntree. */
  readonly island_nefc = this.arena.i32(this.m.ntree)
  /** First row of each island in `map_iefc2efc`. Shape: ntree. */
  readonly island_iefcadr = this.arena.i32(this.m.ntree)

  // sleep: the only state is tree_asleep, the rest follows from it (see `updateAwake`)
  /**
   * Awake: −11 to −1, counting up to where the tree may sleep. Asleep: the next tree of its sleep cycle. Shape:
   * ntree.
   */
  readonly tree_asleep = this.arena.i32(this.m.ntree)
  /** 1: the tree is awake. Shape: ntree. */
  readonly tree_awake = this.arena.i32(this.m.ntree)
  /** Whether each body is awake, a `SleepState`. Shape: nbody. */
  readonly body_awake = this.arena.i32(this.m.nbody)
  /** Bodies that are not asleep, the first `nbody_awake`. Shape: nbody. */
  readonly body_awake_ind = this.arena.i32(this.m.nbody)
  /** Bodies whose parent is not asleep, the first `nparent_awake`. Shape: nbody. */
  readonly parent_awake_ind = this.arena.i32(this.m.nbody)
  /** Dofs of awake trees, the first `nv_awake`. Shape: nv. */
  readonly dof_awake_ind = this.arena.i32(this.m.nv)
  /** 0: all trees that the tendon acts on are asleep. Kinetree's own. Shape: ntendon. @internal */
  readonly tendon_awake = this.arena.u8(this.m.ntendon)
  /** 0: all trees that the actuator acts on are asleep. Kinetree's own. Shape: nactuator. @internal */
  readonly actuator_awake = this.arena.u8(this.m.nactuator)
  /** 0: all trees that the sensor measures are asleep. Kinetree's own. Shape: nsensor. @internal */
  readonly sensor_awake = this.arena.u8(this.m.nsensor)
  /** Ranges [first, end) of bodies that are not asleep. Kinetree's own. Shape: (ntree + 1) × 2. @internal */
  readonly span_body = this.arena.i32(this.m.ntree + 1, 2)
  /** Ranges [first, end) of awake trees. Kinetree's own. Shape: (ntree + 1) × 2. @internal */
  readonly span_tree = this.arena.i32(this.m.ntree + 1, 2)
  /** Ranges [first, end) of joints of awake bodies. Kinetree's own. Shape: (ntree + 1) × 2. @internal */
  readonly span_jnt = this.arena.i32(this.m.ntree + 1, 2)
  /** Ranges [first, end) of dofs of awake bodies. Kinetree's own. Shape: (ntree + 1) × 2. @internal */
  readonly span_dof = this.arena.i32(this.m.ntree + 1, 2)
  /** Ranges [first, end) of geoms of awake bodies. Kinetree's own. Shape: (ntree + 1) × 2. @internal */
  readonly span_geom = this.arena.i32(this.m.ntree + 1, 2)
  /** Ranges [first, end) of sites of awake bodies. Kinetree's own. Shape: (ntree + 1) × 2. @internal */
  readonly span_site = this.arena.i32(this.m.ntree + 1, 2)
  /** Positions at which trees fell asleep. Kinetree's own. Shape: nq. @internal */
  readonly sleep_qpos = this.arena.f64(this.m.nq)
  /**
   * Σ mass · center of mass of the sleeping trees that are children of the world. Kinetree's own. Shape: 3. @internal
   */
  readonly sleep_com = this.arena.f64(3)
  /** First bodies of the other sleeping trees, the first `nsleep_root`. Kinetree's own. Shape: ntree. @internal */
  readonly sleep_root = this.arena.i32(this.m.ntree)

  // actuators: length, and its derivative by qpos as sparse rows, one a force
  /** Length of each transmission, m or rad. Shape: nout. */
  readonly actuator_length = this.arena.f64(this.m.nout)
  /** Number of entries in each row of `actuator_moment`. Shape: nout. */
  readonly moment_rownnz = this.arena.i32(this.m.nout)
  /** First entry of each row of `actuator_moment`. Shape: nout. */
  readonly moment_rowadr = this.arena.i32(this.m.nout)
  /** Dofs of the entries of `actuator_moment`. Shape: nJmom. */
  readonly moment_colind = this.arena.i32(this.m.nJmom)
  /** ∂length/∂dof of each transmission: sparse rows. Shape: nJmom. */
  readonly actuator_moment = this.arena.f64(this.m.nJmom)

  // velocity
  /** Rate of each transmission length, m/s or rad/s. Shape: nout. */
  readonly actuator_velocity = this.arena.f64(this.m.nout)
  /** Velocity of each body about the center of mass of its tree: angular (rad/s), linear (m/s). Shape: nbody × 6. */
  readonly cvel = this.arena.f64(this.m.nbody, 6)
  /** Rate of `cdof`. Shape: nv × 6. */
  readonly cdof_dot = this.arena.f64(this.m.nv, 6)
  /** Rate of each tendon length, m/s. Shape: ntendon. */
  readonly ten_velocity = this.arena.f64(this.m.ntendon)
  /** Coriolis, centrifugal and gravitational force, N and N·m. Shape: nv. */
  readonly qfrc_bias = this.arena.f64(this.m.nv)
  /** Force of springs, N and N·m. Shape: nv. */
  readonly qfrc_spring = this.arena.f64(this.m.nv)
  /** Force of dampers, N and N·m. Shape: nv. */
  readonly qfrc_damper = this.arena.f64(this.m.nv)
  /** Force of gravity compensation, N and N·m. Shape: nv. */
  readonly qfrc_gravcomp = this.arena.f64(this.m.nv)
  /** Force of the fluid, N and N·m. Shape: nv. */
  readonly qfrc_fluid = this.arena.f64(this.m.nv)
  /** Sum of passive forces, N and N·m. Shape: nv. */
  readonly qfrc_passive = this.arena.f64(this.m.nv)
  /** Linear velocity of the center of mass of each subtree, m/s. Shape: nbody × 3. */
  readonly subtree_linvel = this.arena.f64(this.m.nbody, 3)
  /** Angular momentum of each subtree about its center of mass, kg·m²/s. Shape: nbody × 3. */
  readonly subtree_angmom = this.arena.f64(this.m.nbody, 3)

  // forces and acceleration
  /** Force of each actuator, N or N·m. Shape: nout. */
  readonly actuator_force = this.arena.f64(this.m.nout)
  /** Sum of actuator forces, N and N·m. Shape: nv. */
  readonly qfrc_actuator = this.arena.f64(this.m.nv)
  /** Sum of all forces but those of constraints, N and N·m. Shape: nv. */
  readonly qfrc_smooth = this.arena.f64(this.m.nv)
  /** Acceleration without constraints, m/s² and rad/s². Shape: nv. */
  readonly qacc_smooth = this.arena.f64(this.m.nv)
  /** Force of constraints, N and N·m. Shape: nv. */
  readonly qfrc_constraint = this.arena.f64(this.m.nv)
  /** Result of inverse dynamics, N and N·m. Shape: nv. */
  readonly qfrc_inverse = this.arena.f64(this.m.nv)
  /**
   * Acceleration of each body about the center of mass of its tree, gravity included: angular, linear. Shape: nbody ×
   * 6.
   */
  readonly cacc = this.arena.f64(this.m.nbody, 6)
  /**
   * Force between each body and its parent, about the center of mass of the tree: torque (N·m), force (N). Shape:
   * nbody × 6.
   */
  readonly cfrc_int = this.arena.f64(this.m.nbody, 6)
  /** External force on each body, about the center of mass of the tree: torque (N·m), force (N). Shape: nbody × 6. */
  readonly cfrc_ext = this.arena.f64(this.m.nbody, 6)

  /** Factor of the inertia matrix that the integrator solves with: sparse rows as M. Shape: nC. */
  readonly qH = this.arena.f64(this.m.nC)
  /** Inverse of the diagonal of that factor. Shape: nv. */
  readonly qHDiagInv = this.arena.f64(this.m.nv)
  /** qH as a sparse matrix @internal */
  readonly implicitFactor = new LdlFactor(inertiaPattern(this.m), this.qH, this.qHDiagInv)
  /**
   * ∂(qfrc_actuator + qfrc_passive − qfrc_bias)/∂qvel, as far as the integrator needs it: sparse rows as in
   * `Model.D_rowadr`. Shape: nD.
   */
  readonly qDeriv = this.arena.f64(this.m.nD)
  /** LU factor of M − h·qDeriv of the integrator implicit; factors of free bodies with the others. Shape: nD. */
  readonly qLU = this.arena.f64(this.m.nD)

  /**
   * Controls that actuators see in this step: delayed, clamped, and all zero if one of them is bad. Kinetree's own.
   * Shape: nu.
   * @internal
   */
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
    checkType(m?.opt !== undefined, 'the model of a Data', m, 'a Model, as loadModel gives it')
    checkType(
      memory === undefined || memory instanceof Arena || memory?.fixed !== undefined,
      'the memory of a Data',
      memory,
      "an Arena, or 'memory' of another Data",
    )
    const acceleration = memory === undefined ? (m.acceleration as Acceleration | undefined) : undefined
    const placed = acceleration?.place()
    super(
      m,
      memory instanceof Arena
        ? memory.rest()
        : (placed?.fixed ?? new Arena(memory?.fixed ?? new ArrayBuffer(dataByteLength(m)), memory?.byteOffset)),
    )
    if (placed !== undefined) {
      adoptContacts(this, placed.contacts)
      adoptConstraints(this, placed.constraints, placed.jacobian)
      this.kernels = acceleration!.attach(this)
    }
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
      contacts: this.contactArena.memory!,
      constraints: this.efcArena.memory!,
      jacobian: this.jacobianArena.memory!,
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
