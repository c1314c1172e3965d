import { ModelMemory } from './modelSizes.ts'

/**
 * The part of a model that moves: positions, bodies, joints, degrees of freedom, kinematic trees, sparsity patterns.
 */
export class TreeArrays extends ModelMemory {
  // positions
  /** Reference positions: qpos after a reset, m and rad. Shape: nq. */
  readonly qpos0 = this.arena.f64(this.nq)
  /** Positions at which joint springs are at rest, m and rad. Shape: nq. */
  readonly qpos_spring = this.arena.f64(this.nq)

  // bodies
  /** Parent body; 0 for the world and its children. Shape: nbody. */
  readonly body_parentid = this.arena.i32(this.nbody)
  /** Ancestor that is a child of the world, or itself; 0 for the world. Shape: nbody. */
  readonly body_rootid = this.arena.i32(this.nbody)
  /**
   * Nearest ancestor, or itself, that can move relative to its parent; bodies with the same one move as one. Shape:
   * nbody.
   */
  readonly body_weldid = this.arena.i32(this.nbody)
  /** Index among the mocap bodies; -1: not one. Shape: nbody. */
  readonly body_mocapid = this.arena.i32(this.nbody)
  /** Number of joints. Shape: nbody. */
  readonly body_jntnum = this.arena.i32(this.nbody)
  /** First joint; -1: none. Shape: nbody. */
  readonly body_jntadr = this.arena.i32(this.nbody)
  /** Number of dofs. Shape: nbody. */
  readonly body_dofnum = this.arena.i32(this.nbody)
  /** First dof; -1: none. Shape: nbody. */
  readonly body_dofadr = this.arena.i32(this.nbody)
  /** Kinematic tree; -1: it cannot move. Shape: nbody. */
  readonly body_treeid = this.arena.i32(this.nbody)
  /** Number of geoms. Shape: nbody. */
  readonly body_geomnum = this.arena.i32(this.nbody)
  /** First geom; -1: none. Shape: nbody. */
  readonly body_geomadr = this.arena.i32(this.nbody)
  /**
   * 1: its rows of the inertia matrix are diagonal and constant; 2: the same, and all its joints are slides; 0:
   * neither. Shape: nbody.
   */
  readonly body_simple = this.arena.u8(this.nbody)
  /** How the inertial frame relates to the body frame, a `SameFrame`. Shape: nbody. */
  readonly body_sameframe = this.arena.u8(this.nbody)
  /** Position of the body frame in the parent frame, m. Shape: nbody × 3. */
  readonly body_pos = this.arena.f64(this.nbody, 3)
  /** Orientation of the body frame in the parent frame. Shape: nbody × 4. */
  readonly body_quat = this.arena.f64(this.nbody, 4)
  /** Center of mass in the body frame, m. Shape: nbody × 3. */
  readonly body_ipos = this.arena.f64(this.nbody, 3)
  /** Orientation of the principal axes of inertia in the body frame. Shape: nbody × 4. */
  readonly body_iquat = this.arena.f64(this.nbody, 4)
  /** Mass, kg. Shape: nbody. */
  readonly body_mass = this.arena.f64(this.nbody)
  /** Mass of the body and all its descendants, kg. Shape: nbody. */
  readonly body_subtreemass = this.arena.f64(this.nbody)
  /** Principal moments of inertia, about `body_ipos` along `body_iquat`, kg·m². Shape: nbody × 3. */
  readonly body_inertia = this.arena.f64(this.nbody, 3)
  /** Mean inverse inertia at qpos0: translation (1/kg), rotation (1/(kg·m²)). Shape: nbody × 2. */
  readonly body_invweight0 = this.arena.f64(this.nbody, 2)
  /** Share of the weight that an opposite force cancels; 1: all of it. Shape: nbody. */
  readonly body_gravcomp = this.arena.f64(this.nbody)
  /** Largest contact margin of its geoms, m. Shape: nbody. */
  readonly body_margin = this.arena.f64(this.nbody)
  /** Union of the `geom_contype` of its geoms. Shape: nbody. */
  readonly body_contype = this.arena.i32(this.nbody)
  /** Union of the `geom_conaffinity` of its geoms. Shape: nbody. */
  readonly body_conaffinity = this.arena.i32(this.nbody)
  /** Numbers of the user. Shape: nbody × nuser_body. */
  readonly body_user = this.arena.f64(this.nbody, this.nuser_body)

  // joints
  /** Type of the joint, a `JointType`. Shape: njnt. */
  readonly jnt_type = this.arena.i32(this.njnt)
  /** First position in `qpos`. Shape: njnt. */
  readonly jnt_qposadr = this.arena.i32(this.njnt)
  /** First dof. Shape: njnt. */
  readonly jnt_dofadr = this.arena.i32(this.njnt)
  /** Body that the joint moves. Shape: njnt. */
  readonly jnt_bodyid = this.arena.i32(this.njnt)
  /** Actuator that adds armature or damping to it; -1: none; -2: several. Shape: njnt. */
  readonly jnt_actuatorid = this.arena.i32(this.njnt)
  /** Group, for drawing. Shape: njnt. */
  readonly jnt_group = this.arena.i32(this.njnt)
  /** 1: the joint has limits. Shape: njnt. */
  readonly jnt_limited = this.arena.u8(this.njnt)
  /** 1: the total actuator force on the joint is limited. Shape: njnt. */
  readonly jnt_actfrclimited = this.arena.u8(this.njnt)
  /** 1: gravity compensation counts as an actuator force. Shape: njnt. */
  readonly jnt_actgravcomp = this.arena.u8(this.njnt)
  /** Solver reference of the limit. Shape: njnt × 2. */
  readonly jnt_solref = this.arena.f64(this.njnt, 2)
  /** Solver impedance of the limit. Shape: njnt × 5. */
  readonly jnt_solimp = this.arena.f64(this.njnt, 5)
  /** Anchor in the body frame, m. Shape: njnt × 3. */
  readonly jnt_pos = this.arena.f64(this.njnt, 3)
  /** Axis in the body frame; unused by free and ball joints. Shape: njnt × 3. */
  readonly jnt_axis = this.arena.f64(this.njnt, 3)
  /** Stiffness of the spring, N/m or N·m/rad. Shape: njnt. */
  readonly jnt_stiffness = this.arena.f64(this.njnt)
  /** Higher coefficients of the spring: stiffness + c₀·x + c₁·x². Shape: njnt × 2. */
  readonly jnt_stiffnesspoly = this.arena.f64(this.njnt, 2)
  /** Lower and upper limit, m or rad. Shape: njnt × 2. */
  readonly jnt_range = this.arena.f64(this.njnt, 2)
  /** Range of the total actuator force, N or N·m. Shape: njnt × 2. */
  readonly jnt_actfrcrange = this.arena.f64(this.njnt, 2)
  /** Distance from the limit at which it becomes active, m or rad. Shape: njnt. */
  readonly jnt_margin = this.arena.f64(this.njnt)
  /** Numbers of the user. Shape: njnt × nuser_jnt. */
  readonly jnt_user = this.arena.f64(this.njnt, this.nuser_jnt)

  // degrees of freedom
  /** Body that the dof moves. Shape: nv. */
  readonly dof_bodyid = this.arena.i32(this.nv)
  /** Joint of the dof. Shape: nv. */
  readonly dof_jntid = this.arena.i32(this.nv)
  /** Nearest ancestor dof; -1: none. Shape: nv. */
  readonly dof_parentid = this.arena.i32(this.nv)
  /** Kinematic tree. Shape: nv. */
  readonly dof_treeid = this.arena.i32(this.nv)
  /** First entry of the dof in the legacy format of the inertia matrix. Shape: nv. */
  readonly dof_Madr = this.arena.i32(this.nv)
  /** Number of consecutive simple dofs from here on; 0: not simple. Shape: nv. */
  readonly dof_simplenum = this.arena.i32(this.nv)
  /** Solver reference of the friction loss. Shape: nv × 2. */
  readonly dof_solref = this.arena.f64(this.nv, 2)
  /** Solver impedance of the friction loss. Shape: nv × 5. */
  readonly dof_solimp = this.arena.f64(this.nv, 5)
  /** Dry friction, N or N·m. Shape: nv. */
  readonly dof_frictionloss = this.arena.f64(this.nv)
  /** Inertia of the rotor, added to the diagonal of the inertia matrix, kg or kg·m². Shape: nv. */
  readonly dof_armature = this.arena.f64(this.nv)
  /** Damping, N·s/m or N·m·s/rad. Shape: nv. */
  readonly dof_damping = this.arena.f64(this.nv)
  /** Higher coefficients of the damping: damping + c₀·|v| + c₁·v². Shape: nv × 2. */
  readonly dof_dampingpoly = this.arena.f64(this.nv, 2)
  /** Diagonal of the inverse inertia matrix at qpos0, 1/kg or 1/(kg·m²). Shape: nv. */
  readonly dof_invweight0 = this.arena.f64(this.nv)
  /** Diagonal of the inertia matrix at qpos0, kg or kg·m². Shape: nv. */
  readonly dof_M0 = this.arena.f64(this.nv)
  /** Length that turns the velocity of the dof into a linear velocity, m; 1 for translations. Shape: nv. */
  readonly dof_length = this.arena.f64(this.nv)

  // kinematic trees
  /** First body of the tree. Shape: ntree. */
  readonly tree_bodyadr = this.arena.i32(this.ntree)
  /** Number of bodies. Shape: ntree. */
  readonly tree_bodynum = this.arena.i32(this.ntree)
  /** First dof of the tree. Shape: ntree. */
  readonly tree_dofadr = this.arena.i32(this.ntree)
  /** Number of dofs. Shape: ntree. */
  readonly tree_dofnum = this.arena.i32(this.ntree)
  /** Whether the tree may fall asleep, a `SleepPolicy`. Shape: ntree. */
  readonly tree_sleep_policy = this.arena.i32(this.ntree)

  // sparsity: M lower triangle by rows, D full dof-dof, B body-dof
  /** Number of entries in each row of the inertia matrix: the dof and its ancestors. Shape: nv. */
  readonly M_rownnz = this.arena.i32(this.nv)
  /** First entry of each row of the inertia matrix. Shape: nv. */
  readonly M_rowadr = this.arena.i32(this.nv)
  /** Columns of the entries of the inertia matrix, ascending. Shape: nC. */
  readonly M_colind = this.arena.i32(this.nC)
  /** Index of each entry of M in the legacy order: self, parent, grandparent, …. Shape: nC. */
  readonly mapM2M = this.arena.i32(this.nC)
  /** Number of entries in each row of matrices with dof-dof pattern D: all related dofs. Shape: nv. */
  readonly D_rownnz = this.arena.i32(this.nv)
  /** First entry of each row of D. Shape: nv. */
  readonly D_rowadr = this.arena.i32(this.nv)
  /** Position of the diagonal within each row of D. Shape: nv. */
  readonly D_diag = this.arena.i32(this.nv)
  /** Columns of the entries of D, ascending. Shape: nD. */
  readonly D_colind = this.arena.i32(this.nD)
  /** Index in M of each entry of D; -1: M has none there. Shape: nD. */
  readonly mapM2D = this.arena.i32(this.nD)
  /** Index in D of each entry of M. Shape: nC. */
  readonly mapD2M = this.arena.i32(this.nC)
  /** Number of dofs that move each body. Shape: nbody. */
  readonly B_rownnz = this.arena.i32(this.nbody)
  /** First entry of each body in `B_colind`. Shape: nbody. */
  readonly B_rowadr = this.arena.i32(this.nbody)
  /** Dofs that move each body, ascending. Shape: nB. */
  readonly B_colind = this.arena.i32(this.nB)
}
