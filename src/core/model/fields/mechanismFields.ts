import { AssetArrays } from './assetFields.ts'

/** What couples bodies beyond joints: contact pairs, equality constraints, tendons, actuators, sensors. */
export class MechanismArrays extends AssetArrays {
  // pairs of geoms that collide by rules of their own, by signature
  readonly pair_dim = this.arena.i32(this.npair) // 1, 3, 4 or 6
  readonly pair_geom1 = this.arena.i32(this.npair)
  readonly pair_geom2 = this.arena.i32(this.npair)
  /** (smaller body id << 16) + larger body id */
  readonly pair_signature = this.arena.i32(this.npair)
  readonly pair_solref = this.arena.f64(this.npair, 2)
  readonly pair_solreffriction = this.arena.f64(this.npair, 2) // zeros: as pair_solref
  readonly pair_solimp = this.arena.f64(this.npair, 5)
  readonly pair_margin = this.arena.f64(this.npair)
  readonly pair_gap = this.arena.f64(this.npair)
  readonly pair_friction = this.arena.f64(this.npair, 5) // slide 1, slide 2, spin, roll 1, roll 2
  readonly pair_adhesion = this.arena.f64(this.npair)

  // pairs of bodies that do not collide, by signature
  readonly exclude_signature = this.arena.i32(this.nexclude)

  // equality constraints
  /** `EqualityType` */
  readonly eq_type = this.arena.i32(this.neq)
  readonly eq_obj1id = this.arena.i32(this.neq)
  readonly eq_obj2id = this.arena.i32(this.neq)
  /** `ObjType` of the two objects of a connect or weld: body or site */
  readonly eq_objtype = this.arena.i32(this.neq)
  readonly eq_active0 = this.arena.u8(this.neq)
  readonly eq_solref = this.arena.f64(this.neq, 2)
  readonly eq_solimp = this.arena.f64(this.neq, 5)
  /** connect: anchor in body 1, in body 2; weld: anchor in body 2, relative pose, torque scale; others: polynomial */
  readonly eq_data = this.arena.f64(this.neq, 11)

  // tendons
  readonly tendon_adr = this.arena.i32(this.ntendon) // first object of its path
  readonly tendon_num = this.arena.i32(this.ntendon)
  readonly tendon_matid = this.arena.i32(this.ntendon)
  /** -1: no actuator lends it damping or armature; -2: several do */
  readonly tendon_actuatorid = this.arena.i32(this.ntendon)
  readonly tendon_group = this.arena.i32(this.ntendon)
  /** number of kinematic trees along its path, and the first two of them */
  readonly tendon_treenum = this.arena.i32(this.ntendon)
  readonly tendon_treeid = this.arena.i32(this.ntendon, 2)
  /** columns of the Jacobian of its length: sparse rows */
  readonly ten_J_rownnz = this.arena.i32(this.ntendon)
  readonly ten_J_rowadr = this.arena.i32(this.ntendon)
  readonly ten_J_colind = this.arena.i32(this.nJten)
  readonly tendon_limited = this.arena.u8(this.ntendon)
  readonly tendon_actfrclimited = this.arena.u8(this.ntendon)
  readonly tendon_width = this.arena.f64(this.ntendon)
  readonly tendon_solref_lim = this.arena.f64(this.ntendon, 2)
  readonly tendon_solimp_lim = this.arena.f64(this.ntendon, 5)
  readonly tendon_solref_fri = this.arena.f64(this.ntendon, 2)
  readonly tendon_solimp_fri = this.arena.f64(this.ntendon, 5)
  readonly tendon_range = this.arena.f64(this.ntendon, 2)
  readonly tendon_actfrcrange = this.arena.f64(this.ntendon, 2)
  readonly tendon_margin = this.arena.f64(this.ntendon)
  readonly tendon_stiffness = this.arena.f64(this.ntendon)
  readonly tendon_stiffnesspoly = this.arena.f64(this.ntendon, 2) // coefficients of x and x²
  readonly tendon_damping = this.arena.f64(this.ntendon)
  readonly tendon_dampingpoly = this.arena.f64(this.ntendon, 2) // coefficients of |v| and v²
  readonly tendon_armature = this.arena.f64(this.ntendon)
  readonly tendon_frictionloss = this.arena.f64(this.ntendon)
  readonly tendon_lengthspring = this.arena.f64(this.ntendon, 2) // lengths between which the spring is slack
  readonly tendon_length0 = this.arena.f64(this.ntendon)
  readonly tendon_invweight0 = this.arena.f64(this.ntendon)
  readonly tendon_rgba = this.arena.f32(this.ntendon, 4)
  readonly tendon_user = this.arena.f64(this.ntendon, this.nuser_tendon)

  // paths of all tendons, one after the other
  /** `WrapType` */
  readonly wrap_type = this.arena.i32(this.nwrap)
  /** joint, site or geom; -1 for a pulley */
  readonly wrap_objid = this.arena.i32(this.nwrap)
  /** coefficient of a joint, divisor of a pulley, side site of a geom (-1: none) */
  readonly wrap_prm = this.arena.f64(this.nwrap)
}
