import type { Arena } from '../memory/arena.ts'
import type { Model } from '../model/model.ts'

/**
 * Work arrays of stages, in the memory of the state (`d.scratch`). Each is named after its owner, which alone uses
 * it. It holds nothing of value after its owner has returned.
 */
export class Scratch {
  // rne: accelerations of bodies, and forces that are summed up to the roots
  readonly rne_cacc: Float64Array // nbody × 6
  readonly rne_cfrc: Float64Array // nbody × 6
  // subtreeVel: velocities of the centers of mass
  readonly subtreeVel_velocity: Float64Array // nbody × 6
  // hasMoved: poses before they are computed again
  readonly moved_pos: Float64Array // nbody × 3
  readonly moved_quat: Float64Array // nbody × 4

  // makeConstraint: whether each equality has rows
  readonly equality_active: Int32Array // neq
  // transmission: a dense row of moments
  readonly transmission_row: Float64Array // nv
  // actuatorForces and limitForces: actuators that are neither motors, muscles nor servos
  readonly actuation_others: Int32Array // nactuator
  // limitForces: total actuator force on a tendon
  readonly forceLimit_total: Float64Array // ntendon

  // addTendonWrenches: force from constraints and actuators along each tendon
  readonly tendonWrenches_force: Float64Array // ntendon
  // exactDiagonal: M⁻¹ Jᵀ of a row
  readonly exactDiagonal_y: Float64Array // nv
  // velocity derivatives: slopes of joint dampers
  readonly damper_slope: Float64Array // nv
  // effective inertia: springs and dampers of joints; an acceleration; trees that something holds on to
  readonly implicit_diagonal: Float64Array // nv
  readonly implicit_acceleration: Float64Array // nv
  readonly implicit_held: Uint8Array // ntree

  // integrators: the acceleration of the step; slopes of joint dampers; total force
  readonly integrate_acceleration: Float64Array // nv
  readonly integrate_slope: Float64Array // nv
  readonly implicitfast_force: Float64Array // nv
  // advance: the acceleration of the step while trees that fall asleep are settled
  readonly settle_acceleration: Float64Array // nv
  // inverse: the continuous acceleration
  readonly inverse_acceleration: Float64Array // nv
  // compareFwdInv: results of forward dynamics
  readonly fwdinv_constraint: Float64Array // nv
  readonly fwdinv_external: Float64Array // nv
  // rk4: the state at the start of the step, and slopes of the four stages
  readonly rk4_qpos: Float64Array // nq
  readonly rk4_qvel: Float64Array // 4 × nv
  readonly rk4_qacc: Float64Array // 4 × nv
  readonly rk4_act: Float64Array // na
  readonly rk4_act_dot: Float64Array // 4 × na

  constructor({ nbody, nv, nq, na, nactuator, ntendon, ntree, neq }: Model, arena: Arena) {
    this.rne_cacc = arena.f64(nbody, 6)
    this.rne_cfrc = arena.f64(nbody, 6)
    this.subtreeVel_velocity = arena.f64(nbody, 6)
    this.moved_pos = arena.f64(nbody, 3)
    this.moved_quat = arena.f64(nbody, 4)

    this.equality_active = arena.i32(neq)
    this.transmission_row = arena.f64(nv)
    this.actuation_others = arena.i32(nactuator)
    this.forceLimit_total = arena.f64(ntendon)

    this.tendonWrenches_force = arena.f64(ntendon)
    this.exactDiagonal_y = arena.f64(nv)
    this.damper_slope = arena.f64(nv)
    this.implicit_diagonal = arena.f64(nv)
    this.implicit_acceleration = arena.f64(nv)
    this.implicit_held = arena.u8(ntree)

    this.integrate_acceleration = arena.f64(nv)
    this.integrate_slope = arena.f64(nv)
    this.implicitfast_force = arena.f64(nv)
    this.settle_acceleration = arena.f64(nv)
    this.inverse_acceleration = arena.f64(nv)
    this.fwdinv_constraint = arena.f64(nv)
    this.fwdinv_external = arena.f64(nv)
    this.rk4_qpos = arena.f64(nq)
    this.rk4_qvel = arena.f64(4, nv)
    this.rk4_qacc = arena.f64(4, nv)
    this.rk4_act = arena.f64(na)
    this.rk4_act_dot = arena.f64(4, na)
  }
}
