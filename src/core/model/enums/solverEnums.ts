/**
 * Integrators, solvers, constraints, and the flags of options. MuJoCo's numbers; names of MuJoCo stand behind each
 * member.
 */

type ValueOf<T> = T[keyof T]

/** How a step advances the state (`opt.integrator`). */
export const Integrator = {
  /** Semi-implicit Euler, with implicit joint damping. MuJoCo: mjINT_EULER. */
  Euler: 0,
  /** Fourth-order Runge–Kutta. MuJoCo: mjINT_RK4. */
  RK4: 1,
  /** Implicit in velocity, with all velocity derivatives. MuJoCo: mjINT_IMPLICIT. */
  implicit: 2,
  /** Implicit in velocity, without those of bias forces. MuJoCo: mjINT_IMPLICITFAST. */
  implicitfast: 3,
  /** Springs and dampers are implicit within the constraint solve. MuJoCo: mjINT_DISCRETE. */
  discrete: 4,
  /** Springs and dampers of joints are implicit within the constraint solve. Kinetree's own. */
  ImplicitSpringDamper: 5,
  /** As `ImplicitSpringDamper`, and those of tendons, actuators and the fluid. Kinetree's own. */
  ImplicitEuler: 6,
} as const
export type Integrator = ValueOf<typeof Integrator>

/** Friction cone of contacts (`opt.cone`). */
export const Cone = {
  /** Pyramid: linear in the edges. MuJoCo: mjCONE_PYRAMIDAL. */
  pyramidal: 0,
  /** Elliptic cone. MuJoCo: mjCONE_ELLIPTIC. */
  elliptic: 1,
} as const
export type Cone = ValueOf<typeof Cone>

/** Format of the constraint Jacobian that MuJoCo would use (`opt.jacobian`); here it is always sparse. */
export const JacobianType = {
  /** Dense: rows that are all zero are dropped. MuJoCo: mjJAC_DENSE. */
  dense: 0,
  /** Sparse. MuJoCo: mjJAC_SPARSE. */
  sparse: 1,
  /** Dense below 60 dofs. MuJoCo: mjJAC_AUTO. */
  auto: 2,
} as const
export type JacobianType = ValueOf<typeof JacobianType>

/** How constraint forces are found (`opt.solver`). */
export const Solver = {
  /** Projected Gauss–Seidel. MuJoCo: mjSOL_PGS. */
  PGS: 0,
  /** Conjugate gradients. MuJoCo: mjSOL_CG. */
  CG: 1,
  /** Newton's method. MuJoCo: mjSOL_NEWTON. */
  Newton: 2,
  /** `CG` that throws where it does not converge. Kinetree's own. */
  CGStrict: 3,
  /** Exact forces of pyramidal and frictionless contacts, by active sets. Kinetree's own. */
  ActiveSet: 4,
  /** Conjugate gradients over the forces, within their cones. Kinetree's own. */
  DualCG: 5,
} as const
export type Solver = ValueOf<typeof Solver>

/** What a constraint row comes from (`Data.efc_type`). */
export const ConstraintType = {
  /** Equality constraint. MuJoCo: mjCNSTR_EQUALITY. */
  equality: 0,
  /** Dry friction of a dof. MuJoCo: mjCNSTR_FRICTION_DOF. */
  frictionDof: 1,
  /** Dry friction of a tendon. MuJoCo: mjCNSTR_FRICTION_TENDON. */
  frictionTendon: 2,
  /** Joint limit. MuJoCo: mjCNSTR_LIMIT_JOINT. */
  limitJoint: 3,
  /** Tendon limit. MuJoCo: mjCNSTR_LIMIT_TENDON. */
  limitTendon: 4,
  /** Contact without friction. MuJoCo: mjCNSTR_CONTACT_FRICTIONLESS. */
  contactFrictionless: 5,
  /** Edge of the pyramid of a contact. MuJoCo: mjCNSTR_CONTACT_PYRAMIDAL. */
  contactPyramidal: 6,
  /** Direction of the elliptic cone of a contact. MuJoCo: mjCNSTR_CONTACT_ELLIPTIC. */
  contactElliptic: 7,
} as const
export type ConstraintType = ValueOf<typeof ConstraintType>

/** Which branch of its cost a constraint row is on (`Data.efc_state`). */
export const ConstraintState = {
  /** No force. MuJoCo: mjCNSTRSTATE_SATISFIED. */
  satisfied: 0,
  /** Linear spring. MuJoCo: mjCNSTRSTATE_QUADRATIC. */
  quadratic: 1,
  /** Friction loss at its negative bound. MuJoCo: mjCNSTRSTATE_LINEARNEG. */
  linearNeg: 2,
  /** Friction loss at its positive bound. MuJoCo: mjCNSTRSTATE_LINEARPOS. */
  linearPos: 3,
  /** Sliding on the surface of an elliptic cone. MuJoCo: mjCNSTRSTATE_CONE. */
  cone: 4,
} as const
export type ConstraintState = ValueOf<typeof ConstraintState>

/** Whether a contact has constraint rows, and why not (`Data.contact_exclude`). MuJoCo: mjContact.exclude. */
export const ContactExclude = {
  /** It has rows. */
  include: 0,
  /** Its distance is within the gap: at least `margin − gap`. */
  inGap: 1,
  /** Its bodies are fused together; never set. */
  fused: 2,
  /** No dof moves one of its bodies and not the other. */
  noDofs: 3,
  /** It acts as a passive force; never set. */
  passive: 4,
} as const
export type ContactExclude = ValueOf<typeof ContactExclude>

/** Bits of `opt.disableflags`. */
export const DisableBit = {
  /** All constraints. MuJoCo: mjDSBL_CONSTRAINT. */
  constraint: 1 << 0,
  /** Equality constraints. MuJoCo: mjDSBL_EQUALITY. */
  equality: 1 << 1,
  /** Dry friction of joints and tendons. MuJoCo: mjDSBL_FRICTIONLOSS. */
  frictionloss: 1 << 2,
  /** Joint and tendon limits. MuJoCo: mjDSBL_LIMIT. */
  limit: 1 << 3,
  /** Contacts. MuJoCo: mjDSBL_CONTACT. */
  contact: 1 << 4,
  /** Springs of joints and tendons. MuJoCo: mjDSBL_SPRING. */
  spring: 1 << 5,
  /** Dampers of joints and tendons. MuJoCo: mjDSBL_DAMPER. */
  damper: 1 << 6,
  /** Gravity. MuJoCo: mjDSBL_GRAVITY. */
  gravity: 1 << 7,
  /** Clamping of controls to their ranges. MuJoCo: mjDSBL_CLAMPCTRL. */
  clampctrl: 1 << 8,
  /** Warm start of the constraint solver. MuJoCo: mjDSBL_WARMSTART. */
  warmstart: 1 << 9,
  /** The filter that keeps bodies from touching their parents. MuJoCo: mjDSBL_FILTERPARENT. */
  filterparent: 1 << 10,
  /** Actuation. MuJoCo: mjDSBL_ACTUATION. */
  actuation: 1 << 11,
  /** The bound on `solref` time constants that keeps steps stable. MuJoCo: mjDSBL_REFSAFE. */
  refsafe: 1 << 12,
  /** Sensors. MuJoCo: mjDSBL_SENSOR. */
  sensor: 1 << 13,
  /** The bounding volume hierarchies of the mid phase. MuJoCo: mjDSBL_MIDPHASE. */
  midphase: 1 << 14,
  /** Implicit joint damping of Euler. MuJoCo: mjDSBL_EULERDAMP. */
  eulerdamp: 1 << 15,
  /** The reset of states that have gone bad. MuJoCo: mjDSBL_AUTORESET. */
  autoreset: 1 << 16,
  /** Native convex collision of MuJoCo; without effect here. MuJoCo: mjDSBL_NATIVECCD. */
  nativeccd: 1 << 17,
  /** Islands: the constraint solver works on all rows at once. MuJoCo: mjDSBL_ISLAND. */
  island: 1 << 18,
  /** Several contacts of flat faces of convex geoms. MuJoCo: mjDSBL_MULTICCD. */
  multiccd: 1 << 19,
} as const

/** Bits of `opt.enableflags`. */
export const EnableBit = {
  /** Contact parameters are those of `opt.o_…`. MuJoCo: mjENBL_OVERRIDE. */
  override: 1 << 0,
  /** Potential and kinetic energy are computed. MuJoCo: mjENBL_ENERGY. */
  energy: 1 << 1,
  /** Forward dynamics is compared with inverse dynamics. MuJoCo: mjENBL_FWDINV. */
  fwdinv: 1 << 2,
  /** Inverse dynamics takes qacc as the change of velocity over a step. MuJoCo: mjENBL_INVDISCRETE. */
  invdiscrete: 1 << 3,
  /** Trees at rest fall asleep. MuJoCo: mjENBL_SLEEP. */
  sleep: 1 << 4,
  /** Regularization from the exact diagonal of J M⁻¹ Jᵀ. MuJoCo: mjENBL_DIAGEXACT. */
  diagexact: 1 << 5,
  /** Reserved. MuJoCo: mjENBL_IPC. */
  ipc: 1 << 6,
} as const
