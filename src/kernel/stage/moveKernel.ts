import { MINVAL } from '../../core/math/constants.ts'
import { JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Index, Kernel, KernelStage, Num } from '../language/kernelLanguage.ts'
import { mulQuat, normalize, type Quat, type Vec3 } from '../language/vectors.ts'
import { sinCosOfSmall } from './sineKernel.ts'

/**
 * The end of a step, as `moveState`: qvel += h·acceleration, qpos ⊕= h·qvel, qacc_warmstart = qacc. Gives up, before it
 * has changed anything, if a body turns by more than a quarter turn, or if a quaternion is zero.
 * @param name of the field with the acceleration
 */
export function moveKernel(m: Model, name: 'qacc' | 'integrate_acceleration'): KernelStage {
  return (k) => {
    const h = k.numbers('options').at(3)
    const acceleration = k.field(name)
    const qvel = k.field('qvel')
    const qpos = k.field('qpos')
    const next = (i: Index): Num => qvel.at(i).plus(h.times(acceleration.at(i)))
    const turns = new Turns(k, m, next, h)
    k.when(
      turns.failed,
      () => {},
      () => {
        k.loop(0, m.nv, (i) => {
          qvel.set(i, next(i))
          k.field('qacc_warmstart').set(i, k.field('qacc').at(i))
        })
        const { address, dof, count } = travels(k, m)
        k.loop(0, count, (t) => {
          const q = address.at(t)
          qpos.set(q, qpos.at(q).plus(h.times(qvel.at(dof.at(t)))))
        })
        turns.store()
      },
    )
  }
}

/** Coordinates that are not part of a quaternion: their places in qpos and qvel. */
function travels(k: Kernel, m: Model) {
  const places: { q: number; v: number }[] = []
  for (let j = 0; j < m.njnt; j++) {
    const type = m.jnt_type[j]
    const count = type === JointType.ball ? 0 : type === JointType.free ? 3 : 1
    for (let i = 0; i < count; i++) places.push({ q: m.jnt_qposadr[j] + i, v: m.jnt_dofadr[j] + i })
  }
  return {
    count: places.length,
    address: k.table(
      'travel_qposadr',
      places.map(({ q }) => q),
    ),
    dof: k.table(
      'travel_dofadr',
      places.map(({ v }) => v),
    ),
  }
}

/** The new quaternions: computed first, stored later. */
class Turns {
  readonly #k: Kernel
  readonly #joints: readonly number[]
  readonly #m: Model
  /** Whether one of them is beyond what the kernel can do. */
  readonly failed: Index

  constructor(k: Kernel, m: Model, velocity: (i: Index) => Num, h: Num) {
    this.#k = k
    this.#m = m
    this.#joints = [...m.jnt_type.keys()].filter((j) => m.jnt_type[j] <= JointType.ball)
    const dof = k.table(
      'turn_dofadr',
      this.#joints.map((j) => m.jnt_dofadr[j] + (m.jnt_type[j] === JointType.free ? 3 : 0)),
    )
    const failures = k.cell(0)
    k.loop(0, this.#joints.length, (t) => {
      const at = (i: number): Num => velocity(k.sum(dof.at(t), i))
      const { quat, fails } = this.#turned(t, [at(0), at(1), at(2)], h)
      quat.forEach((x, part) => {
        this.#workspace().set(k.sum(k.product(t, 4), part), x)
      })
      failures.add(fails)
    })
    const some = k.num(0).below(failures.value)
    k.giveUp(some)
    this.failed = k.any(some)
  }

  /** q (cos φ, n sin φ), with the angle 2φ = h·|ω| about n = ω / |ω|. */
  #turned(t: Index, omega: Vec3, h: Num): { quat: Quat; fails: Num } {
    const k = this.#k
    const [x, y, z] = omega
    const speed = x.times(x).plus(y.times(y)).plus(z.times(z)).sqrt()
    const { sin, cos, isSmall } = sinCosOfSmall(k, h.times(speed).times(0.5))
    const isStill = speed.below(MINVAL)
    const inverse = k.num(1).over(k.choose(isStill, 1, speed))
    const component = (v: Num, still: Num | number): Num => k.choose(isStill, still, v.times(inverse).times(sin))
    const turn: Quat = [cos, component(x, sin), component(y, 0), component(z, 0)]
    const at = (i: number): Num => k.field('qpos').at(k.sum(this.#address(t), i))
    const [w0, x0, y0, z0] = [at(0), at(1), at(2), at(3)]
    const square = w0.times(w0).plus(x0.times(x0)).plus(y0.times(y0)).plus(z0.times(z0))
    const isUsual = isSmall.and(square.sqrt().below(MINVAL).not())
    return { quat: mulQuat(normalize(k, [w0, x0, y0, z0]), turn), fails: k.choose(isUsual, 0, 1) }
  }

  store(): void {
    const k = this.#k
    k.loop(0, this.#joints.length, (t) => {
      for (let part = 0; part < 4; part++)
        k.field('qpos').set(k.sum(this.#address(t), part), this.#workspace().at(k.sum(k.product(t, 4), part)))
    })
  }

  #address(t: Index): Index {
    return this.#k
      .table(
        'turn_qposadr',
        this.#joints.map((j) => this.#m.jnt_qposadr[j] + (this.#m.jnt_type[j] === JointType.free ? 3 : 0)),
      )
      .at(t)
  }

  #workspace() {
    return this.#k.workspace('turned_quaternions', 4 * this.#joints.length)
  }
}
