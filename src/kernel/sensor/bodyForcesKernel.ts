import { SCALAR_NCON, SCALAR_NE } from '../../core/data/dataScalars.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { Cone, EqualityType, WrapType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { equalitySize } from '../../physics/constraint/equalityRows.ts'
import { NEED_BODY_FORCES, NEED_SUBTREE_VELOCITY } from '../../physics/sensor/sensorPrerequisites.ts'
import type { Index, Kernel, LaneKernel, LaneStage, Num } from '../language/kernelLanguage.ts'
import { add, cross, dot, group, put, rotate, rotateBack, scale, sub, type Vec3, vec3At } from '../language/vectors.ts'
import { equalityBodies, equalityFrames, equalityKinds } from '../rows/equalityRowsKernel.ts'
import { contactBodies, contactDims, refuseOtherDims } from '../stage/contactRowsKernel.ts'
import { netForce, sumOverDofs, zeros } from '../stage/velocityKernels.ts'

/**
 * Accelerations and forces of bodies, as `rnePostConstraint`: (qacc, xfrc_applied, efc_force, cvel) → cacc, cfrc_ext,
 * cfrc_int. All are about c.
 */
export function bodyForcesKernel(m: Model): LaneStage {
  return (k) => {
    appliedWrenches(k, m)
    k.eachLane({
      name: 'constraintWrenches',
      stage: (one) => {
        contactWrenches(one, m)
        equalityWrenches(one, m)
      },
    })
    transmittedForces(k, m)
  }
}

/** Only some sensors need forces in joints. Forces of spatial tendons on bodies are summed in TypeScript. */
export function bodyForcesUnsupported(m: Model): string | undefined {
  if (!m.sensor_type.some((type) => NEED_BODY_FORCES.has(type))) return 'no sensor needs it'
  const isSpatial = m.tendon_adr.some((first) => m.wrap_type[first] !== WrapType.joint)
  return isSpatial ? 'spatial tendons pull at bodies' : undefined
}

/** Wrenches of `xfrc_applied` about c, as `appliedWrenches`. */
function appliedWrenches(k: LaneKernel, m: Model): void {
  const out = k.field('cfrc_ext', 6)
  const root = k.table('body_rootid', m.body_rootid)
  put(out, 0, zeros(k))
  k.loop(1, m.nbody, (b) => {
    const [fx, fy, fz, ...torque] = group(k.field('xfrc_applied', 6), b, 6)
    const arm = sub(vec3At(k.field('xipos', 3), b), vec3At(k.field('subtree_com', 3), root.at(b)))
    put(out, b, [...add<readonly Num[]>(torque, cross(arm, [fx, fy, fz])), fx, fy, fz])
  })
}

/** Adds the wrenches of contacts: on the body of the second geom, and against that of the first. */
function contactWrenches(k: Kernel, m: Model): void {
  const frame = k.field('contact_frame', 9)
  k.repeat(0, k.whole(k.field('scalar').at(SCALAR_NCON)), (contact) => {
    const row = k.integers('contact_efc_address').at(contact)
    k.when(k.same(k.less(row, 0), 0), () => {
      const local = contactForce(k, m, contact, row)
      const turn = (part: number): Num[] =>
        [0, 1, 2].map((i) =>
          dot(
            [0, 3, 6].map((axis) => frame.at(contact, axis + i)),
            local.slice(part, part + 3),
          ),
        )
      const wrench = [...turn(0), ...turn(3)]
      const point = vec3At(k.field('contact_pos', 3), contact)
      const bodies = contactBodies(k, m, contact)
      for (const side of [0, 1]) addWrench(k, m, wrench, bodies[side], point, 2 * side - 1)
    })
  })
}

/** Force and torque of a contact in its own frame, as `contactForce`. */
export function contactForce(k: Kernel, m: Model, contact: Index, row: Index): Num[] {
  refuseOtherDims(k, m, contact)
  const force = (i: number): Num => k.field('efc_force').at(k.sum(row, i))
  const local = [0, 1, 2, 3, 4, 5].map(() => k.cell(0))
  const pyramidal = m.opt.cone === Cone.pyramidal
  for (const dim of contactDims(m))
    k.when(k.same(k.integers('contact_dim').at(contact), dim), () => {
      if (!pyramidal || dim === 1) for (let i = 0; i < dim; i++) local[i].set(force(i))
      else
        for (let i = 0; i < dim - 1; i++) {
          const [a, b] = [force(2 * i), force(2 * i + 1)]
          local[0].add(a.plus(b))
          local[i + 1].set(a.minus(b).times(k.field('contact_friction', 5).at(contact, i)))
        }
    })
  const [normal, ...others] = local.map((cell) => cell.value)
  // the row carries the adhesion, which is not a push of the surfaces
  return [normal.minus(k.field('contact_adhesion').at(contact)), ...others]
}

/** Adds the wrenches of connects, welds, and distances: on the first body, and against the second. */
function equalityWrenches(k: Kernel, m: Model): void {
  const kinds = equalityKinds(m)
  if (kinds.length === 0) return
  const end = k.whole(k.field('scalar').at(SCALAR_NE))
  const row = k.counter(0)
  k.while(
    () => k.less(row.value, end),
    () => {
      const id = k.integers('efc_id').at(row.value)
      const type = k.table('eq_type', m.eq_type).at(id)
      const size = k.counter(1)
      for (const kind of kinds) {
        if (kind === EqualityType.joint || kind === EqualityType.tendon) continue
        k.when(k.same(type, kind), () => {
          size.set(equalitySize(kind))
          const { points, direction, turn } = equalityFrames(k, m, id, kind)
          const force = Array.from({ length: equalitySize(kind) }, (_, i) =>
            k.field('efc_force').at(k.sum(row.value, i)),
          )
          const push = kind === EqualityType.distance ? scale(direction, force[0]) : force.slice(0, 3)
          const torque = [0, 1, 2].map((i) => {
            if (turn === undefined) return k.num(0)
            return dot(
              turn.map((b) => b[i]),
              force.slice(3),
            )
          })
          const bodies = equalityBodies(k, m, id)
          for (const side of [0, 1]) addWrench(k, m, [...push, ...torque], bodies[side], points[side], 1 - 2 * side)
        })
      }
      row.set(k.sum(row.value, size.value))
    },
  )
}

/** Adds ± a force and torque at a point of a body to cfrc_ext, as (torque, force) about c, unless it is the world. */
function addWrench(k: Kernel, m: Model, wrench: readonly Num[], body: Index, point: Vec3, sign: number): void {
  k.when(body, () => {
    const out = k.field('cfrc_ext', 6)
    const root = k.table('body_rootid', m.body_rootid).at(body)
    const arm = sub(point, vec3At(k.field('subtree_com', 3), root))
    const [fx, fy, fz, ...torque] = wrench.map((x) => k.num(sign).times(x))
    const moment = add<readonly Num[]>(torque, cross(arm, [fx, fy, fz]))
    put(out, body, add<readonly Num[]>(group(out, body, 6), [...moment, fx, fy, fz]))
  })
}

/** Accelerations of bodies and forces in joints, as `transmittedForces`. */
function transmittedForces(k: LaneKernel, m: Model): void {
  const parent = k.table('body_parentid', m.body_parentid)
  const acceleration = k.field('cacc', 6)
  const force = k.field('cfrc_int', 6)
  const zero = k.num(0)
  const up = vec3At(k.numbers('options', 4), 0).map((g) => g.negated())
  put(acceleration, 0, [zero, zero, zero, ...up])
  put(force, 0, zeros(k))
  k.loop(1, m.nbody, (b) => {
    const axes = add(group(acceleration, parent.at(b), 6), sumOverDofs(k, m, b, 'cdof_dot', 'qvel'))
    const a = add(axes, sumOverDofs(k, m, b, 'cdof', 'qacc'))
    put(acceleration, b, a)
    put(force, b, sub(netForce(k, b, a), group(k.field('cfrc_ext', 6), b, 6)))
  })
  k.down(m.nbody - 1, 1, (b) => put(force, parent.at(b), add(group(force, parent.at(b), 6), group(force, b, 6))))
}

/**
 * Momentum of subtrees, as `subtreeVel`: (cvel, poses) → subtree_linvel, subtree_angmom, the velocity of the center of
 * mass and the angular momentum about it.
 */
export function subtreeVelKernel(m: Model): LaneStage {
  return (k) => {
    const linvel = k.field('subtree_linvel', 3)
    const angmom = k.field('subtree_angmom', 3)
    const velocity = k.field('subtreeVel_velocity', 6)
    const com = k.field('subtree_com', 3)
    const xipos = k.field('xipos', 3)
    const parent = k.table('body_parentid', m.body_parentid)
    const mass = k.numbers('body_mass')
    k.loop(0, m.nbody, (b) => {
      const [wx, wy, wz, ...linear] = group(k.field('cvel', 6), b, 6)
      const root = k.table('body_rootid', m.body_rootid).at(b)
      const v = add<readonly Num[]>(linear, cross([wx, wy, wz], sub(vec3At(xipos, b), vec3At(com, root))))
      v.forEach((x, i) => {
        velocity.set(b, x, 3 + i)
        linvel.set(b, mass.at(b).times(x), i)
      })
      const R = group(k.field('ximat', 9), b, 9)
      const local = rotateBack(R, [wx, wy, wz])
      const spin = local.map((x, i) => k.numbers('body_inertia', 3).at(b, i).times(x)) as unknown as Vec3
      put(angmom, b, rotate(R, spin))
    })
    const addTo = (out: typeof linvel, body: Index, x: readonly Num[]): void =>
      put(out, body, add<readonly Num[]>(vec3At(out, body), x))
    k.down(m.nbody - 1, 0, (b) => {
      k.when(k.less(0, b), () => addTo(linvel, parent.at(b), vec3At(linvel, b)))
      const share = k.num(1).over(k.numbers('body_subtreemass').at(b).max(MINVAL))
      put(linvel, b, scale(vec3At(linvel, b), share))
    })
    k.down(m.nbody - 1, 1, (b) => {
      const above = parent.at(b)
      const own: Vec3 = [velocity.at(b, 3), velocity.at(b, 4), velocity.at(b, 5)]
      addTo(angmom, b, moment(vec3At(xipos, b), vec3At(com, b), mass.at(b), own, vec3At(linvel, b)))
      addTo(angmom, above, vec3At(angmom, b))
      const weight = k.numbers('body_subtreemass').at(b)
      addTo(angmom, above, moment(vec3At(com, b), vec3At(com, above), weight, vec3At(linvel, b), vec3At(linvel, above)))
    })
  }
}

/** (p − q) × mass·(u − v) */
function moment(p: Vec3, q: Vec3, mass: Num, u: Vec3, v: Vec3): Vec3 {
  return cross(sub(p, q), sub(u, v).map((x) => mass.times(x)) as unknown as Vec3)
}

export function subtreeVelUnsupported(m: Model): string | undefined {
  return m.sensor_type.some((type) => NEED_SUBTREE_VELOCITY.has(type)) ? undefined : 'no sensor needs it'
}
