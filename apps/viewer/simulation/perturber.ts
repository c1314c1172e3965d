import {
  conjugate,
  type Data,
  JointType,
  jac,
  type Model,
  mulQuat,
  normalize3,
  normalize4,
  rotateByQuat,
  solveM,
  subQuat,
} from '../../../src/index.ts'
import type { Perturbation } from './commands.ts'

/**
 * Perturbs a body as MuJoCo's viewer does: a spring of stiffness `vis.map.stiffness` (1/s², `stiffnessrot` for torques)
 * times the effective mass at the grabbed point (for torques the effective inertia at qpos0), with half of critical
 * damping. Light and heavy bodies follow the mouse alike.
 */
export class Perturber {
  readonly #m: Model
  readonly #jacp: Float64Array
  readonly #jacr: Float64Array
  readonly #row: Float64Array
  readonly #point = new Float64Array(3)
  readonly #velocity = new Float64Array(3)
  readonly #spin = new Float64Array(3)
  readonly #line = new Float64Array(3)
  readonly #angle = new Float64Array(3)
  readonly #target = new Float64Array(4)

  constructor(m: Model) {
    this.#m = m
    this.#jacp = new Float64Array(3 * m.nv)
    this.#jacr = new Float64Array(3 * m.nv)
    this.#row = new Float64Array(m.nv)
  }

  /**
   * Adds the perturbation to `d.xfrc_applied`. Needs the position and velocity stages and the factored inertia of this
   * state.
   */
  apply(d: Data, { body, kind, grabbed, target, quat }: Perturbation): void {
    const m = this.#m
    const { stiffness, stiffnessrot } = m.vis.map
    const wrench = d.xfrc_applied.subarray(6 * body, 6 * body + 6)
    const point = this.#toWorld(d, body, grabbed)
    jac(m, d, this.#jacp, this.#jacr, point, body)
    const weight = m.body_invweight0[2 * body + 1]
    const inertia = weight > 0 ? 1 / weight : 0
    const spin = this.#velocityOf(d, this.#jacr, this.#spin)

    if (kind === 'torque') {
      // rotation vector from the body to the target, in the frame of the body
      this.#target.set(quat)
      subQuat(this.#angle, 0, this.#target, 0, d.xquat, 4 * body)
      for (let row = 0; row < 3; row++) {
        let angle = 0
        for (let k = 0; k < 3; k++) angle += d.xmat[9 * body + 3 * row + k] * this.#angle[k]
        wrench[3 + row] += inertia * (stiffnessrot * angle - Math.sqrt(stiffnessrot) * spin[row])
      }
      return
    }
    const mass = this.#effectiveMass(d)
    const velocity = this.#velocityOf(d, this.#jacp, this.#velocity)
    const [fx, fy, fz] = [0, 1, 2].map(
      (k) => mass * (stiffness * (target[k] - point[k]) - Math.sqrt(stiffness) * velocity[k]),
    ) as [number, number, number]
    const [rx, ry, rz] = [0, 1, 2].map((k) => point[k] - d.xipos[3 * body + k]) as [number, number, number]
    const all = [fx, fy, fz, ry * fz - rz * fy, rz * fx - rx * fz, rx * fy - ry * fx]
    for (let k = 0; k < 6; k++) wrench[k] += all[k]
    // damp the spin about the line of pull
    for (let k = 0; k < 3; k++) this.#line[k] = target[k] - point[k]
    normalize3(this.#line, 0)
    const about = this.#line[0] * spin[0] + this.#line[1] * spin[1] + this.#line[2] * spin[2]
    for (let k = 0; k < 3; k++) wrench[3 + k] -= inertia * Math.sqrt(stiffnessrot) * about * this.#line[k]
  }

  /**
   * Moves a body to the mouse while the simulation is paused. The whole kinematic tree moves with it if its root has a
   * free joint or is a mocap body; other trees do not move.
   */
  move(d: Data, { body, kind, grabbed, target, quat }: Perturbation): void {
    const m = this.#m
    const root = m.body_rootid[body]
    const mocap = m.body_mocapid[root]
    const joint = m.body_jntadr[root]
    const isFree = m.body_jntnum[root] === 1 && m.jnt_type[joint] === JointType.free
    if (mocap < 0 && !isFree) return
    const [position, p] = mocap >= 0 ? [d.mocap_pos, 3 * mocap] : [d.qpos, m.jnt_qposadr[joint]]
    const [orientation, q] = mocap >= 0 ? [d.mocap_quat, 4 * mocap] : [d.qpos, m.jnt_qposadr[joint] + 3]
    if (kind === 'force') {
      const point = this.#toWorld(d, body, grabbed)
      for (let k = 0; k < 3; k++) position[p + k] += target[k] - point[k]
      return
    }
    // the rotation from the body to the target, about the origin of the body: root ← turn · root
    const turn = this.#target
    conjugate(turn, 0, d.xquat, 4 * body)
    mulQuat(turn, 0, Float64Array.from(quat), 0, turn, 0)
    for (let k = 0; k < 3; k++) this.#line[k] = d.xpos[3 * root + k] - d.xpos[3 * body + k]
    rotateByQuat(this.#line, 0, turn, 0, this.#line, 0)
    for (let k = 0; k < 3; k++) position[p + k] = d.xpos[3 * body + k] + this.#line[k]
    mulQuat(orientation, q, turn, 0, d.xquat, 4 * root)
    normalize4(orientation, q)
  }

  #toWorld(d: Data, body: number, local: readonly number[]): Float64Array {
    for (let row = 0; row < 3; row++) {
      let x = d.xpos[3 * body + row]
      for (let k = 0; k < 3; k++) x += d.xmat[9 * body + 3 * row + k] * local[k]
      this.#point[row] = x
    }
    return this.#point
  }

  /** Effective mass at the point, averaged over three directions: 3 / trace(J M⁻¹ Jᵀ). */
  #effectiveMass(d: Data): number {
    const { nv } = this.#m
    let trace = 0
    for (let k = 0; k < 3; k++) {
      const row = this.#jacp.subarray(k * nv, (k + 1) * nv)
      this.#row.set(row)
      solveM(this.#m, d, this.#row)
      for (let i = 0; i < nv; i++) trace += row[i] * this.#row[i]
    }
    return trace > 0 ? 3 / trace : 0
  }

  #velocityOf(d: Data, jacobian: Float64Array, out: Float64Array): Float64Array {
    const { nv } = this.#m
    for (let k = 0; k < 3; k++) {
      let v = 0
      for (let i = 0; i < nv; i++) v += jacobian[k * nv + i] * d.qvel[i]
      out[k] = v
    }
    return out
  }
}
