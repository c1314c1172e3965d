import { AssetArrays } from './assetFields.ts'

/** What couples bodies beyond joints: contact pairs, equality constraints, tendons, actuators, sensors. */
export class MechanismArrays extends AssetArrays {
  // pairs of geoms that collide by rules of their own, by signature
  /** Dimension of the contact: 1, 3, 4 or 6. Shape: npair. */
  readonly pair_dim = this.arena.i32(this.npair)
  /** First geom. Shape: npair. */
  readonly pair_geom1 = this.arena.i32(this.npair)
  /** Second geom. Shape: npair. */
  readonly pair_geom2 = this.arena.i32(this.npair)
  /** (smaller body id << 16) + larger body id; pairs are sorted by it. Shape: npair. */
  readonly pair_signature = this.arena.i32(this.npair)
  /** Solver reference, normal direction. Shape: npair × 2. */
  readonly pair_solref = this.arena.f64(this.npair, 2)
  /** Solver reference, friction directions; zeros: as `pair_solref`. Shape: npair × 2. */
  readonly pair_solreffriction = this.arena.f64(this.npair, 2)
  /** Solver impedance. Shape: npair × 5. */
  readonly pair_solimp = this.arena.f64(this.npair, 5)
  /** Contacts are made below this distance, m. Shape: npair. */
  readonly pair_margin = this.arena.f64(this.npair)
  /** Contacts are inactive above margin − gap, m. Shape: npair. */
  readonly pair_gap = this.arena.f64(this.npair)
  /** Friction: sliding 1, sliding 2, spinning, rolling 1, rolling 2. Shape: npair × 5. */
  readonly pair_friction = this.arena.f64(this.npair, 5)
  /** Pull between the surfaces, N. Shape: npair. */
  readonly pair_adhesion = this.arena.f64(this.npair)

  // pairs of bodies that do not collide, by signature
  /** (smaller body id << 16) + larger body id of bodies that do not collide; sorted. Shape: nexclude. */
  readonly exclude_signature = this.arena.i32(this.nexclude)

  // equality constraints
  /** Kind of the constraint, an `EqualityType`. Shape: neq. */
  readonly eq_type = this.arena.i32(this.neq)
  /** First body, site, joint or tendon. Shape: neq. */
  readonly eq_obj1id = this.arena.i32(this.neq)
  /** Second one; -1: none. Shape: neq. */
  readonly eq_obj2id = this.arena.i32(this.neq)
  /** `ObjType` of the two objects of a connect or weld: body or site. Shape: neq. */
  readonly eq_objtype = this.arena.i32(this.neq)
  /** Whether it is active after a reset. Shape: neq. */
  readonly eq_active0 = this.arena.u8(this.neq)
  /** Solver reference. Shape: neq × 2. */
  readonly eq_solref = this.arena.f64(this.neq, 2)
  /** Solver impedance. Shape: neq × 5. */
  readonly eq_solimp = this.arena.f64(this.neq, 5)
  /**
   * Connect: anchors in both bodies. Weld: anchor in body 2, relative pose, torque scale. Distance: anchors in both
   * bodies, target (m). Others: polynomial. Shape: neq × 11.
   */
  readonly eq_data = this.arena.f64(this.neq, 11)

  // tendons
  /** First object of its path. Shape: ntendon. */
  readonly tendon_adr = this.arena.i32(this.ntendon)
  /** Number of objects of its path. Shape: ntendon. */
  readonly tendon_num = this.arena.i32(this.ntendon)
  /** Material; -1: none. Shape: ntendon. */
  readonly tendon_matid = this.arena.i32(this.ntendon)
  /** Actuator that adds armature or damping to it; -1: none; -2: several. Shape: ntendon. */
  readonly tendon_actuatorid = this.arena.i32(this.ntendon)
  /** Group, for drawing. Shape: ntendon. */
  readonly tendon_group = this.arena.i32(this.ntendon)
  /** Number of kinematic trees along its path. Shape: ntendon. */
  readonly tendon_treenum = this.arena.i32(this.ntendon)
  /** The first two of these trees; -1: none. Shape: ntendon × 2. */
  readonly tendon_treeid = this.arena.i32(this.ntendon, 2)
  /** Number of entries in each row of the Jacobian of lengths. Shape: ntendon. */
  readonly ten_J_rownnz = this.arena.i32(this.ntendon)
  /** First entry of each row of the Jacobian of lengths. Shape: ntendon. */
  readonly ten_J_rowadr = this.arena.i32(this.ntendon)
  /** Dofs of the entries of the Jacobian of lengths. Shape: nJten. */
  readonly ten_J_colind = this.arena.i32(this.nJten)
  /** 1: its length has limits. Shape: ntendon. */
  readonly tendon_limited = this.arena.u8(this.ntendon)
  /** 1: the total actuator force on it is limited. Shape: ntendon. */
  readonly tendon_actfrclimited = this.arena.u8(this.ntendon)
  /** Width for drawing, m. Shape: ntendon. */
  readonly tendon_width = this.arena.f64(this.ntendon)
  /** Solver reference of the limit. Shape: ntendon × 2. */
  readonly tendon_solref_lim = this.arena.f64(this.ntendon, 2)
  /** Solver impedance of the limit. Shape: ntendon × 5. */
  readonly tendon_solimp_lim = this.arena.f64(this.ntendon, 5)
  /** Solver reference of the friction loss. Shape: ntendon × 2. */
  readonly tendon_solref_fri = this.arena.f64(this.ntendon, 2)
  /** Solver impedance of the friction loss. Shape: ntendon × 5. */
  readonly tendon_solimp_fri = this.arena.f64(this.ntendon, 5)
  /** Lower and upper limit of the length, m. Shape: ntendon × 2. */
  readonly tendon_range = this.arena.f64(this.ntendon, 2)
  /** Range of the total actuator force, N. Shape: ntendon × 2. */
  readonly tendon_actfrcrange = this.arena.f64(this.ntendon, 2)
  /** Distance from the limit at which it becomes active, m. Shape: ntendon. */
  readonly tendon_margin = this.arena.f64(this.ntendon)
  /** Stiffness of the spring, N/m. Shape: ntendon. */
  readonly tendon_stiffness = this.arena.f64(this.ntendon)
  /** Higher coefficients of the spring: stiffness + c₀·x + c₁·x². Shape: ntendon × 2. */
  readonly tendon_stiffnesspoly = this.arena.f64(this.ntendon, 2)
  /** Damping, N·s/m. Shape: ntendon. */
  readonly tendon_damping = this.arena.f64(this.ntendon)
  /** Higher coefficients of the damping: damping + c₀·|v| + c₁·v². Shape: ntendon × 2. */
  readonly tendon_dampingpoly = this.arena.f64(this.ntendon, 2)
  /** Inertia along the length, kg. Shape: ntendon. */
  readonly tendon_armature = this.arena.f64(this.ntendon)
  /** Dry friction, N. Shape: ntendon. */
  readonly tendon_frictionloss = this.arena.f64(this.ntendon)
  /** Lengths between which the spring is slack, m. Shape: ntendon × 2. */
  readonly tendon_lengthspring = this.arena.f64(this.ntendon, 2)
  /** Length at qpos0, m. Shape: ntendon. */
  readonly tendon_length0 = this.arena.f64(this.ntendon)
  /** Inverse inertia along the length at qpos0, 1/kg. Shape: ntendon. */
  readonly tendon_invweight0 = this.arena.f64(this.ntendon)
  /** Color, where there is no material. Shape: ntendon × 4. */
  readonly tendon_rgba = this.arena.f32(this.ntendon, 4)
  /** Numbers of the user. Shape: ntendon × nuser_tendon. */
  readonly tendon_user = this.arena.f64(this.ntendon, this.nuser_tendon)

  // paths of all tendons, one after the other
  /** Kind of each object, a `WrapType`. Shape: nwrap. */
  readonly wrap_type = this.arena.i32(this.nwrap)
  /** Joint, site or geom; -1 for a pulley. Shape: nwrap. */
  readonly wrap_objid = this.arena.i32(this.nwrap)
  /** Coefficient of a joint, divisor of a pulley, side site of a geom (-1: none). Shape: nwrap. */
  readonly wrap_prm = this.arena.f64(this.nwrap)
}
