import { JointType, TrnType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { lastDof } from '../../physics/kinematics/jacobian.ts'
import { areZero } from '../language/fixedNumbers.ts'
import type { Index, LaneKernel, LaneStage, Num, NumArray } from '../language/kernelLanguage.ts'
import { add, cross, group, norm, normalize, type Quat, scale, sub, vec3At } from '../language/vectors.ts'
import { Option } from '../record/kernelLayout.ts'
import { fluidForces } from './fluidKernel.ts'
import { rotationBetween } from './rotationKernel.ts'

/**
 * Forces of springs and dampers, and gravity compensation, as `passiveForces`: (qpos, qvel, ten_length,
 * ten_velocity, ten_J) → qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid, qfrc_passive.
 */
export function passiveKernel(m: Model, inMedium = false): LaneStage {
  return (k) => {
    const damper = k.field('qfrc_damper')
    const damping = dofDamping(k, m)
    k.loop(0, m.nv, (i) => {
      for (const name of ['qfrc_spring', 'qfrc_gravcomp', 'qfrc_fluid']) k.field(name).set(i, 0)
      damper.set(i, k.num(0).minus(damperForce(k.field('qvel').at(i), damping(i))))
    })
    jointSprings(k, m)
    tendonSprings(k, m)
    actuatorDampers(k, m)
    tendonDampers(k, m)
    if (inMedium) fluidForces(k, m)
    gravityCompensation(k, m)
    const isCompensated = hasGravityCompensation(k, m)
    const byActuators = k.table(
      'dof_actgravcomp',
      Array.from(m.dof_jntid, (j) => m.jnt_actgravcomp[j]),
    )
    k.loop(0, m.nv, (i) => {
      const force = k.cell(k.field('qfrc_spring').at(i).plus(damper.at(i)))
      if (inMedium) force.add(k.field('qfrc_fluid').at(i))
      if (isCompensated) k.when(k.same(byActuators.at(i), 0), () => force.add(k.field('qfrc_gravcomp').at(i)))
      k.field('qfrc_passive').set(i, force.value)
    })
  }
}

/** Whether some body has gravity compensation, or may get it. */
export function hasGravityCompensation(k: LaneKernel, m: Model): boolean {
  return compensatedBodies(k, m).length > 0
}

function compensatedBodies(k: LaneKernel, m: Model): number[] {
  return [...m.body_gravcomp.keys()].filter((b) => b > 0 && !areZero(k, m, 'body_gravcomp', b))
}

/** Coefficients of a polynomial: k, p₁, p₂. */
export type Polynomial = readonly [Num, Num, Num]

/** x (k + p₁x + p₂x²) */
function springForce(x: Num, [stiffness, p1, p2]: Polynomial): Num {
  return x.times(stiffness.plus(x.times(p1.plus(x.times(p2)))))
}

/** v (k + p₁|v| + p₂v²) */
function damperForce(v: Num, [damping, p1, p2]: Polynomial): Num {
  const speed = v.abs()
  return v.times(damping.plus(speed.times(p1.plus(speed.times(p2)))))
}

/** The slope of that force: k + 2p₁|v| + 3p₂v². */
export function damperSlope(v: Num, [damping, p1, p2]: Polynomial): Num {
  const speed = v.abs()
  return damping.plus(speed.times(p1.times(2).plus(speed.times(3).times(p2))))
}

/** Damping of dofs. Where all polynomials of the model are linear, that is part of the code. */
export function dofDamping(k: LaneKernel, m: Model): (dof: Index) => Polynomial {
  const damping = k.numbers('dof_damping')
  const poly = k.numbers('dof_dampingpoly', 2)
  const zero = k.num(0)
  if (areZero(k, m, 'dof_dampingpoly', 0, 2 * m.nv)) return (i) => [damping.at(i), zero, zero]
  return (i) => [damping.at(i), poly.at(i, 0), poly.at(i, 1)]
}

/** Springs of joints, in parts: a free joint has one of its position and one of its orientation. */
function jointSprings(k: LaneKernel, m: Model): void {
  const sprung = [...m.jnt_type.keys()].filter(
    (j) => !areZero(k, m, 'jnt_stiffness', j) || !areZero(k, m, 'jnt_stiffnesspoly', 2 * j, 2),
  )
  const ofType = (...types: number[]): number[] => sprung.filter((j) => types.includes(m.jnt_type[j]))
  const qpos = k.field('qpos')
  const rest = k.numbers('qpos_spring')
  springParts(k, m, 'scalar', ofType(JointType.hinge, JointType.slide), 0, (q) => [qpos.at(q).minus(rest.at(q))])
  springParts(k, m, 'position', ofType(JointType.free), 0, (q) =>
    [0, 1, 2].map((i) => qpos.at(k.sum(q, i)).minus(rest.at(k.sum(q, i)))),
  )
  const rotation = (q: Index): readonly Num[] => {
    const [unit, still] = [qpos, rest].map((of) => [0, 1, 2, 3].map((i) => of.at(k.sum(q, i))) as unknown as Quat)
    return rotationBetween(k, normalize(k, unit), still)
  }
  springParts(k, m, 'ball', ofType(JointType.ball), 0, rotation)
  springParts(k, m, 'orientation', ofType(JointType.free), 3, rotation)
}

/**
 * Parts of springs that are alike, and their forces.
 * @param shift how far the part is from the start of the joint, in qpos and in its dofs
 * @param extensionAt the extension, a vector, of the part that starts there in qpos
 */
function springParts(
  k: LaneKernel,
  m: Model,
  name: string,
  joints: readonly number[],
  shift: number,
  extensionAt: (q: Index) => readonly Num[],
): void {
  const of = (what: string, values: (j: number) => number) => k.table(`spring_${name}_${what}`, joints.map(values))
  const joint = of('joint', (j) => j)
  const address = of('qposadr', (j) => m.jnt_qposadr[j] + shift)
  const dof = of('dofadr', (j) => m.jnt_dofadr[j] + shift)
  k.loop(0, joints.length, (s) => {
    const poly = k.numbers('jnt_stiffnesspoly', 2)
    const [stiffness, p1, p2] = [
      k.numbers('jnt_stiffness').at(joint.at(s)),
      poly.at(joint.at(s), 0),
      poly.at(joint.at(s), 1),
    ]
    const extension = extensionAt(address.at(s))
    const stretch = extension.length === 1 ? extension[0] : norm(extension)
    const rate = stiffness.plus(stretch.times(p1.plus(stretch.times(p2))))
    extension.forEach((part, i) => {
      k.field('qfrc_spring').set(k.sum(dof.at(s), i), part.times(rate).negated())
    })
  })
}

/** Damping that actuators add to joints: a joint feels gear² times that of the rotor. */
function actuatorDampers(k: LaneKernel, m: Model): void {
  const damper = k.field('qfrc_damper')
  forEachDampedByActuators(k, m, (i, damping) => {
    damper.set(i, damper.at(i).minus(damperForce(k.field('qvel').at(i), damping)))
  })
}

/** Calls back with the dofs of joints that actuators damp, and with that damping. */
export function forEachDampedByActuators(
  k: LaneKernel,
  m: Model,
  use: (dof: number, damping: Polynomial) => void,
): void {
  for (let j = 0; j < m.njnt; j++) {
    const damping = withRotors(k, m, false, j, [k.num(0), k.num(0), k.num(0)])
    if (damping === undefined) continue
    const first = m.jnt_dofadr[j]
    const end = j + 1 < m.njnt ? m.jnt_dofadr[j + 1] : m.nv
    for (let i = first; i < end; i++) use(i, damping)
  }
}

/** The damping `own`, and that of the actuators on a joint or tendon; undefined: these have none. */
function withRotors(k: LaneKernel, m: Model, ofTendon: boolean, id: number, own: Polynomial): Polynomial | undefined {
  if ((ofTendon ? m.tendon_actuatorid : m.jnt_actuatorid)[id] === -1) return undefined
  const sum = [...own]
  let some = false
  for (let i = 0; i < m.nactuator; i++) {
    if (m.actuator_trnid[2 * i] !== id || !drives(m.actuator_trntype[i], ofTendon)) continue
    if (areZero(k, m, 'actuator_damping', i) && areZero(k, m, 'actuator_dampingpoly', 2 * i, 2)) continue
    some = true
    const gear = k.numbers('actuator_gear', 6).at(m.actuator_outadr[i])
    const square = gear.times(gear)
    const poly = k.numbers('actuator_dampingpoly', 2)
    const parts = [k.numbers('actuator_damping').at(i), poly.at(i, 0), poly.at(i, 1)]
    parts.forEach((part, p) => {
      sum[p] = sum[p].plus(square.times(part))
    })
  }
  return some ? [sum[0], sum[1], sum[2]] : undefined
}

function drives(type: number, ofTendon: boolean): boolean {
  return ofTendon ? type === TrnType.tendon : type === TrnType.joint || type === TrnType.jointinparent
}

/** Springs of tendons, slack between the two lengths of `tendon_lengthspring`. */
function tendonSprings(k: LaneKernel, m: Model): void {
  const tendons = [...m.tendon_adr.keys()].filter(
    (t) => !areZero(k, m, 'tendon_stiffness', t) || !areZero(k, m, 'tendon_stiffnesspoly', 2 * t, 2),
  )
  const tendon = k.table('spring_tendon', tendons)
  k.loop(0, tendons.length, (s) => {
    const t = tendon.at(s)
    const length = k.field('ten_length').at(t)
    const low = k.numbers('tendon_lengthspring', 2).at(t, 0)
    const high = k.numbers('tendon_lengthspring', 2).at(t, 1)
    const stretched = k.choose(high.below(length), length.minus(high), 0)
    const x = k.choose(high.below(length), stretched, k.choose(length.below(low), length.minus(low), 0))
    const poly = k.numbers('tendon_stiffnesspoly', 2)
    const force = springForce(x, [k.numbers('tendon_stiffness').at(t), poly.at(t, 0), poly.at(t, 1)])
    pullTendon(k, m, t, k.num(0).minus(force), k.field('qfrc_spring'))
  })
}

function tendonDampers(k: LaneKernel, m: Model): void {
  forEachDampedTendon(k, m, (t, damping) => {
    const force = damperForce(k.field('ten_velocity').at(t), damping)
    pullTendon(k, m, t, k.num(0).minus(force), k.field('qfrc_damper'))
  })
}

/** Calls back with the tendons that are damped, by themselves or by actuators, and with that damping. */
export function forEachDampedTendon(k: LaneKernel, m: Model, use: (tendon: number, damping: Polynomial) => void): void {
  for (let t = 0; t < m.ntendon; t++) {
    const poly = k.numbers('tendon_dampingpoly', 2)
    const own: Polynomial = [k.numbers('tendon_damping').at(t), poly.at(t, 0), poly.at(t, 1)]
    const damping = withRotors(k, m, true, t, own)
    const undamped = areZero(k, m, 'tendon_damping', t) && areZero(k, m, 'tendon_dampingpoly', 2 * t, 2)
    if (damping !== undefined || !undamped) use(t, damping ?? own)
  }
}

/** out += Jᵀ · force */
function pullTendon(k: LaneKernel, m: Model, t: Index, force: Num, out: NumArray): void {
  const first = k.table('ten_J_rowadr', m.ten_J_rowadr).at(t)
  const column = k.table('ten_J_colind', m.ten_J_colind)
  k.loop(first, k.sum(first, k.table('ten_J_rownnz', m.ten_J_rownnz).at(t)), (e) => {
    const dof = column.at(e)
    out.set(dof, out.at(dof).plus(k.field('ten_J').at(e).times(force)))
  })
}

/** Forces −gravity·mass·gravcomp at the centers of mass: along the dofs that move a body, last one first. */
function gravityCompensation(k: LaneKernel, m: Model): void {
  const bodies = compensatedBodies(k, m)
  if (bodies.length === 0) return
  const chains = bodies.map((b) => dofsThatMove(m, b))
  const starts = [0]
  for (const chain of chains) starts.push(starts[starts.length - 1] + chain.length)
  const start = k.table('gravcomp_start', starts)
  const dof = k.table('gravcomp_dof', chains.flat())
  const body = k.table('gravcomp_body', bodies)
  const root = k.table(
    'gravcomp_root',
    bodies.map((b) => m.body_rootid[b]),
  )
  const out = k.field('qfrc_gravcomp')
  // as in the stage, negative compensation counts only beside positive
  const isOn = k.num(0).below(k.numbers('options').at(Option.gravcomp))
  k.when(k.any(isOn), () => {
    k.loop(0, bodies.length, (s) => {
      const b = body.at(s)
      const share = k.numbers('body_mass').at(b).negated().times(k.numbers('body_gravcomp').at(b))
      const [fx, fy, fz] = scale(vec3At(k.numbers('options', 4), 0), share)
      const arm = sub(vec3At(k.field('xipos', 3), b), vec3At(k.field('subtree_com', 3), root.at(s)))
      k.loop(start.at(s), start.at(k.sum(s, 1)), (e) => {
        const i = dof.at(e)
        const [wx, wy, wz, ...linear] = group(k.field('cdof', 6), i, 6)
        const [vx, vy, vz] = add<readonly Num[]>(linear, cross([wx, wy, wz], arm))
        out.set(i, out.at(i).plus(vx.times(fx).plus(vy.times(fy)).plus(vz.times(fz))))
      })
    })
  })
}

/** The dofs on the path from a body to the world. */
function dofsThatMove(m: Model, body: number): number[] {
  const dofs: number[] = []
  for (let i = lastDof(m, body); i >= 0; i = m.dof_parentid[i]) dofs.push(i)
  return dofs
}
