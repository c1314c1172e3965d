import { ModelMemory } from './modelSizes.ts'

/** The part of a model that moves: positions, bodies, joints, degrees of freedom, kinematic trees, sparsity patterns. */
export class TreeArrays extends ModelMemory {
  // positions
  readonly qpos0 = this.arena.f64(this.nq)
  /** positions at which springs are at rest */
  readonly qpos_spring = this.arena.f64(this.nq)

  // bodies
  readonly body_parentid = this.arena.i32(this.nbody)
  /** top-level ancestor, child of the world */
  readonly body_rootid = this.arena.i32(this.nbody)
  /** nearest ancestor (or itself) that moves relative to its parent */
  readonly body_weldid = this.arena.i32(this.nbody)
  readonly body_mocapid = this.arena.i32(this.nbody)
  readonly body_jntnum = this.arena.i32(this.nbody)
  readonly body_jntadr = this.arena.i32(this.nbody)
  readonly body_dofnum = this.arena.i32(this.nbody)
  readonly body_dofadr = this.arena.i32(this.nbody)
  readonly body_treeid = this.arena.i32(this.nbody)
  readonly body_geomnum = this.arena.i32(this.nbody)
  readonly body_geomadr = this.arena.i32(this.nbody)
  /** 1: inertia constant and diagonal in joint space; 2: the same, only slides */
  readonly body_simple = this.arena.u8(this.nbody)
  /** `SameFrame` of the inertial frame */
  readonly body_sameframe = this.arena.u8(this.nbody)
  readonly body_pos = this.arena.f64(this.nbody, 3) // relative to parent
  readonly body_quat = this.arena.f64(this.nbody, 4) // relative to parent
  readonly body_ipos = this.arena.f64(this.nbody, 3) // centre of mass in the body frame
  readonly body_iquat = this.arena.f64(this.nbody, 4) // principal axes in the body frame
  readonly body_mass = this.arena.f64(this.nbody)
  readonly body_subtreemass = this.arena.f64(this.nbody)
  readonly body_inertia = this.arena.f64(this.nbody, 3) // about ipos along iquat
  readonly body_invweight0 = this.arena.f64(this.nbody, 2) // translation, rotation; mean inverse inertia at qpos0
  readonly body_gravcomp = this.arena.f64(this.nbody)
  readonly body_margin = this.arena.f64(this.nbody)
  readonly body_contype = this.arena.i32(this.nbody)
  readonly body_conaffinity = this.arena.i32(this.nbody)
  readonly body_user = this.arena.f64(this.nbody, this.nuser_body)

  // joints
  readonly jnt_type = this.arena.i32(this.njnt)
  readonly jnt_qposadr = this.arena.i32(this.njnt)
  readonly jnt_dofadr = this.arena.i32(this.njnt)
  readonly jnt_bodyid = this.arena.i32(this.njnt)
  readonly jnt_actuatorid = this.arena.i32(this.njnt)
  readonly jnt_group = this.arena.i32(this.njnt)
  readonly jnt_limited = this.arena.u8(this.njnt)
  readonly jnt_actfrclimited = this.arena.u8(this.njnt)
  readonly jnt_actgravcomp = this.arena.u8(this.njnt)
  readonly jnt_solref = this.arena.f64(this.njnt, 2)
  readonly jnt_solimp = this.arena.f64(this.njnt, 5)
  readonly jnt_pos = this.arena.f64(this.njnt, 3) // anchor in the body frame
  readonly jnt_axis = this.arena.f64(this.njnt, 3) // in the body frame
  readonly jnt_stiffness = this.arena.f64(this.njnt)
  readonly jnt_stiffnesspoly = this.arena.f64(this.njnt, 2) // coefficients of x and x²
  readonly jnt_range = this.arena.f64(this.njnt, 2)
  readonly jnt_actfrcrange = this.arena.f64(this.njnt, 2)
  readonly jnt_margin = this.arena.f64(this.njnt)
  readonly jnt_user = this.arena.f64(this.njnt, this.nuser_jnt)

  // degrees of freedom
  readonly dof_bodyid = this.arena.i32(this.nv)
  readonly dof_jntid = this.arena.i32(this.nv)
  readonly dof_parentid = this.arena.i32(this.nv)
  readonly dof_treeid = this.arena.i32(this.nv)
  readonly dof_Madr = this.arena.i32(this.nv)
  readonly dof_simplenum = this.arena.i32(this.nv)
  readonly dof_solref = this.arena.f64(this.nv, 2)
  readonly dof_solimp = this.arena.f64(this.nv, 5)
  readonly dof_frictionloss = this.arena.f64(this.nv)
  readonly dof_armature = this.arena.f64(this.nv)
  readonly dof_damping = this.arena.f64(this.nv)
  readonly dof_dampingpoly = this.arena.f64(this.nv, 2) // coefficients of |v| and v²
  readonly dof_invweight0 = this.arena.f64(this.nv)
  readonly dof_M0 = this.arena.f64(this.nv)
  /** scale that turns a dof velocity into a length per time: 1 for translations */
  readonly dof_length = this.arena.f64(this.nv)

  // kinematic trees
  readonly tree_bodyadr = this.arena.i32(this.ntree)
  readonly tree_bodynum = this.arena.i32(this.ntree)
  readonly tree_dofadr = this.arena.i32(this.ntree)
  readonly tree_dofnum = this.arena.i32(this.ntree)
  /** `SleepPolicy` */
  readonly tree_sleep_policy = this.arena.i32(this.ntree)

  // sparsity: M lower triangle by rows, D full dof-dof, B body-dof
  readonly M_rownnz = this.arena.i32(this.nv)
  readonly M_rowadr = this.arena.i32(this.nv)
  readonly M_colind = this.arena.i32(this.nC)
  /** index in the legacy order (self, parent, grandparent, …) of each entry of M */
  readonly mapM2M = this.arena.i32(this.nC)
  readonly D_rownnz = this.arena.i32(this.nv)
  readonly D_rowadr = this.arena.i32(this.nv)
  readonly D_diag = this.arena.i32(this.nv)
  readonly D_colind = this.arena.i32(this.nD)
  /** index in M of each entry of D */
  readonly mapM2D = this.arena.i32(this.nD)
  /** index in D of each entry of M */
  readonly mapD2M = this.arena.i32(this.nC)
  readonly B_rownnz = this.arena.i32(this.nbody)
  readonly B_rowadr = this.arena.i32(this.nbody)
  readonly B_colind = this.arena.i32(this.nB)
}
