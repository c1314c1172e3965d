import { MINVAL } from '../../core/math/constants.ts'
import { JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Index, LaneKernel, LaneStage, Num } from '../language/kernelLanguage.ts'
import { mulQuat, normalize, type Quat } from '../language/vectors.ts'
import { sinCosOfSmall } from './sineKernel.ts'

/**
 * The end of a step, as `moveState`: qvel += h·acceleration, qpos ⊕= h·qvel, qacc_warmstart = qacc. Gives up, before it
 * has changed anything, if a body turns by more than a quarter turn, or if a quaternion is zero.
 * @param name of the field with the acceleration
 */
export function moveKernel(m: Model, name: 'qacc' | 'integrate_acceleration'): LaneStage {
  return (k) => {
    const h = k.numbers('options').at(3)
    const qvel = k.field('qvel')
    const next = (i: Index): Num => qvel.at(i).plus(h.times(k.field(name).at(i)))
    k.when(
      turnQuaternions(k, m, next),
      () => {},
      () => {
        k.loop(0, m.nv, (i) => {
          qvel.set(i, next(i))
          k.field('qacc_warmstart').set(i, k.field('qacc').at(i))
        })
        moveCoordinates(k, m)
        storeQuaternions(k, m)
      },
    )
  }
}

/** qpos += h·qvel, for coordinates that are not part of a quaternion. */
function moveCoordinates(k: LaneKernel, m: Model): void {
  const places: { q: number; v: number }[] = []
  for (let j = 0; j < m.njnt; j++) {
    const type = m.jnt_type[j]
    const count = type === JointType.ball ? 0 : type === JointType.free ? 3 : 1
    for (let i = 0; i < count; i++) places.push({ q: m.jnt_qposadr[j] + i, v: m.jnt_dofadr[j] + i })
  }
  const address = k.table(
    'travel_qposadr',
    places.map(({ q }) => q),
  )
  const dof = k.table(
    'travel_dofadr',
    places.map(({ v }) => v),
  )
  const qpos = k.field('qpos')
  const h = k.numbers('options').at(3)
  k.loop(0, places.length, (t) => {
    const q = address.at(t)
    qpos.set(q, qpos.at(q).plus(h.times(k.field('qvel').at(dof.at(t)))))
  })
}

/** Quaternions of free and ball joints: where they are in qpos, and their angular velocities in qvel. */
function quaternions(k: LaneKernel, m: Model) {
  const joints = [...m.jnt_type.keys()].filter((j) => m.jnt_type[j] <= JointType.ball)
  const shift = (j: number): number => (m.jnt_type[j] === JointType.free ? 3 : 0)
  return {
    count: joints.length,
    address: k.table(
      'turn_qposadr',
      joints.map((j) => m.jnt_qposadr[j] + shift(j)),
    ),
    dof: k.table(
      'turn_dofadr',
      joints.map((j) => m.jnt_dofadr[j] + shift(j)),
    ),
    turned: k.workspace('turned_quaternions', 4 * joints.length),
  }
}

/**
 * Writes the turned quaternions to the workspace: q (cos φ, n sin φ), with the angle 2φ = h·|ω| about n = ω / |ω|.
 * Gives up, and returns something else than 0, if one of them cannot be turned here.
 */
function turnQuaternions(k: LaneKernel, m: Model, velocity: (i: Index) => Num): Index {
  const { count, address, dof, turned } = quaternions(k, m)
  const h = k.numbers('options').at(3)
  const failures = k.cell(0)
  k.loop(0, count, (t) => {
    const [x, y, z] = [0, 1, 2].map((i) => velocity(k.sum(dof.at(t), i)))
    const [q0, q1, q2, q3] = [0, 1, 2, 3].map((i) => k.field('qpos').at(k.sum(address.at(t), i)))
    const speed = x.times(x).plus(y.times(y)).plus(z.times(z)).sqrt()
    const { sin, cos, isSmall } = sinCosOfSmall(k, h.times(speed).times(0.5))
    const isStill = speed.below(MINVAL)
    const inverse = k.num(1).over(k.choose(isStill, 1, speed))
    const along = (v: Num, still: Num | number): Num => k.choose(isStill, still, v.times(inverse).times(sin))
    const turn: Quat = [cos, along(x, sin), along(y, 0), along(z, 0)]
    mulQuat(normalize(k, [q0, q1, q2, q3]), turn).forEach((part, i) => {
      turned.set(k.sum(k.product(t, 4), i), part)
    })
    const length = q0.times(q0).plus(q1.times(q1)).plus(q2.times(q2)).plus(q3.times(q3)).sqrt()
    failures.add(k.choose(isSmall.and(length.below(MINVAL).not()), 0, 1))
  })
  const some = k.num(0).below(failures.value)
  k.giveUp(some)
  return k.any(some)
}

function storeQuaternions(k: LaneKernel, m: Model): void {
  const { count, address, turned } = quaternions(k, m)
  k.loop(0, count, (t) => {
    for (let i = 0; i < 4; i++) k.field('qpos').set(k.sum(address.at(t), i), turned.at(k.sum(k.product(t, 4), i)))
  })
}
