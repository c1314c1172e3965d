import { JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Index, LaneKernel, LaneStage, Num } from '../language/kernelLanguage.ts'
import {
  add,
  crossForce,
  crossMotion,
  dot6,
  group,
  mulInertia,
  put,
  type Spatial,
  scale,
  vec3At,
} from '../language/vectors.ts'

/** Velocities about the center of mass, as `comVel`: (cdof, qvel) → cvel, cdof_dot. */
export function comVelKernel(m: Model): LaneStage {
  return (k) => {
    const cvel = k.field('cvel', 6)
    const parent = k.table('body_parentid', m.body_parentid)
    const firstJoint = k.table('body_jntadr', m.body_jntadr)
    const joints = k.table('body_jntnum', m.body_jntnum)
    put(cvel, 0, zeros(k))
    k.loop(1, m.nbody, (b) => {
      const velocity = group(cvel, parent.at(b), 6).map((x) => k.cell(x))
      const first = firstJoint.at(b)
      k.loop(first, k.sum(first, joints.at(b)), (joint) => {
        const before = velocity.map((cell) => cell.value)
        jointVelocity(k, m, joint, before).forEach((x, i) => {
          velocity[i].set(x)
        })
      })
      put(
        cvel,
        b,
        velocity.map((cell) => cell.value),
      )
    })
  }
}

/** The velocity of a body after a joint, from the one before it. Axes of a joint move with the velocity before it. */
function jointVelocity(k: LaneKernel, m: Model, joint: Index, before: Spatial): Spatial {
  const cdof = k.field('cdof', 6)
  const rate = k.field('cdof_dot', 6)
  const qvel = k.field('qvel')
  const type = k.table('jnt_type', m.jnt_type).at(joint)
  const dof = k.table('jnt_dofadr', m.jnt_dofadr).at(joint)
  const velocity = before.map((x) => k.cell(x))
  const add3 = (first: Index, start: Spatial): void => {
    const turned = [0, 1, 2].map((i) => {
      const j = k.sum(first, i)
      const axis = group(cdof, j, 6)
      put(rate, j, crossMotion(start, axis))
      return scale(axis, qvel.at(j))
    })
    const sum = add(add(turned[0], turned[1]), turned[2])
    start.forEach((x, i) => {
      velocity[i].set(x.plus(sum[i]))
    })
  }
  const isFree = k.same(type, JointType.free)
  k.when(
    isFree,
    () => {
      // translations: constant axes, so their rate is zero
      for (let i = 0; i < 3; i++) put(rate, k.sum(dof, i), zeros(k))
      const moved = before.map((x, i) => (i < 3 ? x : x.plus(qvel.at(k.sum(dof, i - 3)))))
      add3(k.sum(dof, 3), moved)
    },
    () =>
      k.when(
        k.same(type, JointType.ball),
        () => add3(dof, before),
        () => {
          const axis = group(cdof, dof, 6)
          put(rate, dof, crossMotion(before, axis))
          add(before, scale(axis, qvel.at(dof))).forEach((x, i) => {
            velocity[i].set(x)
          })
        },
      ),
  )
  return velocity.map((cell) => cell.value)
}

/**
 * Recursive Newton–Euler algorithm without acceleration, as `rne`: (cvel, cdof_dot, qvel) → qfrc_bias. Gravity is an
 * upward acceleration of the world.
 */
export function biasKernel(m: Model): LaneStage {
  return (k) => {
    const parent = k.table('body_parentid', m.body_parentid)
    const acceleration = k.field('rne_cacc', 6)
    const force = k.field('rne_cfrc', 6)
    const zero = k.num(0)
    const up = vec3At(k.numbers('options', 4), 0).map((g) => g.negated())
    put(acceleration, 0, [zero, zero, zero, ...up])
    put(force, 0, zeros(k))
    k.loop(1, m.nbody, (b) => {
      const a = add(group(acceleration, parent.at(b), 6), sumOverDofs(k, m, b, 'cdof_dot', 'qvel'))
      put(acceleration, b, a)
      put(force, b, netForce(k, b, a))
    })
    const hasParent = k.table(
      'body_hasparent',
      Array.from(m.body_parentid, (p) => (p > 0 ? 1 : 0)),
    )
    k.down(m.nbody - 1, 1, (b) =>
      k.when(hasParent.at(b), () => put(force, parent.at(b), add(group(force, parent.at(b), 6), group(force, b, 6)))),
    )
    const body = k.table('dof_bodyid', m.dof_bodyid)
    k.loop(0, m.nv, (i) =>
      k.field('qfrc_bias').set(i, dot6(group(k.field('cdof', 6), i, 6), group(force, body.at(i), 6))),
    )
  }
}

/** Net force on a body about c: I a + v ×* (I v). */
export function netForce(k: LaneKernel, body: Index, acceleration: Spatial): Spatial {
  const velocity = group(k.field('cvel', 6), body, 6)
  const inertia = group(k.field('cinert', 10), body, 10)
  return add(mulInertia(inertia, acceleration), crossForce(velocity, mulInertia(inertia, velocity)))
}

/** Σ axis·rate over the dofs of a body: cdof_dot·qvel, because its axes move, or cdof·qacc. */
export function sumOverDofs(k: LaneKernel, m: Model, body: Index, axis: string, rate: string): Spatial {
  const sum = [0, 1, 2, 3, 4, 5].map(() => k.cell(0))
  const first = k.table('body_dofadr', m.body_dofadr).at(body)
  k.loop(first, k.sum(first, k.table('body_dofnum', m.body_dofnum).at(body)), (i) => {
    const x = k.field(rate).at(i)
    sum.forEach((cell, part) => {
      cell.add(k.field(axis, 6).at(i, part).times(x))
    })
  })
  return sum.map((cell) => cell.value)
}

export function zeros(k: LaneKernel): Num[] {
  return Array.from({ length: 6 }, () => k.num(0))
}
